"""Every text is in both languages, is used, and none is written in the code."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from brouhaha import games
from brouhaha.server.describe.game_info import game_info
from brouhaha.server.http.types import OptionInfo

SRC = Path(__file__).resolve().parents[2] / "web" / "src"


@dataclass(frozen=True)
class Catalogue:
    """One pair en.json / fr.json and the sources that may use it."""

    folder: Path
    sources: tuple[Path, ...]

    @property
    def name(self) -> str:
        return self.folder.relative_to(SRC).as_posix()

    def texts(self, language: str) -> dict[str, str]:
        loaded: dict[str, str] = json.loads((self.folder / f"{language}.json").read_text())
        return loaded


def code_files(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(p for p in folder.rglob("*") if p.suffix in {".svelte", ".ts"}))


def catalogues() -> list[Catalogue]:
    """The page's own serves all sources; one in another folder serves that folder."""
    found = []
    for english in sorted(SRC.rglob("en.json")):
        folder = english.parent
        scope = SRC if folder.name == "i18n" else folder
        found.append(Catalogue(folder, code_files(scope)))
    return found


def wanted_by(option: OptionInfo) -> set[str]:
    """Of which of an option's values people must be told what they mean."""
    more = {"switch": ["false", "true"], "by_seat": ["none"], "seat": ["none"]}
    if option.kind == "whole" or option.kind == "seconds":
        return set()
    values = [str(value) for value in option.values or ()]
    return {*more.get(option.kind, []), *values, *(option.asks or ())}


def markup(svelte: str) -> str:
    """A component without its script, style, comments and {expressions}: what it says literally."""
    text = re.sub(r"<!--.*?-->", "", svelte, flags=re.DOTALL)
    text = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    return _without_braces(text)


def _without_braces(text: str) -> str:
    kept, depth = [], 0
    for char in text:
        depth += char == "{"
        if depth == 0:
            kept.append(char)
        depth -= char == "}"
    return "".join(kept)


CALL = re.compile(r"\bt\(\s*'([\w.]+)'")
GROUP = re.compile(r"\.of\(\s*'(\w+)'")
# A choice between texts, `t(ready ? 'a' : 'b')`, or a key kept in a table.
QUOTED = re.compile(r"'([\w.]+)'")
SLOT = re.compile(r"\{(\w+)")
SPOKEN_ATTRIBUTE = re.compile(r"\b(?:aria-label|title|placeholder|alt|label)=\"([^\"]*)\"")
LITERAL = re.compile(r"[>=]\s*\{'([^']*)'\}")
LETTER = re.compile(r"[^\W\d_]")

ALL = catalogues()
each_catalogue = pytest.mark.parametrize("catalogue", ALL, ids=lambda c: c.name)


def known_keys() -> set[str]:
    return {key for catalogue in ALL for key in catalogue.texts("en")}


def test_there_are_catalogues() -> None:
    assert (SRC / "i18n") in [catalogue.folder for catalogue in ALL]


@each_catalogue
def test_both_languages_have_the_same_keys(catalogue: Catalogue) -> None:
    assert set(catalogue.texts("en")) == set(catalogue.texts("fr"))


@each_catalogue
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_text_is_empty(catalogue: Catalogue, language: str) -> None:
    assert [key for key, text in catalogue.texts(language).items() if not text.strip()] == []


@each_catalogue
def test_both_languages_use_the_same_parameters(catalogue: Catalogue) -> None:
    french = catalogue.texts("fr")
    differing = [
        key
        for key, text in catalogue.texts("en").items()
        if set(SLOT.findall(text)) != set(SLOT.findall(french[key]))
    ]
    assert differing == []


@pytest.mark.parametrize("name", ["now", "nimble", "nono"])
def test_every_option_is_named_and_explained(name: str) -> None:
    for option in game_info(games.find(name)).options.values():
        words = [option.label, option.why, *option.value_names.values()]
        assert all(set(text) == {"en", "fr"} and all(text.values()) for text in words)
        assert set(option.value_names) == wanted_by(option)


@each_catalogue
def test_every_text_is_used(catalogue: Catalogue) -> None:
    code = "\n".join(path.read_text() for path in catalogue.sources)
    quoted, groups = set(QUOTED.findall(code)), set(GROUP.findall(code))
    unused = [
        key
        for key in catalogue.texts("en")
        if key not in quoted and key.rpartition(".")[0] not in groups
    ]
    assert unused == []


def test_every_text_asked_for_exists() -> None:
    keys = known_keys()
    groups = {key.rpartition(".")[0] for key in keys}
    missing = []
    for path in code_files(SRC):
        code = path.read_text()
        missing += [f"{path.name}: {key}" for key in CALL.findall(code) if key not in keys]
        missing += [
            f"{path.name}: {group}.*" for group in GROUP.findall(code) if group not in groups
        ]
    assert missing == []


def test_no_text_is_written_in_the_code() -> None:
    found = []
    for path in SRC.rglob("*.svelte"):
        said = markup(path.read_text())
        texts = [*re.split(r"<[^>]*>", said), *SPOKEN_ATTRIBUTE.findall(said)]
        found += [f"{path.name}: {text.strip()}" for text in texts if LETTER.search(text)]
    assert found == []


def test_no_text_hides_in_a_literal() -> None:
    """The gallery is for those who build the page; it names parts by their names in code."""
    found = []
    for path in SRC.rglob("*.svelte"):
        if path.name != "Gallery.svelte":
            texts = LITERAL.findall(path.read_text())
            found += [f"{path.name}: {text}" for text in texts if LETTER.search(text)]
    assert found == []
