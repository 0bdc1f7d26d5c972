"""nimble in real windows: a whole match on two phones, a laptop and a big screen; races; the lesson."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.line import Line
from tools.house import SIZES, House, Table
from tools.moments.common import STAYS
from tools.moments.nimble import skip_check
from tools.sights import look

BUTTONS = ".play button"
# Whoever flips and places has time for it, and no bot finds a place: its frames are all mauve.
STILL: dict[str, Any] = {
    "options": {"countdown": 0, "round": 0, "check": 0},
    "deal": {
        "decks": [
            [["green", "red"], ["blue", "red"], ["red", "blue"], ["yellow", "blue"]],
            [
                *(["orange", "blue"], ["yellow", "green"]),
                *(["mauve", "blue"], ["mauve", "red"], ["mauve", "green"]),
            ],
        ],
        "givers": [1, 1, 0],
    },
}

# Ana, a bot, Bo and Cy, who is out of cards after two.
SHORT: dict[str, Any] = {
    "options": {"countdown": 1, "round": 0, "check": 0},
    "deal": {
        "decks": [
            [["green", "red"], ["red", "blue"], ["blue", "red"], ["yellow", "blue"]],
            [["orange", "blue"], ["mauve", "blue"], ["mauve", "red"], ["mauve", "green"]],
            [["red", "green"], ["green", "red"], ["green", "blue"]],
            [["blue", "green"], ["green", "blue"]],
        ],
        "givers": [0, 1, 2],
    },
}


def deck(page: Page) -> Locator:
    return page.locator("button.deck")


def pile(page: Page, number: int) -> Locator:
    return page.locator(f"[data-pile='{number}'] button")


def turned(page: Page) -> None:
    """The top card is face up: the server has told which it is."""
    page.locator(".discard .top .card:not(.down)").wait_for()


def top(page: Page) -> Locator:
    return page.locator(".discard .top [role=img]")


def own(page: Page) -> tuple[str, str]:
    """The top card as it is read out, and the cards in the deck."""
    return top(page).get_attribute("aria-label") or "", deck(page).inner_text()


def has(page: Page, before: tuple[str, str]) -> None:
    """The same top card and the same deck as `own` saw before."""
    card, cards = before
    expect(top(page)).to_have_attribute("aria-label", card)
    expect(deck(page)).to_have_text(cards, use_inner_text=True)


def still_table(house: House, **more: Any) -> Table:
    return house.open_table("nimble", **STILL, **more)


def two_phones(house: House) -> tuple[Page, Page, Line]:
    """Ana and Bo, each with one card turned up, Bo's line in our hands."""
    table = still_table(house)
    ana, person = house.person().sit(table), house.person()
    line = Line(person.page)
    bo = person.join(table.code, "Bo")
    bo.get_by_role("button", name="I’m ready").tap()
    ana.get_by_role("button", name="Let’s go!").tap()
    for page in (ana, bo):
        deck(page).tap()
        turned(page)
    return ana, bo, line


def test_a_whole_match_on_two_phones_a_laptop_and_a_big_screen(house: House) -> None:
    table = house.open_table("nimble", bots=["greedy"], **SHORT)
    screen = house.person(size=SIZES["screen"]).go(f"/screen/{table.code}")
    ana, person = house.person().sit(table), house.person(language="fr", size=SIZES["small"])
    line = Line(person.page)
    bo = person.join(table.code, "Bo")
    cy = house.person(theme="dark", size=SIZES["laptop"]).join(table.code, "Cy")
    bo.get_by_role("button", name="On y va !").tap()
    cy.get_by_role("button", name="I’m ready").click()
    ana.get_by_role("button", name="Let’s go!").tap()

    everybody = (ana, bo, cy)
    for page in everybody:
        page.locator(".bottom:not([inert])").wait_for()
    deck(ana).tap()
    deck(bo).tap()
    cy.keyboard.press(" ")
    for page in everybody:
        turned(page)
    seen = own(ana)
    ana.reload()
    has(ana, seen)
    seen = own(bo)
    line.cut()
    expect(bo.get_by_text("Connexion perdue")).to_be_visible()
    line.mend()
    expect(bo.get_by_text("Connexion perdue")).to_be_hidden()
    has(bo, seen)
    pile(ana, 1).tap()  # red on blue: wrong, and nobody says a word
    expect(pile(cy, 1)).to_have_attribute("aria-label", re.compile("Frame red"))
    cy.keyboard.press("2")
    cards = screen.locator(".edge .rival", has_text="Cy").locator("[data-place] b")
    expect(cards).to_have_text("0")
    for key in (" ", "ArrowLeft", " ", "3"):
        cy.keyboard.press(key)

    for page in (*everybody, screen):
        expect(page.locator(".check, .outcome").first).to_be_visible()
        page.locator(".outcome").wait_for()
    expect(screen.locator(".outcome li", has_text="Ana")).to_contain_text("1 error")
    expect(cy.get_by_role("heading", name="You win the round!")).to_be_visible()
    for page in everybody:
        page.locator(".outcome .button.big").click()
    for page in (*everybody, screen):
        expect(page.locator(".end .sheet tbody tr")).to_have_count(4)


