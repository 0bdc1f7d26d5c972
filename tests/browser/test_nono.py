"""NoNo in real windows: a whole match on every kind of screen, races, bad lines, every eye."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tools.house import SIZES, House, Person, Table
from tools.sights import Theme, look_and_return, resize, switch_language

NO_CLOCKS = {"countdown": 0, "search": 0, "answer": 0, "vote": 0, "verdict": 0}
SPORTS = {"category": "In Sports", "order": [["R", 1], ["M", 2]], "ban": "U", "multiplier": 2}
ZOO = {"category": "At the Zoo", "order": [["S", 1], ["P", 2]], "syllables": 2, "multiplier": 3}
DEAL = {"turns": [SPORTS, ZOO]}
# No word that this bot knows ends with a letter of the dice: it votes, and never stops.
HARMLESS: Final[dict[str, Any]] = {
    "bots": ["merciless"],
    "options": NO_CLOCKS | {"handicap": [None, "last"]},
}

FIRST_MOMENT = 400  # ms: a tap that comes together with a new card is not for it

STOP = "button.stop"
FIELD = ".answer input"
THUMBS = ".thumbs button"
LINES = ".verdict .lines > li"
SUM = ".verdict .sum b [aria-hidden]"
ON = ".thumb button.big"
BUTTONS = ".thumb button, .thumbs button, .answer input, .answer button"
UNSEEN = """() => [...document.querySelectorAll('.answer h2, .answer .die, .answer input, .answer .clock')]
  .map((node) => node.getBoundingClientRect())
  .filter((box) => box.top < -1 || box.bottom > innerHeight + 1).length"""


def see_card(page: Page) -> None:
    """A card lies there, and not only since this moment."""
    page.locator(STOP).wait_for()
    page.wait_for_timeout(FIRST_MOMENT)


def stop(page: Page) -> None:
    see_card(page)
    page.locator(STOP).click()
    expect(page.locator(FIELD)).to_be_focused()


def say(page: Page, word: str) -> None:
    page.keyboard.type(word)
    page.keyboard.press("Enter")


def total(page: Page, points: str) -> None:
    """Skips to the end of the verdict and finds this sum."""
    page.locator(".verdict .said").click()
    expect(page.locator(SUM)).to_have_text(points)


def gather(house: House, language: str, options: dict[str, Any], bos: Person) -> tuple[Page, ...]:
    """Ana, Bo and Cy, whom nobody hurries; Ana's page speaks this language."""
    table = house.open_table("nono", options=options, deal=DEAL)
    ana = house.person(language).sit(table)
    bo = bos.join(table.code, "Bo")
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
    expect(screen.locator(".stop .stopped")).to_contain_text("Ana is typing")
    expect(bo.locator(".middle .stopped")).to_contain_text("Ana écrit")
    say(ana, "Marathon")
    bo.locator(THUMBS).first.tap()
    cy.locator(THUMBS).first.wait_for()
    expect(bo.locator(THUMBS)).to_have_count(0)
    expect(screen.locator(".lines")).to_have_count(0)  # no thumb before all are told
    cy.keyboard.press("ArrowUp")
    for page in everybody:
        total(page, "+6")
    expect(screen.locator(".letter.demanded")).to_have_text(["M", "r"])

    for page in (ana, bo, cy):
        page.locator(ON).click()

    # One with much to say against it, by keyboard alone; Ana has no word.
    see_card(ana)
    ana.locator("button.pass").tap()
    expect(ana.locator(".thumb .wait")).to_contain_text("You passed")
    expect(screen.locator(".player.passed")).to_have_count(1)
    see_card(cy)
    cy.keyboard.press("Space")
    expect(cy.locator(FIELD)).to_be_focused()
    say(cy, "apes")
    for page in (ana, bo):
        page.locator(THUMBS).last.tap()
    for page in everybody:
        total(page, "−23")
        expect(page.locator(f"{LINES}.bad")).to_have_count(3)
    for page in (ana, bo):
        page.locator(ON).tap()
    cy.locator(ON).wait_for()
    cy.keyboard.press("Enter")

    for page in everybody:
        expect(page.locator(".podium")).to_be_visible()
        expect(page.locator(".sheet .cards tbody tr")).to_have_count(2)
        numbers = ["6", "0", "0", "−23", "+6", "−23"]
        expect(page.locator(".sheet td.number")).to_have_text(numbers)


def test_who_stops_second_learns_by_how_much(house: House) -> None:
    person = house.person(size=SIZES["small"])
    line = Line(person.page)
    ana, bo, cy = gather(house, "en", NO_CLOCKS, person)
    see_card(bo)
    line.is_slow = True  # Bo does not hear yet that Ana has stopped
    stop(ana)
    expect(cy.locator(".middle .stopped")).to_contain_text("Ana is typing")
    bo.locator(STOP).click()
    for page in (ana, bo):  # both may type until they have heard who was first
        expect(page.locator(FIELD)).to_be_focused()
    line.hurry()
    expect(bo.locator(".beaten")).to_contain_text(re.compile(r"Ana was (\d+ ms|a hair) quicker"))
    expect(bo.locator(FIELD)).to_have_count(0)
    say(ana, "marathon")
    expect(bo.locator(THUMBS)).to_have_count(2)


