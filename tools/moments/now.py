"""NOW!: last of all, the resolution, Refresh."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tools.house import House, Table
from tools.moments.common import FIRST_MOMENT, STAYS, beside, unhurried


def now_deal(players: int, refresh_at: int) -> dict[str, Any]:
    """A whole box, with Refresh as the nth card to be revealed."""
    colours = ("red", "blue", "both")
    targets: list[dict[str, Any]] = [
        {"value": 4 * n, "colour": colours[n % 3], "points": 1 + n % 4} for n in range(1, 33)
    ]
    targets.insert(refresh_at, {"refresh": True})
    return {"targets": targets, "decks": [list(range(n + 1, 129, 8)) for n in range(players)]}


def now_last(house: House) -> tuple[Table, list[Page]]:
    """Ana, Bo, Cy and Dédé: all but Ana have said NOW!."""
    table = house.open_table("now", options=unhurried("now"), deal=now_deal(4, 3))
    ana = house.person().sit(table)
    others = [house.person().join(table.code, name) for name in ("Bo", "Cy", "Dédé")]
    for page in others:
        page.locator(".button.big").click()
    ana.locator(".button.big:enabled").click()
    for page in others:
        page.locator("button.shout").wait_for()
        page.wait_for_timeout(FIRST_MOMENT)
        page.locator("button.shout").click()
    ana.locator(".alarm").wait_for()
    return table, [ana, *others]


def now_alarm(house: House) -> Page:
    return now_last(house)[1][0]


def now_resolved(house: House) -> tuple[Table, list[Page]]:
    table, pages = now_last(house)
    pages[0].locator("button.shout").click()
    for page in pages:
        page.locator(".resolution").click(position={"x": 4, "y": 4})
        page.locator(".thumb .button.big").wait_for()
    return table, pages


def now_resolution(house: House) -> Page:
    return now_resolved(house)[1][0]


def now_resolution_screen(house: House) -> Page:
    return beside(house, now_resolved(house)[0])


def now_refresh(watching: bool, house: House) -> Page:
    table, pages = now_resolved(house)
    shown = beside(house, table) if watching else pages[0]
    shown.evaluate(STAYS, 2000)
    for page in pages:
        page.locator(".thumb .button.big").click()
    shown.locator(".refreshing").wait_for()
    return shown
