"""The generic face plays every game, driven by keys alone, and fits every window."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.other_games import called, install_crowd, serving_games
from tests.plug_ins import build_and_unpack, install
from tools.house import House, Server
from tools.moments.nono import SPORTS
from tools.screens import IN_A_HURRY
from tools.sights import off_screen, resize, settle, switch_language, too_small, violations

pytestmark = pytest.mark.together("generic_face")


# NoNo waits for a word, also from who has passed; the bots never have one: none that they know ends as their handicap asks.
HARMLESS: Final = {
    "countdown": 0.05,
    "search": 3600,
    "answer": 3600,
    "handicap": [None, "last", "last"],
    "pass_final": False,
}
HARD: Final = {"turns": [SPORTS]}
QUICK: Final[dict[str, dict[str, Any]]] = {
    "now": {"options": IN_A_HURRY, "bots": ["gentle"]},
    "nimble": {"options": {"countdown": 0.05, "round": 8, "check": 0.05}, "bots": ["gentle"]},
    "nono": {"options": HARMLESS | {"turns": 1}, "deal": HARD, "bots": ["merciless"] * 2},
    "shout": {"bots": ["random"]},
    "trillium": {"options": {"countdown": 0.05, "time": 10}, "bots": ["gentle"]},
}
LONGEST: Final = 300.0  # seconds
FOCUS: Final = """() => {
  const { activeElement: at } = document;
  const form = at?.closest('.actions form');
  return { form: Boolean(form), kind: at?.tagName, submits: at?.type === 'submit', off: at?.disabled,
           pressed: at?.ariaPressed };
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("plug-ins")
    install(folder, called("shout"), entry="shout", package="shout_game")
    install_crowd(folder)
    build_and_unpack(ROOT / "examples" / "trillium", folder)
    with serving_games(folder, tmp_path_factory.mktemp("server")) as running:
        yield running


def press_something(page: Page, turn: int) -> str:
    """What somebody does who has no mouse: the keys of the buttons; Tab, Space and Enter in a form."""
    if page.locator(".actions form").count() == 0:
        page.keyboard.press(str(turn % 4 + 1))
        return "button"
    page.keyboard.press("Tab")
    at = page.evaluate(FOCUS)
    if at["form"] and at["kind"] == "INPUT":
        page.keyboard.type("elephant")
        page.keyboard.press("Enter")
        return "typed"
    if at["form"] and at["submits"]:
        page.keyboard.press("Enter")
        return "sent"
    if (
        at["form"]
        and at["pressed"] == "false"
        and page.locator(".actions [aria-pressed=true]").count() == 0
    ):
        page.keyboard.press("Space")
    return "moved"


def test_the_generic_face_plays_all_games_to_the_end_by_keyboard_alone(house: House) -> None:
    playing: dict[str, Page] = {}
    for game, wanted in QUICK.items():
        page = house.person(size=(1280, 800)).sit(house.open_table(game, **wanted), "?face=generic")
        page.locator(".go .big").focus()
        page.keyboard.press("Enter")
        page.locator(".generic").wait_for()
        settle(page)
        assert violations(page) == [], game
        playing[game] = page
    until, turn, did = time.monotonic() + LONGEST, 0, set()
    while playing:
        assert time.monotonic() < until, list(playing)
        turn += 1
        for game, page in list(playing.items()):
            if page.locator(".podium").count():
                del playing[game]
            else:
                did.add(press_something(page, turn))
                page.wait_for_timeout(20)
    assert {"button", "typed"} <= did


def test_the_generic_face_fits_phones_laptops_and_screens(house: House) -> None:
    """A match of NoNo that waits for a word, with its form."""
    bots = ["merciless"] * 2
    table = house.open_table("nono", options=HARMLESS, deal=HARD, bots=bots, start=True)
    page = house.person().sit(table, "?face=generic")
    screen = house.person(size=(1920, 1080)).go(f"/screen/{table.code}?face=generic")
    page.get_by_role("button", name="Stop").tap()
    for language, theme in (("fr", "dark"), ("en", "light")):
        for shown in (page, screen):
            switch_language(shown, language)
            shown.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            settle(shown)
            assert violations(shown) == [], (language, theme)
        for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
            resize(page, width, height)
            assert off_screen(page) == [], (width, height)
        assert too_small(page) == []


OUT_OF_SIGHT: Final = """all => all.filter((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
}).length"""


def test_twelve_people_see_each_other_on_a_big_screen_and_send_a_long_form_from_any_phone(
    house: House,
) -> None:
    """Nobody brought bots, words for everything, or a name that is read from left to right."""
    table = house.open_table("crowd-2", name="ليلى الطويلة جداً", bots=["random"] * 11, start=True)
    page = house.person("fr").sit(table)
    screen = house.person("en", size=(1920, 1080)).go(f"/screen/{table.code}")
    expect(page.get_by_role("heading", name="Misez tous")).to_be_visible()
    expect(screen.locator(".seats li")).to_have_count(12)
    for width, height in ((1920, 1080), (1280, 720)):
        resize(screen, width, height)
        assert screen.locator(".seats li").evaluate_all(OUT_OF_SIGHT) == 0, (width, height)
    send = page.get_by_role("button", name="Miser")
    for width, height in ((320, 568), (390, 844), (844, 390), (1366, 768)):
        resize(page, width, height)
        assert off_screen(page) == [], (width, height)
        assert send.evaluate_all(OUT_OF_SIGHT) == 0, (width, height)
        assert violations(page) == [], (width, height)
        for field in page.locator(
            ".actions .field"
        ).all():  # none is beyond where one can scroll to
            field.scroll_into_view_if_needed()
            assert field.locator("button, input").evaluate_all(OUT_OF_SIGHT) == 0, (width, height)
    page.get_by_role("button", name="Clock").click()
    page.get_by_label("Amount").fill("77")
    send.click()
    expect(page.get_by_text("La pendule coûte 77.").first).to_be_visible()
