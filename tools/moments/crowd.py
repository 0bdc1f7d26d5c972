"""Eight at the table: the fullest that each moment gets (nimble takes four at most)."""

from __future__ import annotations

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments.common import seated, unhurried
from tools.moments.nono import SPORTS, ZOO, nono_say, nono_stop, nono_table
from tools.screens import SEVEN, lobby


def lobby_eight(house: House) -> Page:
    return lobby("now", house, bots=SEVEN)


def lobby_eight_screen(house: House) -> Page:
    page = house.person().go(f"/screen/{house.open_table('nono', bots=SEVEN).code}")
    page.locator(".round").wait_for()
    return page


def hand(game: str, house: House) -> tuple[Table, Page]:
    return seated(house, game, bots=SEVEN)


def now_alone(house: House) -> tuple[Table, Page]:
    """All the others have said NOW!."""
    table, page = seated(house, "now", bots=["merciless"] * 7)
    page.locator(".alarm").wait_for()
    return table, page


def now_turned(house: House) -> tuple[Table, Page]:
    table, page = now_alone(house)
    now_turn(page)
    return table, page


def now_turn(page: Page) -> None:
    """Ana says NOW! too, and the story is told to its end."""
    page.locator("button.shout").click()
    page.locator(".resolution").click(position={"x": 4, "y": 4})
    page.locator(".thumb .button.big").wait_for()


def nono_right(house: House) -> tuple[Table, Page]:
    table, page = nono_table(house, others=7)
    nono_say(page, "opossums")
    return table, page


def nono_typing(house: House) -> tuple[Table, Page]:
    table, page = nono_table(house, others=7)
    nono_stop(page)
    return table, page


def nono_typed(house: House) -> tuple[Table, Page, Page]:
    """Ana types, and Bo looks on; six bots are at the table. Their windows: Ana's, Bo's."""
    handicaps = {"handicap": [None, *["last"] * 6, None]}
    table = house.open_table(
        "nono",
        options=unhurried("nono") | handicaps,
        deal={"turns": [SPORTS, ZOO]},
        bots=["merciless"] * 6,
    )
    ana, bo = house.person().sit(table), house.person().join(table.code, "Bo")
    bo.locator(".button.big").click()
    ana.locator(".button.big:enabled").click()
    nono_stop(ana)
    bo.locator(".stopped .head").wait_for()
    return table, ana, bo


def nono_ask(ana: Page, bo: Page) -> None:
    ana.locator(".answer input").fill("marathon")
    ana.keyboard.press("Enter")
    bo.locator(".thumbs button").first.wait_for()


def nono_looking_on(house: House) -> tuple[Table, Page]:
    table, _, bo = nono_typed(house)
    return table, bo


def nono_asked(house: House) -> tuple[Table, Page]:
    """Bo is asked whether Ana's word is a good one."""
    table, ana, bo = nono_typed(house)
    nono_ask(ana, bo)
    return table, bo
