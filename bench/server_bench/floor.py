"""The floor: a bare aiohttp + uvloop server. A frame comes in, one goes to each of four seats.

python floor.py PORT BYTES
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

import uvloop
from aiohttp import WSMsgType, web


def application(size: int) -> web.Application:
    tables: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)
    update = "u" * size

    async def sit(request: web.Request) -> web.WebSocketResponse:
        seats = tables[request.query["table"]]
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        seats.append(socket)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                for seat in seats:
                    await seat.send_str(update)
        return socket

    app = web.Application()
    app.router.add_get("/ws", sit)
    return app


async def serve(port: int, size: int) -> None:
    runner = web.AppRunner(application(size), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=1024).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), int(sys.argv[2])))
