"""The server, put together as an application of aiohttp that listens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from brouhaha.server.edge.heads import bound_heads
from brouhaha.server.handlers import handlers
from brouhaha.server.http.guard import guard, http_log
from brouhaha.server.http.headers import add_headers
from brouhaha.server.http.screens import SCREENS
from brouhaha.server.server import Server
from brouhaha.server.settings import Settings

UNREAD_BYTES: Final = 1_024  # of a body, before its sender has to wait: each may be an object

Addition = Callable[[Server, web.Application], None]


def application(server: Server, add: Addition | None = None) -> web.Application:
    """`add` puts in further routes, before the page's files, which have any other path."""
    limits = server.settings.limits
    hand_on = [] if server.siblings is None else [server.siblings.hand_on]
    app = web.Application(
        middlewares=[
            bound_heads,
            *hand_on,
            guard(server.visitors, server.turnstile, server.metrics),
        ],
        client_max_size=limits.body_bytes,
    )
    app.on_response_prepare.append(add_headers(server.visitors))
    for route, handler in handlers(server).items():
        if route.method == "GET":
            app.router.add_get(route.path, handler)  # answers HEAD too
        else:
            app.router.add_route(route.method, route.path, handler)
    if add is not None:
        add(server, app)
    for path, screen in SCREENS.items():
        app.router.add_get(path, server.pages.screen(screen))
    app.router.add_get("/games/{game}/page/{path:.+}", server.game_files.page_file)
    app.router.add_get("/{path:.+}", server.pages.file)
    return app


@asynccontextmanager
async def serving(
    settings: Settings, add: Addition | None = None
) -> AsyncIterator[tuple[Server, int]]:
    """A server that listens for as long as the block lasts; its port."""
    server = Server(settings)
    runner = _runner(server, add)
    try:
        await server.begin()
        await runner.setup()
        assert runner.server is not None
        server.connections.guard(runner.server)
        await server.listen(runner)
        yield server, server.listener.listening.port
    finally:
        for site in list(runner.sites):
            await site.stop()  # nobody comes in any more
        await server.end()
        await runner.cleanup()


def _runner(server: Server, add: Addition | None) -> web.AppRunner:
    limits = server.settings.limits
    return web.AppRunner(
        application(server, add),
        access_log=None,
        auto_decompress=False,  # nobody needs to send us a bomb
        logger=http_log(server.metrics),
        keepalive_timeout=limits.head_seconds,
        max_line_size=limits.head_bytes,
        max_field_size=limits.head_bytes,
        max_headers=limits.heads,
        read_bufsize=UNREAD_BYTES,
        lingering_time=0.2,  # for the rest of a body that nobody wants
        shutdown_timeout=2.0,
    )
