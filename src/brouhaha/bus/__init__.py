"""Who is where, and how do bytes get there? NATS, and nothing of games, tables or sockets.

A subject is a name under which somebody listens. `Bus.send` says something to whoever does;
`Bus.ask` waits for an answer, and knows at once when nobody listens. Nothing is kept: what is sent
while nobody listens is lost, and so is what is under way when a server of NATS dies. Whoever must
not miss anything numbers what they send.

nats-py is needed by `brouhaha serve --bus` only (the extra `brouhaha[cluster]`).
"""

from brouhaha.bus.bus import Bus, BusError, Heard, NoAnswer, NobodyThere, Stop, Unreachable

__all__ = ["Bus", "BusError", "Heard", "NoAnswer", "NobodyThere", "Stop", "Unreachable"]
