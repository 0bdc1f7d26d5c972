"""The rules of the sheet: cards are turned up, the round is settled, the piles are counted.

The referee resolves a round whose cards are shown (`resolution`), hands Targets over (`taking`),
shuffles Silvano's deck (`rounds`) and counts (`scoring`): nothing of it is written here again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected
from brouhaha.engine.sheet import ScoreSheet, SheetTable
from brouhaha.games.now import cards as card_rules
from brouhaha.games.now.cards import REFRESH, SLOTS
from brouhaha.games.now.resolution import (
    give_refresh,
    hand_out_targets,
    remove_refresh,
    settle_refresh,
    show_cards,
)
from brouhaha.games.now.rounds import put_silvanos_card_aside, refresh
from brouhaha.games.now.scoring import score_match, unranked
from brouhaha.games.now.setup import new_state
from brouhaha.games.now.sheet import checks, refusals
from brouhaha.games.now.sheet.tables import tables
from brouhaha.games.now.sheet.types import (
    Entry,
    Pile,
    Piles,
    Place,
    Reveal,
    RoundLine,
    Settle,
    Sheet,
    TurnSilvano,
    View,
)
from brouhaha.games.now.taking import contests_for, perfects_among, take
from brouhaha.games.now.types import Options, RefreshGone, Result, Taken


class NowSheet(ScoreSheet[Sheet, Options]):
    options = ("cards", "colours", "perfect", "refresh_points", "rank_silvano")
    entry = Entry
    view = View

    def begin(self, players: list[str], options: Options, chance: Chance) -> Sheet:
        """The players hold their own cards: only Silvano's deck is the sheet's."""
        state = new_state(players, options, None, chance)
        for seat, hand in enumerate(state.private):
            state.decks[seat], hand.active = [], None
            state.public.seats[seat].cards_left = 0
        state.target_deck = []
        return Sheet(state)

    def write(self, sheet: Sheet, entry: Entry, chance: Chance) -> None:
        match entry:
            case Reveal():
                reveal(sheet, entry, chance)
            case TurnSilvano():
                turn_silvano(sheet)
            case Settle():
                settle(sheet, entry)
            case Piles():
                count_piles(sheet, entry.piles)

    def seen(self, sheet: Sheet) -> View:
        public, standing = sheet.state.public, score(sheet)
        silvano = len(public.seats) > len(sheet.state.private)
        in_play = public.phase == "action"
        return View(
            phase="end" if sheet.over else "action" if in_play else "reveal",
            round=public.round if in_play or sheet.over else public.round + 1,
            rounds=public.rounds,
            seats=[Place(seat.name, seat.colour, seat.won, seat.refresh) for seat in public.seats],
            targets=public.targets,
            refresh=public.refresh,
            silvano=silvano,
            silvanos_card=public.seats[-1].active if silvano else None,
            own_box=sheet.state.options.cards is not None,
            choice=choice(sheet),
            lines=sheet.lines,
            sheet=standing.sheet,
            standing=standing,
            result=standing if sheet.over else None,
        )

    def tables(self, sheet: Sheet) -> Sequence[SheetTable]:
        return tables(self.seen(sheet))


SHEET: Final = NowSheet()


def choice(sheet: Sheet) -> list[card_rules.TargetCard]:
    """The Targets of the box, typed in or the house's, that have not come yet."""
    box = sheet.state.options.cards or card_rules.default_cards()
    values = {card.value for card in sheet.seen}
    return sorted(
        (card for card in box.targets if card.value not in values), key=lambda card: card.value
    )


def score(sheet: Sheet) -> Result:
    state = sheet.state
    return score_match(state.public.seats, state.options.refresh_points, unranked(state))


# What is written down


def reveal(sheet: Sheet, entry: Reveal, chance: Chance) -> None:
    """Three cards beside those that nobody took; at Refresh Silvano's used cards go back."""
    checks.check_reveal(sheet, entry.targets)
    public = sheet.state.public
    public.round += 1
    public.phase = "action"
    public.targets += entry.targets
    public.targets_left -= len(entry.targets)
    sheet.seen += entry.targets
    if REFRESH in entry.targets:
        public.refresh = "in_play"
        refresh(sheet.state, chance)


def turn_silvano(sheet: Sheet) -> None:
    checks.check_settling(sheet)
    seats, players = sheet.state.public.seats, len(sheet.state.private)
    if players == len(seats) or seats[players].active is not None:
        raise Rejected(refusals.NO_SILVANO)
    show_cards(sheet.state)


def settle(sheet: Sheet, entry: Settle) -> None:
    """By the cards that are shown, or as the table settled it itself."""
    checks.check_settling(sheet)
    line = by_cards(sheet, entry.cards) if entry.cards is not None else as_settled(sheet, entry)
    sheet.lines.append(line)
    put_silvanos_card_aside(sheet.state)
    public = sheet.state.public
    for seat in public.seats:
        seat.active = None
    public.phase = "resolution"
    if len(sheet.seen) == SLOTS:
        public.targets = []
        sheet.over = True


def by_cards(sheet: Sheet, given: list[int]) -> RoundLine:
    checks.check_cards(sheet, given)
    state = sheet.state
    cards = with_silvano(sheet, given)
    perfects = perfects_among(state, cards).seats
    events = hand_out_targets(state, cards, contests_for(state.public.targets, cards))
    refresh_to = None
    if perfects:
        event = settle_refresh(state, cards, perfects)
        refresh_to = "gone" if isinstance(event, RefreshGone) else perfects[0]
    taken = [(event.target, event.seat) for event in events if isinstance(event, Taken)]
    left = list(state.public.targets)
    return RoundLine(state.public.round, cards, taken, refresh_to, left)  # type: ignore[arg-type]


def with_silvano(sheet: Sheet, given: list[int]) -> list[int]:
    """His card is the one that the sheet turned, or turns now; or it was given too."""
    seats, players = sheet.state.public.seats, len(sheet.state.private)
    if len(given) == len(seats):
        return given
    if seats[players].active is None:
        show_cards(sheet.state)
    turned = seats[players].active or 0
    checks.check_silvano(sheet, given, turned)
    return [*given, turned]


def as_settled(sheet: Sheet, entry: Settle) -> RoundLine:
    checks.check_won(sheet, entry)
    public = sheet.state.public
    owner = {won.value: won.seat for won in entry.won}
    taken = [
        (target, owner[target.value])
        for target in public.targets
        if not target.refresh and target.value in owner
    ]
    for target, seat in taken:
        take(public.seats[seat], target)
        public.targets.remove(target)
    if entry.refresh == "gone":
        remove_refresh(sheet.state)
    elif entry.refresh is not None:
        give_refresh(sheet.state, entry.refresh)
    return RoundLine(public.round, None, taken, entry.refresh, list(public.targets))


def count_piles(sheet: Sheet, piles: Sequence[Pile]) -> None:
    checks.check_piles(sheet, piles)
    for seat, pile in zip(sheet.state.public.seats, piles, strict=True):
        seat.red, seat.blue, seat.both, seat.refresh = pile.red, pile.blue, pile.both, pile.refresh
    sheet.over = True
