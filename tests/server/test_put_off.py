"""What is told later stays in its order: nothing overtakes it on the way to the same connection."""

from __future__ import annotations

import asyncio
from pathlib import Path

from brouhaha.table import Close, Later, Send
from tests.server.guests import SOON, house, run


class Heard:
    """A connection that notes what it is told."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, code: str) -> None:
        self.frames.append(code.encode())
        self.closed.set()

    def measure(self) -> None:
        pass

    def notify(self, code: str) -> None:
        pass


def test_what_need_not_wait_comes_behind_what_was_put_off(tmp_path: Path) -> None:
    """A watcher who leaves, or whom the host lets see everything at once."""

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            committer = server.server.committer
            conn, other = Heard(), Heard()
            soon = committer.clock.now() + 5
            for effect in (
                Later(soon, Send(conn, b"welcome")),
                Send(conn, b"update 1"),
                Later(soon, Send(conn, b"update 2")),
                Send(other, b"at once"),
                Send(conn, b"update 3"),
                Close(conn, "left"),
            ):
                committer._carry_out(effect)
            assert (conn.frames, other.frames) == ([], [b"at once"])
            async with asyncio.timeout(SOON):
                await conn.closed.wait()
            assert conn.frames == [b"welcome", b"update 1", b"update 2", b"update 3", b"left"]
            assert not committer._later

    run(scenario())
