"""Where a word is cut into its syllables, for eyes: pe·tite, gou·ver·ne·ment.

The number of syllables is given. The runs of vowels are stretched or muted until they speak
that number; a cut then goes before the consonants that can begin a syllable.
"""

from __future__ import annotations

import re
from itertools import pairwise

from brouhaha.words.phrase import HYPHENS, Lang, key
from brouhaha.words.spelling import Run

_ONSETS = frozenset(
    "bl br ch cl cr dr fl fr gl gn gr gh gu kl kr ph pl pr qu rh sh th tr vr wh wr".split()
)
# A final m that speaks though no vowel is written: prism, rhythm.
_SPOKEN_M = re.compile(r"(?:s|th)ms?$")
# Vowels that speak as one: they part last, and begin a syllable together: ou·vrier, tu·yau.
_AS_ONE = frozenset("ai au ei eu oi ou eau".split())
_NEVER_PARTED = "ou"
_LAST_AS_ONE = re.compile(r"(?<=.)(?:y?e?au|ai|eu|(?<!o)oi|ou|[éèêëïü]e?)$")
# The last vowel that is written between two syllables and not spoken: home·work, busi·ness.
_MUTE = re.compile(r".*(?:[aeioyéèêë]|(?<![gq])u)")
_S_CLUSTER = re.compile(r"^[^s](?=s[ckmpqt])")  # English begins words so: mon·ster, land·scape
# One does not cut behind the a of pays, where the y speaks twice: pay·sage.
_CLOSING = re.compile(r"ck(?=.?$)|x$")  # English: they end a syllable: rock·et, tax·i, tick·le
_SYLLABIC_LE = re.compile(r"[bcdfgkptz]le[sd]?$")  # English: can·dle
_PAYS = re.compile(r"pays$")
_CLOSED = re.compile(r"(?:ss|nt|st|ct|ck)")  # behind an e that is spoken: busi·ness
_AFTER_CLUSTER = re.compile(r"[bcdfgkptv][lr]i")  # here an i is no glide: ou·vri·ère
Span = tuple[int, int]


def pieces(text: str, spelt: str, at: list[int], lang: Lang) -> list[str]:
    """A word as typed, cut where its key is cut; hyphens give way to the cuts."""
    if not at:
        return [text]
    if len(spelt) != len(text):
        at = _as_typed(text, at, lang)
    found = sliced(text, at)
    if text.isalpha():
        return found
    return [bare for piece in found if (bare := piece.strip(HYPHENS))]


def sliced(text: str, at: list[int]) -> list[str]:
    found, start = [], 0
    for cut in at:
        found.append(text[start:cut])
        start = cut
    found.append(text[start:])
    return found


def _as_typed(text: str, at: list[int], lang: Lang) -> list[int]:
    """Cuts of the key as cuts of the text, where one typed letter stands for two (œ, ß)."""
    typed = [i for i, char in enumerate(text) for _ in key(char, lang)]
    return sorted({typed[min(cut, len(typed) - 1)] for cut in at} - {0})


def cuts(
    word: str, count: int, found: list[Run], lang: Lang, apart: frozenset[int] = frozenset()
) -> list[int]:
    """The indices at which a word of so many syllables and these runs is cut; `apart` are letters
    that begin a syllable, since they do not sound with the one before them."""
    if count == 1:
        return []
    spoken = spoken_runs(word, count, found)
    at = [_cut(word, a[1], b[0], lang, apart) for a, b in pairwise(spoken)]
    return [cut for cut in at if lang == "en" or not _PAYS.search(word[: cut + 2])]


def spoken_runs(word: str, count: int, found: list[Run]) -> list[Span]:
    """The runs that speak, stretched or muted to the count."""
    numbers = [
        n if (n := run.counts[0]) < 2 or word[run.start : run.end] != _NEVER_PARTED else 1
        for run in found
    ]
    if sum(numbers) != count:
        _fit(word, count, found, numbers)
    spans: list[Span] = []
    for run, number in zip(found, numbers, strict=True):
        if number == 1:
            spans.append((run.start, run.end))
        elif number:
            spans += _shares(word, run, number)
    if len(spans) < count and (end := _SPOKEN_M.search(word)):
        m = word.rindex("m", end.start())
        spans.append((m, m))
    return spans


def _fit(word: str, count: int, found: list[Run], numbers: list[int]) -> None:
    """Changes how often each run speaks until all speak so many syllables, or none has room."""
    while sum(numbers) > count:
        numbers[_weakest(word, found, numbers)] -= 1
    while found and sum(numbers) < count and (i := _roomiest(word, found, numbers)) is not None:
        numbers[i] += 1


def _weakest(word: str, found: list[Run], numbers: list[int]) -> int:
    """The run that falls silent first: two in one, then a lone e that ends its syllable, the last
    one before others."""

    def strength(i: int) -> tuple[int, int]:
        if numbers[i] > 1:
            return 0, -i
        if word[found[i].start : found[i].end] != "e":
            return 2, -i
        return (3 if _CLOSED.match(word, found[i].end) else 1), -i

    return min((i for i in range(len(found)) if numbers[i]), key=strength)


def _roomiest(word: str, found: list[Run], numbers: list[int]) -> int | None:
    """The run that can speak once more: an i after a cluster first, then a mute one, then one
    whose vowels part easily, then the one with most letters left."""
    room = [run.end - run.start - n for run, n in zip(found, numbers, strict=True)]

    def ease(i: int) -> tuple[bool, bool, bool, bool, int]:
        start, end = found[i].start, found[i].end
        parts = bool(_AFTER_CLUSTER.fullmatch(word[max(start - 2, 0) : start + 1]))
        return (room[i] > 0, parts, numbers[i] == 0, word[start:end] not in _AS_ONE, room[i])

    best = max(range(len(found)), key=ease)
    return best if room[best] > 0 else None


def _shares(word: str, run: Run, number: int) -> list[Span]:
    """A run that speaks n times is shared out, its last letters one by one; of two shares the
    last may be vowels that speak as one."""
    number = min(number, run.end - run.start)
    inner = [run.end - number + 1 + i for i in range(number - 1)]
    if number == 2 and (last := _LAST_AS_ONE.search(word[run.start : run.end])):
        inner = [run.start + last.start()]
    return list(zip([run.start, *inner], [*inner, run.end], strict=True))


def _cut(word: str, end: int, start: int, lang: Lang, apart: frozenset[int]) -> int:
    """Between two spoken runs: at a hyphen, else behind a mute vowel, else before an onset."""
    between = word[end:start]
    if seams := [i for i in apart if end < i <= start]:
        return seams[0]
    if "-" in between:
        return end + between.rfind("-") + 1
    if mute := _MUTE.search(between):
        return end + mute.end()
    if lang == "en" and (closed := _CLOSING.match(between)):
        return end + closed.end()
    if len(between) < 2:
        return end
    if lang == "en" and _SYLLABIC_LE.match(word, start - 2):
        return start - 2
    if between[-1] == "'":  # it stays with the letters it stands for: pres·qu'île
        return end if len(between) < 3 else start - (3 if between[-3:-1] in _ONSETS else 2)
    if lang == "en" and (cluster := _S_CLUSTER.search(between)):
        return end + cluster.end() + (word[end - 3 : end + 2] == "trans")
    if lang == "en" and between[-2:] == "gn":  # two sounds: mag·net
        return start - 1
    return start - (2 if between[-2:] in _ONSETS else 1)
