"""What a card is worth, as far as a player at the table can tell.

Everybody knows the eight decks (the box's, by colour) and sees all discards. So what an opponent
can still hold is known, though not which of it is active; and so is what the own deck can bring.
"""

from __future__ import annotations

import msgspec

from brouhaha.games.now.bots.simple import gain
from brouhaha.games.now.cards import CardSet, TargetCard, default_cards
from brouhaha.games.now.types import Public, SeatView


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player makes of what it sees. The default figures were found by tournaments, those in
    `data/learned.json` by training."""

    # An opponent's card is no random one: it was kept. A Target is that much likelier to be taken
    # by a card between, than if cards lay at random.
    choosiness: float = 2.0
    surest: float = 0.95  # no opponent is more likely than that to be closer
    perfect: float = 3 * 0.7  # points to be had with a Perfect: Refresh, if nobody else has one
    hurt: float = 1.0  # how a point that is lost counts beside one that is won
    deny: float = 0.0  # how a point that another then does not win counts
    hope: float = 1.0  # how the cards to come count beside the one in hand
    margin: float = 0.0  # points by which a card may be worse than what is hoped for
    spend: float = 1.0  # of the cards that a round may cost, if they are shared out evenly
    refresh_round: float = 6.0  # until then the cards must last: Refresh lies in the middle third


PLAIN = Judgement()


def unseen(seat_view: SeatView, cards: CardSet | None = None) -> list[int]:
    """The cards of this seat's deck that are not in its discards."""
    gone = set(seat_view.discards)
    return [card for card in (cards or default_cards()).decks[seat_view.colour] if card not in gone]


def held_between(card: int, target: int, hand: list[int], judgement: Judgement) -> float:
    """How likely an opponent with these unseen cards ends closer to the Target than this card."""
    closer = sum(card < other <= target for other in hand)
    return min(judgement.choosiness * closer / len(hand), judgement.surest)


def worth(
    card: int, public: Public, seat: int, hands: list[list[int]], judgement: Judgement = PLAIN
) -> float:
    """The points this card may be expected to bring if it is kept; bad Targets count against it."""
    seat_view = public.seats[seat]
    total = 0.0
    for target in sorted(public.targets, key=lambda target: target.value):
        if target.refresh or target.value < card:
            continue
        chance = 1.0
        for hand in hands:
            chance *= 1 - held_between(card, target.value, hand, judgement)
        points = gain(seat_view, target)
        value = points * judgement.hurt if points < 0 else float(points)
        if judgement.deny:
            value += judgement.deny * denied(public, seat, target)
        total += chance * value
        if target.value == card and public.refresh == "in_play":
            total += judgement.perfect
    return total


def denied(public: Public, seat: int, target: TargetCard) -> float:
    """What the Target would bring to the others, on the average of those around the table."""
    others = [seat_view for other, seat_view in enumerate(public.seats) if other != seat]
    return sum(max(gain(seat_view, target), 0) for seat_view in others) / len(others)


def value_of_draws(worths: list[float], draws: int) -> float:
    """What one may hope for with so many more cards, each of which may be the one to keep."""
    if not worths or draws < 1:
        return float("-inf")
    best = sum(worths) / len(worths)
    for _ in range(draws - 1):
        best = sum(max(worth, best) for worth in worths) / len(worths)
    return best
