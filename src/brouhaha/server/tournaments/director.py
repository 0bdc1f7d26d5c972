"""What happens in tournaments by itself: tables are opened and begin, results come in as matches
end, and the round's clock runs out.

Everything is found, not remembered: which tables a round needs stands in the tournament's log, how
a match ended in the archive. So whatever a killed server left undone is done by the next one, once.
Each process looks after the tables that it has; a table that no process has opened is opened.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from brouhaha.commits import StoreWorker
from brouhaha.server import logs
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import ComeAgain, Finder
from brouhaha.server.tournaments.book import TournamentBook
from brouhaha.store import MatchSummary, Store, StoreError
from brouhaha.table import Table
from brouhaha.table.reserved import ReservedSeat, open_reserved
from brouhaha.tournaments import Tournament, decisions
from brouhaha.tournaments.records import Places, Record
from brouhaha.tournaments.tournament import Round, TableOfRound

ROUND_EVERY: Final = 1.0  # seconds, while a round is played
LOOKS_EVERY: Final = 5.0  # otherwise: another process may have drawn one
THEIRS_MS: Final = 5_000  # so long the tables of a round are for whoever drew it to open
OPEN_FOR_MS: Final = 7 * 86_400_000  # a tournament in which nothing happens for a week is over


class Ranking(msgspec.Struct):
    """What every game's result says."""

    ranking: Places


class Task(msgspec.Struct, frozen=True):
    """A round in which there is something to do, as it was read."""

    tournament: Tournament
    round: Round
    tables: list[TableOfRound]


