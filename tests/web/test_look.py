"""The colours keep their promises (AA), and the built page keeps to its weight and to itself."""

import gzip
import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "web" / "src"
STATIC = ROOT / "src" / "brouhaha" / "server" / "static"
FIRST_LOAD_LIMIT = 90_000
WITH_STYLES_LIMIT = 94_208  # 92 KiB: with the styles and the page itself
TOKENS = (SRC / "look" / "tokens.css").read_text()


def colour(name: str, theme: int) -> str:
    """A token's colour; theme 0 is light, 1 is dark."""
    value = re.search(rf"--{name}: ([^;]+);", TOKENS)
    assert value, name
    shades: list[str] = re.findall(r"#[0-9a-f]{6}", value[1])
    return shades[theme] if len(shades) == 2 else shades[0]


def luminance(shade: str) -> float:
    parts = [int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


TEXT_ON_GROUND = [
    ("ink", "paper"),
    ("ink", "paper-2"),
    ("ink-2", "paper"),
    ("good", "paper"),
    ("bad", "paper"),
    ("on-tomato", "tomato"),
    ("on-teal", "teal"),
    ("on-sunflower", "sunflower"),
    ("card-ink", "card"),
    ("red", "card"),
    ("blue", "card"),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON_GROUND)
def test_text_meets_aa(text: str, ground: str, theme: int) -> None:
    assert contrast(colour(text, theme), colour(ground, theme)) >= 4.5


@pytest.mark.parametrize("six", ["blue", "orange", "mauve", "red", "yellow", "green"])
def test_signs_of_nimble_stand_out(six: str) -> None:
    ink = colour("card" if six in ("blue", "red") else "card-ink", 0)
    assert contrast(ink, colour(f"n-{six}", 0)) >= 3


PALE = {"yellow", "green", "pink", "orange"}


@pytest.mark.parametrize(
    "deck", ["yellow", "blue", "green", "pink", "orange", "purple", "teal", "brown"]
)
def test_numbers_on_deck_colours_meet_aa(deck: str) -> None:
    ink = colour("card-ink" if deck in PALE else "card", 0)
    assert contrast(ink, colour(f"d-{deck}", 0)) >= 4.5


@pytest.fixture(scope="module")
def built() -> Path:
    runpy.run_path(str(ROOT / "hatch_build.py"))["build_client"]()
    return STATIC


def first_load(built: Path, *screens: str) -> set[str]:
    """Everything that is fetched to show this, apart from the fonts, which nobody waits for: the
    page, its entry, the screens, what they import, their styles, and the texts of the language with
    the longer words."""
    manifest = json.loads((built / ".vite" / "manifest.json").read_text())
    folders = {screen.rpartition("/")[0] for screen in screens if "/games/" in screen}
    texts = [
        "src/i18n/fr.json",
        "src/refusals.fr.json",
        *(f"{folder}/fr.json" for folder in folders),
    ]
    wanted, files = ["index.html", *texts, *screens], {"index.html"}
    while wanted:
        chunk = manifest[wanted.pop()]
        if chunk["file"] not in files:
            files |= {chunk["file"], *chunk.get("css", [])}
            wanted += chunk.get("imports", [])
    return files


def screens(name: str) -> tuple[str, ...]:
    return tuple(f"src/{part}.svelte" for part in name.split(" + "))


GAMES = ("now", "nimble", "nono")
FIRST_LOADS = [
    "screens/Home",
    "screens/Table",
    # from a friend's link to the first card: the door shows the steps, a first match has hints
    *(
        f"screens/Table + games/{game}/Steps + games/{game}/Play + games/{game}/Hints"
        for game in GAMES
    ),
    *(f"screens/Table + games/{game}/Screen" for game in GAMES),
    *(f"screens/Table + games/{game}/Sheet" for game in GAMES),
    *(f"screens/Replay + games/{game}/Play" for game in GAMES),
    *(f"screens/Lesson + games/{game}/Lesson" for game in GAMES),
    *(f"screens/Rules + games/{game}/Examples" for game in GAMES),
]


@pytest.mark.parametrize("name", FIRST_LOADS)
def test_first_load_is_light(built: Path, name: str) -> None:
    fetched = first_load(built, *screens(name))
    weights = {f: len(gzip.compress((built / f).read_bytes())) for f in fetched}
    scripts = sum(weight for f, weight in weights.items() if f.endswith(".js"))
    assert scripts <= FIRST_LOAD_LIMIT, weights
    assert sum(weights.values()) <= WITH_STYLES_LIMIT, weights


def test_nothing_is_inline_or_from_elsewhere(built: Path) -> None:
    page = (built / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page) == []
    assert re.findall(r"(?:src|href)=\"(?!/)", page) == []
    for sheet in (built / "assets").glob("*.css"):
        assert re.findall(r"url\((?!/assets/)", sheet.read_text()) == []


def test_templates_carry_no_style_attribute(built: Path) -> None:
    """The content policy forbids them; style: directives go through the object model instead."""
    for script in (built / "assets").glob("*.js"):
        assert re.findall(r"<\w+[^<>]*\sstyle=", script.read_text()) == [], script.name
