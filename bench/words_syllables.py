"""Measures the counter of syllables: python bench/words_syllables.py

Truth is the source's own count for its 10,000 most frequent nouns (`tests/words/data/nouns.*`,
which `tools/words` writes): Lexique's for French, CMUdict's first for English. None of these
nouns, nor a form of one, was among the words the spelling rules learnt from.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from brouhaha.words.phrase import LANGUAGES, Lang
from brouhaha.words.syllables import Syllables, count

NOUNS = Path(__file__).parents[1] / "tests" / "words" / "data"
LOAD = "from brouhaha.words import count; count('xylophone', '{lang}')"


def nouns(lang: Lang) -> dict[str, int]:
    lines = (NOUNS / f"nouns.{lang}.tsv").read_text("utf-8").splitlines()
    return {word: int(number) for word, number in (line.split("\t") for line in lines)}


def report(lang: Lang, lexicon: bool) -> str:
    truth = nouns(lang)
    counted = [count(word, lang, lexicon) for word in truth]
    rate = max(words_a_second(list(truth), lang, lexicon) for _ in range(5))
    right = share(n in c.accepted for n, c in zip(truth.values(), counted, strict=True))
    alone = share(c.accepted == (n,) for n, c in zip(truth.values(), counted, strict=True))
    return (
        f"| {lang} | {'on' if lexicon else 'off'} | {len(truth)} | {right:.2%} | {alone:.2%} "
        f"| {share(several(c) for c in counted):.2%} | {rate:,.0f} |"
    )


def words_a_second(words: list[str], lang: Lang, lexicon: bool) -> float:
    """In one core's time, whatever else the machine is doing."""
    start = time.process_time()
    for word in words:
        count(word, lang, lexicon)
    return len(words) / (time.process_time() - start)


def several(counted: Syllables) -> bool:
    return len(counted.accepted) > 1


def share(flags: Iterable[bool]) -> float:
    listed = list(flags)
    return sum(listed) / len(listed)


def load_ms(lang: Lang) -> float:
    """A fresh interpreter that counts one word, less one that only starts."""
    return 1000 * (_seconds(LOAD.format(lang=lang)) - _seconds("import msgspec"))


def _seconds(code: str) -> float:
    runs = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        runs.append(time.perf_counter() - start)
    return min(runs)


def main() -> None:
    print("| language | lexicon | nouns | right | right and alone | several counts | words/s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for lang in LANGUAGES:
        for lexicon in (True, False):
            print(report(lang, lexicon))
    for lang in LANGUAGES:
        print(f"\nimport, lexicon and first word, {lang}: {load_ms(lang):.0f} ms")


if __name__ == "__main__":
    main()
