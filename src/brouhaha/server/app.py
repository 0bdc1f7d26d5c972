"""The server, put together: rooms, routes, and the order in which things begin and end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Rejected
from brouhaha.server import http_routes, logs, refusals
from brouhaha.server.addresses import reachable
from brouhaha.server.clock import Clock
from brouhaha.server.committer import Committer
from brouhaha.server.connection_limits import limit_connections
from brouhaha.server.describe.asyncapi import asyncapi
from brouhaha.server.describe.openapi import openapi
from brouhaha.server.guard import guard, http_log
from brouhaha.server.headers import add_headers
from brouhaha.server.http_api import Api, always, answer
from brouhaha.server.http_types import Addresses, Health
from brouhaha.server.inflow import bound_heads
from brouhaha.server.listening import Listener
from brouhaha.server.metrics import Metrics
from brouhaha.server.pages import SCREENS, Pages
from brouhaha.server.retention import Retention
from brouhaha.server.settings import Settings
from brouhaha.server.sockets import Sockets
from brouhaha.server.tls import authority_certificate
from brouhaha.server.visitors import Visitors
from brouhaha.store import Row, Store, StoreDamaged

EVERY_HOUR: Final = 3600.0
SECONDS_TO_CHECKPOINT: Final = 10  # who reads the store meanwhile finds it no older
UNREAD_BYTES: Final = 4_096  # of a body, before its sender has to wait
LAG_EVERY: Final = 1.0  # seconds
STORE_SECONDS: Final = 5.0  # to write what is left, when the server stops: Docker waits 10 in all
READER_SECONDS: Final = 1.0  # for a replay that is being made, when the server stops
STATS_SECONDS: Final = 2.0  # for the store's part of the metrics: they are told without it


class Server:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        url = settings.store_url()
        self.settings = settings
        self.metrics = Metrics()
        self.visitors = Visitors(settings)
        self.writer = StoreWorker("writer", url)
        self.reader = StoreWorker("reader", url, read_only=True)
        clock = Clock(settings.haste)
        self.committer = Committer(settings, clock, self.writer, self.metrics)
        self.log = self.committer.log
        self.registry = self.committer.registry
        self.listener = Listener(settings)
        self.sockets = Sockets(self.committer, self.visitors)
        self.pages = Pages()
        self.started = time.monotonic()
        self._chores: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Every open table is back before the first visitor is let in."""
        began = time.monotonic()
        await self.log.begin()
        for damage in self.log.damage:
            self.metrics.add("wal_records_lost", damage.records_lost)
            logs.event("wal_damaged", logging.ERROR, copy=str(damage.copy),
                       bytes_lost=damage.bytes_lost, records_lost=damage.records_lost)  # fmt: skip
        for code, rows in await self.log.do(_open_tables):
            table = self.committer.recovery.restored(code, rows)
            if table is not None:
                self.committer.adopt(table)
        self.committer.free_codes.look_ahead()
        took = round(time.monotonic() - began, 3)
        logs.event("tables_restored", tables=len(self.registry.tables), seconds=took)
        preparing = asyncio.to_thread(self._prepare)
        chores = self._expire(), self._checkpoint(), self._watch_loop(), preparing
        self._chores = [asyncio.create_task(chore) for chore in chores]

    def _prepare(self) -> None:
        """What takes long and everybody would wait for: the page's files, the games' words, the
        descriptions of what can be asked and said."""
        self.pages.look()
        for name in games.names():
            games.find(name).prepare()
        for description in (openapi, asyncapi):
            _described(description)

    async def listen(self, runner: web.AppRunner) -> None:
        """Let visitors in."""
        chores = await self.listener.listen(runner)
        self._chores += [asyncio.create_task(chore) for chore in chores]

    async def end(self) -> None:
        """Tell the players, write what is left, close."""
        for chore in self._chores:
            chore.cancel()
        await self.sockets.close()
        written = await self.committer.close(STORE_SECONDS)
        if not await self.writer.close(STORE_SECONDS if written else 0):
            logs.event("store_hangs", logging.ERROR, unwritten_tables=not written)
        await self.reader.close(READER_SECONDS)
        logs.event("stopped")

    async def _checkpoint(self) -> None:
        """Bring the write-ahead log to the disk, and into the store, while play goes on."""
        while True:
            for _ in range(SECONDS_TO_CHECKPOINT):
                await asyncio.sleep(1.0)
                self.log.sync()
            self.log.checkpoint()

    async def _expire(self) -> None:
        retention = Retention(self.settings)

        def step(store: Store) -> bool:
            return retention.step(store, self.committer.clock.calendar())

        while True:
            with contextlib.suppress(Exception):  # the next hour is another chance
                await self.writer.submit(retention.an_hour_later)
                while await self.writer.submit(step):
                    await asyncio.sleep(0.1)
            await asyncio.sleep(EVERY_HOUR)

    async def _watch_loop(self) -> None:
        while True:
            wanted = time.monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.metrics.lag.add(max(0.0, time.monotonic() - wanted))

    # What does not belong to the API

    async def health(self, request: web.Request) -> web.Response:
        well = self.log.healthy and not self.sockets.stopping
        told = Health("ok" if well else "ailing", len(self.registry.tables), len(self.sockets.open))
        return answer(request, told, 200 if well else 503)

    async def addresses(self, request: web.Request) -> web.Response:
        listening = self.listener.listening
        found = Addresses(reachable(self.settings, listening), listening.secure_port)
        return answer(request, found)

    async def openapi(self, request: web.Request) -> web.StreamResponse:
        return await _described(openapi)(request)

    async def asyncapi(self, request: web.Request) -> web.StreamResponse:
        return await _described(asyncapi)(request)

    async def authority(self, request: web.Request) -> web.Response:
        folder = self.listener.tls_folder
        if folder is None:
            raise Rejected(refusals.NO_AUTHORITY)
        body = authority_certificate(folder)
        return web.Response(body=body, content_type=http_routes.AUTHORITY.content)

    async def show_metrics(self, request: web.Request) -> web.Response:
        if not self.visitors.may_read_metrics(self.visitors.who(request)):
            raise Rejected(refusals.NOT_FOR_YOU)
        gauges = {
            "sockets": len(self.sockets.open),
            "tables": len(self.registry.tables),
            "uptime_seconds": time.monotonic() - self.started,
            "cpu_seconds": time.process_time(),
        }
        stats = None
        with contextlib.suppress(Exception):
            asked = self.reader.submit(lambda store: store.stats())
            stats = await asyncio.wait_for(asked, STATS_SECONDS)
        return web.Response(text=self.metrics.text(gauges, stats))


