"""Games that the page was not built with: on home, at the table, drawn by their own face or by the generic one.

One server has them all: the docs' smallest game without a face, the same with a face, with a face that throws, and with one
that cannot be read; one whose rules fail; one for twelve with what the docs do not foresee; Trillium, as its package installs
it; and what `brouhaha new` writes.
"""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from brouhaha.cli import main
from tests.browser.conftest import ROOT
from tests.browser.other_games import called, install_crowd, serving_games
from tests.browser.test_one_device import without_a_phone
from tests.plug_ins import build_and_unpack, install
from tools.house import House, Server
from tools.sights import off_screen, resize, settle, switch_language, too_small, violations
from tools.windows import PATIENCE

pytestmark = pytest.mark.together("faces")

FACE: Final = (Path(__file__).parent / "data" / "face.js").read_text(encoding="utf-8")
STYLE: Final = ".named { font-family: var(--poster); }\n"
MANY: Final = 16  # more games, so that home has twenty and some


def shout(page: Page, key: str) -> None:
    """Again until it is not too early any more."""
    podium, until = page.locator(".podium"), time.monotonic() + PATIENCE / 1000
    while not podium.count():
        assert time.monotonic() < until, "no shout counts"
        page.keyboard.press(key)
        page.wait_for_timeout(100)


