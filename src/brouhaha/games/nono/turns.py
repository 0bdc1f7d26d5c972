"""A turn begins with a card and its dice, and ends with a verdict or with nobody's word."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ended, deadline, ranking
from brouhaha.engine.game import Event
from brouhaha.games.nono.cards import ORDER_DICE, Box, Card, Die, Face, Roll, category_in
from brouhaha.games.nono.hindsight import own_words_that_fit, would_fit
from brouhaha.games.nono.own_categories import find
from brouhaha.games.nono.setup import box_in_play
from brouhaha.games.nono.types import (
    CardView,
    Names,
    Phase,
    Private,
    Result,
    State,
    Turned,
    Unsolved,
)

T = TypeVar("T")


def enter(state: State, phase: Phase, at: int, seconds: float) -> None:
    """A new phase, with its clock; 0 seconds: none."""
    state.public.phase = phase
    state.public.scene += 1
    state.public.deadline = deadline(at, seconds)


def begin_match(state: State, chance: Chance) -> None:
    """Everybody is ready: the first card is a countdown away."""
    enter(state, "countdown", 0, state.options.countdown)
    if state.public.deadline is None:
        begin_turn(state, 0, chance)


def begin_turn(state: State, at: int, chance: Chance) -> list[Event]:
    """Turn the next card and roll its dice; the search starts with the roll."""
    public = state.public
    card = state.deck.pop()
    state.in_play.append(card)
    public.turn = len(state.played) + 1
    public.card = view_of(card, state.options.box)
    public.dice = state.rolls.pop() if state.rolls else rolled(state, card, chance)
    enter(state, "search", at, state.options.search)
    return [Turned(public.turn, public.card, public.dice)]


def rolled(state: State, card: Card, chance: Chance) -> Roll:
    """Each die that the card names, rolled once."""
    box, turn = box_in_play(state.options), state.public.turn
    order: dict[Die, list[Face]] = {"order_1": box.order_1, "order_2": box.order_2}

    def roll(die: Die, faces: list[T]) -> T:
        return faces[chance.below(f"roll/{turn}/{die}", len(faces))]

    return Roll(
        order=tuple(roll(die, order[die]) for die in ORDER_DICE if die in card.dice),
        ban=roll("ban", box.ban) if "ban" in card.dice else None,
        syllables=roll("syllables", box.syllables) if "syllables" in card.dice else None,
    )


def view_of(card: Card, box: Box | None) -> CardView:
    category = category_in(box, card.category)
    return CardView(card.category, Names(category.en, category.fr), card.dice, card.multiplier)


def leave_unsolved(state: State, at: int, chance: Chance, by_clock: bool) -> list[Event]:
    """Nobody finds a word: the turn counts, and the next card comes at once."""
    unsolved, words = Unsolved(state.public.turn, by_clock), words_for_card(state)
    if not state.deck:
        state.result = score_match(state)
    events = end_turn(state, at, chance)
    state.public.would_fit = words
    return [unsolved, *events]


def words_for_card(state: State) -> tuple[str, ...]:
    """What would have worked; to be told when the card is over."""
    card, dice = state.public.card, state.public.dice
    assert card is not None
    assert dice is not None
    box, language, said = state.options.box, state.options.language, state.public.word or ""
    own = find(box.categories, card.category) if box is not None else None
    if own is not None:
        return own_words_that_fit(own, language, dice, said)
    return would_fit(language, card.category, dice, said)


def end_turn(state: State, at: int, chance: Chance) -> list[Event]:
    """The card is played: the next one, or the end."""
    clear_table(state)
    if state.deck:
        return begin_turn(state, at, chance)
    enter(state, "end", at, 0)
    assert state.result is not None
    return [Ended(tuple(state.result.winners))]


def clear_table(state: State) -> None:
    state.played.append(state.in_play.pop())
    public = state.public
    public.card = public.dice = public.stopper = public.word = public.cut = public.verdict = None
    public.asks_syllables = False
    public.would_fit = public.decider = UNSET
    for seat_view in public.seats:
        seat_view.passed = seat_view.voted = seat_view.ready = False
    state.private = [Private() for _ in public.seats]


def score_match(state: State) -> Result:
    """Most points win; equals share their place."""
    scores = [seat_view.score for seat_view in state.public.seats]
    ranked = ranking(len(scores), lambda seat: (-scores[seat],))
    return Result(ranked[0], ranked, scores)
