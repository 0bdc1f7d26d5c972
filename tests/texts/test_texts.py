"""What people read keeps its typography and its terms (docs/glossary.md), in both languages."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import brouhaha
from brouhaha import games
from brouhaha.engine.errors import Words, refusals_of
from brouhaha.words.categories import categories

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "brouhaha" / "games"
RULES = sorted(GAMES.glob("*/rules/*.md"))
Text = tuple[str, str, str]  # where it is, its language, what it says

TYPOGRAPHY = {
    "en": {
        "straight apostrophe": r"(?<=\w)'(?=\w)",
        "three dots": r"\.\.\.",
        "no-break space": "[\u00a0\u202f]",
    },
    "fr": {
        "straight apostrophe": r"(?<=\w)'(?=\w)",
        "three dots": r"\.\.\.",
        "breaking space before a sign": r" [;:!?»]",
        "breaking space after «": r"« ",
        "no space before a sign": r"(?<=[^\W\d_])[;?»](?!\w)|«\w",
        "no space before !": r"(?<=\w)!",
        "capital without its accent": r"\bA l[a’]|\bEtre\b|\bEmotion",
        "narrow space": "\u202f",
    },
}
NAMES = re.compile(r"\b(?:NOW|Stop)!")  # names of the games, without a space in any language

REJECTED = {
    "en": r"throw(?:n|ing)? (?:it )?away|load (?:it |the page )?again|the line\b|two-coloured|both-colour"
    r"|standing room|equals share|in the end\b|look well|\bwho has not",
    "fr": r"\bun Parfait\b|\bronds?\b|dés? d’(?:ordre|interdit)|dés? de syllabes|\bDéfi\b|\bjett?e"
    r"|Regarde aussi|laisse dire|ne dit pas|arrête l’horloge|\bbots?\b|les égaux|\bBof\b"
    r"|c’est l’heure|détail en anglais|\bvous\b",
}


def catalogues() -> Iterator[Text]:
    for path in sorted((ROOT / "web" / "src").rglob("*.json")):
        if path.stem in ("en", "fr"):
            for key, text in json.loads(path.read_text(encoding="utf-8")).items():
                if key != "switch.language":  # it speaks to whoever reads the other language
                    yield f"{path.relative_to(ROOT)} {key}", path.stem, text


def refusals() -> Iterator[Text]:
    """The sentences, and the words that fill them where these are constants."""
    for module in pkgutil.walk_packages(brouhaha.__path__, "brouhaha."):
        if module.name.endswith(".refusals"):
            loaded = import_module(module.name)
            said = [value for value in vars(loaded).values() if isinstance(value, Words)]
            sentences = [Words(refusal.en, refusal.fr) for refusal in refusals_of(loaded)]
            for each in (*sentences, *said):
                yield module.name, "en", each.en
                yield module.name, "fr", each.fr


def rules() -> Iterator[Text]:
    for path in RULES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            spoken = re.sub(r"`[^`]*`|<!--.*?-->", "", line)
            yield f"{path.parts[-3]}/{path.name}:{number}", path.stem, spoken


def presentations() -> Iterator[Text]:
    """What the games say of themselves, and what their levels are called."""
    for name in ("now", "nimble", "nono"):
        said = games.find(name).presented()
        words = [said.name, said.pitch]
        words += [text for level in said.levels for text in (level.name, level.why)]
        for option in said.options.values():
            words += [option.label, option.why, *option.values.values()]
        for number, texts in enumerate(words):
            for language, text in texts.items():
                yield f"presentation of {name}, text {number}", language, text


def cards() -> Iterator[Text]:
    for category in categories().values():
        yield category.id, "en", category.en
        yield category.id, "fr", category.fr


ALL = [*catalogues(), *refusals(), *rules(), *presentations(), *cards()]


def faults(language: str, text: str) -> list[str]:
    """What is wrong with the signs of a text."""
    plain = NAMES.sub("NAME", text)
    return [name for name, sign in TYPOGRAPHY[language].items() if re.search(sign, plain)]


def test_all_kinds_of_texts_are_read() -> None:
    assert len(ALL) > 1500
    for kind in (catalogues, refusals, rules, presentations, cards):
        assert {language for _, language, _ in kind()} == {"en", "fr"}


def test_the_typography_is_kept() -> None:
    found = [(where, faults(language, text), text) for where, language, text in ALL]
    assert [each for each in found if each[1]] == []


def test_no_rejected_term_is_used() -> None:
    found = [
        (where, text)
        for where, language, text in ALL
        if re.search(REJECTED[language], text, flags=re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It's yours"),
        ("en", "Wait..."),
        ("en", "Who\u00a0?"),
        ("fr", "C'est bon"),
        ("fr", "On y va !"),
        ("fr", "On y va!"),
        ("fr", "On y va\u202f!"),
        ("fr", "Code : {code}"),
        ("fr", "Qui?"),
        ("fr", "« Sport »"),
        ("fr", "«Sport»"),
        ("fr", "A la plage"),
        ("fr", "Etre vivant"),
        ("fr", "Attends..."),
    ],
)
def test_a_planted_fault_is_found(language: str, text: str) -> None:
    assert faults(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It’s “NOW!”, you say… Stop!"),
        ("fr", "Crie Stop! ou NOW!\u00a0: c’est «\u00a0Go\u00a0!\u00a0»…"),
    ],
)
def test_good_typography_passes(language: str, text: str) -> None:
    assert faults(language, text) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "C’est un Parfait"), ("fr", "dé d’ordre"), ("fr", "Jette-la"), ("en", "Throw it away")],
)
def test_a_planted_term_is_found(language: str, text: str) -> None:
    assert re.search(REJECTED[language], text, flags=re.IGNORECASE)


@pytest.mark.parametrize("game", ["now", "nimble", "nono"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_name_every_house_rule_as_the_page_does(game: str, language: str) -> None:
    page = (GAMES / game / "rules" / f"{language}.md").read_text(encoding="utf-8")
    labels = [option.label[language] for option in games.find(game).presentation.options.values()]
    assert [label for label in labels if f"| {label} |" not in page] == []


@pytest.mark.parametrize("path", RULES, ids=lambda p: f"{p.parts[-3]}.{p.stem}")
def test_the_drawn_examples_come_before_the_fine_print(path: Path) -> None:
    before, after = path.read_text(encoding="utf-8").split("<!-- examples -->")
    assert "`" not in before
    assert "`" in after
