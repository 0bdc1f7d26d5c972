"""What cannot be on a real table of NOW!."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.refusals import WRONG_SEAT
from brouhaha.games.now.cards import OF_COLOUR, REFRESH, SLOTS, CardSet, TargetCard
from brouhaha.games.now.rounds import REVEALED_A_ROUND
from brouhaha.games.now.sheet import refusals
from brouhaha.games.now.sheet.types import Pile, Settle, Sheet

KINDS: Final = {
    "red": Words("red", "rouges"),
    "blue": Words("blue", "bleues"),
    "both": Words("two-colour", "bicolores"),
}


def named(card: TargetCard) -> Words:
    if card.refresh:
        return Words("Refresh", "Reset")
    return Words(f"Target {card.value}", f"La Cible {card.value}")


def check_reveal(sheet: Sheet, cards: Sequence[TargetCard]) -> None:
    if sheet.over:
        raise Rejected(refusals.SHEET_OVER)
    if sheet.state.public.phase == "action":
        raise Rejected(refusals.SETTLE_FIRST)
    if len(cards) != REVEALED_A_ROUND:
        raise Rejected(refusals.THREE_CARDS, given=len(cards))
    seen = list(sheet.seen)
    for card in cards:
        check_target(card, seen, sheet.state.options.cards)
        seen.append(card)
    if len(seen) == SLOTS and REFRESH not in seen:
        raise Rejected(refusals.REFRESH_MUST_COME)


def check_target(card: TargetCard, seen: Sequence[TargetCard], box: CardSet | None) -> None:
    """It is a card of the box, and has not come before."""
    whole = bool(card.value and card.colour and card.points)
    if card != REFRESH and (card.refresh or not whole):
        raise Rejected(refusals.INCOMPLETE_TARGET)
    if any(card.value == other.value and card.refresh == other.refresh for other in seen):
        raise Rejected(refusals.HAS_COME, card=named(card))
    if card.refresh:
        return
    if box is not None and card not in box.targets:
        raise Rejected(refusals.NOT_IN_BOX, card=in_full(card))
    most = OF_COLOUR[card.colour]
    if box is None and Counter(other.colour for other in seen)[card.colour] >= most:
        raise Rejected(refusals.TOO_MANY_OF_COLOUR, most=most, kind=KINDS[card.colour])


def in_full(card: TargetCard) -> Words:
    kind = KINDS[card.colour]
    return Words(
        f"{card.value}, {kind.en}, {card.points}", f"{card.value}, {kind.fr}, {card.points}"
    )


def check_settling(sheet: Sheet) -> None:
    if sheet.over:
        raise Rejected(refusals.SHEET_OVER)
    if sheet.state.public.phase != "action":
        raise Rejected(refusals.REVEAL_FIRST)


def check_cards(sheet: Sheet, cards: Sequence[int]) -> None:
    """A card of each player, or of Silvano too, unless the sheet turns his."""
    state = sheet.state
    seats, players = state.public.seats, len(state.private)
    turned = seats[-1].active is not None and players < len(seats)
    if len(cards) not in ({players} if turned else {players, len(seats)}):
        raise Rejected(refusals.CARDS_FOR_ALL, seats=players, given=len(cards))
    for value, times in Counter(cards).items():
        if times > 1:
            raise Rejected(refusals.SAME_CARD, value=value)
    box, chosen = state.options.cards, state.options.colours or []
    for seat, (value, seat_view) in enumerate(zip(cards, seats, strict=False)):
        known = box is not None and seat < len(chosen) and chosen[seat] is not None
        if box is not None and known and value not in box.decks[seat_view.colour]:
            raise Rejected(refusals.NOT_IN_DECK, name=seat_view.name, value=value)


def check_silvano(sheet: Sheet, cards: Sequence[int], turned: int) -> None:
    """His card is of the house's decks: on a real table somebody may hold one of that value."""
    if turned in cards:
        name = sheet.state.public.seats[cards.index(turned)].name
        raise Rejected(refusals.SILVANOS_CARD, name=name, value=turned)


def check_won(sheet: Sheet, entry: Settle) -> None:
    """Each Target that was taken lies on the table, and goes to one player."""
    public = sheet.state.public
    values = [target.value for target in public.targets if not target.refresh]
    given = Counter(won.value for won in entry.won)
    for won in entry.won:
        check_seat(sheet, won.seat)
        if won.value not in values:
            raise Rejected(refusals.NOT_ON_TABLE, value=won.value)
        if given[won.value] > 1:
            raise Rejected(refusals.TAKEN_TWICE, value=won.value)
    if entry.refresh is not None and public.refresh != "in_play":
        raise Rejected(refusals.NO_REFRESH)
    if isinstance(entry.refresh, int):
        check_seat(sheet, entry.refresh)


def check_seat(sheet: Sheet, seat: int) -> None:
    if seat >= len(sheet.state.public.seats):
        raise Rejected(WRONG_SEAT)


def check_piles(sheet: Sheet, piles: Sequence[Pile]) -> None:
    if sheet.over:
        raise Rejected(refusals.SHEET_OVER)
    if sheet.seen:
        raise Rejected(refusals.PILES_OR_ROUNDS)
    seats = len(sheet.state.public.seats)
    if len(piles) != seats:
        raise Rejected(refusals.PILES_FOR_ALL, seats=seats, given=len(piles))
    if sum(pile.refresh for pile in piles) > 1:
        raise Rejected(refusals.ONE_REFRESH)
    box = sheet.state.options.cards
    if box is None:
        return
    for colour in KINDS:
        points = [card.points for card in box.targets if card.colour == colour]
        given, most = sum(getattr(pile, colour) for pile in piles), sum(points)
        if given > most:
            raise Rejected(refusals.TOO_MANY_POINTS, given=given, most=most, kind=KINDS[colour])
