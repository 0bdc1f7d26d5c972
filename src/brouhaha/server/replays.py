"""A finished match seen again: its log is played and every step is shown as one seat saw it.

So a page can show any match from any seat and knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event
from brouhaha.engine.log import Log
from brouhaha.engine.match import Match
from brouhaha.engine.refusals import BAD_LOG, WRONG_SEAT
from brouhaha.server.answers import MatchRecord
from brouhaha.store import Finished


class Page(msgspec.Struct, frozen=True):
    """`answers.Replay`, as it is encoded."""

    id: str
    game: str
    seat: int | None
    total: int
    first: int
    next: int | None
    frames: list[msgspec.Raw]


class _Frame(msgspec.Struct, frozen=True):
    at: int
    public: Any
    private: Any
    events: list[Event]


def record(found: Finished) -> MatchRecord:
    """The match with its seed, which was a secret while it was played."""
    seed = _log(found).header.seed
    return MatchRecord(
        id=found.id,
        table=found.table,
        game=found.game,
        players=found.players,
        bots=found.bots,
        result=found.result,
        started=found.started,
        ended=found.ended,
        seed=seed,
        seed_hash=sha256(bytes.fromhex(seed)).hexdigest(),
        log=found.log,
    )


def page(found: Finished, seat: int | None, first: int, most: int) -> Page:
    """At most `most` frames of the match from number `first` on; seat None: what all could see."""
    log = _log(found)
    if seat is not None and seat >= len(log.header.players):
        raise Rejected(WRONG_SEAT)
    total = len(log.entries) + 1
    last = min(first + most, total)
    shown = [
        _shown(match, seat, at, events)
        for number, (match, at, events) in enumerate(_steps(log, last))
        if number >= first
    ]
    following = last if last < total else None
    return Page(found.id, found.game, seat, total, first, following, shown)


def _log(found: Finished) -> Log:
    return msgspec.json.decode(found.log, type=Log)


def _steps(log: Log, last: int) -> Iterator[tuple[Match, int, list[Event]]]:
    """The match at its beginning, and after each entry of its log."""
    game = games.find(log.header.game)
    if game.version != log.header.rules:
        raise Rejected(BAD_LOG, reason=f"rules version {log.header.rules}")
    match = Match(game, log.header)
    yield match, 0, []
    for entry in log.entries[: last - 1]:
        if entry.seat is None:
            events = match.advance(entry.at)
        else:
            events = match.act(entry.seat, entry.action, entry.at)
        yield match, entry.at, events


def _shown(match: Match, seat: int | None, at: int, events: list[Event]) -> msgspec.Raw:
    game, state = match.game, match.state
    private = None if seat is None else game.private(state, seat)
    return msgspec.Raw(msgspec.json.encode(_Frame(at, game.public(state), private, events)))