def test_whoever_is_beaten_to_a_pile_is_told_by_whom_and_loses_no_card(house: House) -> None:
    ana, bo, line = two_phones(house)
    bo.evaluate(STAYS, 2000)  # what it says passes otherwise
    line.is_slow = True  # Bo does not see yet that Ana's card lies there
    before = own(bo)
    pile(ana, 0).tap()
    expect(pile(ana, 0)).to_have_attribute("aria-label", re.compile("Frame blue"))
    pile(bo, 0).tap()
    expect(pile(bo, 0)).to_have_attribute("aria-label", re.compile("Frame mauve"))  # at once
    line.hurry()
    expect(bo.locator(".quicker")).to_contain_text(re.compile(r"Ana was (\d+ ms|a hair) quicker"))
    expect(pile(bo, 0)).to_have_attribute("aria-label", re.compile("Frame blue"))
    has(bo, before)


def test_moves_in_flight_show_at_once_and_end_where_the_server_says(house: House) -> None:
    _, bo, line = two_phones(house)
    line.is_slow = True
    deck(bo).tap()
    expect(deck(bo)).to_contain_text("1 in the deck")
    pile(bo, 2).tap()  # a card that nobody has seen yet
    expect(bo.locator(".discard .count")).to_have_text("1")
    line.hurry()
    expect(pile(bo, 2)).to_have_attribute(
        "aria-label", re.compile("Frame mauve saucer, circle red")
    )
    expect(top(bo)).to_have_accessible_name("Frame mauve saucer, circle blue whale")


def test_a_card_can_be_dragged_onto_a_pile(house: House) -> None:
    page = house.person(size=SIZES["laptop"]).sit(still_table(house, bots=["greedy"], start=True))
    deck(page).click()
    turned(page)
    page.locator(".discard .top").drag_to(pile(page, 2))
    expect(pile(page, 2)).to_have_attribute("aria-label", re.compile("Frame blue"))


def test_hand_table_and_check_are_for_everybody(house: House) -> None:
    page = house.person().sit(still_table(house, bots=["greedy"], start=True))
    deck(page).click()
    turned(page)
    look(page, BUTTONS)
    pile(page, 1).click()  # wrong: green lies there
    deck(page).click()
    turned(page)
    pile(page, 2).click()
    skip_check(page)
    expect(page.locator(".outcome")).to_contain_text("1 error")
    expect(
        page.get_by_role("img", name="Frame blue whale on circle green windmill")
    ).to_be_visible()
    look(page, BUTTONS)


def test_the_lesson_leads_through_every_move(house: House) -> None:
    page = house.person(language="fr").go("/learn/nimble")
    note, taps = page.locator(".bubble"), {"flip": deck(page), "back": page.locator(".backward")}
    pile_2, pile_0 = pile(page, 2), pile(page, 0)
    deck(page).wait_for()
    look(page, BUTTONS, sizes=("laptop", "small"), themes=("dark",))
    pile_0.tap()  # nothing to place yet: the lesson waits
    expect(note).to_contain_text("Touche le paquet")
    flip, back = taps["flip"], taps["back"]
    steps = [flip, pile_0, flip, flip, pile_0, pile_0, flip, flip, back, pile_2, *[flip] * 4]
    for step in steps:
        said = note.inner_text()
        step.tap()
        expect(note).not_to_have_text(said)
    expect(note).to_contain_text("Pose-la quand même")
    pile_0.tap()
    page.locator(".outcome .button.big").tap()
    page.get_by_role("button", name="On joue !").tap()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".bar")).to_be_visible()
