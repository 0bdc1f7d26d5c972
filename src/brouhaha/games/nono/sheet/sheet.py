"""The sheet of NoNo: what it begins with, and what everybody sees of it. `steps` writes on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.sheet import ScoreSheet, SheetTable
from brouhaha.games.nono.cards import Box, Card
from brouhaha.games.nono.setup import box_in_play, new_state
from brouhaha.games.nono.sheet import refusals
from brouhaha.games.nono.sheet.steps import STEPS, unplayed
from brouhaha.games.nono.sheet.tables import tables
from brouhaha.games.nono.sheet.types import BoxCard, Entry, Faces, Phase, Place, Sheet, View
from brouhaha.games.nono.turns import score_match, view_of
from brouhaha.games.nono.types import Options

NEXT: Final[dict[Phase, Words]] = {
    "card": Words("turn a card", "retourne une carte"),
    "dice": Words("the dice", "les dés"),
    "search": Words("who called Stop!, or nobody", "qui a crié Stop!, ou personne"),
    "answer": Words("the word", "le mot"),
    "vote": Words("the thumbs", "les pouces"),
}
WITHOUT_CLOCKS: Final = {
    "countdown": 0.0,
    "search": 0.0,
    "answer": 0.0,
    "vote": 0.0,
    "verdict": 0.0,
}


class NonoSheet(ScoreSheet[Sheet, Options]):
    options = ("box", "language", "turns", "search", "handicap", "tie", "penalties", "plural_cost")
    entry = Entry
    view = View

    def begin(self, players: list[str], options: Options, chance: Chance) -> Sheet:
        still = msgspec.structs.replace(options, **WITHOUT_CLOCKS)
        state = new_state(players, still, None, chance)
        state.deck, state.aside = [], []
        return Sheet(state, state.public.turns, options.search)

    def write(self, sheet: Sheet, entry: Any, chance: Chance) -> None:
        if len(sheet.lines) == sheet.turns:
            raise Rejected(refusals.SHEET_OVER)
        phase, rule = STEPS[type(entry)]
        if sheet.phase != phase:
            raise Rejected(refusals.NOT_NOW, next=NEXT[sheet.phase])
        rule(sheet, entry, chance)

    def seen(self, sheet: Sheet) -> View:
        public = sheet.state.public
        box = box_in_play(sheet.state.options)
        full = len(sheet.lines) == sheet.turns
        return View(
            phase="end" if full else sheet.phase,
            language=public.language,
            turn=min(len(sheet.lines) + 1, sheet.turns),
            turns=sheet.turns,
            search=sheet.search,
            seats=[Place(seat.name, seat.handicap, seat.score) for seat in public.seats],
            own_box=sheet.state.options.box is not None,
            cards=[box_card(card, sheet.state.options.box) for card in unplayed(sheet)],
            faces=Faces(box.order_1, box.order_2, box.ban, box.syllables),
            lines=sheet.lines,
            ranking=score_match(sheet.state).ranking,
            over=full,
            card=public.card,
            dice=public.dice,
            stopper=public.stopper,
            word=public.word,
            cut=public.cut,
            asks_syllables=public.asks_syllables,
        )

    def tables(self, sheet: Sheet) -> Sequence[SheetTable]:
        return tables(self.seen(sheet))


SHEET: Final = NonoSheet()


def box_card(card: Card, own: Box | None) -> BoxCard:
    shown = view_of(card, own)
    return BoxCard(shown.category, shown.names, shown.dice, shown.multiplier)
