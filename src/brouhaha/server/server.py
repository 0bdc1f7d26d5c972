"""What lives as long as the server does, and the order in which it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import CRASHES
from brouhaha.server import authorities, logs
from brouhaha.server.clock import Clock
from brouhaha.server.club.forgetter import Forgetter
from brouhaha.server.club.historian import LOOKS_EVERY, Historian
from brouhaha.server.describe.documents import prepare_documents
from brouhaha.server.edge.accepting import Entrance
from brouhaha.server.edge.connection_limits import ConnectionLimits
from brouhaha.server.edge.sockets import Sockets
from brouhaha.server.edge.turnstile import Turnstile
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.feed.feed import Feed
from brouhaha.server.feed.webhook import Webhook
from brouhaha.server.http.game_files import GameFiles
from brouhaha.server.http.pages import Pages
from brouhaha.server.metrics import Metrics
from brouhaha.server.network.listening import Listener
from brouhaha.server.settings import Settings
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.direct_link import DirectFinder
from brouhaha.server.tables.endless_calls import EndlessCalls
from brouhaha.server.tables.recovery import open_tables
from brouhaha.server.tables.retention import Retention
from brouhaha.server.tournaments.book import TournamentBook
from brouhaha.server.tournaments.director import TournamentDirector
from brouhaha.store import Store, sqlite_path

if TYPE_CHECKING:
    from brouhaha.server.cluster.cluster import Cluster
    from brouhaha.server.cluster.siblings import Siblings

TRUSTED: Final = "plug-ins run as part of the server and of its pages: install what you trust"
EVERY_HOUR: Final = 3600.0
SECONDS_TO_CHECKPOINT: Final = 10  # who reads the store meanwhile finds it no older
LAG_EVERY: Final = 1.0  # seconds
STORE_SECONDS: Final = 5.0  # to write what is left, when the server stops: Docker waits 10 in all
READER_SECONDS: Final = 1.0  # for a replay that is being made, when the server stops


class ClusterTrouble(Exception):
    """This process cannot be one of several."""


class Server:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        url = settings.store_url()
        self.settings = settings
        self.metrics = Metrics()
        self.visitors = Visitors(settings)
        self.turnstile = Turnstile(self.visitors.budgets, settings.limits)
        self.writer = StoreWorker("writer", url)
        self.reader = StoreWorker("reader", url, read_only=True)
        clock = Clock(settings.haste)
        self.committer = Committer(settings, clock, self.writer, self.metrics)
        self.committer.bot_turns.stile = self.turnstile
        self.turnstile.moves_are_told = self.committer.tells_soon
        self.log = self.committer.log
        # Play does not wait for the thread that writes SQLite's file; PostgreSQL's it does.
        in_a_file = sqlite_path(url) is not None
        self.club_writer = self.writer if in_a_file else StoreWorker("club", url)
        forgetter = Forgetter(self.committer, self.club_writer, 2 * LOOKS_EVERY)
        self.historian = Historian(self.log, self.reader, self.club_writer, forgetter, self.metrics)
        self.registry = self.committer.registry
        self.connections = ConnectionLimits(self.visitors, self.turnstile, settings.limits)
        self.listener = Listener(settings, Entrance(self.connections, self.turnstile))
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
        chores = self._expire(), self._checkpoint(), self._watch_loop()
        self._chores = [asyncio.create_task(chore) for chore in chores]
        self._chores.append(asyncio.create_task(self.historian.run()))
        self._chores.append(asyncio.create_task(self.director.run()))
        if self.webhook is not None:
            self._chores.append(asyncio.create_task(self.webhook.run()))

    async def _restore_tables(self) -> None:
        for code, rows in await self.log.do(open_tables):
            table = self.committer.recovery.restored(code, rows)
            if table is not None:
                self.committer.adopt(table)

    def _prepare(self) -> None:
        """What takes long and somebody would wait for: the page's files, the games' words, the
        descriptions of what can be asked and said, whom to trust elsewhere."""
        self.pages.look()
        for name in sorted(games.names(), key=lambda name: name not in games.ours()):
            try:
                games.find(name).prepare()
            except CRASHES as error:  # then it takes longer, or fails, at its first table
                logs.trouble("game_not_prepared", error, game=name)
        prepare_documents()
        authorities.read()

    async def listen(self, runner: web.AppRunner) -> None:
        """Let visitors in; what they will ask for is prepared meanwhile."""
        chores = [*await self.listener.listen(runner), asyncio.to_thread(self._prepare)]
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
        if self._chores:  # else it has not begun
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


def _tell_of_plug_ins() -> None:
    """Whoever runs the server should know whose code it runs."""
    found = [f"{plug_in.game} ({plug_in.package})" for plug_in in games.plug_ins()]
    if found:
        logs.event("plug_ins", games=", ".join(found), trust=TRUSTED)
    for each in games.left_out():
        logs.event("game_left_out", logging.WARNING,
                   entry=each.entry, package=each.package, why=each.why)  # fmt: skip


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
