"""The verdict: what the voters say of the category, what the referee says of the rest, the sum.

Every penalty is a small function that says what it costs; all of them add up. With nothing
wrong the dice count, each once, times the card's multiplier.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from brouhaha.engine.game import Event
from brouhaha.games.nono.judging import Finding, judge
from brouhaha.games.nono.turns import enter, score_match
from brouhaha.games.nono.types import Ballot, Judged, Penalty, State, Verdict

NOT_TYPICAL: Final = -3
WRONG: Final = -10


def give_verdict(state: State, at: int) -> list[Event]:
    """Judge the word, write the score down, and let everybody look."""
    verdict = judged(state)
    state.public.verdict = verdict
    state.public.seats[verdict.seat].score += verdict.change
    enter(state, "verdict", at, state.options.verdict)
    if not state.deck:
        state.result = score_match(state)
    return [Judged(verdict)]


def judged(state: State) -> Verdict:
    table = state.public
    seat, word, dice, card = table.stopper, table.word, table.dice, table.card
    assert seat is not None
    assert dice is not None
    assert card is not None
    finding = examine(state, word or "", seat)
    votes = tuple(hand.vote for hand in state.private)
    fits = majority(ballot.fits for ballot in votes if ballot)
    syllables_fit = agreed_syllables(finding, votes, table.asks_syllables)
    penalties = all_penalties(finding, fits, syllables_fit)
    points = dice.points * card.multiplier
    return Verdict(
        seat=seat,
        word=word or "",
        change=sum(penalty.amount for penalty in penalties) if penalties else points,
        penalties=tuple(penalties),
        dice_points=dice.points,
        multiplier=card.multiplier,
        fits=fits,
        votes=votes,
        syllables=finding.syllables,
        syllables_fit=syllables_fit,
        syllables_voted=table.asks_syllables,
        category_words=finding.category_words,
        marks=finding.marks,
    )


def examine(state: State, word: str, seat: int) -> Finding:
    """What the judge of words finds in it."""
    table = state.public
    assert table.dice is not None
    assert table.card is not None
    return judge(
        word,
        state.options.language,
        must=table.dice.letters,
        ban=table.dice.ban or "",
        syllables=table.dice.syllables,
        category=table.card.category,
        handicap=table.seats[seat].handicap,
    )


# What the vote decides


def majority(thumbs: Iterable[bool | None]) -> bool:
    """Only more against than for refuses: a tie, or no vote at all, lets it pass."""
    cast = [thumb for thumb in thumbs if thumb is not None]
    return 2 * sum(cast) >= len(cast)


def agreed_syllables(finding: Finding, votes: Iterable[Ballot | None], asked: bool) -> bool | None:
    """The counter says, or, for a word it does not know, the voters; None: no syllable die."""
    if asked:
        return majority(ballot.syllables for ballot in votes if ballot)
    return finding.syllables_ok


# What the referee decides


def all_penalties(finding: Finding, fits: bool, syllables_fit: bool | None) -> list[Penalty]:
    """Everything that is wrong, the voters' part first; without a word, that alone."""
    if not finding.word:
        return [Penalty("no_word", WRONG)]
    return [
        *([] if fits else [Penalty("vote", NOT_TYPICAL)]),
        *(Penalty("banned", WRONG, letter) for letter in finding.banned),
        *(Penalty("missing", WRONG, letter) for letter in finding.missing),
        *([Penalty("category", WRONG)] if finding.category_words else []),
        *([Penalty("syllables", WRONG)] if syllables_fit is False else []),
        *([Penalty("plural", WRONG, "S")] if finding.plural_refused else []),
        *([Penalty("handicap", WRONG)] if finding.handicap_ok is False else []),
    ]
