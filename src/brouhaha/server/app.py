"""The server, put together: rooms, routes, and the order in which things begin and end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import CRASHES, Rejected
from brouhaha.server import (
    club_routes,
    feed_routes,
    http_routes,
    logs,
    opening,
    refusals,
    tournament_routes,
)
from brouhaha.server.addresses import reachable
from brouhaha.server.boxes_api import BoxesApi
from brouhaha.server.clock import Clock
from brouhaha.server.club_api import ClubApi
from brouhaha.server.committer import Committer
from brouhaha.server.connection_limits import limit_connections
from brouhaha.server.describe.asyncapi import asyncapi
from brouhaha.server.describe.openapi import openapi
from brouhaha.server.direct_link import DirectFinder
from brouhaha.server.endless_calls import EndlessCalls
from brouhaha.server.feed import Feed
from brouhaha.server.feed_api import FeedApi
from brouhaha.server.forgetter import Forgetter
from brouhaha.server.game_files import GameFiles
from brouhaha.server.guard import guard, http_log
from brouhaha.server.headers import add_headers
from brouhaha.server.historian import LOOKS_EVERY, Historian
from brouhaha.server.http_api import Api, OpenTable, always, answer
from brouhaha.server.http_types import Addresses, Health
from brouhaha.server.inflow import bound_heads
from brouhaha.server.listening import Listener
from brouhaha.server.metrics import Metrics
from brouhaha.server.pages import Pages
from brouhaha.server.retention import Retention
from brouhaha.server.route import Route
from brouhaha.server.screens import SCREENS
from brouhaha.server.settings import Settings
from brouhaha.server.sheets_api import SheetsApi
from brouhaha.server.sockets import Sockets
from brouhaha.server.tournament_api import TournamentApi
from brouhaha.server.tournament_book import TournamentBook
from brouhaha.server.tournament_director import TournamentDirector
from brouhaha.server.turnstile import Turnstile
from brouhaha.server.visitors import Visitors
from brouhaha.server.webhook import Webhook
from brouhaha.store import Row, Store, StoreDamaged, sqlite_path

TRUSTED: Final = "plug-ins run as part of the server and of its pages: install what you trust"
if TYPE_CHECKING:
    from brouhaha.server.cluster.cluster import Cluster
    from brouhaha.server.cluster.siblings import Siblings

EVERY_HOUR: Final = 3600.0
SECONDS_TO_CHECKPOINT: Final = 10  # who reads the store meanwhile finds it no older
UNREAD_BYTES: Final = 4_096  # of a body, before its sender has to wait
LAG_EVERY: Final = 1.0  # seconds
STORE_SECONDS: Final = 5.0  # to write what is left, when the server stops: Docker waits 10 in all
READER_SECONDS: Final = 1.0  # for a replay that is being made, when the server stops
STATS_SECONDS: Final = 2.0  # for the store's part of the metrics: they are told without it


class ClusterTrouble(Exception):
    """This process cannot be one of several."""


class Server:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        url = settings.store_url()
        self.settings = settings
        self.metrics = Metrics()
        self.visitors = Visitors(settings)
        self.turnstile = Turnstile()
        self.writer = StoreWorker("writer", url)
        self.reader = StoreWorker("reader", url, read_only=True)
        clock = Clock(settings.haste)
        self.committer = Committer(settings, clock, self.writer, self.metrics)
        self.log = self.committer.log
        # Play does not wait for the thread that writes SQLite's file; PostgreSQL's it does.
        in_a_file = sqlite_path(url) is not None
        self.club_writer = self.writer if in_a_file else StoreWorker("club", url)
        forgetter = Forgetter(self.committer, self.club_writer, 2 * LOOKS_EVERY)
        self.historian = Historian(self.log, self.reader, self.club_writer, forgetter, self.metrics)
        self.registry = self.committer.registry
        self.listener = Listener(settings)
        self.cluster = (
            _cluster(settings, self.committer, self.reader, self.visitors) if settings.bus else None
        )
        self.finder = self.cluster.finder if self.cluster else DirectFinder(self.committer)
        self.siblings = self._siblings()
        self.sockets = Sockets(self.committer, self.finder, self.visitors)
        self.tournaments = TournamentBook(self.reader, self.club_writer, settings.limits)
        self.director = TournamentDirector(
            self.committer, self.finder, self.reader, self.tournaments
        )
        self.committer.finished = self._match_finished
        forgetter.forgot = self.tournaments.forget
        self.feed = Feed(self.committer, self.tournaments)
        if self.cluster is not None:
            self.cluster.feeds.join(self.feed)
        self.webhook = None
        if settings.webhook:
            self.webhook = Webhook(settings.webhook, settings.webhook_secret, self.metrics)
            self.feed.also = self.webhook.tell
            self.feed.listen()
        self.pages = Pages()
        self.game_files = GameFiles()
        self.started = time.monotonic()
        self._chores: list[asyncio.Task[None]] = []
        self._stack = contextlib.ExitStack()

    def _siblings(self) -> Siblings | None:
        if self.cluster is None or not self.settings.siblings:
            return None
        from brouhaha.server.cluster.siblings import Siblings  # not on Windows

        folder, cluster = Path(self.settings.siblings), self.cluster
        return Siblings(folder, cluster.name, cluster.owner_elsewhere, self.metrics)

    def _match_finished(self) -> None:
        self.historian.wake()
        self.director.wake()

    def free_tables(self) -> int:
        """For so many more there is room, in all processes."""
        here = self.settings.limits.tables - len(self.registry.tables)
        return here + (self.cluster.room_elsewhere if self.cluster else 0)

    async def begin(self) -> None:
        """Every open table is back before the first visitor is let in."""
        began = time.monotonic()
        _tell_of_plug_ins()
        self._stack.enter_context(EndlessCalls(self._playing_threads).interrupted())
        await self.log.begin()
        for damage in self.log.damage:
            self.metrics.add("wal_records_lost", damage.records_lost)
            logs.event("wal_damaged", logging.ERROR, copy=str(damage.copy),
                       bytes_lost=damage.bytes_lost, records_lost=damage.records_lost)  # fmt: skip
        if self.cluster is not None:
            await _begun(self.cluster)
        else:
            await self._restore_tables()
        self.committer.free_codes.look_ahead()
        took = round(time.monotonic() - began, 3)
        logs.event("tables_restored", tables=len(self.registry.tables), seconds=took)
        preparing = asyncio.to_thread(self._prepare)
        chores = self._expire(), self._checkpoint(), self._watch_loop(), preparing
        self._chores = [asyncio.create_task(chore) for chore in chores]
        self._chores.append(asyncio.create_task(self.historian.run()))
        self._chores.append(asyncio.create_task(self.director.run()))
        if self.webhook is not None:
            self._chores.append(asyncio.create_task(self.webhook.run()))

    async def _restore_tables(self) -> None:
        for code, rows in await self.log.do(_open_tables):
            table = self.committer.recovery.restored(code, rows)
            if table is not None:
                self.committer.adopt(table)

    def _prepare(self) -> None:
        """What takes long and everybody would wait for: the page's files, the games' words, the
        descriptions of what can be asked and said."""
        self.pages.look()
        for name in sorted(games.names(), key=lambda name: name not in games.ours()):
            try:
                games.find(name).prepare()
            except CRASHES as error:  # then it takes longer, or fails, at its first table
                logs.trouble("game_not_prepared", error, game=name)
        for description in (openapi, asyncapi):
            _described(description, *games.names())

    async def listen(self, runner: web.AppRunner) -> None:
        """Let visitors in."""
        chores = await self.listener.listen(runner)
        if self.siblings is not None and runner.server is not None:
            self.siblings.begin(runner.server)
        self._chores += [asyncio.create_task(chore) for chore in chores]

    async def end(self) -> None:
        """Tell the players, write what is left, close."""
        for chore in self._chores:
            chore.cancel()
        self.feed.close()
        if self.siblings is not None:
            self.siblings.end()
        if self.cluster is not None:
            await self.cluster.hand_over()
        await self.sockets.close()
        written = await self.committer.close(STORE_SECONDS)
        if not await self.writer.close(STORE_SECONDS if written else 0):
            logs.event("store_hangs", logging.ERROR, unwritten_tables=not written)
        await self.reader.close(READER_SECONDS)
        if self.club_writer is not self.writer:
            await self.club_writer.close(READER_SECONDS)
        if self.cluster is not None:
            await self.cluster.end()
        self._stack.close()
        logs.event("stopped")

    def _playing_threads(self) -> list[int]:
        """The threads that play logs again."""
        return [self.reader.thread, self.club_writer.thread]

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
                if await self.writer.submit(lambda store: store.may_expire()):
                    await self.writer.submit(retention.an_hour_later)
                    while await self.writer.submit(step):
                        await asyncio.sleep(0.1)
                    if self.cluster is not None:
                        await self.cluster.ownership.adopt_orphans()
            await asyncio.sleep(EVERY_HOUR)

    async def _watch_loop(self) -> None:
        while True:
            wanted = time.monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.metrics.lag.add(max(0.0, time.monotonic() - wanted))

    # What does not belong to the API

    async def health(self, request: web.Request) -> web.Response:
        well = self.log.healthy and not self.sockets.stopping
        well = well and (self.cluster is None or self.cluster.well)
        told = Health(
            "ok" if well else "ailing",
            len(self.registry.tables),
            len(self.sockets.open),
            games.left_out(),
        )
        return answer(request, told, 200 if well else 503)

    async def addresses(self, request: web.Request) -> web.Response:
        listening = self.listener.listening
        found = Addresses(reachable(self.settings, listening), listening.secure_port)
        return answer(request, found)

    async def openapi(self, request: web.Request) -> web.StreamResponse:
        return await _described(openapi, *games.names())(request)

    async def asyncapi(self, request: web.Request) -> web.StreamResponse:
        return await _described(asyncapi, *games.names())(request)

    async def authority(self, request: web.Request) -> web.Response:
        folder = self.listener.tls_folder
        if folder is None:
            raise Rejected(refusals.NO_AUTHORITY)
        from brouhaha.server.home_authority import authority_certificate  # see `listening`

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
        if self.cluster is not None:
            gauges |= self.cluster.gauges()
        stats = None
        with contextlib.suppress(Exception):
            asked = self.reader.submit(lambda store: store.stats())
            stats = await asyncio.wait_for(asked, STATS_SECONDS)
        return web.Response(text=self.metrics.text(gauges, stats))


def _tell_of_plug_ins() -> None:
    """Whoever runs the server should know whose code it runs."""
    found = [f"{plug_in.game} ({plug_in.package})" for plug_in in games.plug_ins()]
    if found:
        logs.event("plug_ins", games=", ".join(found), trust=TRUSTED)
    for each in games.left_out():
        logs.event("game_left_out", logging.WARNING,
                   entry=each.entry, package=each.package, why=each.why)  # fmt: skip


Addition = Callable[[Server, web.Application], None]


def _cluster(
    settings: Settings, committer: Committer, reader: StoreWorker, visitors: Visitors
) -> Cluster:
    """Its library is imported only where there is a bus."""
    try:
        from brouhaha.server.cluster.cluster import Cluster
    except ImportError as error:
        raise ClusterTrouble("--bus needs nats-py: pip install 'brouhaha[cluster]'") from error
    return Cluster(settings.bus, committer, reader, visitors)


async def _begun(cluster: Cluster) -> None:
    from brouhaha.bus import Unreachable

    try:
        await cluster.begin()
    except Unreachable as error:
        raise ClusterTrouble(str(error)) from error


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
    for route, handler in _handlers(server).items():
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


def _handlers(server: Server) -> dict[Route, Handler]:
    direct: OpenTable = partial(opening.open_table, server.committer)
    open_table = direct if server.cluster is None else server.cluster.room.open
    api = Api(server.committer, server.finder, server.reader, server.visitors, open_table)
    sheets = SheetsApi(server.committer, server.writer, server.reader, server.visitors)
    boxes = BoxesApi(
        server.settings, server.committer.clock, server.writer, server.reader, server.visitors
    )
    return {
        http_routes.GAMES: api.games,
        http_routes.RULES: server.game_files.rules,
        http_routes.OPEN_TABLE: api.open_table,
        http_routes.TABLE: api.table,
        http_routes.SEATS: api.seats,
        http_routes.MATCHES: api.matches,
        http_routes.MATCH: api.match,
        http_routes.FRAMES: api.frames,
        http_routes.HIGHLIGHTS: api.highlights,
        http_routes.PLAYER: api.player,
        http_routes.OPEN_SHEET: sheets.open,
        http_routes.SHEET: sheets.sheet,
        http_routes.WRITE_ON_SHEET: sheets.write,
        http_routes.SHEET_CSV: sheets.csv,
        http_routes.BOXES: boxes.boxes,
        http_routes.KEEP_BOX: boxes.keep,
        http_routes.CHECK_BOX: boxes.check,
        http_routes.BOX: boxes.box,
        http_routes.DROP_BOX: boxes.drop,
        http_routes.ADDRESSES: server.addresses,
        http_routes.AUTHORITY: server.authority,
        http_routes.OPENAPI: server.openapi,
        http_routes.ASYNCAPI: server.asyncapi,
        http_routes.HEALTH: server.health,
        http_routes.METRICS: server.show_metrics,
        http_routes.SOCKET: server.sockets.come_in,
        **_club_handlers(server, api),
        **_tournament_handlers(server),
        **_feed_handlers(server, api),
    }


def _club_handlers(server: Server, api: Api) -> dict[Route, Handler]:
    club = ClubApi(api, server.finder, server.club_writer, server.visitors, server.historian.wake)
    return {
        club_routes.CLUB: club.club,
        club_routes.EVENINGS: club.evenings,
        club_routes.EVENING: club.evening,
        club_routes.EVENING_JSON: club.evening_json,
        club_routes.EVENING_CSV: club.evening_csv,
        club_routes.PLAYERS: club.players,
        club_routes.PLAYER_PAGE: club.player,
        club_routes.LADDER: club.ladder,
        club_routes.PASS: club.enter,
        club_routes.CLAIM: club.claim,
        club_routes.OWN: club.own,
        club_routes.VOUCH: club.vouch,
        club_routes.WISH: club.wish,
        club_routes.FORGET: club.forget,
    }


def _tournament_handlers(server: Server) -> dict[Route, Handler]:
    api = TournamentApi(
        server.committer, server.tournaments, server.director, server.visitors, server.free_tables
    )
    return {
        tournament_routes.OPEN_TOURNAMENT: api.open,
        tournament_routes.TOURNAMENT: api.look,
        tournament_routes.IN_TOURNAMENT: api.say,
    }


def _feed_handlers(server: Server, api: Api) -> dict[Route, Handler]:
    feed = FeedApi(api, server.feed, server.finder, server.tournaments, server.visitors)
    return {
        feed_routes.HOUSE_FEED: feed.house,
        feed_routes.TABLE_FEED: feed.table,
        feed_routes.TOURNAMENT_FEED: feed.tournament,
    }


@cache
def _described(describe_it: Callable[[], dict[str, Any]], *_: str) -> Handler:
    """Made once for these games: it takes half a second."""
    return always(describe_it())


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
        limit_connections(runner.server, server.visitors, server.turnstile, settings.limits)
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
