"""A finished match seen again: its log is played and every step is shown as one seat saw it.

So a page can show any match from any seat and knows no rules.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.chance import commitment
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyState, Event
from brouhaha.engine.log import Log
from brouhaha.engine.refusals import WRONG_SEAT
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
        seed_hash=commitment(bytes.fromhex(seed)),
        log=found.log,
    )


def page(found: Finished, seat: int | None, first: int, most: int) -> Page:
    """At most `most` frames of the match from number `first` on; seat None: what all could see."""
    log = _log(found)
    if seat is not None and seat >= len(log.header.players):
        raise Rejected(WRONG_SEAT)
    total = len(log.entries) + 1
    last = min(first + most, total)
    steps = replay.steps(games.find(log.header.game), log.header, log.entries)
    shown = [_shown(step, seat) for step in islice(steps, first, last)]
    following = last if last < total else None
    return Page(found.id, found.game, seat, total, first, following, shown)


def _log(found: Finished) -> Log:
    return msgspec.json.decode(found.log, type=Log)


def _shown(step: replay.Step[AnyState], seat: int | None) -> msgspec.Raw:
    game, state = step.match.game, step.match.state
    private = None if seat is None else game.private(state, seat)
    frame = _Frame(step.at, game.public(state), private, step.events)
    return msgspec.Raw(msgspec.json.encode(frame))