SAID: Final = """
presentation = Presentation(
    name={"en": "Drawn!", "fr": "Dessiné !"},
    pitch={"en": "Shout first."},
    colour="#7a1f5c",
    minutes=(1, 1),
    lesson=True,
)
"""
BROKEN: Final = """
def act(self, state, seat, action, at, chance):
    return 1 / 0
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("plug-ins")
    face = {"page/face.js": FACE, "page/face.css": STYLE}
    install(folder, called("shout"), entry="shout", package="shout_game")
    install(folder, called("early", go=3_600_000), entry="early", package="early_game")
    install(folder, called("drawn", SAID), entry="drawn", package="drawn_game", files=face)
    throwing = {"page/face.js": FACE.replace("// here", "throw new Error('planted');")}
    install(folder, called("throws"), entry="throws", package="throws_game", files=throwing)
    unread = {"page/face.js": "export default {"}
    install(folder, called("unread"), entry="unread", package="unread_game", files=unread)
    install(folder, called("breaks", BROKEN), entry="breaks", package="breaks_game")
    late = FACE.replace("screen(", "shown(").replace('type: "shout" }', "type: noSuchName }")
    install(
        folder,
        called("late"),
        entry="late",
        package="late",
        files={"page/face.js": late, "page/face.css": ""},
    )
    install_crowd(folder)
    build_and_unpack(ROOT / "examples" / "trillium", folder)
    sources = tmp_path_factory.mktemp("sources")
    assert main(["new", "alone", "--in", str(sources)]) == 0
    build_and_unpack(sources / "alone", folder)
    for number in range(MANY):
        install(folder, called(f"more{number}"), entry=f"more{number}", package=f"more{number}")
    with serving_games(folder, tmp_path_factory.mktemp("server")) as running:
        yield running


def test_home_has_every_game_that_is_installed_and_no_link_that_leads_nowhere(house: House) -> None:
    page = house.person().go("/")
    games = page.locator("button.game")
    with urllib.request.urlopen(f"{house.server.url}/api/games", timeout=20) as answer:
        told = json.load(answer)
    assert len(told) > 20
    expect(games).to_have_count(len(told))
    expect(games.first).to_contain_text("NOW!")
    for language, theme in (("fr", "dark"), ("en", "light")):
        switch_language(page, language)
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800), (1920, 1080)):
            resize(page, width, height)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (width, height)
        settle(page)
        assert violations(page) == [], (language, theme)
    page.get_by_role("button", name=re.compile("^Drawn!")).click()
    sheet = page.locator("dialog[open]")
    expect(sheet.get_by_role("button", name="Play now")).to_be_visible()
    expect(sheet.get_by_role("link")).to_have_text(["Learn in two minutes"])  # it has no rules
    sheet.get_by_role("link").click()
    page.get_by_role("button", name="Shout!").click()
    expect(page.locator(".named")).to_be_visible()  # a match with bots


def test_without_an_answer_about_games_home_says_so_and_asks_again(house: House) -> None:
    person = house.person()
    person.page.route("**/api/games", lambda route: route.abort())
    page = person.go("/")
    expect(page.get_by_role("alert")).to_contain_text("doesn’t answer")
    page.unroute("**/api/games")
    page.get_by_role("button", name="Reload").tap()
    expect(page.locator("button.game").first).to_contain_text("NOW!")
    house.expect_noise("ERR_FAILED|preload")


def test_a_game_without_a_face_is_played_at_once_and_refusals_have_their_words(
    house: House,
) -> None:
    page = house.person("fr").go("/")
    page.get_by_role("button", name=re.compile("^Shout")).tap()
    page.get_by_role("button", name="Jouer tout de suite").tap()
    page.locator(".generic").wait_for()
    shout(page, "1")
    page.get_by_role("link", name="Revoir la partie").first.click()
    page.locator(".controls").wait_for()
    expect(page.locator(".generic")).to_be_visible()

    early = house.open_table("early", bots=["random"], start=True)
    page = house.person("fr").sit(early)
    page.locator(".generic").wait_for()
    page.keyboard.press("1")
    expect(page.get_by_text("Attends un peu.").first).to_be_visible()


def test_a_face_draws_hand_and_big_screen_in_both_languages_and_the_replay(house: House) -> None:
    table = house.open_table("drawn", bots=["random"], start=True)
    screen = house.person("fr", size=(1920, 1080)).go(f"/screen/{table.code}")
    page = house.person("en").sit(table)
    expect(page.get_by_role("button", name="Shout!")).to_be_visible()
    expect(page.locator(".named")).to_have_css("font-family", re.compile("Poster"))
    expect(screen.get_by_text("Qui crie ?")).to_be_visible()
    switch_language(page, "fr")
    expect(page.get_by_role("button", name="Crie !")).to_be_visible()
    shout(page, "s")
    screen.locator(".podium").wait_for()
    page.locator("a.button[href^='/replay/']").first.click()
    page.locator(".controls").wait_for()
    expect(page.get_by_text("Qui crie ?")).to_be_visible()
    page.get_by_role("button", name="Ana").click()
    expect(page.locator(".game [role=img]").first).to_be_visible()


TWO_TRIOS: Final = [1, 2, 3, 40, 41, 42]  # alike but for the leaf, and no other trio among them


def claim(page: Page, places: tuple[int, int, int]) -> None:
    """By keyboard on a laptop, by touch on a phone."""
    cards = page.locator(".tr-cards button:enabled")
    for place in places:
        cards.nth(place).tap()


def test_two_phones_and_a_big_screen_play_the_example_to_the_podium_and_see_it_again(
    house: House,
) -> None:
    options = {"countdown": 0.05, "freeze": 0}
    table = house.open_table("trillium", options=options, deal={"cards": TWO_TRIOS})
    ana = house.person("en").sit(table)
    screen = house.person("fr", size=(1920, 1080)).go(f"/screen/{table.code}")
    bo = house.person("fr").join(table.code, "Bo")
    bo.locator(".go .big").tap()
    ana.locator(".go .big:enabled").tap()
    expect(bo.get_by_text("Touche trois fleurs")).to_be_visible()
    expect(ana.get_by_text("Tap three flowers")).to_be_visible()
    expect(screen.locator(".tr-cards [role=img]")).to_have_count(6)
    expect(bo.get_by_role("img", name="1, corail, pétales ronds, sans feuille")).to_be_visible()
    for page, theme in ((ana, "dark"), (bo, "light"), (screen, "light")):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        settle(page)
        assert violations(page) == []
        assert off_screen(page) == []
    claim(bo, (0, 1, 3))  # no trio: it costs a point
    expect(screen.get_by_text("-1 point")).to_be_visible()
    claim(bo, (0, 1, 2))
    expect(ana.locator(".tr-cards button")).to_have_count(3)
    claim(ana, (0, 1, 2))
    expect(ana.get_by_role("heading", name="You won!")).to_be_visible()
    expect(screen.get_by_role("heading", name="Ana gagne")).to_be_visible()
    bo.locator("a.button[href^='/replay/']").first.click()
    bo.locator(".controls").wait_for()
    bo.get_by_role("button", name="Bo", exact=True).click()
    expect(bo.locator(".tr-cards")).to_be_visible()
    bo.go_back()


def test_a_game_that_draws_no_shared_screen_is_passed_round_behind_a_curtain(house: House) -> None:
    """Two people at one tablet, to the podium: nothing is seen between two hands, nor after a reload."""
    options = {"countdown": 0.05, "freeze": 0}
    table = house.open_table("trillium", options=options, deal={"cards": TWO_TRIOS})
    house.touch = True
    page = house.person(size=(768, 1024)).sit(table)
    without_a_phone(page, "Bo")
    expect(page.get_by_text("a curtain hides each hand")).to_be_visible()
    page.locator(".go .big:enabled").tap()
    cards = page.locator(".tr-cards")
    for name, left in (("Bo", 3), ("Ana", 0)):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_text(f"{name}, take the device")).to_be_visible()
        expect(cards).to_have_count(0)
        for size in ((844, 390), (320, 568), (1024, 768), (1366, 768), (768, 1024)):
            resize(page, *size)
            assert (off_screen(page), too_small(page)) == ([], []), size
        assert violations(page) == []
        page.locator(".curtain .button").tap()
        if name == "Bo":
            expect(cards).to_be_visible()
            page.reload()
            page.get_by_role("button", name=name, exact=True).tap()
            page.locator(".curtain .button").tap()
        claim(page, (0, 1, 2))
        if left:
            expect(page.locator(".tr-cards button")).to_have_count(left)
            page.get_by_role("button", name=re.compile(name)).first.tap()
            expect(cards).to_have_count(0)
    page.locator(".podium").wait_for()


@pytest.mark.parametrize("game", ["throws", "unread", "late"])
def test_a_face_that_fails_is_replaced_and_it_is_said(house: House, game: str) -> None:
    table = house.open_table(game, bots=["random"], start=True)
    page = house.person().sit(table)
    if game == "late":  # it draws no big screen, and throws when a key is pressed
        watching = house.person().go(f"/watch/{table.code}")
        expect(watching.locator(".generic")).to_be_visible()
        expect(watching.get_by_text("own screen failed")).to_have_count(0)
        expect(page.locator(".named")).to_be_visible()
        page.keyboard.press("s")
    expect(page.locator(".generic")).to_be_visible()
    expect(page.get_by_text("own screen failed").first).to_be_visible()
    shout(page, "1")
    house.expect_noise("planted|Unexpected|noSuchName|face")


def test_a_game_that_fails_says_so_and_the_lobby_is_there_again(house: House) -> None:
    table = house.open_table("breaks", bots=["random"], start=True)
    screen = house.person("fr", size=(1920, 1080)).go(f"/screen/{table.code}")
    page = house.person("en").sit(table)
    page.locator(".generic").wait_for()
    screen.locator(".generic").wait_for()
    page.keyboard.press("1")
    expect(page.get_by_text("The game itself has failed").first).to_be_visible()
    expect(page.locator(".go .big")).to_be_visible()
    expect(screen.get_by_text("Le jeu lui-même a eu une erreur").first).to_be_visible()


def test_the_face_of_a_new_game_is_played_by_touch_and_keys_and_fits(house: House) -> None:
    options = {"rounds": 2, "pick": 3600, "show": 0.05}
    table = house.open_table("alone", options=options, bots=["gentle"], start=True)
    screen = house.person("en", size=(1920, 1080)).go(f"/screen/{table.code}")
    page = house.person("fr").sit(table)
    cards = page.locator(".hand button")
    expect(cards).to_have_count(5)
    expect(page.get_by_text("Manche 1 sur 2")).to_be_visible()
    expect(screen.get_by_text("Round 1 of 2")).to_be_visible()
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        resize(page, width, height)
        assert off_screen(page) == [], (width, height)
    assert too_small(page) == []
    settle(page)
    for shown in (page, screen):
        assert violations(shown) == []
    cards.nth(4).tap()
    expect(page.get_by_text("Manche 2 sur 2")).to_be_visible()
    page.keyboard.press("3")
    for shown in (page, screen):
        shown.locator(".podium").wait_for()
