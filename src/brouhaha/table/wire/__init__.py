"""What is said over a socket: one JSON text frame a message, told apart by its `type`.

Messages are named as the server sees them: `ClientIn…` comes in from a client, `ClientOut…` goes
out to one. A client says `hello` first; a player gets `welcome` with a seat token, then `table`
and, during a match, `update`. Whoever reconnects says `hello` with the token and gets all three
again, as things are now.

A connection may have several seats: a tablet in the middle of the table, a phone that goes round.
It says `sit` for each further one, and keeps its token; `also` brings them all back with one hello.
Each seat counts its own moves. `by` says for which of its seats a message is; without it, for the
first (`you`), and a host's decision for the host. A connection with one seat need know none of it.

What a game says (actions, views, events, results, options) travels inside as that game's own JSON:
the table does not open it more than once, and encodes the public part once for everybody.

Clients ignore fields that they do not know; the table refuses them (`bad_message`).
"""

from __future__ import annotations

from typing import Final

import msgspec

# One surface: who uses messages takes them from here.
from brouhaha.table.wire.client_in import *  # noqa: F403
from brouhaha.table.wire.client_in import ClientIn
from brouhaha.table.wire.client_out import *  # noqa: F403
from brouhaha.table.wire.fields import *  # noqa: F403
from brouhaha.table.wire.policy import *  # noqa: F403

_decoder: Final = msgspec.json.Decoder(ClientIn)
_encoder: Final = msgspec.json.Encoder()

decode = _decoder.decode  # bytes or str → ClientIn; raises msgspec.DecodeError, ValidationError
encode = _encoder.encode  # ClientOut → bytes
