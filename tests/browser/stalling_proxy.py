"""A TCP proxy that can stop forwarding without closing anything: a half-open line, in a test's hands.

with StallingProxy(port) as proxy:
    page.goto(proxy.url)
    proxy.stall()       # nothing passes, and nobody is told
    proxy.mend()        # what was held passes on, as TCP would send it again
    proxy.replace()     # or: the old connections are gone, and new ones work
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any


class StallingProxy:
    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> StallingProxy:
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._carry, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _end(self) -> None:
        self._server.close()
        everything = asyncio.all_tasks() - {asyncio.current_task()}
        for task in everything:
            task.cancel()
        await asyncio.gather(*everything, return_exceptions=True)
        await self._abort_all()
        await asyncio.sleep(0.05)  # the transports close themselves in the next turns of the loop

    def stall(self) -> None:
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def mend(self) -> None:
        self._loop.call_soon_threadsafe(self._flowing.set)

    def replace(self) -> None:
        self._do(self._abort_all())
        self.mend()

    async def _abort_all(self) -> None:
        for line in self._lines:
            line.transport.abort()
        self._lines.clear()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines.add(writer)
        await self._flowing.wait()
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._lines.add(back)
        for one_way in (self._pump(reader, back), self._pump(there, writer)):
            task = asyncio.ensure_future(one_way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A dead line does not pass on its end either."""
        try:
            while True:
                data = await reader.read(65_536)
                await self._flowing.wait()
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()
