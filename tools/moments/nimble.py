"""nimble: placing, the check, the outcome, a Challenge."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments.common import beside, hand, seated, unhurried

# The bots' frames are all mauve and no circle is: only Ana finds places, the second a wrong one.
NIMBLE_DEAL: Final[dict[str, Any]] = {
    "decks": [
        [["blue", "red"], ["yellow", "blue"], ["red", "orange"]],
        [["orange", "blue"], ["mauve", "blue"], ["mauve", "red"]],
        [["yellow", "green"], ["mauve", "green"]],
        [["green", "red"], ["mauve", "yellow"], ["mauve", "orange"], ["mauve", "green"]],
    ],
    "givers": [1, 2, 3],
}


def nimble_round(page: Page, flipped: bool = False) -> None:
    """Three cards, one of them wrong, and the deck is empty. `flipped`: the first one is."""
    for pile in range(3):
        if pile > 0 or not flipped:
            page.locator("button.deck").click()
        page.locator(".discard .top .card:not(.down)").wait_for()
        page.locator(f"[data-pile='{pile}'] button").click()
    page.locator(".outcome").wait_for()


def skip_check(page: Page) -> None:
    """The check, if it is still told, to its end: a tap that came later would be for the outcome."""
    page.locator(".check, .outcome").first.wait_for()
    page.evaluate("document.querySelector('.check')?.click()")
    page.locator(".outcome").wait_for()


def nimble_placing(house: House) -> Page:
    page = hand("nimble", house)
    for _ in range(3):
        page.locator("button.deck").click()
    page.locator(".discard .top .card:not(.down)").wait_for()
    return page


def nimble_check(house: House) -> Page:
    """A check with many cards, half told: bots that play at once have emptied their decks."""
    page = house.person().sit(
        house.open_table(
            "nimble", options=unhurried("nimble") | {"countdown": 3}, bots=["greedy"] * 3
        )
    )
    page.locator(".button.big:enabled").click()
    page.locator(".check .row .card").nth(8).wait_for()
    return page


def nimble_outcome(house: House) -> Page:
    _, page = seated(house, "nimble", bots=["greedy"] * 3, deal=NIMBLE_DEAL)
    nimble_round(page)
    return page


def nimble_challenge(house: House, rounds: int = 2) -> tuple[Table, Page]:
    """So many of its four rounds are over, each after two seconds."""
    options = {"challenge": True, "round": 2}
    table, page = seated(house, "nimble", bots=["greedy"] * 3, options=options)
    for left in reversed(range(rounds)):
        skip_check(page)
        if left:
            page.locator(".outcome .button.big").click()
            page.locator(".outcome").wait_for(state="detached")
    return table, page


def nimble_between_rounds(house: House) -> Page:
    return nimble_challenge(house)[1]


def nimble_between_rounds_screen(house: House) -> Page:
    return beside(house, nimble_challenge(house)[0])
