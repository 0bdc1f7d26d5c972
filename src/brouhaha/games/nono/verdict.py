"""The verdict: what the voters say of the category, what the referee says of the rest, the sum.

All penalties add up (or only the worst counts, by the option `penalties`). With nothing wrong
the dice count, each once, times the card's multiplier.
"""

from __future__ import annotations

from typing import Final

from brouhaha.engine.game import Event
from brouhaha.games.nono.cards import category_in
from brouhaha.games.nono.judging import Finding, judge
from brouhaha.games.nono.turns import enter, score_match, words_for_card
from brouhaha.games.nono.types import Judged, Options, Penalty, State, Verdict
from brouhaha.games.nono.votes import agreed_syllables, is_no_answer, it_fits

NOT_TYPICAL: Final = -3
WRONG: Final = -10


def give_verdict(state: State, at: int) -> list[Event]:
    """Judge the word, write the score down, and let everybody look."""
    verdict = judged(state)
    state.public.verdict = verdict
    if verdict.penalties:
        state.public.would_fit = words_for_card(state)
    state.public.seats[verdict.seat].score += verdict.change
    enter(state, "verdict", at, state.options.verdict)
    if not state.deck:
        state.result = score_match(state)
    return [Judged(verdict)]


def judged(state: State) -> Verdict:
    public = state.public
    seat, word, dice, card = public.stopper, public.word, public.dice, public.card
    assert seat is not None
    assert dice is not None
    assert card is not None
    finding = examine(state, word or "", seat)
    votes = tuple(hand.vote for hand in state.private)
    fits = it_fits(state, votes)
    syllables_fit = agreed_syllables(state, finding, votes)
    if is_no_answer(votes):
        penalties = [Penalty("no_answer", WRONG)]
    else:
        penalties = all_penalties(finding, state.options, fits, syllables_fit)
    points = dice.points * card.multiplier
    return Verdict(
        seat=seat,
        word=word or "",
        change=cost(penalties, state.options) if penalties else points,
        penalties=tuple(penalties),
        dice_points=dice.points,
        multiplier=card.multiplier,
        fits=fits,
        votes=votes,
        syllables=finding.syllables,
        syllables_fit=syllables_fit,
        syllables_voted=public.asks_syllables,
        category_words=finding.category_words,
        marks=finding.marks,
    )


def examine(state: State, word: str, seat: int) -> Finding:
    """What the judge of words finds in it."""
    public = state.public
    assert public.dice is not None
    assert public.card is not None
    return judge(
        word,
        state.options.language,
        must=public.dice.letters,
        ban=public.dice.ban or "",
        syllables=public.dice.syllables,
        category=category_in(state.options.box, public.card.category),
        handicap=public.seats[seat].handicap,
    )


# What the referee decides


def all_penalties(
    finding: Finding, options: Options, fits: bool, syllables_fit: bool | None
) -> list[Penalty]:
    """Everything that is wrong, the voters' part first; without a word, that alone."""
    if not finding.word:
        return [Penalty("no_word", WRONG)]
    plural = -options.plural_cost if finding.plural_refused else 0
    return [
        *([] if fits else [Penalty("vote", NOT_TYPICAL)]),
        *(Penalty("banned", WRONG, letter) for letter in finding.banned),
        *(Penalty("missing", WRONG, letter) for letter in finding.missing),
        *([Penalty("category", WRONG)] if finding.category_words else []),
        *([Penalty("syllables", WRONG)] if syllables_fit is False else []),
        *([Penalty("plural", plural, "S")] if plural else []),
        *([Penalty("handicap", WRONG)] if finding.handicap_ok is False else []),
    ]


def cost(penalties: list[Penalty], options: Options) -> int:
    """All of them together, or the worst alone (option `penalties`)."""
    amounts = [penalty.amount for penalty in penalties]
    return min(amounts) if options.penalties == "worst" else sum(amounts)
