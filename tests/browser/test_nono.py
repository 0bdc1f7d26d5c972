"""NoNo in real windows: a whole match on every kind of screen, races, bad lines, every eye."""

import re
import time
from typing import Any, Final

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tools.house import SIZES, House
from tools.sights import off_screen, resize, settle, switch_language, too_small, violations

NO_CLOCKS = {"countdown": 0, "search": 0, "answer": 0, "vote": 0, "verdict": 0}
THEMES: Final = ("light", "dark")
SPORTS = {"category": "In Sports", "order": [["R", 1], ["M", 2]], "ban": "U", "multiplier": 2}
ZOO = {"category": "At the Zoo", "order": [["S", 1], ["P", 2]], "syllables": 2, "multiplier": 3}
DEAL = {"turns": [SPORTS, ZOO]}
# No word that this bot knows ends with a letter of the dice: it votes, and never stops.
HARMLESS: Final = {"bots": ["merciless"], "options": NO_CLOCKS | {"handicaps": [None, "last"]}}

FIRST_MOMENT = 400  # ms: a tap that comes together with a new card is not for it

STOP = "button.stop"
FIELD = ".answer input"
THUMBS = ".thumbs button"
LINES = ".verdict .lines > li"
SUM = ".verdict .sum b [aria-hidden]"
ON = ".thumb button.big"
BELOW = """() => [...document.querySelectorAll('.thumb button, .thumbs button, .answer input, .answer button')]
  .map((node) => Math.round(node.getBoundingClientRect().bottom - innerHeight))
  .filter((below) => below > 1)"""
UNSEEN = """() => [...document.querySelectorAll('.answer h2, .answer .die, .answer input, .answer .clock')]
  .map((node) => node.getBoundingClientRect())
  .filter((box) => box.top < -1 || box.bottom > innerHeight + 1).length"""


def stop(page: Page) -> None:
    page.locator(STOP).wait_for()
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(STOP).click()
    expect(page.locator(FIELD)).to_be_focused()


def say(page: Page, word: str) -> None:
    page.keyboard.type(word)
    page.keyboard.press("Enter")


def total(page: Page, points: str) -> None:
    """Skips to the end of the verdict and finds this sum."""
    page.locator(".verdict .said").click(timeout=30_000)
    expect(page.locator(SUM)).to_have_text(points)


def gather(house: House, language: str, options: dict[str, Any]) -> tuple[Page, Page, Page]:
    """Ana, Bo and Cy, whom nobody hurries; Ana's page speaks this language."""
    table = house.open_table("nono", options=options, deal=DEAL)
    ana = house.person(language).sit(table)
    bo = house.person(language, size=SIZES["small"]).join(table.code, "Bo")
    cy = house.person(size=SIZES["laptop"]).join(table.code, "Cy")
    for guest in (bo, cy):
        guest.locator(".button.big").click()
    ana.locator(".button.big:enabled").click()
    return ana, bo, cy


def test_two_phones_a_laptop_and_a_big_screen_play_a_whole_match(house: House) -> None:
    table = house.open_table("nono", deal=DEAL, **HARMLESS)
    ana = house.person(theme="dark").sit(table)
    bo = house.person(language="fr", size=SIZES["small"]).join(table.code, "Bo")
    cy = house.person(size=SIZES["laptop"]).join(table.code, "Cy")
    screen = house.person(size=SIZES["screen"]).go(f"/screen/{table.code}")
    screen.locator(".round").wait_for()
    for guest in (bo, cy):
        guest.locator(".button.big").click()
    ana.locator(".button.big:enabled").tap()
    everybody = (ana, bo, cy, screen)

    # A right word.
    stop(ana)
    expect(screen.get_by_text("Ana is typing")).to_be_visible()
    expect(bo.get_by_text("Ana écrit")).to_be_visible()
    say(ana, "Marathon")
    bo.locator(THUMBS).first.tap()
    cy.locator(THUMBS).first.wait_for()
    cy.keyboard.press("ArrowUp")
    expect(screen.locator(".lines")).to_have_count(0)  # no thumb before all are told
    for page in everybody:
        total(page, "+6")
    assert screen.locator(".letter.demanded").all_inner_texts() == ["M", "r"]

    for page in (ana, bo, cy):
        page.locator(ON).click()

    # One with much to say against it, by keyboard alone; Ana has no word.
    ana.locator(STOP).wait_for()
    ana.wait_for_timeout(FIRST_MOMENT)
    ana.locator("button.pass").tap()
    expect(ana.get_by_text("You passed")).to_be_visible()
    expect(screen.locator(".player.passed")).to_have_count(1)
    cy.keyboard.press("Space")
    expect(cy.locator(FIELD)).to_be_focused()
    say(cy, "apes")
    for page in (ana, bo):
        page.locator(THUMBS).last.tap()
    for page in everybody:
        total(page, "−20")
        expect(page.locator(f"{LINES}.bad")).to_have_count(2)
    for page in (ana, bo):
        page.locator(ON).tap()
    cy.locator(ON).wait_for()
    cy.keyboard.press("Enter")

    for page in everybody:
        expect(page.locator(".podium")).to_be_visible()
        expect(page.locator(".sheet .cards tbody tr")).to_have_count(2)
    sheets = [page.locator(".sheet td.number").all_inner_texts() for page in everybody]
    assert sheets == [["6", "0", "0", "−20", "+6", "−20"]] * 4


