"""What players of nimble compare: errors, speed, what was left. Races are the table's to tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from brouhaha.engine.common import Went
from brouhaha.engine.highlights import Heard
from brouhaha.engine.presentation import Figure, en_fr
from brouhaha.engine.statistics import Statistics, known
from brouhaha.games.nimble.types import Placed, State, Stopped

FIGURES: Final = (
    Figure(id="errors", name=en_fr("Errors", "Erreurs"), better="less"),
    Figure(id="placed", name=en_fr("Cards placed", "Cartes posées")),
    Figure(
        id="speed",
        name=en_fr("Cards a second", "Cartes par seconde"),
        decimals=2,
    ),
    Figure(id="cards_left", name=en_fr("Cards left", "Cartes restantes"), better="less"),
)


def statistics(state: State, heard: Sequence[Heard]) -> Statistics:
    placed: Counter[int] = Counter()
    played = went = 0  # ms of all rounds; the first may begin before anybody can hear of it
    for at, events in heard:
        for event in events:
            match event:
                case Went():
                    went = at
                case Placed(seat):
                    placed[seat] += 1
                case Stopped():
                    played += at - went
    result = state.result
    return [
        known(
            errors=result.errors[seat] if result else None,
            placed=placed[seat],
            speed=placed[seat] * 1000 / played if played else None,
            cards_left=result.cards_left[seat] if result else None,
        )
        for seat in range(len(state.private))
    ]
