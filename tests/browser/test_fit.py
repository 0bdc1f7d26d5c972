"""Everything fits: eight players of the longest names, at every size from a small phone to a wall.

Each test brings one table to a moment once, and looks at it at every size; `make fit` does the same
for all the screens there are, in both languages.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tools.fit import LONG_NAMES, SIZES, Size, at_every_size
from tools.house import House, Server
from tools.moments import MOMENTS
from tools.screens import SCREENS

EVERY = SCREENS | MOMENTS
# The fullest moments of each kind of screen. The rest is `make fit`'s.
FULLEST = (
    "home",
    "home-game",
    "door",
    "lobby-eight",
    "lobby-eight-screen",
    "now-eight-alarm",
    "now-eight-resolution-screen",
    "nimble-hand",
    "nono-hand",
    "nono-eight-answer",
    "end-eight",
    "lesson-now",
)


@pytest.fixture
def crowd(server: Server, browser: Browser) -> Iterator[House]:
    house = House(server, browser, names=LONG_NAMES, touch=False)
    yield house
    house.send_home()
    assert house.noise == []


@pytest.mark.parametrize("name", FULLEST)
def test_everything_fits(crowd: House, name: str) -> None:
    page = EVERY[name](crowd)
    assert list(at_every_size(page, name)) == []


# What it must find: each fault was there once, or could be.
FAULTS: dict[str, tuple[str, str, Size]] = {
    "a word that runs out of its button": (
        ".shout .poster { font-size: 3em; white-space: nowrap }",
        "runs out of",
        (1366, 768),
    ),
    "a page that is taller than the window": (
        ".play { min-height: 110vh !important }",
        "too tall",
        (1280, 720),
    ),
    "a button below the fold": (".thumb { translate: 0 40vh }", "below the fold", (844, 390)),
    "a card that covers names": (
        ".targets { z-index: 9; scale: 6 }",
        "hidden under",
        (1440, 900),
    ),
    "a foot that covers a button": (
        ".match > .bar { position: fixed; z-index: 9; inset: 50% 0 0; background: red }",
        "covered by",
        (390, 844),
    ),
    "type too small to read": (".name { font-size: 8px !important }", "type of 8.0 px", (320, 568)),
    "a text that is cut": (
        ".left { height: 0.3em; overflow: hidden }",
        "cut above or below",
        (740, 360),
    ),
    "a text beside the window": (".round { translate: -60vw 0 }", "beside the window", (683, 384)),
}


@pytest.fixture(scope="module")
def hand(server: Server, browser: Browser) -> Iterator[Page]:
    house = House(server, browser, names=LONG_NAMES, touch=False)
    page = EVERY["now-eight"](house)
    yield page
    page.context.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(hand: Page, fault: str) -> None:
    css, words, size = FAULTS[fault]
    hand.evaluate(
        """(css) => {
          window.fault ??= new CSSStyleSheet();
          window.fault.replaceSync(css);
          document.adoptedStyleSheets = [...new Set([...document.adoptedStyleSheets, window.fault])];
        }""",
        css,
    )
    found = list(at_every_size(hand, "now-eight", [size]))
    assert any(words in one for one in found), found
    hand.evaluate("window.fault.replaceSync('')")
    assert list(at_every_size(hand, "now-eight", [size])) == []


def test_every_size_that_people_have_is_looked_at() -> None:
    assert {(320, 568), (844, 390), (740, 360), (683, 384), (1366, 768), (1920, 1080)} <= set(SIZES)
