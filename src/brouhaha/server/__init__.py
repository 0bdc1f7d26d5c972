"""How do bytes get in and out? HTTP, WebSocket and timers; what happens at a table is the table's.

A message takes this way (ARCHITECTURE.md has every call of it):

    connection.hear → committer.run → table.receive
    committer: table.flush → commits (write-ahead log or store) → table.committed → connection.send

`server` is what lives as long as it does, `handlers` say who answers at which address, `app` lets
visitors in; `authorities` says when it is known whom to trust elsewhere. Below:

- `edge/`: strangers: their connections, what they may still do, the socket at a table
- `tables/`: the tables of this process: opened, called, written, woken, read again
- `http/`: addresses, answers, refusals, the page's files; `describe/` tells programs of them
- `club/`, `feed/`, `sheets/`, `tournaments/`: each with its addresses, types and what it does by
  itself
- `cluster/`: more than one process
- `network/`: where the server listens and is found
- `commands/`, `dev/`: what is asked for at the command line
"""
