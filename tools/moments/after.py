"""When a match is over, and before one has played any: ends, replays, examples, lessons."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments.common import seated
from tools.moments.nimble import NIMBLE_DEAL, nimble_challenge, nimble_round
from tools.moments.nono import nono_stop, nono_table


def over(game: str, house: House) -> tuple[Table, Page]:
    return house.ended(game, partial(play_out, game))


def play_out(game: str, house: House) -> tuple[Table, Page]:
    """A short match of nimble or NoNo, played to its end."""
    if game == "nimble":
        table, page = seated(house, "nimble", bots=["greedy"] * 3, deal=NIMBLE_DEAL)
        nimble_round(page)
        page.locator(".outcome .button.big").click()
    else:
        table, page = nono_table(house, verdict=0.5)
        for word in ("apes", "marathon"):
            nono_stop(page)
            page.locator(".answer input").fill(word)
            page.keyboard.press("Enter")
            page.locator(".answer input").wait_for(state="hidden")
    page.locator(".podium").wait_for()
    return table, page


def end(game: str, house: House) -> Page:
    page = over(game, house)[1]
    page.locator(".sheet table").first.wait_for()
    return page


def play_challenge_out(house: House) -> tuple[Table, Page]:
    table, page = nimble_challenge(house, rounds=4)
    page.locator(".outcome .button.big").click()
    page.locator(".podium").wait_for()
    return table, page


def challenge_end(house: House) -> Page:
    page = house.ended("challenge", play_challenge_out)[1]
    page.locator(".sheet table").first.wait_for()
    return page


def replay(game: str, house: House) -> Page:
    """From Ana's chair, half way through."""
    page = over(game, house)[1]
    page.locator("a.button[href^='/replay/']").click()
    page.locator(".controls").wait_for()
    page.keyboard.press("Space")
    page.locator(".seats .button").nth(1).click()
    slider = page.locator(".controls input")
    slider.fill(str(int(slider.get_attribute("max") or 0) // 500 * 250))
    return page


# Learning


def examples(game: str, house: House) -> Page:
    page = house.person().go(f"/rules/{game}")
    page.locator(".examples").scroll_into_view_if_needed()
    page.locator(".examples").evaluate("one => one.scrollIntoView()")
    return page


def lesson(game: str, house: House) -> Page:
    page = house.person().go(f"/learn/{game}")
    page.locator(".play").wait_for()
    page.locator("button.shout, button.deck, button.stop").first.wait_for()
    return page