def test_a_phone_that_reloads_or_loses_its_line_comes_back_to_its_word(house: House) -> None:
    table = house.open_table("nono", deal=DEAL, **HARMLESS)
    person = house.person()
    line = Line(person.page)
    page = person.sit(table)
    begin_with_bo(house, table, page)
    stop(page)
    page.reload()
    expect(page.locator(FIELD)).to_be_focused()

    page.keyboard.type("mara")
    line.cut()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.keyboard.type("thon")
    line.mend()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.locator(FIELD)).to_have_value("marathon")
    page.locator(FIELD).press("Enter")  # and Bo takes his time
    expect(page.locator(".vote .wait")).to_contain_text("The others vote on your word")


def begin_with_bo(house: House, table: Table, host: Page) -> Page:
    """Bo joins, and it begins; Bo's window."""
    bo = house.person().join(table.code, "Bo")
    bo.locator(".button.big").click()
    host.locator(".button.big:enabled").click()
    return bo


def test_news_of_the_table_leave_the_typed_word_alone(house: House) -> None:
    table = house.open_table("nono", deal=DEAL, **HARMLESS)
    person = house.person()
    news: list[str] = []
    person.page.on("websocket", lambda line: line.on("framereceived", lambda said: hear(said)))

    def hear(said: str | bytes) -> None:
        news.extend(re.findall('^."type":"table"', str(said)))

    page = person.sit(table)
    bo = begin_with_bo(house, table, page)
    stop(page)
    page.keyboard.type("mara")
    before = len(news)
    house.person(size=SIZES["screen"]).go(f"/screen/{table.code}").locator(".stop").wait_for()
    bo.reload()  # the others are told of who goes and who comes back
    bo.locator(".middle .stopped").wait_for()
    while len(news) < before + 2:
        page.wait_for_timeout(20)
    page.keyboard.type("thon")
    expect(page.locator(FIELD)).to_be_focused()
    expect(page.locator(FIELD)).to_have_value("marathon")


def for_everybody(page: Page, *themes: Theme) -> None:
    look_and_return(page, BUTTONS, *themes)


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("fr", "light")])
def test_every_moment_of_a_turn_is_for_everybody(house: House, language: str, theme: Theme) -> None:
    small = house.person(language, size=SIZES["small"])
    ana, bo, cy = gather(house, language, NO_CLOCKS | {"language": language}, small)
    screen = house.person(language, size=SIZES["screen"]).go(f"/screen/{ana.url[-6:]}")
    screen.locator(".category").wait_for()
    ana.locator(STOP).wait_for()
    for_everybody(ana, theme)
    stop(ana)
    for_everybody(ana, theme)
    resize(ana, 320, 300)  # what a keyboard leaves of a small phone
    assert ana.evaluate(UNSEEN) == 0
    for_everybody(bo, theme)
    say(ana, "zagrub sisnake")
    bo.locator(THUMBS).first.wait_for()
    for_everybody(bo, theme)
    for_everybody(screen, theme)
    for page in (bo, cy):
        page.locator(THUMBS).last.click()
    ana.locator(ON).or_(ana.locator(".thumb button")).first.click()
    for page in (ana, screen):
        page.locator(f"{LINES} .votes").wait_for()
        for_everybody(page, theme)


def test_stop_counts_when_the_finger_comes_down(house: House) -> None:
    page = house.person().go("/learn/nono")
    see_card(page)
    page.locator(STOP).hover()
    page.mouse.down()
    page.locator("form.answer").wait_for()
    expect(page.locator("form.answer input")).to_be_focused()
    page.mouse.up()
    expect(page.locator("form.answer input")).to_be_focused()


def test_the_lesson_leads_by_the_hand(house: House) -> None:
    page = house.person().go("/learn/nono")
    bubble = page.locator(".bubble")
    see_card(page)
    expect(bubble).to_contain_text("Marathon!")
    page.locator("button.pass").tap()  # one thing at a time
    page.locator(STOP).tap()
    expect(page.locator(FIELD)).to_be_focused()
    say(page, "marathon")
    total(page, "+6")
    expect(bubble).to_contain_text("Six points")
    page.locator(ON).tap()
    stop(page)
    say(page, "apes")
    total(page, "−20")
    for_everybody(page, "dark")
    page.locator(ON).tap()
    page.locator(THUMBS).first.tap()
    expect(bubble).to_contain_text("referee")
    switch_language(page, "fr")
    page.locator(ON, has_text="On joue").tap()
    expect(page.locator(".bar")).to_be_visible()
