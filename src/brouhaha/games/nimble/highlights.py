"""The moments of a match of nimble that are worth telling, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from brouhaha.engine.highlights import Finder, Heard, Highlight, found_by, seconds
from brouhaha.games.nimble.types import Checked, Judged, Outcome, Placed, State

IN_A_ROW: Final = 3  # cards of one player, with nobody in between: worth a word
AT_ONCE: Final = 400  # ms between two players' cards on one pile: a close race


class Placing(msgspec.Struct, frozen=True):
    """A card on its pile, and when it came there."""

    at: int
    seat: int
    pile: int


class Round(msgspec.Struct):
    number: int
    placings: list[Placing] = []
    checked: list[Checked] = []
    outcome: Outcome | None = None
    ended_at: int = 0

    def placing_of(self, card: Checked) -> Placing:
        """When a card of the check was placed; the first of a pile was dealt."""
        on_pile = [placing for placing in self.placings if placing.pile == card.pile]
        return on_pile[card.index - 1]


class Story(msgspec.Struct):
    rounds: list[Round]

    @property
    def ended(self) -> list[tuple[Round, Outcome]]:
        return [(one, one.outcome) for one in self.rounds if one.outcome is not None]


def highlights(state: State, heard: Sequence[Heard]) -> list[Highlight]:
    return found_by(FINDERS, story_of(heard))


def story_of(heard: Sequence[Heard]) -> Story:
    rounds = [Round(1)]
    for at, events in heard:
        for event in events:
            match event:
                case Placed(seat, pile):
                    rounds[-1].placings.append(Placing(at, seat, pile))
                case Checked():
                    rounds[-1].checked.append(event)
                case Judged(outcome):
                    rounds[-1].outcome, rounds[-1].ended_at = outcome, at
                    rounds.append(Round(rounds[-1].number + 1))
    return Story(rounds[:-1])


# What there may be to tell


def slow_and_sure(story: Story) -> Highlight | None:
    """Pinocchio can win."""
    for one, outcome in story.ended:
        seat = outcome.winner
        left = outcome.cards_left[seat]
        if outcome.titles[seat] == "pinocchio" and left:
            return Highlight(
                one.ended_at,
                f"{{{seat}}} had the most cards left, {left}, and won: nobody made fewer errors.",
                f"{{{seat}}} avait le plus de cartes, {left}, et gagne : personne n’a fait moins "
                "d’erreurs.",
            )
    return None


def costly_error(story: Story) -> Highlight | None:
    """Out of cards first, and not the winner: the card that began it."""
    for one, outcome in story.ended:
        queen = outcome.titles.index("queen_of_hearts")
        wrong = [card for card in one.checked if card.error and card.seat == queen]
        if queen != outcome.winner and wrong:
            count = len(wrong)
            return Highlight(
                min(one.placing_of(card).at for card in wrong),
                f"{{{queen}}} was first, but {count} {'error' if count == 1 else 'errors'} "
                f"handed the win to {{{outcome.winner}}}.",
                f"{{{queen}}} finit devant, mais {count} {'erreur' if count == 1 else 'erreurs'} : "
                f"la victoire est pour {{{outcome.winner}}}.",
            )
    return None


def race(story: Story) -> Highlight | None:
    """Two players, one pile, hardly any time between them."""
    found = [
        (later.at - first.at, first, later)
        for one in story.rounds
        for pile in range(3)
        for first, later in pairwise(card for card in one.placings if card.pile == pile)
        if first.seat != later.seat and later.at - first.at <= AT_ONCE
    ]
    if not found:
        return None
    apart, first, later = min(found, key=lambda tried: tried[0])
    return Highlight(
        first.at,
        f"{{{first.seat}}} and {{{later.seat}}} were on pile {first.pile + 1} within {apart} ms.",
        f"{{{first.seat}}} et {{{later.seat}}} sur la pile {first.pile + 1}, à {apart} ms près.",
    )


def run(story: Story) -> Highlight | None:
    """Card after card, while nobody else places any."""
    best: list[Placing] = []
    for one in story.rounds:
        current: list[Placing] = []
        for placing in one.placings:
            current = (
                [*current, placing] if current and current[0].seat == placing.seat else [placing]
            )
            best = max(best, current, key=len)
    if len(best) < IN_A_ROW:
        return None
    seat, (en, fr) = best[0].seat, seconds(best[-1].at - best[0].at)
    return Highlight(
        best[0].at,
        f"{{{seat}}} placed {len(best)} cards in a row, in {en} s.",
        f"{{{seat}}} a posé {len(best)} cartes de suite, en {fr} s.",
    )


def narrow_end(story: Story) -> Highlight | None:
    """The first two are one card apart."""
    for one, outcome in story.ended:
        order = sorted(range(len(outcome.titles)), key=lambda seat: outcome.cards_left[seat])
        first, second = order[:2]
        if outcome.cards_left[second] - outcome.cards_left[first] == 1:
            return Highlight(
                one.ended_at,
                f"{{{first}}} and {{{second}}} were one card apart.",
                f"{{{first}}} et {{{second}}} : une seule carte d’écart.",
            )
    return None


FINDERS: Final[tuple[Finder[Story], ...]] = (slow_and_sure, costly_error, race, run, narrow_end)
