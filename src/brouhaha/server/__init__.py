"""How do bytes get in and out? HTTP, WebSocket and timers; what happens at a table is the table's.

A message takes this way (ARCHITECTURE.md has every call of it):

    connection.hear → committer.run → table.receive
    committer: table.flush → commits (write-ahead log or store) → table.committed → connection.send

`app` puts the parts together. `registry` has the tables, `committer` calls them, commits what they
did and tells it; `alarms` wakes them; `recovery` reads them again after trouble. `connection` is
one socket. What a stranger may send or open is in `limits`, each bound with its reason.
"""
