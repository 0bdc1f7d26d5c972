"""Everything fits: eight players of the longest names, at every size from a small phone to a wall.

Each match is played once, and looked at moment after moment at every size; `make fit` does the same
for all the screens there are, in both languages.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.fingers import Fingers
from tests.browser.test_one_device import without_a_phone
from tools.fit import LAPTOPS, LONG_NAMES, SIDEWAYS, SIZES, TABLET, ZOOMED, at_every_size, crowded
from tools.house import House, Server
from tools.moments import MOMENTS
from tools.moments import crowd as crowd_of_eight
from tools.moments.journeys import JOURNEYS
from tools.screens import SCREENS, finished
from tools.sights import too_small
from tools.windows import Size, Windows

EVERY = SCREENS | MOMENTS
# The fullest screens round the games. The rest is `make fit`'s.
FULLEST = (
    "home",
    "home-game",
    "door",
    "lobby-eight",
    "lobby-eight-screen",
    "lobby-guest",
    "lobby-invitation",
    "lesson-now",
)


@pytest.fixture
def crowd(server: Server, windows: Windows) -> Iterator[House]:
    house = crowded(server, windows)
    yield house
    house.send_home()
    assert house.noise == []


@pytest.mark.parametrize("name", FULLEST)
def test_everything_fits(crowd: House, name: str) -> None:
    page = EVERY[name](crowd)
    assert list(at_every_size(page, name)) == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.together("ended")] if name == "end" else [])
        for name in JOURNEYS
    ],
)
def test_every_moment_of_a_match_fits(crowd: House, name: str) -> None:
    """With the hints of a first match, from a seat and on the big screen."""
    for moment, page in JOURNEYS[name](crowd):
        assert list(at_every_size(page, moment)) == []


# In everything that the server tells this window, the match ended so.
RANK = """(ranking) => {
  const rank = (told) => {
    if (told && typeof told === 'object') {
      if (told.result?.ranking) Object.assign(told.result, { ranking, winners: ranking[0] });
      Object.values(told).forEach(rank);
    }
    return told;
  };
  const { parse } = JSON;
  JSON.parse = (...given) => rank(parse(...given));
}"""
EQUALS = {
    "three won": [[0, 1, 2], [3], [4], [5], [6], [7]],
    "five are second": [[6], [1, 2, 3, 4, 5], [0], [7]],
    "all won": [list(range(8))],
}


@pytest.mark.together("ended")
@pytest.mark.parametrize("ranking", EQUALS.values(), ids=EQUALS)
def test_a_podium_of_equals_fits(crowd: House, ranking: list[list[int]]) -> None:
    """A phone on its side is where they have the least room."""
    table, _ = finished(crowd)
    person = crowd.person()
    person.page.add_init_script(f"({RANK})({ranking})")
    page = person.sit(table)
    page.locator(".podium.tied").wait_for()
    assert list(at_every_size(page, "end-eight", (*SIDEWAYS, ZOOMED))) == []


# In every resolution of NOW!, this seat takes the last Target, and the others stay.
TAKES = """(seat) => {
  const { parse } = JSON;
  JSON.parse = (...given) => {
    const told = parse(...given);
    const lines = (told?.events ?? []).filter((one) => ['taken', 'stayed'].includes(one.type));
    for (const line of lines.slice(0, -1)) line.type = 'stayed';
    for (const line of lines.slice(-1)) Object.assign(line, { type: 'taken', seat, card: 100 });
    return told;
  };
}"""


@pytest.mark.parametrize("seat", [0, 6])
def test_what_is_told_of_a_long_name_fits_beside_targets_that_stay(crowd: House, seat: int) -> None:
    table, page = crowd_of_eight.now_alone(crowd)
    person = crowd.person(size=LAPTOPS[0])
    person.page.add_init_script(f"({TAKES})({seat})")
    screen = person.go(f"/screen/{table.code}")
    screen.locator(".alarm").wait_for()
    crowd_of_eight.now_turn(page)
    screen.locator(".caption", has_text=LONG_NAMES[seat]).wait_for()
    assert list(at_every_size(screen, "now-eight-resolution-screen")) == []


@pytest.mark.parametrize("others", [("Bo", "Cy"), ("Bo", "Cy", "Wendelgard")], ids=len)
def test_three_and_four_hands_of_nimble_around_one_device_fit(
    house: House, others: tuple[str, ...]
) -> None:
    """The places at the sides lie between those at the ends."""
    house.touch = True
    page = house.person(size=TABLET).sit(house.open_table("nimble", options={"countdown": 0}))
    without_a_phone(page, *others)
    page.locator(".go .button.big:enabled").click()
    deck = page.get_by_role("region", name="Bo", exact=True).locator(".deck")
    deck.wait_for()
    Fingers(page).tap([deck])
    sizes = (TABLET, (1024, 768), (1180, 820), (1366, 768), (390, 844), (844, 390))
    assert list(at_every_size(page, "nimble-shared", sizes)) == []
    assert too_small(page) == []


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
def hand(server: Server, windows: Windows) -> Iterator[Page]:
    house = crowded(server, windows)
    yield EVERY["now-eight"](house)
    house.send_home()


def plant(page: Page, css: str) -> None:
    page.evaluate(
        """(css) => {
          window.fault ??= new CSSStyleSheet();
          window.fault.replaceSync(css);
          document.adoptedStyleSheets = [...new Set([...document.adoptedStyleSheets, window.fault])];
        }""",
        css,
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(hand: Page, fault: str) -> None:
    css, words, size = FAULTS[fault]
    plant(hand, css)
    found = settled(hand, size, lambda found: any(words in one for one in found))
    assert any(words in one for one in found), found
    plant(hand, "")
    assert settled(hand, size, lambda found: found == []) == []


def settled(page: Page, size: tuple[int, int], is_so: Callable[[list[str]], bool]) -> list[str]:
    """What is found once cards have landed and buttons have come: at the latest after ten looks."""
    for _ in range(10):
        found = list(at_every_size(page, "now-eight", [size]))
        if is_so(found):
            break
        page.wait_for_timeout(300)
    return found


def test_a_hint_that_pushes_the_hand_out_is_found(crowd: House) -> None:
    page = EVERY["nono-eight"](crowd)
    page.locator(".match > .hint").wait_for()
    plant(page, ".match > .hint { position: static; max-height: none; min-height: 60vh }")
    assert any(
        "cut above or below" in one for one in at_every_size(page, "nono-eight", [(844, 390)])
    )


def test_every_size_that_people_have_is_looked_at() -> None:
    assert {(320, 568), (844, 390), (740, 360), (683, 384), (1366, 768), (1920, 1080)} <= set(SIZES)
