"""Learns, from words with their counts, how many syllables a run of vowels speaks in its context.

The lexicon says how many syllables a word has, not which of its runs speaks them. So they are
shared out: first by a plain guess (a final e is mute), then by what the last sharing taught,
in wider contexts each time. The shares are counted in every width of context; a wide context
leans on the next narrower one as far as it was seen seldom.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from brouhaha.words.lexicon import bare
from brouhaha.words.phrase import Lang
from brouhaha.words.spelling import VOWEL_RUN, WIDTHS, edged

Share = dict[int, float]
Tally = list[dict[str, Counter[int]]]

PRIOR: Share = {0: 0.05, 1: 0.85, 2: 0.09, 3: 0.01}
DEPTHS = (2, 4, 5)  # how many widths the sharing looks at, round after round
LEAN = 2.0  # a context weighs as many sightings of the narrower one's opinion
OPEN = 0.15  # a second count as likely as this is accepted too


def contexts(word: str, lang: Lang) -> Iterator[list[str]]:
    """For each run, its contexts from the narrowest."""
    padded = edged(word)
    for match in VOWEL_RUN[lang].finditer(padded):
        start, end = match.span()
        yield [padded[start - left : end + right] for left, right in WIDTHS]


def guess(seen: list[str], last: bool) -> Share:
    """Before anything is learnt."""
    run, around = seen[0], seen[3]
    if last and run == "e" and around.endswith(("e$$", "es$")):
        return {0: 0.9, 1: 0.1, 2: 1e-6, 3: 1e-9}
    if run == "e" and not last:
        return {0: 0.2, 1: 0.8, 2: 1e-4, 3: 1e-6}
    if len(run) > 1:
        return {0: 0.01, 1: 0.7, 2: 0.28, 3: 0.01}
    return {0: 0.02, 1: 0.97, 2: 0.01, 3: 1e-6}


def opinion(tally: Tally, seen: list[str], depth: int = len(WIDTHS)) -> Share:
    share = PRIOR
    for known, context in zip(tally[:depth], seen, strict=False):
        if context not in known:
            break
        share = lean(known[context], share)
    return share


def lean(seen: Counter[int], narrower: Share) -> Share:
    total = seen.total() + LEAN
    return {n: (seen[n] + LEAN * p) / total for n, p in narrower.items()}


def share_out(shares: list[Share], count: int) -> tuple[int, ...] | None:
    """The likeliest way for the runs to speak so many syllables, if there is one."""
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for share in shares:
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for total, (score, path) in best.items():
            for n, p in share.items():
                candidate = (score + math.log(p + 1e-9), (*path, n))
                if total + n <= count and candidate > longer.get(total + n, (-math.inf, ())):
                    longer[total + n] = candidate
        best = longer
    return best[count][1] if count in best else None


def learn(words: Mapping[str, int], lang: Lang) -> Tally:
    """Counts, in each context, how often a run spoke how many syllables."""
    seen = [(list(contexts(word, lang)), count) for word, count in words.items()]
    tally: Tally = []
    for depth in (0, *DEPTHS):
        fresh: Tally = [defaultdict(Counter) for _ in WIDTHS]
        for found, count in seen:
            shares = [
                opinion(tally, c, depth) if depth else guess(c, 0 < i == len(found) - 1)
                for i, c in enumerate(found)
            ]
            for run, n in zip(found, share_out(shares, count) or (), strict=False):
                for known, context in zip(fresh, run, strict=True):
                    known[context][n] += 1
        tally = fresh
    return tally


def decide(share: Share) -> str:
    """The counts to accept, the likeliest first, as digits."""
    usual, *others = sorted(share, key=lambda n: -share[n])
    return f"{usual}" + "".join(str(n) for n in others if share[n] > OPEN)


def table(tally: Tally) -> dict[str, list[str]]:
    """By width and decision, the contexts that decide otherwise than the narrower one, and
    those that lead to such a context."""
    decided = _decisions(tally)
    kept: list[set[str]] = [set() for _ in WIDTHS]
    for i in reversed(range(len(WIDTHS))):
        for context, decision in decided[i].items():
            narrow = _narrow(context, i)
            if context in kept[i] or i == 0 or decision != decided[i - 1][narrow]:
                kept[i].add(context)
                kept[max(i - 1, 0)].add(narrow or context)
    entries: dict[str, list[str]] = defaultdict(list)
    for i, contexts_kept in enumerate(kept):
        for context in sorted(contexts_kept):
            entries[f"{i}{decided[i][context]}"].append(context)
    return {kind: entries[kind] for kind in sorted(entries)}


def _decisions(tally: Tally) -> list[dict[str, str]]:
    decided: list[dict[str, str]] = []
    narrower: dict[str, Share] = {"": PRIOR}
    for i, known in enumerate(tally):
        narrower = {c: lean(seen, narrower[_narrow(c, i)]) for c, seen in known.items()}
        decided.append({context: decide(share) for context, share in narrower.items()})
    return decided


def _narrow(context: str, i: int) -> str:
    """The same context, as the width before saw it."""
    if i == 0:
        return ""
    (left, right), (was_left, was_right) = WIDTHS[i], WIDTHS[i - 1]
    return context[left - was_left : len(context) - (right - was_right)]


def triples(words: Iterable[str]) -> list[str]:
    """The triples of letters, accents aside and edges included, that words have."""
    padded = [f"^{bare(word)}$" for word in words if word.isalpha()]
    return sorted({word[i : i + 3] for word in padded for i in range(len(word) - 2)})
