"""The split: the common nouns on which the rules are measured, and the words they learn from.

Held out are the most frequent nouns of a language, every one of them, with all forms of
their lemma (French) or built on them by an inflection (English). The rest of the lexicon
teaches, in French without finite verbs: nobody looks for those, and their mute -ent would
teach wrongly how nouns end.
"""

from __future__ import annotations

import gzip
import zipfile
from collections import Counter
from pathlib import Path

import msgspec

from tools.words import cmudict, lexique
from tools.words.wordnet import WordNet

NOUNS = 10_000
# Commoner as something else, though WordNet has a noun of that spelling and counted no other.
NOT_NOUNS = frozenset("are will may might yes you she her him them for and nor but yet".split())
INFLECTIONS = ("s", "es", "ed", "d", "ing", "er", "r", "ers", "rs", "ly")
FREQUENCIES = "wordfreq/data/large_en.msgpack.gz"


def french_nouns(entries: list[lexique.Entry]) -> dict[str, int]:
    """The most frequent noun forms with Lexique's own count, the commonest first."""
    best: dict[str, lexique.Entry] = {}
    for entry in entries:
        if entry.pos == "NOM":
            known = best.get(entry.form)
            best[entry.form] = max(known or entry, entry, key=lambda e: e.frequency)
    ranked = sorted(best.values(), key=lambda e: (-e.frequency, e.form))
    return {e.form: e.syllables for e in ranked[:NOUNS]}


def french_lessons(entries: list[lexique.Entry], nouns: dict[str, int]) -> dict[str, int]:
    """The words to learn from, with their usual count."""
    lemmas = {e.lemma for e in entries if e.form in nouns}
    forms = lexique.by_form([e for e in entries if not e.finite])
    return {
        form: lexique.counts(form, found)[0]
        for form, found in forms.items()
        if form.isalpha() and form.islower() and not any(e.lemma in lemmas for e in found)
    }


def english_nouns(spoken: dict[str, list[str]], wordnet: Path, wordfreq: Path) -> dict[str, int]:
    """The most frequent nouns with CMUdict's first count, the commonest first."""
    nouns, uses = WordNet(wordnet), _uses(wordnet)
    found = [
        word
        for word in _ranked(wordfreq)
        if word in spoken and word in nouns.common and _is_mostly_noun(word, uses)
    ]
    return {word: cmudict.counts(spoken[word])[0] for word in found[:NOUNS]}


def _ranked(wordfreq: Path) -> list[str]:
    """All words, the commonest first."""
    with zipfile.ZipFile(wordfreq) as archive:
        packed = gzip.decompress(archive.read(FREQUENCIES))
    _, *bins = msgspec.msgpack.decode(packed)
    return [word for words in bins for word in words]


def _uses(wordnet: Path) -> Counter[tuple[str, str]]:
    """How often WordNet's corpus has a word as a noun (1), verb, adjective or adverb."""
    uses: Counter[tuple[str, str]] = Counter()
    for line in (wordnet / "cntlist.rev").read_text("ascii").splitlines():
        sense, _, times = line.split(" ")
        lemma, _, rest = sense.partition("%")
        uses[lemma, rest[0]] += int(times)
    for kind, number in (("verb", "2"), ("adj", "3"), ("adv", "4")):
        for line in (wordnet / f"index.{kind}").read_text("ascii").splitlines():
            uses[line.split(" ")[0], number] += 1
    return uses


def _is_mostly_noun(word: str, uses: Counter[tuple[str, str]]) -> bool:
    if len(word) < 3 or not word.isalpha() or word in NOT_NOUNS:
        return False
    return uses[word, "1"] >= max(uses[word, kind] for kind in "2345")


def english_lessons(spoken: dict[str, list[str]], nouns: dict[str, int]) -> dict[str, int]:
    """The words to learn from, with their usual count."""
    return {
        word: cmudict.counts(said)[0]
        for word, said in spoken.items()
        if word.isalpha() and word not in nouns and not _inflected(word, nouns)
    }


def _inflected(word: str, nouns: dict[str, int]) -> bool:
    """Whether it is a held-out noun with an ending; an e, a y or a doubled letter may change."""
    for ending in INFLECTIONS:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            if {stem, stem + "e", stem[:-1], stem[:-1] + "y"} & nouns.keys():
                return True
    return False
