"""How do bytes get in and out? The only asyncio here; it carries out, and decides nothing.

    socket → connection → hall → table.receive
    table.flush → clerk (store.append, in a thread) → table.committed → connection → socket

`app` puts the rooms together, `hall` holds the tables, `clerk` writes, `connection` is one socket.
What a stranger may send or open is in `limits`, each bound with its reason.
"""
