"""The laws that hold after every step, and those that are looked at where a run pauses.

After every frame: what is shown is in the log; an update's number is used once. At kills and at the end:
every view and event that anybody saw is one that the log leads to, for that seat; no move is played
twice; a table that is read from its log is the table that wrote it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from math import inf
from typing import Final

import msgspec

from brouhaha.server.tables.committer import Committer
from brouhaha.store import Row
from brouhaha.table import Send, Table, TableCommit
from brouhaha.table import wire as said
from tests.simulation.ledger import Ledger
from tests.simulation.log_laws import (
    SECRET,
    Shown,
    check_moves,
    check_views,
    judge_frames,
    matches_of,
)
from tests.simulation.violation import Violation
from tests.simulation.wires import Wire

WRITTEN_FIRST = "what was shown is in the log"
NUMBERED_ONCE = "an update's number is used once"
MISSED = "no update is missed over a line that holds"
SAME_TABLE = "a table that is read from its log is the table that wrote it"
FOUND_AGAIN = "a restart finds what was written"

MOST_RECENT: Final = 40  # updates among which one that was missed is looked for
read: Final = msgspec.json.Decoder(said.ClientOut).decode
encode: Final = msgspec.json.Encoder().encode
MUST_BE_FLUSHED: Final = (
    said.ClientOutUpdate, said.ClientOutTable, said.ClientOutWelcome,
)  # fmt: skip


class Laws:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        # A frame: at which table it rests on how many entries. A refusal is the same at any table.
        self._flushed: dict[bytes, dict[str, int]] = defaultdict(dict)
        self._last: dict[Table, tuple[int, list[bytes]]] = {}  # entries, and where they begin
        self._lives: dict[tuple[str, int], Table] = {}  # which one numbered an update
        self._for_all: dict[Table, list[int]] = defaultdict(list)  # updates that all were sent
        self._sent: dict[Wire, int] = {}  # the last update
        self._numbers: dict[tuple[str, int, bool], bytes] = {}
        self._shown: dict[str, list[Shown]] = defaultdict(list)
        self._codes: dict[Wire, str] = {}

    # What the server does

    def watch_flush(self, flush: Callable[[Table], TableCommit]) -> Callable[[Table], TableCommit]:
        """Which entries a frame rests on, noted when the table makes it."""

        def watched(table: Table) -> TableCommit:
            for_all = table.outbox._match_changed
            commit = flush(table)
            rests_on = commit.first + len(commit.entries)
            self._last[table] = commit.first, commit.entries
            if commit.seq is not None:
                self._lives[commit.code, commit.seq] = table
                if for_all:
                    self._for_all[table].append(commit.seq)
            for effect in commit.effects:
                if isinstance(effect, Send):
                    made = self._flushed[effect.frame]  # the same may have been made before
                    made[commit.code] = min(made.get(commit.code, rests_on), rests_on)
            return commit

        return watched

    def sent(self, wire: Wire, frame: bytes) -> said.ClientOut:
        """A frame leaves the server."""
        message: said.ClientOut = read(frame)
        made = self._flushed.get(frame, {})
        if made and not any(self._ledger.entries(code) >= made[code] for code in made):
            found = {code: self._ledger.entries(code) for code in made}
            raise Violation(WRITTEN_FIRST, f"shown after entries {made}, written: {found}")
        if not made and isinstance(message, MUST_BE_FLUSHED):
            raise Violation(WRITTEN_FIRST, f"a frame of no commit: {frame!r}")
        if isinstance(message, said.ClientOutWelcome):
            wire.seat, self._codes[wire] = message.seat, message.code
        elif isinstance(message, said.ClientOutTable):
            wire.seat, wire.match = message.you, message.match
            if message.status != "ended" and message.seed is not None:
                raise Violation(SECRET, f"the seed of a match that is played: {frame!r}")
        elif isinstance(message, said.ClientOutUpdate):
            self._updated(self._codes[wire], wire, message, frame)
        return message

    def _updated(self, code: str, wire: Wire, update: said.ClientOutUpdate, frame: bytes) -> None:
        number, public = (code, update.seq, wire.seat is None), bytes(update.public)
        if self._numbers.setdefault(number, public) != public:
            raise Violation(NUMBERED_ONCE, f"{number}")
        self._check_missed(code, wire, update.seq)
        private = bytes(update.private)
        seat = None if private == b"null" else wire.seat
        self._shown[code].append(Shown(wire.match, seat, update, frame))

    def _check_missed(self, code: str, wire: Wire, seq: int) -> None:
        """Since the last one that was sent there, by the same life of the same table."""
        last, self._sent[wire] = self._sent.get(wire), seq
        if last is None:
            return
        table = self._lives[code, seq]
        if self._lives[code, last] is not table:
            raise Violation(MISSED, f"{code}: another table of that name goes on after {last}")
        missed = [each for each in self._for_all[table][-MOST_RECENT:] if last < each < seq]
        if missed or seq <= last:
            raise Violation(MISSED, f"{code}: after {last} came {seq}; {missed} did not")

    def has_seen_all(self, table: Table, seq: int) -> bool:
        """Whoever was sent this update last: since then none went to everybody."""
        told = self._for_all[table]
        return self._lives.get((table.state.code, seq)) is table and (not told or told[-1] <= seq)

    # At a restart

    def new_life(self) -> None:
        """What the last server was about to show is never shown."""
        self._flushed.clear()
        self._last.clear()

    def found_by_another(self, code: str, rows: Iterable[Row]) -> None:
        """What one of several processes has read. Others may have written since."""
        found, log = [row.payload for row in rows], self._ledger.logs.get(code, [])
        if found != log[: len(found)] and code not in self._ledger.refused:
            raise Violation(FOUND_AGAIN, f"{code}: {found!r} is no beginning of what was written")

    def found(self, code: str, rows: Iterable[Row], complete_before: float) -> None:
        """What a restart reads of a table. After a power cut some of the youngest may be missing:
        `complete_before` says up to when nothing may."""
        found, log = [row.payload for row in rows], self._ledger.logs.get(code, [])
        if found == log:
            return
        if code in self._ledger.refused:
            complete_before = -inf
        times = self._ledger.written_at.get(code, [])
        if complete_before == inf or found != log[: len(found)]:
            raise Violation(FOUND_AGAIN, f"{code}: {len(found)} of {len(log)} entries, {found!r}")
        if times[len(found)] < complete_before:
            late = complete_before - times[len(found)]
            raise Violation(FOUND_AGAIN, f"{code}: a power cut took what was {late:.2f} s too old")
        self._ledger.lost_after(code, len(found))

    # Where a run pauses

    def check_shown(self, judged: bool, tokens: set[str]) -> None:
        """All that was shown since the last time."""
        for code, shown in self._shown.items():
            if code in self._ledger.refused:
                continue  # some of what it has shown is nowhere
            matches = list(matches_of(self._ledger.logs.get(code, [])))
            check_views(code, shown, matches)
            if judged:
                judge_frames(shown, matches, tokens)
        self._shown.clear()
        for code, log in self._ledger.logs.items():
            check_moves(code, log)

    def check_tables(self, committer: Committer) -> dict[tuple[str, int], bytes]:
        """Every table that rests against what its log makes. Gives what each is like, by its code
        and its number of entries."""
        return {
            (code, self._ledger.entries(code)): self._check_table(table)
            for code, table in committer.registry.tables.items()
            if self._rests(table)
        }

    def check_same(self, code: str, before: bytes, table: Table) -> None:
        """As it was when the server was killed, if nobody has written since. (Unless it has
        gone on: a bot that acts at once makes a new entry.)"""
        if likeness(table) != before and not table.outbox._entries:
            raise Violation(SAME_TABLE, f"{code}: {_difference(before, likeness(table))}")

    def _rests(self, table: Table) -> bool:
        """All that it did is on the disk, and not something else in its place."""
        code, written = table.state.code, table.outbox._written
        log, (first, entries) = self._ledger.logs.get(code, []), self._last.get(table, (0, []))
        if table.outbox._entries or written != len(log):
            return False
        return log[first : first + len(entries)] == entries

    def _check_table(self, table: Table) -> bytes:
        code = table.state.code
        again = Table.restore(
            code, self._ledger.logs[code], now=table.now, entropy=bytes, settings=table.settings
        )
        if likeness(again) != likeness(table) and not again.outbox._entries:
            raise Violation(SAME_TABLE, f"{code}: {_difference(likeness(table), likeness(again))}")
        return likeness(table)


def likeness(table: Table) -> bytes:
    """All that a restart must bring back."""
    live = table.live_match
    match = None if live is None or table.state.header is None else live.match
    return encode([table.state, match and [match.state, match.now]])


def _difference(live: bytes, read: bytes) -> str:
    at = next((at for at, pair in enumerate(zip(live, read, strict=False)) if len({*pair}) > 1), 0)
    around = slice(max(0, at - 60), at + 100)
    return f"…{live[around]!r}…, read: …{read[around]!r}…"
