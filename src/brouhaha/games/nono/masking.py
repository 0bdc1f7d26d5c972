"""What a big screen shows of the words that players say: all of it, but for coarse words.

Dots stand for characters, one for one: marks in a verdict keep their places.
"""

from __future__ import annotations

from msgspec.structs import replace

from brouhaha.engine.game import Event, Mask
from brouhaha.games.nono.judging import Lang
from brouhaha.games.nono.types import Answered, Judged, Public, Verdict


def masked_view(public: Public, mask: Mask) -> Public:
    if public.word is None:
        return public
    word, cut = public.word, public.cut
    return replace(
        public,
        word=mask(word, public.language),
        cut=None if cut is None else masked_cut(word, cut, public.language, mask),
        verdict=public.verdict and masked_verdict(public.verdict, public.language, mask),
    )


def masked_event(event: Event, language: Lang, mask: Mask) -> Event:
    if isinstance(event, Answered):
        cut = masked_cut(event.word, event.cut, language, mask)
        return replace(event, word=mask(event.word, language), cut=cut)
    if isinstance(event, Judged):
        return replace(event, verdict=masked_verdict(event.verdict, language, mask))
    return event


def masked_verdict(verdict: Verdict, language: Lang, mask: Mask) -> Verdict:
    word, syllables = verdict.word, verdict.syllables
    return replace(
        verdict,
        word=mask(word, language),
        syllables=replace(syllables, cut=masked_cut(word, syllables.cut, language, mask)),
        category_words=tuple(mask(one, language) for one in verdict.category_words),
    )


def masked_cut(word: str, cut: str, language: Lang, mask: Mask) -> str:
    """The word in syllables; how a masked one is cut would tell what it is."""
    masked = mask(word, language)
    return cut if masked == word else masked
