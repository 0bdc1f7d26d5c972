"""Reads WordNet: what is a noun, an adjective or a verb, what is a name, and which pairs of words
are an expression."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from brouhaha.words.lexicon import ADJECTIVE, NOUN, PLACE, VERB

WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
SHORT = 3  # letters: WordNet has many such words that nobody knows; these must be in its corpus
PAIR = re.compile(r"([a-z'.-]+)_((?:and_)?)(?:(?:of|in|the|a)_)*([a-z'.-]+)")
LINKS = frozenset("and of in the a".split())
LOCATIONS = "15"  # the file of WordNet that has places


class WordNet:
    """WordNet's lemmas; its nouns common ones and names apart."""

    def __init__(self, folder: Path) -> None:
        self.common: set[str] = set()
        self.names: set[str] = set()
        self.places: set[str] = set()
        for line in (folder / "data.noun").read_text("ascii").splitlines():
            if not line.startswith("  "):
                self._add(line.split(" "))
        self.names -= self.common
        self.adjectives = _lemmas(folder / "index.adj")
        self.verbs = _lemmas(folder / "index.verb")
        self.senses = _senses(folder / "cntlist.rev")
        self.uses = Counter[str]()
        for (word, _), times in self.senses.items():
            self.uses[word] += times

    def _add(self, fields: list[str]) -> None:
        for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
            (self.common if word.islower() else self.names).add(word.lower())
            if fields[1] == LOCATIONS and not word.islower():
                self.places.add(word.lower())

    def single_words(self) -> set[str]:
        everything = self.common | self.names | self.adjectives | self.verbs
        return {word for word in everything if WORD.fullmatch(word)}

    def kinds(self, word: str) -> str:
        """What a word can be: n noun, a adjective, v verb."""
        base = self._singular(word)
        if len(base) <= SHORT and not self.uses[base]:
            return ""
        kinds = {
            NOUN: base in self.common,
            ADJECTIVE: base in self.adjectives and self._mostly_adjective(base),
            VERB: base in self.verbs,
            PLACE: word in self.places,
        }
        return "".join(kind for kind, is_it in kinds.items() if is_it)

    def _mostly_adjective(self, word: str) -> bool:
        """WordNet has orange and gold as adjectives too; here they are nouns."""
        if word not in self.common:
            return True
        return self.senses[word, "3"] + self.senses[word, "5"] > self.senses[word, "1"]

    def _singular(self, word: str) -> str:
        if word in self.common or word in self.adjectives or word in self.verbs:
            return word
        for ending, end in (("ies", "y"), ("es", ""), ("s", "")):
            if word.endswith(ending) and word.removesuffix(ending) + end in self.common:
                return word.removesuffix(ending) + end
        return word

    def expressions(self, more: Iterable[str]) -> dict[str, list[str]]:
        """The pairs of words that are a noun together, or side by side in a longer one: by the
        first word, all second ones, those behind an *and* with a & before them. Of more
        expressions, with spaces, every pair."""
        longer = [phrase.lower().split(" ") for phrase in more]
        longer += [lemma.split("_") for lemma in self.common | self.names if lemma.count("_") > 1]
        found = [PAIR.fullmatch(lemma) for lemma in self.common | self.names]
        for words in longer:
            found += [PAIR.fullmatch(f"{a}_{b}") for a, b in pairwise(words)]
        seconds: dict[str, list[str]] = defaultdict(list)
        for first, joined, second in sorted({pair.groups() for pair in found if pair}):
            if LINKS.isdisjoint((first, second)):
                seconds[first].append("&" * bool(joined) + second)
        return seconds


def _lemmas(index: Path) -> set[str]:
    lines = index.read_text("ascii").splitlines()
    return {line.split(" ")[0] for line in lines if not line.startswith("  ")}


def _senses(counts: Path) -> Counter[tuple[str, str]]:
    """How often WordNet's corpus has a word as a noun (1), verb (2), adjective (3, 5), adverb (4)."""
    found: Counter[tuple[str, str]] = Counter()
    for line in counts.read_text("ascii").splitlines():
        sense, _, times = line.split(" ")
        word, _, rest = sense.partition("%")
        found[word, rest[0]] += int(times)
    return found
