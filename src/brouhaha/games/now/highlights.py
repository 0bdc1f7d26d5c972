"""The moments of a match of NOW! that are worth telling, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from brouhaha.engine.highlights import Finder, Heard, Highlight, Part, comeback, found_by
from brouhaha.games.now.scoring import score_seat
from brouhaha.games.now.taking import take
from brouhaha.games.now.types import (
    Discarded,
    LastPlayer,
    RefreshTaken,
    SeatView,
    Shown,
    State,
    Taken,
)

FAR_BEHIND: Final = 3  # points: less is no comeback
MANY_TARGETS: Final = 2  # for one card
MANY_DISCARDS: Final = 5  # in one round, for nothing


class Round(msgspec.Struct):
    """What happened in a round, as far as somebody would tell of it."""

    number: int
    at: int = 0  # when the cards were shown
    cards: tuple[int, ...] = ()
    taken: list[Taken] = []
    discards: list[Discarded] = []
    last_player: int | None = None
    risked_at: int | None = None  # when the last player discarded
    refresh: RefreshTaken | None = None

    def points(self, seat: int) -> int:
        return sum(one.target.points for one in self.taken if one.seat == seat)


class Story(msgspec.Struct):
    rounds: list[Round]
    scores: list[list[int]]  # of all seats, after each round
    winners: list[int]


def highlights(state: State, heard: Sequence[Heard]) -> list[Highlight]:
    return found_by(FINDERS, story_of(state, heard))


def story_of(state: State, heard: Sequence[Heard]) -> Story:
    rounds = [Round(1)]
    for at, events in heard:
        for event in events:
            hear(rounds[-1], at, event)
        if any(isinstance(event, Shown) for event in events):
            rounds.append(Round(rounds[-1].number + 1))
    result = state.result
    return Story(rounds[:-1], scores_after(state, rounds[:-1]), result.winners if result else [])


def hear(round_: Round, at: int, event: object) -> None:
    match event:
        case Discarded(seat):
            round_.discards.append(event)
            if seat == round_.last_player:
                round_.risked_at = at
        case LastPlayer(seat):
            round_.last_player = seat
        case Shown(cards):
            round_.at, round_.cards = at, cards
        case Taken():
            round_.taken.append(event)
        case RefreshTaken():
            round_.refresh = event


def scores_after(state: State, rounds: Sequence[Round]) -> list[list[int]]:
    seats = [SeatView(seat_view.name, seat_view.colour, 0) for seat_view in state.public.seats]
    scores = []
    for one in rounds:
        for taken in one.taken:
            take(seats[taken.seat], taken.target)
        if one.refresh is not None:
            seats[one.refresh.seat].refresh = True
        scores.append([score_seat(seat, state.options.refresh_points).score for seat in seats])
    return scores


# What there may be to tell


def come_from_behind(story: Story) -> Highlight | None:
    at = [one.at for one in story.rounds]
    return comeback(story.scores, story.winners, FAR_BEHIND, at, Part("round", "le tour"))


def risk(story: Story) -> Highlight | None:
    """The last player lets a card go for an unknown one, and takes something with it."""
    found = [
        (one.points(one.last_player), one)
        for one in story.rounds
        if one.risked_at is not None and one.last_player is not None
    ]
    points, one = max(found, key=lambda pair: pair[0], default=(0, None))
    if one is None or not points:
        return None
    assert one.risked_at is not None
    assert one.last_player is not None
    seat = one.last_player
    let_go, card = [gone.value for gone in one.discards if gone.seat == seat][-1], one.cards[seat]
    return Highlight(
        one.risked_at,
        f"Last of all, {{{seat}}} let {let_go} go, drew {card}, and took {points} "
        f"{'point' if points == 1 else 'points'}.",
        f"{{{seat}}}, en dernier, a défaussé {let_go}, pioché {card}, et pris {points} "
        f"{'point' if points == 1 else 'points'}.",
    )


def narrowest(story: Story) -> Highlight | None:
    """Two cards next to each other, and the Target that made the difference."""
    found = [
        (taken.target.points, one, taken)
        for one in story.rounds
        for taken in one.taken
        if taken.card - 1 in one.cards
    ]
    if not found:
        return None
    _, one, taken = max(found, key=lambda tried: tried[0])
    loser = one.cards.index(taken.card - 1)
    return Highlight(
        one.at,
        f"{taken.card} beat {taken.card - 1}: {{{taken.seat}}} took the {taken.target.value} "
        f"from {{{loser}}}.",
        f"{taken.card} contre {taken.card - 1} : {{{taken.seat}}} a pris la Cible "
        f"{taken.target.value} devant {{{loser}}}.",
    )


def haul(story: Story) -> Highlight | None:
    """One card, several Targets."""
    counts = [
        (count, one.points(seat), one, seat)
        for one in story.rounds
        for seat, count in Counter(taken.seat for taken in one.taken).items()
        if count >= MANY_TARGETS
    ]
    if not counts:
        return None
    count, points, one, seat = max(counts, key=lambda tried: tried[:2])
    return Highlight(
        one.at,
        f"{{{seat}}} took {count} Targets with one card, the {one.cards[seat]}: {points} points.",
        f"{{{seat}}} a pris {count} Cibles avec une seule carte, le {one.cards[seat]} : "
        f"{points} points.",
    )


def perfect(story: Story) -> Highlight | None:
    found = [
        (taken.target.points, one, taken)
        for one in story.rounds
        for taken in one.taken
        if taken.card == taken.target.value
    ]
    if not found:
        return None
    _, one, taken = max(found, key=lambda tried: tried[0])
    return Highlight(
        one.at,
        f"{{{taken.seat}}} hit the {taken.card} exactly: a Perfect.",
        f"Pile {taken.card} pour {{{taken.seat}}} : une Parfaite.",
    )


def waste(story: Story) -> Highlight | None:
    """Card after card, and nothing taken."""
    found = [
        (count, one, seat)
        for one in story.rounds
        for seat, count in Counter(gone.seat for gone in one.discards).items()
        if count >= MANY_DISCARDS and not one.points(seat)
    ]
    if not found:
        return None
    count, one, seat = max(found, key=lambda tried: tried[0])
    return Highlight(
        one.at,
        f"{{{seat}}} discarded {count} cards in round {one.number}, and took nothing.",
        f"{{{seat}}} a défaussé {count} cartes au tour {one.number}, pour rien.",
    )


FINDERS: Final[tuple[Finder[Story], ...]] = (
    come_from_behind,
    risk,
    narrowest,
    haul,
    perfect,
    waste,
)
