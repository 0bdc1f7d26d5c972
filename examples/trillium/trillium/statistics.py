"""What players of Trillium compare: trios, false claims, and how long one looks for a trio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.common import Went
from brouhaha.engine.highlights import Heard
from brouhaha.engine.presentation import Figure, en_fr
from brouhaha.engine.statistics import Statistics, known, mean
from trillium.types import Claimed, State

FIGURES: Final = (
    Figure(id="trios", name=en_fr("Trios", "Trios")),
    Figure(id="misses", name=en_fr("False trios", "Faux trios"), better="less"),
    Figure(
        id="seconds",
        name=en_fr("Time for a trio", "Temps pour un trio"),
        unit=en_fr("s", "s"),
        better="less",
        decimals=1,
    ),
)


def statistics(state: State, heard: Sequence[Heard]) -> Statistics:
    took = seconds(heard, len(state.public.seats))
    return [
        known(trios=place.trios, misses=place.misses, seconds=mean(took[seat]))
        for seat, place in enumerate(state.public.seats)
    ]


def seconds(heard: Sequence[Heard], seats: int) -> list[list[float]]:
    """By seat, for each trio that it found: since Go, or since anybody found the one before."""
    took: list[list[float]] = [[] for _ in range(seats)]
    since = 0
    for at, events in heard:
        for event in events:
            if isinstance(event, Claimed):
                took[event.seat].append((at - since) / 1000)
            if isinstance(event, Claimed | Went):
                since = at
    return took
