"""What programs are told about the server, made from the types themselves and never by hand.

`openapi`: the HTTP API. `asyncapi`: the socket. `typescript`: both for the page. `schema`: what
they share, JSON Schema of the wire and of each game.
"""
