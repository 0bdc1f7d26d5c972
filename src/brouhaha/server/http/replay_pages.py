"""A finished match seen again: its log is played and every step is shown as one seat saw it.

So a page can show any match from any seat and knows no rules.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

import msgspec
from msgspec import Raw

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.chance import commitment
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyState
from brouhaha.engine.highlights import Highlight
from brouhaha.engine.refusals import WRONG_SEAT
from brouhaha.server.edge.last_used import LastUsed
from brouhaha.server.http.types import (
    ListedMatch,
    MatchHighlights,
    MatchRecord,
    ReplayFrame,
    ReplayPage,
)
from brouhaha.store import ArchivedMatch
from brouhaha.table import screening
from brouhaha.table.finished import RacedLog
from brouhaha.table.wire import Filter, Reckoning

MATCHES_IN_MIND: Final = 64  # that have just ended


def record(found: ArchivedMatch) -> MatchRecord:
    """The match with its seed, which was a secret while it was played."""
    header = _log(found).header
    return MatchRecord(
        **msgspec.structs.asdict(ListedMatch.of(found)),
        log=found.log,
        seed=header.seed,
        seed_hash=commitment(bytes.fromhex(header.seed)),
        dealt=header.deal is not None,
    )


def page(found: ArchivedMatch, seat: int | None, first: int, most: int) -> ReplayPage:
    """At most `most` frames of the match from number `first` on; seat None: what all could see."""
    log = _log(found)
    if seat is not None and seat >= len(log.header.players):
        raise Rejected(WRONG_SEAT)
    total = len(log.entries) + 1
    last = min(first + most, total)
    steps = replay.steps(games.find(log.header.game), log.header, log.entries)
    shown = [
        _frame(step, seat, log.races.get(number - 1))
        for number, step in enumerate(islice(steps, first, last), start=first)
    ]
    following = last if last < total else None
    return ReplayPage(found.id, found.game, seat, total, first, following, shown)


def highlights(found: ArchivedMatch, grade: Filter) -> MatchHighlights:
    """Everybody at a table asks for the same ones, at the same time."""
    return MatchHighlights(_told.get((found.id, grade), lambda: _highlights(found, grade)))


_told: Final[LastUsed[tuple[Highlight, ...]]] = LastUsed(MATCHES_IN_MIND)


def _highlights(found: ArchivedMatch, grade: Filter) -> tuple[Highlight, ...]:
    played = _log(found)
    mask = None if grade == "off" else screening.mask_of(grade)
    return tuple(replay.highlights(games.find(played.header.game), played, mask))


def _log(found: ArchivedMatch) -> RacedLog:
    return msgspec.json.decode(found.log, type=RacedLog)


def _frame(step: replay.Step[AnyState], seat: int | None, race: Reckoning | None) -> ReplayFrame:
    """Encoded at once: the state goes on, and this is the reader's thread, not the loop's."""
    game, state = step.match.game, step.match.state
    private = None if seat is None else _raw(game.private(state, seat))
    return ReplayFrame(step.at, _raw(game.public(state)), private, _raw(step.events), race)


def _raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))
