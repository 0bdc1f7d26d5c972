"""What is written down: a card, its dice, Stop!, a word, thumbs; then the next card.

Each step is the referee's own (`turns`, `play`, `votes`, `verdict`), without its clocks: nothing of
it is written here again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.refusals import WRONG_SEAT
from brouhaha.games.nono import cards as card_rules
from brouhaha.games.nono import play
from brouhaha.games.nono.cards import Card, Roll
from brouhaha.games.nono.setup import box_in_play, dice_of, fault_in_turn
from brouhaha.games.nono.sheet import refusals
from brouhaha.games.nono.sheet.types import (
    CallStop,
    CountThumbs,
    Dice,
    Line,
    Nobody,
    Phase,
    SaidWord,
    Sheet,
    Throw,
    TurnCard,
)
from brouhaha.games.nono.turns import clear_table, rolled, view_of, words_for_card
from brouhaha.games.nono.types import Answer, Ballot, Stop
from brouhaha.games.nono.verdict import give_verdict


def unplayed(sheet: Sheet) -> list[Card]:
    played = {line.card.category for line in sheet.lines}
    if sheet.state.public.card is not None:
        played.add(sheet.state.public.card.category)
    return [card for card in box_in_play(sheet.state.options).cards if card.category not in played]


def turn_card(sheet: Sheet, entry: TurnCard, chance: Chance) -> None:
    card = drawn(sheet, chance) if entry.category is None else as_turned(sheet, entry)
    state = sheet.state
    state.in_play = [card]
    state.public.card = view_of(card, state.options.box)
    state.public.turn = len(sheet.lines) + 1
    sheet.phase = "dice"


def drawn(sheet: Sheet, chance: Chance) -> Card:
    left = unplayed(sheet)
    if not left:
        raise Rejected(refusals.SHEET_OVER)
    return left[chance.below(f"card/{len(sheet.lines) + 1}", len(left))]


def as_turned(sheet: Sheet, entry: TurnCard) -> Card:
    """A card of the box, or one that is told in full; none is played twice."""
    category = entry.category or ""
    for turn, line in enumerate(sheet.lines, 1):
        if line.card.category == category:
            raise Rejected(refusals.CARD_PLAYED, turn=turn)
    known = {card.category: card for card in unplayed(sheet)}.get(category)
    dice = known.dice if entry.dice is None and known else tuple(entry.dice or ())
    multiplier = known.multiplier if entry.multiplier is None and known else entry.multiplier
    box = sheet.state.options.box
    fault = card_rules.fault_in_category(category, box)
    if not fault and (not dice or multiplier is None):
        raise Rejected(refusals.SAY_ITS_DICE)
    card = Card(category, dice, multiplier or 1)
    if fault := fault or card_rules.fault_in_card(card, 0, box):
        raise Rejected(refusals.NOT_SUCH_A_CARD, reason=fault)
    return card


def enter_dice(sheet: Sheet, entry: Dice, chance: Chance) -> None:
    (card,) = sheet.state.in_play
    roll = Roll(tuple(entry.order), entry.ban, entry.syllables)
    if fault := fault_in_roll(card, roll) or fault_in_turn(card, roll, sheet.state.options.box):
        raise Rejected(refusals.OTHER_DICE, reason=fault)
    begin_search(sheet, roll)


def fault_in_roll(card: Card, roll: Roll) -> Words | None:
    """Each die of the card lies there, and no other."""
    wanted = [sum(die in card_rules.ORDER_DICE for die in card.dice), *rolls_others(card.dice)]
    lying = [len(roll.order), *rolls_others(dice_of(roll))]
    if wanted == lying:
        return None
    return Words(f"it rolls {in_words(wanted).en}", f"elle lance {in_words(wanted).fr}")


def rolls_others(dice: Sequence[str]) -> list[bool]:
    return ["ban" in dice, "syllables" in dice]


def in_words(wanted: Sequence[int]) -> Words:
    order, ban, syllables = wanted
    en = [f"{order} order {'die' if order == 1 else 'dice'}"]
    fr = [f"{order} {'dé' if order == 1 else 'dés'} Ordre"]
    en += ["the ban die"] * ban + ["the syllable die"] * syllables
    fr += ["le dé Interdiction"] * ban + ["le dé Syllabe"] * syllables
    return Words(", ".join(en), ", ".join(fr))


def throw(sheet: Sheet, entry: Throw, chance: Chance) -> None:
    (card,) = sheet.state.in_play
    begin_search(sheet, rolled(sheet.state, card, chance))


def begin_search(sheet: Sheet, roll: Roll) -> None:
    sheet.state.public.dice = roll
    sheet.phase = sheet.state.public.phase = "search"


def call_stop(sheet: Sheet, entry: CallStop, chance: Chance) -> None:
    if entry.seat >= len(sheet.state.public.seats):
        raise Rejected(WRONG_SEAT)
    play.stop(sheet.state, entry.seat, Stop(), 0, chance)
    sheet.phase = "answer"


def nobody(sheet: Sheet, entry: Nobody, chance: Chance) -> None:
    end_turn(sheet, words_for_card(sheet.state))


def said_word(sheet: Sheet, entry: SaidWord, chance: Chance) -> None:
    state = sheet.state
    assert state.public.stopper is not None
    play.answer(state, state.public.stopper, Answer(entry.word), 0, chance)
    if state.public.phase == "verdict":
        end_turn(sheet, words_for_card(state))
    else:
        sheet.phase = "vote"


def count_thumbs(sheet: Sheet, entry: CountThumbs, chance: Chance) -> None:
    """Whose thumb it was is not written down: only how many there are counts."""
    state = sheet.state
    voters = [seat for seat in range(len(state.public.seats)) if seat != state.public.stopper]
    check_thumbs(entry, len(voters), asks_syllables=state.public.asks_syllables)
    for seat, ballot in zip(voters, ballots(entry), strict=False):
        state.private[seat].vote = ballot
    give_verdict(state, 0)
    verdict = state.public.verdict
    assert verdict is not None
    end_turn(sheet, words_for_card(state) if verdict.penalties else ())


def check_thumbs(entry: CountThumbs, voters: int, *, asks_syllables: bool) -> None:
    votes = entry.up + entry.down
    if votes > voters:
        raise Rejected(refusals.TOO_MANY_THUMBS, voters=voters, given=votes)
    if entry.no_answer > entry.down:
        raise Rejected(refusals.TOO_MANY_THUMBS, voters=entry.down, given=entry.no_answer)
    counted = entry.syllables_up + entry.syllables_down
    if counted > votes or (asks_syllables and votes and not counted):
        raise Rejected(refusals.COUNT_SYLLABLES, votes=votes)


def ballots(entry: CountThumbs) -> list[Ballot]:
    counted: list[bool | None] = [*[True] * entry.syllables_up, *[False] * entry.syllables_down]
    syllables = counted + [None] * (entry.up + entry.down - len(counted))
    fits = [True] * entry.up + [False] * entry.down
    none = [False] * (len(fits) - entry.no_answer) + [True] * entry.no_answer
    return [
        Ballot(fit, count, no_answer=True) if no else Ballot(fit, count)
        for fit, count, no in zip(fits, syllables, none, strict=True)
    ]


def end_turn(sheet: Sheet, would_fit: tuple[str, ...]) -> None:
    public = sheet.state.public
    assert public.card is not None
    assert public.dice is not None
    scores = tuple(seat.score for seat in public.seats)
    sheet.lines.append(Line(public.card, public.dice, public.verdict, scores, would_fit))
    clear_table(sheet.state)
    sheet.phase = "card"


STEPS: Final[dict[type, tuple[Phase, Callable[[Sheet, Any, Chance], None]]]] = {
    TurnCard: ("card", turn_card),
    Dice: ("dice", enter_dice),
    Throw: ("dice", throw),
    CallStop: ("search", call_stop),
    Nobody: ("search", nobody),
    SaidWord: ("answer", said_word),
    CountThumbs: ("vote", count_thumbs),
}
