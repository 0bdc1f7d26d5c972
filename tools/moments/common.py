"""What the moments of every game have in common: a table where only Ana's taps move anything on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page

from tools.house import SIZES, House, Table

Way = Callable[[House], Page]
GAMES: Final = ("now", "nimble", "nono")
BOTS: Final = ["gentle", "steady", "sharp"]
CLOCKS: Final[dict[str, tuple[str, ...]]] = {
    "now": ("countdown", "action", "last_player", "resolution"),
    "nimble": ("countdown", "round", "check"),
    "nono": ("countdown", "search", "answer", "vote", "verdict"),
}
FIRST_MOMENT = 400  # ms: a tap that comes together with a new card is not for it
# What passes by itself stays: nothing that is due after more ms than these comes.
STAYS = """(most) => {
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms > most ? 0 : later(act, ms, ...rest));
}"""


def unhurried(game: str) -> dict[str, int]:
    return dict.fromkeys(CLOCKS[game], 0)


def seated(house: House, game: str, **wanted: Any) -> tuple[Table, Page]:
    """Ana at a table that has begun, where only Ana's taps move anything on."""
    options = unhurried(game) | wanted.pop("options", {})
    table = house.open_table(game, options=options, start=True, **wanted)
    page = house.person().sit(table)
    page.locator(".match > .bar").wait_for()
    return table, page


def beside(house: House, table: Table) -> Page:
    """The big screen of this table."""
    page = house.person(size=SIZES["screen"]).go(f"/screen/{table.code}")
    page.locator(".match, .podium").first.wait_for()
    return page


def hand(game: str, house: House) -> Page:
    return seated(house, game, bots=BOTS)[1]


def full_house(game: str, house: House) -> Page:
    """Eight at the table."""
    return seated(house, game, bots=[*BOTS, "merciless", *BOTS])[1]


def big_screen(game: str, house: House) -> Page:
    return beside(house, seated(house, game, bots=BOTS)[0])
