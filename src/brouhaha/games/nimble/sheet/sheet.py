"""The rules of the sheet: what can be true of a round, and what it comes to.

The referee gives titles, winners and the Challenge (`scoring`), and says who gives how many
(`setup`): nothing of it is written here again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected
from brouhaha.engine.refusals import WRONG_SEAT
from brouhaha.engine.sheet import ScoreSheet, SheetTable
from brouhaha.games.nimble.cards import DECK
from brouhaha.games.nimble.ending import ENDINGS, OUT_WITH
from brouhaha.games.nimble.scoring import judge_match, outcome_of
from brouhaha.games.nimble.setup import choose_givers, new_state
from brouhaha.games.nimble.sheet import refusals
from brouhaha.games.nimble.sheet.tables import tables
from brouhaha.games.nimble.sheet.types import Entry, Round, Sheet, View
from brouhaha.games.nimble.types import Ending, Options


class NimbleSheet(ScoreSheet[Sheet, Options]):
    options = ("challenge", "question", "answer")
    entry = Entry
    view = View

    def begin(self, players: list[str], options: Options, chance: Chance) -> Sheet:
        state = new_state(players, options, None)
        state.public.round = 1
        sheet = Sheet(state, gives=[])
        share_out(sheet, chance)
        return sheet

    def write(self, sheet: Sheet, entry: Round, chance: Chance) -> None:
        public = sheet.state.public
        if sheet.over:
            raise Rejected(refusals.SHEET_OVER)
        check(sheet, entry)
        reached = order_of_arrival(sheet, entry)
        outcome = outcome_of(ending(entry), entry.cards_left, reached, entry.errors)
        public.outcomes.append(outcome)
        if public.round == public.rounds:
            sheet.over = True
            return
        public.round += 1
        share_out(sheet, chance)

    def seen(self, sheet: Sheet) -> View:
        public = sheet.state.public
        standing = judge_match(public.outcomes) if public.outcomes else None
        return View(
            names=names(sheet),
            round=public.round,
            rounds=public.rounds,
            cards=len(DECK),
            last=OUT_WITH[len(public.seats)],
            gives=None if sheet.over else sheet.gives,
            outcomes=public.outcomes,
            result=standing if sheet.over else None,
            standing=standing,
        )

    def tables(self, sheet: Sheet) -> Sequence[SheetTable]:
        return tables(self.seen(sheet))


SHEET: Final = NimbleSheet()


def names(sheet: Sheet) -> list[str]:
    return [seat.name for seat in sheet.state.public.seats]


def share_out(sheet: Sheet, chance: Chance) -> None:
    """Who gives how many cards of the next round's piles: the referee says."""
    givers = choose_givers(sheet.state, None, chance)
    sheet.gives = [givers.count(seat) for seat in range(len(sheet.state.public.seats))]


def ending(entry: Round) -> Ending:
    return "stalemate" if entry.out is None else ENDINGS[entry.cards_left[entry.out]]


def order_of_arrival(sheet: Sheet, entry: Round) -> list[int]:
    """Who got down to their cards before whom, where it matters: among equals."""
    left = entry.cards_left
    for count in set(left):
        equals = [seat for seat, own in enumerate(left) if own == count]
        if len(equals) > 1 and not set(equals) <= set(entry.first):
            alike = ", ".join(names(sheet)[seat] for seat in equals)
            raise Rejected(refusals.WHO_WAS_FIRST, names=alike, left=count)
    order = list(dict.fromkeys(entry.first))
    return [order.index(seat) if seat in order else 0 for seat in range(len(left))]


# What cannot be


def check(sheet: Sheet, entry: Round) -> None:
    players = len(sheet.gives)
    if len(entry.cards_left) != players or len(entry.errors) != players:
        raise Rejected(refusals.FOR_EVERY_PLAYER, players=players)
    if any(seat >= players for seat in (*entry.first, entry.out or 0)):
        raise Rejected(WRONG_SEAT)
    check_cards(sheet, entry)
    check_going_out(sheet, entry)
    check_errors(sheet, entry)
    check_sums(entry)


def check_cards(sheet: Sheet, entry: Round) -> None:
    for name, left, gives in zip(names(sheet), entry.cards_left, sheet.gives, strict=True):
        if left > len(DECK) - gives:
            raise Rejected(refusals.TOO_MANY_LEFT, name=name, left=left, most=len(DECK) - gives)


def check_going_out(sheet: Sheet, entry: Round) -> None:
    """Whoever goes out ends the round at once: nobody else can have so few cards."""
    last = OUT_WITH[len(sheet.gives)]
    for seat, (name, left) in enumerate(zip(names(sheet), entry.cards_left, strict=True)):
        if seat == entry.out and left != last:
            raise Rejected(refusals.NOT_OUT, name=name, last=last, left=left)
        if seat != entry.out and left <= last:
            raise Rejected(refusals.ALSO_OUT, name=name, left=left)


def check_errors(sheet: Sheet, entry: Round) -> None:
    """The first card of a pile lies on nothing, and is no error."""
    for seat, name in enumerate(names(sheet)):
        placed = len(DECK) - entry.cards_left[seat] - sheet.gives[seat]
        if entry.errors[seat] > placed:
            raise Rejected(
                refusals.TOO_MANY_ERRORS, name=name, placed=placed, errors=entry.errors[seat]
            )


def check_sums(entry: Round) -> None:
    """What was counted pile by pile agrees with what was counted player by player."""
    cards, left = len(DECK) * len(entry.cards_left), sum(entry.cards_left)
    if entry.pile_cards is not None and sum(entry.pile_cards) != cards - left:
        raise Rejected(
            refusals.WRONG_SUM, counted=sum(entry.pile_cards), expected=cards - left, all=cards,
            left=left,
        )  # fmt: skip
    if entry.pile_errors is not None and sum(entry.pile_errors) != sum(entry.errors):
        raise Rejected(
            refusals.WRONG_ERRORS, counted=sum(entry.pile_errors), given=sum(entry.errors)
        )
