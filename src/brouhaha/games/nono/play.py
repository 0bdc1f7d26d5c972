"""What players do in a turn: search, Stop! or pass, say the word, vote, look at the verdict."""

from __future__ import annotations

import unicodedata

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ready, SaidReady, lengthened, say_ready
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event
from brouhaha.games.nono import refusals
from brouhaha.games.nono.judging import MOST_CHARACTERS, Lang, count, fold, no_answer
from brouhaha.games.nono.setup import decider
from brouhaha.games.nono.turns import end_turn, enter, leave_unsolved
from brouhaha.games.nono.types import (
    Answer,
    Answered,
    Ballot,
    Pass,
    Passed,
    State,
    Stop,
    Stopped,
    Vote,
    Voted,
    may_vote,
)
from brouhaha.games.nono.verdict import give_verdict


def stop(state: State, seat: int, action: Stop, at: int, chance: Chance) -> list[Event]:
    """The first to call Stop! must say a word; there is no way back."""
    if state.public.seats[seat].passed and state.options.pass_final:
        raise Rejected(refusals.ALREADY_PASSED)
    state.public.stopper = seat
    options = state.options
    enter(state, "answer", at, lengthened(options.answer, options.extra_time, [seat]))
    return [Stopped(seat)]


def pass_turn(state: State, seat: int, action: Pass, at: int, chance: Chance) -> list[Event]:
    """When all have passed, the next card comes. Final, unless the group plays otherwise."""
    seat_view = state.public.seats[seat]
    if seat_view.passed:
        raise Rejected(refusals.ALREADY_PASSED)
    seat_view.passed = True
    if all(other.passed for other in state.public.seats):
        return [Passed(seat), *leave_unsolved(state, at, chance, by_clock=False)]
    return [Passed(seat)]


def answer(state: State, seat: int, action: Answer, at: int, chance: Chance) -> list[Event]:
    """The word is said, and the others vote; without a letter in it, it is no word."""
    public = state.public
    assert public.stopper is not None
    assert public.dice is not None
    if seat != public.stopper:
        raise Rejected(refusals.NOT_YOUR_WORD, name=public.seats[public.stopper].name)
    word = readable(action.word)
    if not fold(word):
        return say_nothing(state, at)
    one_answer(word, state.options.language)
    syllables = count(word, state.options.language)
    public.word, public.cut = word, syllables.cut
    public.asks_syllables = public.dice.syllables is not None and not syllables.sure
    public.decider = decider(state.options, seat)
    enter(state, "vote", at, vote_seconds(state))
    return [Answered(seat, word, syllables.cut, public.asks_syllables)]


def vote_seconds(state: State) -> float:
    """The vote waits for whoever of the voters has the most time."""
    return lengthened(state.options.vote, state.options.extra_time, voters(state))


def voters(state: State) -> list[int]:
    return [seat for seat in range(len(state.public.seats)) if may_vote(state.public, seat)]


def readable(word: str) -> str:
    """The word as it is shown: single spaces, composed accents; or `Rejected`."""
    if len(word) > MOST_CHARACTERS:
        raise Rejected(refusals.WORD_TOO_LONG, most=MOST_CHARACTERS)
    shown = unicodedata.normalize("NFC", " ".join(word.split()))
    if not shown.isprintable():
        raise Rejected(refusals.UNREADABLE_WORD)
    return shown


def one_answer(word: str, language: Lang) -> None:
    """Letters of the language, and one word or expression; or `Rejected`: time to type it again."""
    refused = no_answer(word, language)
    if refused is None:
        return
    if refused.code == "foreign_sign":
        raise Rejected(refusals.FOREIGN_SIGN, sign=refused.sign)
    raise Rejected(refusals.A_LIST if refused.code == "list" else refusals.FILLER)


def say_nothing(state: State, at: int) -> list[Event]:
    """Stop! and no word: that costs, and the turn is over."""
    state.public.word = ""
    return give_verdict(state, at)


def vote(state: State, seat: int, action: Vote, at: int, chance: Chance) -> list[Event]:
    """Secret until all who may vote have."""
    public = state.public
    if seat == public.stopper:
        raise Rejected(refusals.OWN_WORD)
    if not may_vote(public, seat):
        raise Rejected(refusals.MODERATED)
    seat_view = public.seats[seat]
    if seat_view.voted:
        raise Rejected(refusals.ALREADY_VOTED)
    seat_view.voted = True
    state.private[seat].vote = ballot(action)
    if all(public.seats[voter].voted for voter in voters(state)):
        return [Voted(seat), *give_verdict(state, at)]
    return [Voted(seat)]


def ballot(action: Vote) -> Ballot:
    """What is no answer does not fit either."""
    if action.no_answer:
        return Ballot(False, action.syllables, no_answer=True)
    return Ballot(action.fits, action.syllables)


def ready(state: State, seat: int, action: Ready, at: int, chance: Chance) -> list[Event]:
    """Seen. When all have, the turn ends before its clock."""
    if say_ready(state.public.seats, seat):
        return [SaidReady(seat), *end_turn(state, at, chance)]
    return [SaidReady(seat)]
