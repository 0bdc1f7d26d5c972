"""A tournament's table: its people have their seats before they come, by the tokens that they took
part with, and nobody else sits down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from brouhaha.table.entries import BotSeated, Joined, PolicySet, Reserved
from brouhaha.table.settings import SETTINGS, Settings
from brouhaha.table.table import Entropy, Table


class ReservedSeat(NamedTuple):
    """A person's, by the fingerprint of their token; or a bot's, by its level."""

    name: str
    fingerprint: str | None
    bot: str | None


def open_reserved(
    code: str,
    game: str,
    options: dict[str, Any],
    seats: Sequence[ReservedSeat],
    *,
    tournament: str,
    number: int,
    now: float,
    entropy: Entropy,
    settings: Settings = SETTINGS,
) -> Table:
    """The table with everybody seated. It begins when the tournament says so (`Table.begin`)."""
    table = Table.open(code, game, options, now=now, entropy=entropy, settings=settings)
    decide, policy = table.outbox.decide, table.state.policy
    decide(Reserved(tournament, number))
    decide(PolicySet(replace(policy, locked=True, bots_make_way=False)))
    for seat in seats:
        if seat.bot is not None:
            decide(BotSeated(seat.name, seat.bot))
        else:
            decide(Joined(seat.name, seat.fingerprint or ""))
    table.seating.renumber(now)
    table.wake(now)
    return table
