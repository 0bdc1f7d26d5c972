"""What happens at tables and in tournaments, told to other programs once it is written.

A reader has a queue with an end: who does not keep up is sent away, and play never waits. With
several processes what happens in one is told to the readers of all; to the webhook once, by the one
in which it happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final, Literal, Protocol

import msgspec

from brouhaha.engine.errors import CRASHES
from brouhaha.server.feed.types import (
    Heard,
    MatchEnded,
    MatchStarted,
    RoundDrawn,
    StandingsChanged,
    Told,
    TournamentEnded,
)
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tournaments.book import Known, TournamentBook
from brouhaha.table import FinishedMatch, Table, TableCommit
from brouhaha.table.screening import mask_of
from brouhaha.tournaments import records
from brouhaha.tournaments.records import Record

UNREAD: Final = 256  # events of one reader: seconds of nimble at a full table
LATER: Final = 1.0  # seconds: nobody hears by the feed what a far player has not seen yet
STARTED: Final = b'{"type":"started"'

Topic = tuple[Literal["house", "table", "tournament"], str]
HOUSE: Final[Topic] = ("house", "")
MASK: Final = mask_of("mild")


class Elsewhere(Protocol):
    """The readers of other processes."""

    def wants(self, topics: Collection[Topic] | None = None) -> bool:
        """Does somebody read one of these, or anything at all?"""

    def tell(self, told: Told, topics: Collection[Topic]) -> None: ...


class Outcome(msgspec.Struct):
    winners: list[int]
    ranking: list[list[int]]


class Reader:
    """What waits for it; None is the end. `gone`: it has not kept up."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Told | None] = asyncio.Queue(UNREAD)
        self.gone = False

    def tell(self, told: Told | None) -> None:
        try:
            self.queue.put_nowait(told)
        except asyncio.QueueFull:
            self.gone = True


class Feed:
    def __init__(self, committer: Committer, book: TournamentBook) -> None:
        self._committer = committer
        self._book = book
        self._readers: dict[Topic, set[Reader]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.also: Callable[[Told], None] | None = None  # the webhook: all that the house is told
        self.elsewhere: Elsewhere | None = None  # there are no other processes
        book.written = self._written

    @contextmanager
    def reading(self, topic: Topic) -> Iterator[Reader]:
        reader = Reader()
        self._readers.setdefault(topic, set()).add(reader)
        self.listen()
        try:
            yield reader
        finally:
            self._drop(topic, reader)
            self.listen()

    def _drop(self, topic: Topic, reader: Reader) -> None:
        readers = self._readers.get(topic, set())
        readers.discard(reader)
        if not readers:
            self._readers.pop(topic, None)

    def close(self) -> None:
        """The server stops: so do all streams."""
        for readers in self._readers.values():
            for reader in readers:
                reader.tell(None)

    def listen(self) -> None:
        """Tables are listened to only while somebody wants to know."""
        self._committer.hears = self._heard if self._is_wanted() else None

    def read_here(self) -> list[Topic]:
        return list(self._readers)

    def _is_wanted(self, topics: Collection[Topic] | None = None) -> bool:
        """Does anybody, here or elsewhere, want to know of one of these, or of anything at all?"""
        if self.also is not None and (topics is None or HOUSE in topics):
            return True
        here = self._readers if topics is None else [one for one in topics if one in self._readers]
        return bool(here) or (self.elsewhere is not None and self.elsewhere.wants(topics))

    # Tables

    def _heard(self, table: Table, commit: TableCommit) -> None:
        state, code = table.state, table.state.code
        topics: list[Topic] = [HOUSE]
        if state.policy.watchers:  # who may not watch a table does not hear it either
            topics.append(("table", code))
        if state.tournament is not None:
            topics.append(("tournament", state.tournament))
        if any(entry.startswith(STARTED) for entry in commit.entries):
            self._tell(MatchStarted(state.game, state.playing, state.tournament), *topics)
        watched = state.policy.watchers and self._is_wanted([("table", code)])
        if watched and commit.seq is not None:
            self._tell_events(table, commit.seq)
        for match in commit.finished:
            self._tell(_ended(match, state.tournament), *topics)

    def _tell_events(self, table: Table, seq: int) -> None:
        """As those hear them who only watch."""
        live = table.live_match
        if live is None:
            return
        game, public = live.match.game, live.match.game.public(live.match.state)
        for event in table.outbox.told(seq):
            try:
                shown = game.masked_event(public, event, MASK)
            except CRASHES:
                continue
            self._tell(Heard(game.id, msgspec.to_builtins(shown)), ("table", table.state.code))

    # Tournaments

    def _written(self, code: str, record: Record) -> None:
        if isinstance(record, records.Drawn | records.Reported | records.Ended):
            task = asyncio.ensure_future(self._tell_tournament(code, record))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell_tournament(self, code: str, record: Record) -> None:
        topics: tuple[Topic, ...] = (HOUSE, ("tournament", code))
        if not self._is_wanted(topics):
            return
        told = await self._book.look(code, lambda known: _of_tournament(code, known, record))
        if told is not None:
            self._tell(told, *topics)

    # Telling

    def _tell(self, told: Told, *topics: Topic) -> None:
        asyncio.get_running_loop().call_later(LATER, self._tell_everybody, told, topics)

    def _tell_everybody(self, told: Told, topics: tuple[Topic, ...]) -> None:
        self.give_out(told, topics)
        if self.elsewhere is not None:
            self.elsewhere.tell(told, topics)
        if self.also is not None and HOUSE in topics:
            self.also(told)

    def give_out(self, told: Told, topics: Collection[Topic]) -> None:
        """To those who read here."""
        for topic in topics:
            for reader in list(self._readers.get(topic, ())):
                reader.tell(told)
                if reader.gone:
                    self._committer.metrics.add("slow_readers")
                    self._drop(topic, reader)


def _ended(match: FinishedMatch, tournament: str | None) -> MatchEnded:
    outcome = msgspec.json.decode(match.result, type=Outcome)
    names = [MASK(name) for name in match.names]
    return MatchEnded(match.game, names, outcome.winners, outcome.ranking, match.replay, tournament)


def _of_tournament(code: str, known: Known, record: Record) -> Told:
    page = known.page(code)
    names = [page.people[line.person].name for line in page.standings]
    if isinstance(record, records.Drawn):
        return RoundDrawn(code, page.title, page.rounds[-1])
    if isinstance(record, records.Ended):
        return TournamentEnded(code, page.title, names[0] if names else None)
    return StandingsChanged(code, page.title, names, page.standings)
