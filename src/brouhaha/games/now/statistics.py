"""What players of NOW! compare: how close, how often exactly, how early, what was wasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from brouhaha.engine.common import Went
from brouhaha.engine.highlights import Heard
from brouhaha.engine.presentation import Figure, en_fr
from brouhaha.engine.statistics import Statistics, known, mean
from brouhaha.games.now.highlights import Story, story_of
from brouhaha.games.now.types import SaidNow, State

FIGURES: Final = (
    Figure(id="points", name=en_fr("Points", "Points")),
    Figure(
        id="distance",
        name=en_fr("Below the Targets taken", "Sous les Cibles prises"),
        better="less",
        decimals=1,
    ),
    Figure(id="perfects", name=en_fr("Perfects", "Parfaites")),
    Figure(
        id="wasted",
        name=en_fr("Cards discarded for nothing", "Cartes défaussées pour rien"),
        better="less",
    ),
    Figure(
        id="until_now",
        name=en_fr("From Go to NOW!", "Du Go au NOW!"),
        unit=en_fr("s", "s"),
        better="less",
        decimals=1,
    ),
)


def statistics(state: State, heard: Sequence[Heard]) -> Statistics:
    story, spoken = story_of(state, heard), until_now(heard)
    scores = state.result.scores if state.result else []
    return [
        known(
            points=scores[seat] if seat < len(scores) else None,
            distance=mean(distances(story, seat)),
            perfects=sum(1 for apart in distances(story, seat) if apart == 0),
            wasted=wasted(story, seat),
            until_now=mean(ms / 1000 for ms in spoken.get(seat, [])),
        )
        for seat in range(len(state.private))
    ]


def distances(story: Story, seat: int) -> list[int]:
    """How far below each Target that it took the card was."""
    return [
        taken.target.value - taken.card
        for one in story.rounds
        for taken in one.taken
        if taken.seat == seat
    ]


def wasted(story: Story, seat: int) -> int:
    """Cards that were let go in rounds in which nothing was taken."""
    return sum(
        Counter(gone.seat for gone in one.discards)[seat]
        for one in story.rounds
        if all(taken.seat != seat for taken in one.taken)
    )


def until_now(heard: Sequence[Heard]) -> dict[int, list[int]]:
    """By seat: ms from each Go to their NOW!, where they said it themselves."""
    found: dict[int, list[int]] = {}
    went = 0  # without a countdown the first round begins before anybody can hear of it
    for at, events in heard:
        for event in events:
            if isinstance(event, Went):
                went = at
            elif isinstance(event, SaidNow) and not event.by_clock:
                found.setdefault(event.seat, []).append(at - went)
    return found
