"""NOW! in real windows: a whole match on every kind of screen, bad lines, quick thumbs, every eye."""

import time
from collections.abc import Callable, Mapping, Sequence

from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tools.house import SIZES, House, Person
from tools.moments.common import STAYS
from tools.sights import Theme, look_and_return, switch_language
from tools.windows import PATIENCE

# A round ends when all have said NOW!, or soon after the last but one has.
BRISK = {"countdown": 0.1, "action": 0, "last_player": 1, "resolution": 0.3}
NO_CLOCKS = {"countdown": 0, "action": 0, "last_player": 0, "resolution": 0}
SHORT_COUNT = {**NO_CLOCKS, "countdown": 1}

FIRST_MOMENT = 150  # ms: a tap that comes together with a new card is not for it

CARD = ".spot button"
LEFT = ".side .left b"
NOW = "button.shout"
SHOWN = ".resolution"
# Whatever there is to press: throw a card away at first, NOW!, on with it.
PRESS = """(throwing) => {
  if (throwing && document.querySelector('button.shout')) document.querySelector('.spot button').click();
  document.querySelector('.thumb button.big')?.click();
  document.querySelector('.resolution')?.click();
}"""
BUTTONS = ".thumb button, .spot button"
# Notes every heading from now on, however short it stands there.
NOTE = """() => {
  window.headings = new Set();
  const look = () => document.querySelectorAll('.screen h1').forEach((one) => headings.add(one.innerText));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

# What the clock says at each of the ring's next moves.
RING = """() => new Promise((done) => {
  const [ring, number] = ['.clock .ring', '.clock text'].map((part) => document.querySelector(part));
  const said = [];
  const look = () => { if (said.push(number.textContent) === 3) done(said) };
  new MutationObserver(look).observe(ring, { attributeFilter: ['stroke-dasharray'] });
})"""


def own_card(page: Page) -> str:
    return page.locator(CARD).get_attribute("aria-label") or ""


def cards_left(page: Page) -> int:
    return int(page.locator(LEFT).inner_text())


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def throw_away(page: Page) -> None:
    """Taps the card when it may be tapped, and sees the next one."""
    before = cards_left(page)
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(CARD).tap()
    until(lambda: cards_left(page) < before and own_card(page) != "Your next card")


def duel(
    house: House, options: Mapping[str, float], host: Person | None = None
) -> tuple[Page, Page]:
    """Ana and Bo, on phones, with nobody who hurries them; Silvano is the third."""
    table = house.open_table("now", options=options)
    ana = (host or house.person()).sit(table)
    bo = house.person().join(table.code, "Bo")
    bo.locator(".button.big").tap()
    ana.locator(".button.big:enabled").tap()
    for page in (ana, bo):
        page.locator(CARD).wait_for()
    return ana, bo


def test_two_phones_a_laptop_and_a_big_screen_play_a_whole_match(house: House) -> None:
    table = house.open_table("now", options=BRISK, bots=["sharp"])
    ana = house.person(theme="dark").sit(table)
    bo = house.person(language="fr", size=SIZES["small"]).join(table.code, "Bo")
    cy = house.person(size=SIZES["laptop"]).join(table.code, "Cy")
    screen = house.person(size=SIZES["screen"]).go(f"/screen/{table.code}")
    screen.locator(".round").wait_for()
    screen.evaluate(NOTE)
    for guest in (bo, cy):
        guest.locator(".button.big").click()
    ana.locator(".button.big:enabled").tap()
    everybody = (ana, bo, cy, screen)

    expect(screen.locator(".screen h1")).to_have_text("Round 1 of 11")
    throws = 2  # then nobody is choosy
    while not screen.locator(".podium").count():
        for page in (ana, bo):
            page.evaluate(PRESS, throws > 0)
        cy.keyboard.press("Space")
        cy.keyboard.press("Enter")
        throws -= 1
        screen.wait_for_timeout(50)

    rounds = screen.evaluate("[...headings]")
    assert rounds[:11] == [f"Round {round} of 11" for round in range(1, 12)]
    for page in everybody:
        expect(page.locator(".podium")).to_be_visible()
    same_sheets(everybody, 4)


def same_sheets(pages: Sequence[Page], players: int) -> None:
    """Everybody reads the same points of so many players."""
    scores = [page.locator(".sheet tbody td.score") for page in pages]
    expect(scores[0]).to_have_count(players)
    for others in scores[1:]:
        expect(others).to_have_text(scores[0].all_inner_texts())


def test_a_phone_that_reloads_or_loses_its_line_comes_back_to_the_same_hand(house: House) -> None:
    person = house.person()
    line = Line(person.page)
    page, _ = duel(house, NO_CLOCKS, person)
    first = own_card(page)
    throw_away(page)
    assert own_card(page) != first
    hand = own_card(page)

    page.reload()
    expect(page.locator(CARD)).to_have_attribute("aria-label", hand)
    expect(page.locator(LEFT)).to_have_text("15")

    line.cut()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.locator(NOW).tap()  # goes nowhere, and nothing pretends that it did
    expect(page.locator(NOW)).to_be_visible()
    line.mend()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.locator(CARD)).to_have_attribute("aria-label", hand)
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(NOW).tap()
    expect(page.locator(NOW)).to_have_count(0)


def test_a_phone_without_a_network_comes_back_to_the_same_hand(house: House) -> None:
    page, _ = duel(house, NO_CLOCKS)
    throw_away(page)
    hand = own_card(page)
    page.context.set_offline(True)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.locator(NOW).tap()
    expect(page.locator(NOW)).to_be_visible()
    assert own_card(page) == hand
    page.context.set_offline(False)
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.locator(CARD)).to_have_attribute("aria-label", hand)
    throw_away(page)
    assert cards_left(page) == 14
    house.expect_noise("ERR_INTERNET_DISCONNECTED")


def test_one_gesture_is_one_move_and_a_refusal_says_why(house: House) -> None:
    ana, bo = duel(house, NO_CLOCKS)
    ana.wait_for_timeout(FIRST_MOMENT)
    ana.evaluate(f"for (const _ of [1, 2, 3]) document.querySelector('{CARD}').click()")
    until(lambda: cards_left(ana) < 16)
    ana.wait_for_timeout(200)
    assert cards_left(ana) == 15

    box = ana.locator(CARD).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ana.mouse.move(x, y)
    ana.mouse.down()
    ana.mouse.move(x + 30, y, steps=3)
    ana.mouse.up()  # not far enough: it comes back
    ana.mouse.down()
    ana.mouse.move(x + 120, y - 20, steps=4)
    ana.mouse.up()
    until(lambda: cards_left(ana) == 14)

    while (left := cards_left(ana)) > 1:
        throw_away(ana)
        assert cards_left(ana) == left - 1
    expect(ana.get_by_text("last card")).to_be_visible()
    ana.evaluate(STAYS, 4000)  # what it says passes otherwise
    ana.wait_for_timeout(FIRST_MOMENT)
    ana.locator(CARD).tap()
    expect(ana.locator(".notice")).to_contain_text("This is your last card")
    assert cards_left(ana) == 1

    bo.locator(NOW).tap()
    expect(ana.locator(".alarm")).to_contain_text("You’re last!")
    ana.locator(NOW).tap()
    expect(ana.locator(SHOWN)).to_be_visible()


def for_everybody(page: Page, *themes: Theme) -> None:
    look_and_return(page, BUTTONS, *themes)


def test_every_moment_of_a_round_is_for_everybody(house: House) -> None:
    """Ana speaks English, Bo French, the screen too."""
    ana, bo = duel(house, SHORT_COUNT)
    screen = house.person("fr", size=SIZES["screen"]).go(f"/screen/{ana.url[-6:]}")
    switch_language(bo, "fr")
    bo.locator(NOW).wait_for()
    for_everybody(bo)
    bo.locator(NOW).tap()
    for_everybody(bo)
    ana.locator(".alarm").wait_for()
    for_everybody(ana)
    for_everybody(screen)
    ana.locator(NOW).tap()
    for page in (bo, screen):
        page.locator(SHOWN).click(position={"x": 4, "y": 4})
        for_everybody(page)


def test_the_lesson_leads_by_the_hand(house: House) -> None:
    page = house.person().go("/learn/now")
    bubble = page.locator(".bubble")
    page.locator(NOW).wait_for()
    expect(bubble).to_contain_text("126")
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(NOW).tap()  # one thing at a time
    expect(page.locator(NOW)).to_be_visible()
    page.locator(CARD).tap()
    expect(bubble).to_contain_text("80!")
    for_everybody(page, "dark")
    page.locator(NOW).tap()
    page.locator(SHOWN).wait_for()
    expect(bubble).to_contain_text("closest to 84")
    page.locator(".thumb button.big").tap()
    page.locator(".alarm").wait_for()
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(CARD).tap()
    page.locator(".thumb button.big").tap()
    expect(bubble).to_contain_text("subtracted")
    page.locator(NOW).wait_for()
    switch_language(page, "fr")
    expect(bubble).to_contain_text("Seize cartes")
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator(NOW).tap()
    page.locator(".thumb button.big", has_text="On joue").wait_for()
    expect(bubble).to_contain_text(
        "Rien cette fois"
    )  # nobody is praised for a card that won nothing
    page.locator(".thumb button.big").tap()
    expect(page.locator(".bar")).to_be_visible()


def test_with_reduced_motion_a_clock_moves_with_its_seconds_only(house: House) -> None:
    clocks = NO_CLOCKS | {"action": 15}
    page = house.person().sit(house.open_table("now", bots=["steady"], options=clocks, start=True))
    page.locator(".clock .ring").wait_for()
    said = page.evaluate(RING)
    assert len(set(said)) == len(said), said
