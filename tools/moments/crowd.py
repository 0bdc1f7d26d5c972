"""Eight at the table: the fullest that each moment gets (nimble takes four at most)."""

from __future__ import annotations

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments.common import BOTS, seated
from tools.moments.nono import nono_say, nono_stop, nono_table
from tools.screens import IN_A_HURRY, lobby

SEVEN = [*BOTS, "merciless", *BOTS]


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
    page.locator(".alarm").wait_for(timeout=60_000)
    return table, page


def now_turned(house: House) -> tuple[Table, Page]:
    table, page = now_alone(house)
    page.locator("button.shout").click()
    page.locator(".resolution").click(position={"x": 4, "y": 4})
    page.locator(".thumb .button.big").wait_for()
    return table, page


def nono_right(house: House) -> tuple[Table, Page]:
    table, page = nono_table(house, others=7)
    nono_say(page, "opossums")
    return table, page


def nono_typing(house: House) -> tuple[Table, Page]:
    table, page = nono_table(house, others=7)
    nono_stop(page)
    return table, page


def ended(house: House) -> tuple[Table, Page]:
    table = house.open_table("now", options=IN_A_HURRY, bots=SEVEN, start=True)
    page = house.person().sit(table)
    page.locator(".podium").wait_for(timeout=60_000)
    return table, page
