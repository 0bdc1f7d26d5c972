"""`brouhaha word`: settles a quarrel at a table that has the box.

Exit status 0: the phrase passes, or would but for a count that the table must vote on; 1: it does
not; 2: bad usage. The text is in the language of play, or in the one asked for with --say.
"""

from __future__ import annotations

import argparse
import sys

import msgspec

from brouhaha.words.judge import Finding, judge
from brouhaha.words.letters import fold
from brouhaha.words.phrase import LANGUAGES, Lang, language

_TEXT: dict[Lang, dict[str, str]] = {
    "en": {
        "passes": "{}: passes",
        "votes": "{}: passes if the table votes for its syllables",
        "fails": "{}: does not pass",
        "no_word": "there is no letter in it",
        "too_long": "it is too long",
        "foreign_sign": "“{}” is no letter of the language",
        "list": "one word or one expression, no list",
        "filler": "“{}” says nothing: one word or one expression",
        "missing": "missing: {}",
        "banned": "not allowed: {}",
        "plural": "made plural by -s, and an S was rolled",
        "category": "a word of the category: {}",
        "handicap": "the demanded letter is not where the handicap wants it",
        "syllables": "syllables: {} ({})",
        "wrong_count": "not {} of them",
        "unsure": "the counter does not know this word: let the table vote",
        "or": " or ",
    },
    "fr": {
        "passes": "{} : accepté",
        "votes": "{} : accepté si la table vote pour ses syllabes",
        "fails": "{} : refusé",
        "no_word": "il n'y a pas de lettre",
        "too_long": "c’est trop long",
        "foreign_sign": "« {} » n’est pas une lettre de la langue",
        "list": "un seul mot ou une seule expression, pas de liste",
        "filler": "« {} » ne veut rien dire : un seul mot ou une seule expression",
        "missing": "il manque : {}",
        "banned": "interdit : {}",
        "plural": "pluriel en -s, et un S est sorti",
        "category": "mot de la catégorie : {}",
        "handicap": "la lettre demandée n'est pas où le handicap la veut",
        "syllables": "syllabes : {} ({})",
        "wrong_count": "il n'y en a pas {}",
        "unsure": "le compteur ne connaît pas ce mot : à la table de voter",
        "or": " ou ",
    },
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("phrase", metavar="PHRASE", help="the word or words that were said")
    parser.add_argument("--lang", choices=LANGUAGES, required=True, help="the language of play")
    parser.add_argument(
        "--must",
        type=_letters,
        default=(),
        metavar="LETTERS",
        help="letters that must be in it: F,N",
    )
    parser.add_argument(
        "--ban",
        type=_letters,
        default=(),
        metavar="LETTERS",
        help="letters that must not be in it: U",
    )
    parser.add_argument("--syllables", type=_number, metavar="N", help="how many it must have")
    parser.add_argument("--category", help='a category of the game: "In Sports"')
    parser.add_argument(
        "--handicap",
        choices=("first", "last"),
        help="a letter of --must has to be its first or its last",
    )
    parser.add_argument("--say", choices=LANGUAGES, help="the language of the answer")
    parser.add_argument("--json", action="store_true", help="the verdict as JSON")


def run(args: argparse.Namespace) -> int:
    lang = language(args.lang)
    try:
        found = judge(
            args.phrase, lang, args.must, args.ban, args.syllables, args.category, args.handicap
        )
    except ValueError as error:
        print(f"brouhaha: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(lines(args.phrase, found, args.syllables, args.say or lang)))
    return 0 if found.ok else 1


def lines(phrase: str, found: Finding, syllables: int | None, say: Lang) -> list[str]:
    """The verdict in words: the ruling, then what is wrong, then the count."""
    text = _TEXT[say]
    wrong = {
        "no_word": not found.word,
        "missing": found.missing,
        "banned": found.banned,
        "plural": found.plural_refused,
        "category": found.category_words,
        "handicap": found.handicap_ok is False,
    }
    said = [text[_ruling(found)].format(phrase)]
    if found.word and found.refused:
        said.append(text[found.refused.code].format(found.refused.sign))
    said += [text[name].format(_listed(what)) for name, what in wrong.items() if what]
    return said + _counted(found, syllables, text)


def _ruling(found: Finding) -> str:
    if not found.ok:
        return "fails"
    return "votes" if found.syllables_ok is False else "passes"


def _listed(what: object) -> str:
    return ", ".join(what) if isinstance(what, tuple) else ""


def _counted(found: Finding, syllables: int | None, text: dict[str, str]) -> list[str]:
    if not found.syllables.accepted:
        return []
    counts = text["or"].join(map(str, found.syllables.accepted))
    said = [text["syllables"].format(found.syllables.cut, counts)]
    if found.syllables_ok is False and found.syllables.sure:
        said.append(text["wrong_count"].format(syllables))
    if not found.syllables.sure:
        said.append(text["unsure"])
    return said


def _letters(given: str) -> tuple[str, ...]:
    """Letters with commas between them."""
    typed = [letter.strip() for letter in given.split(",")]
    if any(len(letter) != 1 or len(fold(letter)) != 1 for letter in typed):
        raise argparse.ArgumentTypeError(f"not letters with commas between them: {given!r}")
    return tuple(fold(letter) for letter in typed)


def _number(given: str) -> int:
    if not given.isdecimal() or int(given) < 1:
        raise argparse.ArgumentTypeError(f"not a number of syllables: {given!r}")
    return int(given)
