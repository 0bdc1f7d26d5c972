"""NoNo: Stop!, the word, the thumbs, the verdict."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments.common import FIRST_MOMENT, beside, seated, unhurried

SPORTS: Final = {
    "category": "In Sports",
    "order": [["R", 1], ["M", 2]],
    "ban": "U",
    "multiplier": 2,
}
ZOO: Final = {
    "category": "At the Zoo",
    "order": [["S", 1], ["P", 2]],
    "syllables": 2,
    "multiplier": 3,
}


def nono_table(house: House, others: int = 3, verdict: float = 0) -> tuple[Table, Page]:
    """Nobody stops but Ana: no word that these bots know ends as their handicap asks.
    `verdict`: how many seconds it stays; 0: until all have seen it."""
    options = {"handicap": [None, *["last"] * others], "verdict": verdict}
    return seated(
        house, "nono", bots=["merciless"] * others, deal={"turns": [ZOO, SPORTS]}, options=options
    )


def nono_stop(page: Page) -> None:
    page.locator("button.stop").wait_for()
    page.wait_for_timeout(FIRST_MOMENT)
    page.locator("button.stop").click()
    page.locator(".answer input").wait_for()


def nono_say(page: Page, word: str) -> None:
    nono_stop(page)
    nono_type(page, word)


def nono_type(page: Page, word: str) -> None:
    page.locator(".answer input").fill(word)
    page.keyboard.press("Enter")
    page.locator(".verdict .said").click()
    page.locator(".thumb button.big").wait_for()


def nono_eight(house: House) -> Page:
    return nono_hand(house, others=7)


def nono_hand(house: House, others: int = 3) -> Page:
    page = nono_table(house, others)[1]
    page.locator("button.stop").wait_for()
    return page


def nono_answer(house: House) -> Page:
    page = nono_table(house)[1]
    nono_stop(page)
    page.locator(".answer input").fill("apes")
    return page


def nono_stopped(house: House) -> Page:
    table, page = nono_table(house)
    nono_stop(page)
    return beside(house, table)


def nono_asked(house: House) -> tuple[Table, Page]:
    """Bo is asked whether Ana's word is a good one."""
    table = house.open_table(
        "nono", options=unhurried("nono"), deal={"turns": [SPORTS, ZOO]}, bots=["gentle"]
    )
    ana, bo = house.person().sit(table), house.person().join(table.code, "Bo")
    bo.locator(".button.big").click()
    ana.locator(".button.big:enabled").click()
    nono_stop(ana)
    ana.locator(".answer input").fill("marathon")
    ana.keyboard.press("Enter")
    bo.locator(".thumbs button").first.wait_for()
    return table, bo


def nono_vote(house: House) -> Page:
    return nono_asked(house)[1]


def nono_vote_screen(house: House) -> Page:
    return beside(house, nono_asked(house)[0])


def nono_judged(house: House, word: str) -> tuple[Table, Page]:
    table, page = nono_table(house)
    nono_say(page, word)
    return table, page


def nono_verdict(word: str, house: House) -> Page:
    return nono_judged(house, word)[1]


def nono_verdict_screen(word: str, house: House) -> Page:
    return beside(house, nono_judged(house, word)[0])
