"""What the voters decide: is it an answer at all, does it fit, has it so many syllables?"""

from __future__ import annotations

from collections.abc import Iterable

from brouhaha.games.nono.judging import Finding, fold
from brouhaha.games.nono.knowledge import is_known
from brouhaha.games.nono.own_categories import find
from brouhaha.games.nono.types import Ballot, State

Ballots = tuple[Ballot | None, ...]


def is_no_answer(votes: Ballots) -> bool:
    """More than half of those who vote say so."""
    cast = [ballot for ballot in votes if ballot]
    return 2 * sum(ballot.no_answer is True for ballot in cast) > len(cast)


def majority(thumbs: Iterable[bool | None], tied: bool) -> bool:
    """The larger side decides; if neither is larger, or nobody votes, what a tie means does."""
    cast = [thumb for thumb in thumbs if thumb is not None]
    up, down = sum(cast), len(cast) - sum(cast)
    return tied if up == down else up > down


def it_fits(state: State, votes: Ballots) -> bool:
    """Is it typical of the category? A tie goes by the option `tie`."""
    rule, word = state.options.tie, state.public.word or ""
    tied = referee_knows(state, word) if rule == "referee" else rule == "fits"
    return majority((ballot.fits for ballot in votes if ballot), tied)


def referee_knows(state: State, word: str) -> bool:
    """From the lexicon, or from the words that came with a category of one's own."""
    box, card, language = state.options.box, state.public.card, state.options.language
    own = find(box.categories, card.category) if box is not None and card is not None else None
    if own is not None and fold(word) in map(fold, own.typical(language)):
        return True
    return is_known(word, language)


def agreed_syllables(state: State, finding: Finding, votes: Ballots) -> bool | None:
    """The counter says, or, for a word it does not know, the voters; None: no syllable die.

    If the referee settles ties, its own guess at the count does.
    """
    if not state.public.asks_syllables:
        return finding.syllables_ok
    rule = state.options.tie
    tied = finding.syllables_ok is True if rule == "referee" else rule == "fits"
    return majority((ballot.syllables for ballot in votes if ballot), tied)
