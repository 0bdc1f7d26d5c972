"""Laws about a table's log: what it leads to is all that anybody was shown, and nothing is in it twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.log import RUN_OUT, Entry, Header, Log
from brouhaha.store import Store
from brouhaha.table import entries
from brouhaha.table import wire as said
from tests.server.secrecy import Leak, judge
from tests.simulation.violation import Violation

FROM_THE_LOG = "every view is one that the log leads to, for that seat"
PLAYED_ONCE = "a move that is said again is played once"
SECRET = "no frame holds what its reader may not know"
ARCHIVED = "a match that has ended is in the archive, as it was played"

encode: Final = msgspec.json.Encoder().encode
raw_list: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Shown(NamedTuple):
    """An update that somebody was sent."""

    match: int  # its number at the table
    seat: int | None
    update: said.ClientOutUpdate
    frame: bytes


class Match(NamedTuple):
    """A match as a table's log holds it."""

    header: Header
    entries: list[Entry]


def matches_of(log: Iterable[bytes]) -> Iterator[Match]:
    """In the order in which they began, as far as they were played."""
    match: Match | None = None
    for payload in log:
        entry = entries.decode(payload)
        if isinstance(entry, entries.Started):
            if match is not None:
                yield match
            match = Match(entry.header, [])
        elif match is not None and isinstance(entry, entries.Played):
            match.entries.append(Entry(entry.at, entry.seat, entry.action))
        elif match is not None and isinstance(entry, entries.Ticked):
            match.entries.append(Entry(entry.at, None, RUN_OUT if entry.run_out else None))
    if match is not None:
        yield match


def _ended(log: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """The matches of a log that came to their end: each one's id and its result, played again."""
    replays = [
        entry
        for entry in map(entries.decode, log)
        if isinstance(entry, entries.Started | entries.Ended)
    ]
    finished = [
        first.replay if isinstance(first, entries.Started) else None
        for first, then in pairwise([*replays, None])
        if isinstance(then, entries.Ended)
    ]
    begun = [entry.replay for entry in replays if isinstance(entry, entries.Started)]
    for id, (header, played) in zip(begun, matches_of(log), strict=True):
        if id in finished:
            match = replay.play_again(games.find(header.game), header, played)
            yield id, encode(match.result)


def check_views(code: str, shown: list[Shown], matches: list[Match]) -> None:
    known: set[tuple[int | None, bytes, bytes]] = set()
    heard: set[bytes] = set()
    for header, log in matches:
        game = games.find(header.game)
        for match, _, events in replay.steps(game, header, log):
            public = encode(game.public(match.state))
            known.add((None, public, b"null"))
            for seat in range(match.seats):
                known.add((seat, public, encode(game.private(match.state, seat))))
            heard |= {encode(event) for event in events}
    for _, whose, update, frame in shown:
        if (whose, bytes(update.public), bytes(update.private)) not in known:
            raise Violation(FROM_THE_LOG, f"{code}, seat {whose}: {frame!r}")
        if not all(bytes(event) in heard for event in raw_list(update.events)):
            raise Violation(FROM_THE_LOG, f"{code}, an event: {frame!r}")


def check_moves(code: str, log: Iterable[bytes]) -> None:
    """Numbers of a person's moves count up; seats change hands, so they are followed by token."""
    played: set[tuple[Any, ...]] = set()
    match = 0
    for payload in log:
        entry = entries.decode(payload)
        match += isinstance(entry, entries.Started)
        if isinstance(entry, entries.Played) and entry.id is not None:
            move = match, entry.seat, entry.id
            if move in played:
                raise Violation(PLAYED_ONCE, f"{code}: {payload!r}")
            played.add(move)


def judge_frames(shown: list[Shown], matches: list[Match], tokens: set[str]) -> None:
    """By the rule books: `tests/server/secrecy.py` does not ask the views."""
    for number, (header, log) in enumerate(matches, 1):
        last = log[-1].at if log else 0
        plain = msgspec.to_builtins(Log(header, log, last))
        frames: dict[int | None, list[dict[str, Any]]] = defaultdict(list)
        for match, seat, _, frame in shown:
            if match == number:
                frames[seat].append(msgspec.json.decode(frame))
        for seat, theirs in frames.items():
            try:
                judge(plain, seat, theirs, tokens)
            except Leak as leak:
                raise Violation(SECRET, f"{header.game}, seat {seat}: {leak}") from leak


def check_archive(code: str, log: Iterable[bytes], store: Store) -> None:
    for id, result in _ended(log):
        match = store.match(id)
        if match is None or bytes(match.result) != result:
            raise Violation(ARCHIVED, f"{code}, {id}: {match}")
