"""A connection to NATS: what is sent goes out at once, and what is followed is heard at once.

The library wakes a task of its own for all that goes out, and one for each subject that something
comes in for. Between two processes that play together that is most of what a message costs. Here a
message is written straight to the transport, and one that is followed is given to its follower as
soon as it is read. Everything else goes the library's way: so does what is sent while there is no
server, or while one reads too slowly.

The library has no public way to do this; the methods and attributes that are used here are those
of nats-py 2.12 to 2.16, and `tests/bus/test_nats_connection.py` fails if they have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nats.aio.client import Client
from nats.aio.subscription import Subscription

AHEAD: Final = 262_144  # bytes that may wait in the transport: then the library waits for it
Follower = Callable[[bytes], None]


class NatsConnection(Client):
    def __init__(self) -> None:
        super().__init__()
        self._followers: dict[int, Follower] = {}

    def write_now(self, subject: str, payload: bytes, reply: str) -> bool:
        """False: not now. What the library has not sent yet must go first."""
        if self._status != Client.CONNECTED or self._pending or len(payload) > self.max_payload:
            return False
        stream: Any = self._transport
        transport = stream._io_writer.transport
        if transport.is_closing() or transport.get_write_buffer_size() > AHEAD:
            return False
        head = f"PUB {subject} {reply} {len(payload)}\r\n".encode()
        transport.write(b"%b%b\r\n" % (head, payload))
        return True

    async def follow(self, subject: str, follower: Follower) -> Subscription:
        followed = await self.subscribe(subject)
        self._followers[followed._id] = follower
        return followed

    async def _process_msg(
        self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes
    ) -> None:
        follower = self._followers.get(sid)
        if follower is None:
            await super()._process_msg(sid, subject, reply, data, headers)
        else:
            follower(data)

    def _remove_sub(self, sid: int, max_msgs: int = 0) -> None:
        super()._remove_sub(sid, max_msgs)
        self._followers.pop(sid, None)