class TournamentDirector:
    def __init__(
        self, committer: Committer, finder: Finder, reader: StoreWorker, book: TournamentBook
    ) -> None:
        self._committer = committer
        self._finder = finder
        self._reader = reader
        self._book = book
        self._tables = committer.registry.tables
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()

    def wake(self) -> None:
        """A match has ended, or somebody has wished something."""
        self._news.set()

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            self._news.clear()
            playing = False
            try:
                playing = await self.look_after_all()
            except StoreError:
                self._committer.metrics.add("store_failures")  # the next look is another chance
            except Exception as error:
                self._committer.metrics.add("errors")
                logs.trouble("tournament_failed", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND_EVERY if playing else LOOKS_EVERY):
                    await self._news.wait()

    async def look_after_all(self) -> bool:
        """Is a round being played in any?"""
        since = self._now() - OPEN_FOR_MS
        codes = await self._reader.submit(lambda store: store.tournaments.changed_since(since))
        return any([await self.look_after(code) for code in codes])

    async def look_after(self, code: str, *, drawn_here: bool = False) -> bool:
        """Whatever is due in this one; does a round still go on? One look at a time: two would
        open the same tables. `drawn_here`: the round is of this process and moment."""
        async with self._turn:
            return await self._look_after(code, drawn_here)

    async def _look_after(self, code: str, drawn_here: bool) -> bool:
        task = await self._book.look(code, lambda known: _task(known.tournament))
        if task is None:
            return False
        await self._report_matches(code, task)
        await self._book.change(
            code, self._now(), lambda tournament: decisions.time_up(tournament, self._now())
        )
        task = await self._book.look(code, lambda known: _task(known.tournament))
        if task is None:
            return False
        await self._open_missing(code, task, drawn_here)
        for table in task.tables:
            await self._attend(code, task, table)
        return True

    # Results

    async def _report_matches(self, code: str, task: Task) -> None:
        await self._committer.log.matches_stored()
        wanted = [table.code for table in task.tables]
        found: dict[str, MatchSummary] = await self._reader.submit(
            lambda store: store.first_matches(wanted)
        )
        for table in task.tables:
            match = found.get(table.code)
            if match is not None and match.game == task.tournament.created.game:
                await self._report(code, task.round, table, match)

    async def _report(
        self, code: str, round: Round, table: TableOfRound, match: MatchSummary
    ) -> None:
        ranking = msgspec.json.decode(match.result, type=Ranking).ranking

        def decide(tournament: Tournament) -> Record | None:
            if _is_decided(tournament, round, table):
                return None
            return decisions.report_match(tournament, table, match.id, match.players, ranking)

        await self._book.change(code, self._now(), decide)

    # Tables

    async def _open_missing(self, code: str, task: Task, drawn_here: bool) -> None:
        here = self._committer.is_open
        missing = [table for table in task.tables if not here(table.code)]
        if not missing:
            return
        codes = [table.code for table in missing]

        def known(store: Store) -> set[str]:
            return store.known_tables(codes)

        opened = await self._committer.log.do(known)  # after all that was written
        for table in missing:
            if table.code in opened:
                with suppress(ComeAgain):  # with a bus: some process takes it
                    await self._finder.look(table.code)
        theirs = self._now() < task.round.began + THEIRS_MS
        if self._alone or drawn_here or not theirs:
            new = [table for table in missing if table.code not in opened]
            await self._open(code, task.tournament, new)

    async def _open(
        self, code: str, tournament: Tournament, tables: Sequence[TableOfRound]
    ) -> None:
        """Of a round that is written, as many as there is room for: the others are for another
        process to open. What fails is tried again at the next look."""
        room = max(self._committer.settings.limits.tables - len(self._tables), 0)
        opening = [
            self._committer.open(self._new_table(code, tournament, each)) for each in tables[:room]
        ]
        for outcome in await asyncio.gather(*opening, return_exceptions=True):
            if isinstance(outcome, BaseException):
                logs.event("tournament_table_not_opened", tournament=code, reason=str(outcome))

    def _new_table(self, code: str, tournament: Tournament, table: TableOfRound) -> Table:
        people = [tournament.people[number] for number in table.people]
        self._committer.metrics.add("tables_opened")
        return open_reserved(
            table.code,
            tournament.created.game,
            tournament.created.options,
            [ReservedSeat(one.name, one.fingerprint, one.bot) for one in people],
            tournament=code,
            number=table.number,
            now=self._committer.clock.now(),
            entropy=secrets.token_bytes,
            settings=self._committer.settings.table,
        )

    async def _attend(self, code: str, task: Task, table: TableOfRound) -> None:
        """Begin, if it is time; end, if it is time."""
        here = self._tables.get(table.code)
        cut = task.round.time_up and task.tournament.created.at_the_end == "cut"
        if here is None:
            if cut and not self._committer.is_open(table.code) and self._alone:
                await self._report_unplayed(code, task.round, table, [])
        elif cut and here.state.status == "lobby":
            await self._report_unplayed(code, task.round, table, _present(task, table, here))
        elif cut:
            self._committer.run(here, here.cut, self._committer.clock.now())
        elif here.state.status == "lobby":
            patience = decisions.waits_no_longer(task.tournament, task.round, self._now())
            if patience or not here.seating.away:
                self._committer.run(here, here.begin, self._committer.clock.now())

    @property
    def _alone(self) -> bool:
        """No other process could have a table that is not here."""
        return self._committer.neighbours is None

    async def _report_unplayed(
        self, code: str, round: Round, table: TableOfRound, here: list[int]
    ) -> None:
        def decide(tournament: Tournament) -> Record | None:
            if _is_decided(tournament, round, table):
                return None
            return decisions.report_unplayed(tournament, table, here)

        await self._book.change(code, self._now(), decide)

    def _now(self) -> int:
        return int(self._committer.clock.calendar())


def _task(tournament: Tournament) -> Task | None:
    """A copy, since the original belongs to the reader's thread."""
    round = tournament.current
    if round is None or tournament.ended or round.over:
        return None
    copied = msgspec.convert(msgspec.to_builtins(tournament), Tournament)
    return Task(copied, copied.rounds[-1], decisions.open_tables(copied))


def _is_decided(tournament: Tournament, round: Round, table: TableOfRound) -> bool:
    """By a match, the clock, the host, or because another round is played already."""
    if len(tournament.rounds) != round.number:
        return True
    return tournament.rounds[-1].tables[table.number - 1].places is not None


def _present(task: Task, table: TableOfRound, here: Table) -> list[int]:
    """Who of a table is there, bots included."""
    away = {here.state.seats[player.seat].name for player in here.seating.away}
    people = task.tournament.people
    return [number for number in table.people if people[number].name not in away]
