"""A WebSocket client that does as little as possible, so that the load is not the bottleneck.

It masks with zeros (which is allowed, and costs the server what any mask does), answers pings, and
hands on whole frames by their place in the bytes that came in. It never reads what it need not.
"""

from __future__ import annotations

import asyncio
from typing import Final

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK: Final = bytes(4)
HANDSHAKE: Final = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def framed(payload: bytes, kind: int = TEXT) -> bytes:
    """A client's frame; moves are short."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | kind, 0x80 | size)) + MASK + payload
    return bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big") + MASK + payload


class Client(asyncio.Protocol):
    """One socket. What its frames mean is its subclass's."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""

    async def connect(self, port: int, path: str) -> None:
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        transport.write(self.handshake(port, path))
        await self.open

    @staticmethod
    def handshake(port: int, path: str) -> bytes:
        return HANDSHAKE.format(path=path, port=port).encode()

    def heard(self, data: bytes, start: int, end: int) -> None:
        """A text or binary frame: `data[start:end]`."""
        raise NotImplementedError

    def pinged(self, payload: bytes) -> None:
        self.transport.write(framed(payload, PONG))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # uvloop's is of its own kind

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("it hung up"))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0 if self.open.done() else self._shake_hands(data)
        size = len(data)
        while size - at >= 2:
            length, head = data[at + 1], at + 2
            if length > 125:
                wide = 2 if length == 126 else 8
                length = int.from_bytes(data[head : head + wide], "big")
                head += wide
            if head + length > size:
                break
            kind = data[at] & 15
            at = head + length
            if kind <= BINARY:
                self.heard(data, head, at)
            elif kind == PING:
                self.pinged(data[head:at])
        self._rest = data[at:] if at < size else b""

    def _shake_hands(self, data: bytes) -> int:
        """Where the frames begin."""
        ends = data.find(b"\r\n\r\n")
        if ends < 0:
            return 0
        if data.startswith(b"HTTP/1.1 101"):
            self.open.set_result(None)
        else:
            self.open.set_exception(ConnectionError(data[:200].decode("latin-1")))
        return ends + 4