def test_who_stops_second_learns_by_how_much(house: House) -> None:
    ana, bo, _ = gather(house, "en", NO_CLOCKS)
    for page in (ana, bo):
        page.locator(STOP).wait_for()
        page.wait_for_timeout(FIRST_MOMENT)
    at = (time.time() + 0.5) * 1000
    for page in (ana, bo):
        page.evaluate(
            f"at => void setTimeout(() => document.querySelector('{STOP}').click(), at - Date.now())",
            at,
        )
    beaten = re.compile("quicker")
    until = time.monotonic() + 10
    ana.wait_for_timeout(200)  # both fields are there until the server has said who was first
    while ana.locator(FIELD).count() + bo.locator(FIELD).count() != 1:
        assert time.monotonic() < until
    first, second = (ana, bo) if ana.locator(FIELD).count() else (bo, ana)
    expect(second.locator(".beaten")).to_contain_text(beaten)
    say(first, "marathon")
    expect(second.locator(THUMBS)).to_have_count(2)


def test_a_phone_that_reloads_or_loses_its_line_comes_back_to_its_word(house: House) -> None:
    lines: list[WebSocketRoute] = []
    cut = False

    def carry(line: WebSocketRoute) -> None:
        if cut:
            line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    person = house.person()
    person.page.route_web_socket(re.compile("/ws$"), carry)
    bots = ["gentle", "gentle"]
    page = person.sit(house.open_table("nono", options=NO_CLOCKS, deal=DEAL, bots=bots, start=True))
    stop(page)
    page.reload()
    expect(page.locator(FIELD)).to_be_focused()

    page.keyboard.type("mara")
    cut = True
    lines[-1].close()
    expect(page.get_by_text("Lost the line")).to_be_visible()
    page.keyboard.type("thon")
    cut, before = False, len(lines)
    while len(lines) == before:
        page.wait_for_timeout(20)
    expect(page.get_by_text("Lost the line")).to_be_hidden()
    expect(page.locator(FIELD)).to_have_value("marathon")
    page.locator(FIELD).press("Enter")
    expect(page.get_by_text("The others vote on your word")).to_be_visible()


def for_everybody(page: Page) -> None:
    """At every size nothing is out of reach; in both themes axe finds nothing."""
    before = page.viewport_size
    assert before is not None
    for size, (width, height) in SIZES.items():
        resize(page, width, height)
        assert off_screen(page) == [], size
        assert page.evaluate(BELOW) == [], size
        assert too_small(page) == [], size
    resize(page, before["width"], before["height"])
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        settle(page)
        assert violations(page) == [], theme


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_moment_of_a_turn_is_for_everybody(house: House, language: str) -> None:
    ana, bo, cy = gather(house, language, NO_CLOCKS | {"language": language})
    screen = house.person(language, size=SIZES["screen"]).go(f"/screen/{ana.url[-6:]}")
    screen.locator(".category").wait_for()
    ana.locator(STOP).wait_for()
    for_everybody(ana)
    stop(ana)
    for_everybody(ana)
    resize(ana, 320, 300)  # what a keyboard leaves of a small phone
    assert ana.evaluate(UNSEEN) == 0
    for_everybody(bo)
    say(ana, "zzgrub sssnake")
    bo.locator(THUMBS).first.wait_for()
    for_everybody(bo)
    for_everybody(screen)
    for page in (bo, cy):
        page.locator(THUMBS).last.click()
    ana.locator(ON).or_(ana.locator(".thumb button")).first.click()
    for page in (ana, screen):
        page.locator(f"{LINES} .votes").wait_for()
        for_everybody(page)


def test_the_lesson_leads_by_the_hand(house: House) -> None:
    page = house.person().go("/learn/nono")
    bubble = page.locator(".bubble")
    page.locator(STOP).wait_for()
    expect(bubble).to_contain_text("Marathon!")
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator("button.pass").tap()  # one thing at a time
    page.locator(STOP).tap()
    say(page, "marathon")
    total(page, "+6")
    expect(bubble).to_contain_text("Six points")
    page.locator(ON).tap()
    stop(page)
    say(page, "apes")
    total(page, "−20")
    for_everybody(page)
    page.locator(ON).tap()
    page.locator(THUMBS).first.tap()
    expect(bubble).to_contain_text("referee")
    switch_language(page, "fr")
    page.locator(ON, has_text="Jouer").tap()
    expect(page.locator(".bar")).to_be_visible()
