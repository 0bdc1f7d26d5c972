"""Checks the typical words that NoNo's bots know, and can take out the ones that fail.

    python tools/nono_lexicon.py          # say what is wrong; exit status 1 if anything is
    python tools/nono_lexicon.py --drop   # take the failing entries out of the files

A word has letters, spaces, hyphens and apostrophes only, no word of its category, syllables that
the counter is sure of; it comes once in its category, which has at least 40.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from brouhaha.games.nono.judging import Lang, category_ids, fold, judge
from brouhaha.games.nono.lexicon import written
from brouhaha.words.phrase import LANGUAGES

DATA: Final = Path(__file__).parent.parent / "src/brouhaha/games/nono/data"
LEAST: Final = 40
JOINERS: Final = " -'’"


def fault(word: str, category: str, language: Lang, before: set[str]) -> str | None:
    """What is wrong with an entry, given the letters of those before it."""
    if not all(char.isalpha() or char in JOINERS for char in word) or word != word.strip():
        return "other characters than letters, spaces, hyphens, apostrophes"
    finding = judge(word, language, category=category)
    if not finding.word:
        return "no letter"
    if finding.refused:
        return f"refused as an answer: {finding.refused.code}"
    if finding.category_words:
        return f"words of the category: {', '.join(finding.category_words)}"
    if not finding.syllables.sure:
        return "syllables not known"
    return "double" if fold(word) in before else None


def examined(language: Lang) -> Iterator[tuple[str, str, str | None]]:
    """Every entry: its category, the word, and what is wrong with it."""
    for category, words in written(language).items():
        before: set[str] = set()
        for word in words:
            yield category, word, fault(word, category, language, before)
            before.add(fold(word))


def faults(language: Lang) -> list[tuple[str, str, str]]:
    return [(category, word, wrong) for category, word, wrong in examined(language) if wrong]


def thin(language: Lang) -> Iterator[str]:
    """What keeps the lexicon from having enough words for every category."""
    for category in category_ids():
        number = len(written(language).get(category, ()))
        if number < LEAST:
            yield f"{language}\t{category}\t{number} words in place of {LEAST}"
    for category in written(language).keys() - set(category_ids()):
        yield f"{language}\t{category}\tunknown category"


def drop(language: Lang) -> None:
    """Write the file again without the entries that fail; of doubles the first stays."""
    kept: dict[str, list[str]] = {category: [] for category in written(language)}
    for category, word, wrong in examined(language):
        if not wrong:
            kept[category].append(word)
    rows = (f"{category}\t{'|'.join(words)}\n" for category, words in kept.items())
    (DATA / f"typical.{language}.tsv").write_text("".join(rows), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drop", action="store_true", help="take failing entries out")
    dropping = parser.parse_args().drop
    wrong = 0
    for language in LANGUAGES:
        for found in [*("\t".join((language, *f)) for f in faults(language)), *thin(language)]:
            wrong += 1
            print(found)
        if dropping:
            drop(language)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
