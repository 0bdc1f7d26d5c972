"""Titles by cards left; then the fewest errors win, and among equals the better title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from brouhaha.engine.common import ranking
from brouhaha.games.nimble.types import Checked, Ending, Outcome, Result, State, Title

TITLES: Final[tuple[Title, ...]] = get_args(Title)  # the best first
TITLES_FOR: Final[dict[int, tuple[Title, ...]]] = {
    players: (*TITLES[: players - 1], "pinocchio") for players in (2, 3, 4)
}


def give_titles(cards_left: Sequence[int], reached: Sequence[int]) -> list[Title]:
    """By cards left; of equals, who got down to that number first; since the deal: lower seat."""
    seats = range(len(cards_left))
    order = sorted(seats, key=lambda seat: (cards_left[seat], reached[seat], seat))
    title_of = dict(zip(order, TITLES_FOR[len(seats)], strict=True))
    return [title_of[seat] for seat in seats]


def judge_round(state: State, ending: Ending, checked: list[Checked]) -> Outcome:
    """With the errors that the check found."""
    errors = [0 for _ in state.public.seats]
    for card in checked:
        errors[card.seat] += card.error
    left = [hand.deck + hand.discard for hand in state.public.seats]
    return outcome_of(ending, left, state.reached, errors)


def outcome_of(
    ending: Ending, cards_left: Sequence[int], reached: Sequence[int], errors: Sequence[int]
) -> Outcome:
    """Pinocchio can win: an error weighs more than any title."""
    titles = give_titles(cards_left, reached)

    def standing(seat: int) -> tuple[int, int]:
        return errors[seat], TITLES.index(titles[seat])

    return Outcome(
        ending=ending,
        winner=min(range(len(titles)), key=standing),
        titles=tuple(titles),
        errors=tuple(errors),
        cards_left=tuple(cards_left),
    )


def judge_match(outcomes: list[Outcome]) -> Result:
    """One round is ranked as it ended; a Challenge by rounds won, then errors, then cards left."""
    last = outcomes[-1]
    seats = range(len(last.titles))
    errors = [sum(outcome.errors[seat] for outcome in outcomes) for seat in seats]
    left = [sum(outcome.cards_left[seat] for outcome in outcomes) for seat in seats]
    won = [sum(outcome.winner == seat for outcome in outcomes) for seat in seats]

    def in_round(seat: int) -> tuple[int, ...]:
        return errors[seat], TITLES.index(last.titles[seat])

    def in_challenge(seat: int) -> tuple[int, ...]:
        return -won[seat], errors[seat], left[seat]

    standing = in_round if len(outcomes) == 1 else in_challenge
    ranked = ranking(len(seats), standing)
    return Result(ranked[0], ranked, list(last.titles), errors, left, won)