def _open_tables(store: Store) -> list[tuple[str, list[Row]]]:
    """In one sweep; if the store is damaged, one by one, so that it costs only what it hit."""
    try:
        return list(store.load_all_open())
    except StoreDamaged:
        return [(code, rows) for code in store.open_tables() if (rows := _entries(store, code))]


def _entries(store: Store, code: str) -> list[Row]:
    try:
        return store.entries(code)
    except StoreDamaged as error:
        logs.trouble("table_unreadable", error, table=code)
        return []


def application(server: Server) -> web.Application:
    limits = server.settings.limits
    app = web.Application(
        middlewares=[bound_heads, guard(server.visitors, server.metrics)],
        client_max_size=limits.body_bytes,
    )
    app.on_response_prepare.append(add_headers(server.visitors))
    for route, handler in _handlers(server).items():
        if route.method == "GET":
            app.router.add_get(route.path, handler)  # answers HEAD too
        else:
            app.router.add_route(route.method, route.path, handler)
    for path in SCREENS:
        app.router.add_get(path, server.pages.screen)
    app.router.add_get("/{path:.+}", server.pages.file)
    return app


def _handlers(server: Server) -> dict[http_routes.Route, Handler]:
    api = Api(server.committer, server.reader, server.visitors)
    return {
        http_routes.GAMES: api.games,
        http_routes.OPEN_TABLE: api.open_table,
        http_routes.TABLE: api.table,
        http_routes.SEATS: api.seats,
        http_routes.MATCHES: api.matches,
        http_routes.MATCH: api.match,
        http_routes.FRAMES: api.frames,
        http_routes.HIGHLIGHTS: api.highlights,
        http_routes.PLAYER: api.player,
        http_routes.ADDRESSES: server.addresses,
        http_routes.AUTHORITY: server.authority,
        http_routes.OPENAPI: server.openapi,
        http_routes.ASYNCAPI: server.asyncapi,
        http_routes.HEALTH: server.health,
        http_routes.METRICS: server.show_metrics,
        http_routes.SOCKET: server.sockets.come_in,
    }


@cache
def _described(describe_it: Callable[[], dict[str, Any]]) -> Handler:
    """Made once: it takes half a second."""
    return always(describe_it(), caching="no-cache")


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[tuple[Server, int]]:
    """A server that listens for as long as the block lasts; its port."""
    server = Server(settings)
    runner = _runner(server)
    try:
        await server.begin()
        await runner.setup()
        assert runner.server is not None
        limit_connections(runner.server, server.visitors, settings.limits)
        await server.listen(runner)
        yield server, server.listener.listening.port
    finally:
        for site in list(runner.sites):
            await site.stop()  # nobody comes in any more
        await server.end()
        await runner.cleanup()


def _runner(server: Server) -> web.AppRunner:
    limits = server.settings.limits
    return web.AppRunner(
        application(server),
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
