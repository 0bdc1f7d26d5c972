"""Every screen of the page, and how to get there: one list for the tests and for the pictures.

A screen is a function that is given a house and brings back a page that stands there. To add one,
write it and put it into `SCREENS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from playwright.sync_api import Page, expect

from tools.club_evenings import as_host, evenings
from tools.house import House, Table

Way = Callable[[House], Page]
GAMES: Final = ("now", "nimble", "nono")
BOTS: Final = ["gentle", "steady", "sharp"]
SEVEN: Final = [*BOTS, "merciless", *BOTS]
# A whole match of NOW! in some twelve seconds: the clocks keep everybody's card.
IN_A_HURRY: Final = {"countdown": 0.05, "action": 1, "last_player": 1, "resolution": 0.05}


# Home and reading


def address(path: str, house: House) -> Page:
    page = house.person().go(path)
    page.locator("h1").first.wait_for()
    return page


def game_sheet(house: House) -> Page:
    page = address("/", house)
    page.locator("button.game").first.click()
    page.locator("dialog[open] .button.big").wait_for()
    return page


# Before the match


def door(house: House) -> Page:
    page = house.person().go(f"/t/{house.open_table('now').code}")
    page.get_by_role("textbox").wait_for()
    return page


def lobby(game: str, house: House, **wanted: Any) -> Page:
    page = house.person().sit(house.open_table(game, **wanted))
    page.locator(".round").wait_for()
    page.locator(".alone, .qr svg").first.wait_for(state="attached")  # the addresses are known
    return page


def lobby_with_guest(house: House) -> Page:
    table = house.open_table("nimble", bots=["steady"])
    host = house.person().sit(table)
    house.person(language="fr").join(table.code, "Émile-Auguste")
    host.locator("button.chair").nth(2).locator(".name.display").wait_for()
    return host


def lobby_waiting(house: House) -> Page:
    table = house.open_table("nimble")
    host = house.person().sit(table)
    for name in ("Bo", "Cy", "Dee", "Eve", "Maximiliane-Wilhelmine"):
        house.person().join(table.code, name)
    host.get_by_role("button", name="Waiting").wait_for()
    return host


def waiting_sheet(house: House) -> Page:
    host = lobby_waiting(house)
    host.get_by_role("button", name="Waiting").click()
    host.get_by_text("Maximiliane-Wilhelmine").wait_for()
    return host


def two_tables(house: House) -> Page:
    host = waiting_sheet(house)
    host.get_by_role("button", name="Two tables").click()
    host.get_by_role("button", name="Other table").click()
    host.get_by_role("button", name="Everybody to this table").wait_for()
    return host


# No bot finds a place, for their frames are all mauve: the match lasts as long as one looks at it.
ENDLESS: Final[dict[str, Any]] = {
    "options": {"countdown": 0, "round": 0, "check": 0},
    "deal": {
        "decks": [
            [["blue", "red"], ["yellow", "blue"], ["red", "orange"]],
            [["orange", "blue"], ["mauve", "blue"], ["mauve", "red"]],
            [["yellow", "green"], ["mauve", "yellow"], ["mauve", "green"]],
        ],
        "givers": [0, 1, 2],
    },
}


def take_over(house: House) -> Page:
    table = house.open_table("nimble", bots=["gentle", "gentle"], start=True, **ENDLESS)
    house.person().sit(table).locator(".match > .bar").wait_for()
    late = house.person().go(f"/t/{table.code}")
    late.get_by_role("textbox").fill("Late")
    late.keyboard.press("Enter")
    late.get_by_role("button", name="Play for").first.wait_for()
    return late


def lobby_screen(house: House) -> Page:
    table = house.open_table("nono", bots=["steady"])
    page = house.person(size=(1280, 800)).go(f"/screen/{table.code}")
    page.locator(".round").wait_for()
    return page


def invitation(house: House) -> Page:
    page = lobby("now", house, bots=["steady"])
    page.locator(".qr-button").click()
    page.locator("dialog[open] .address, dialog[open] .alone").first.wait_for()
    return page


def options(game: str, house: House) -> Page:
    page = lobby(game, house, bots=["steady", "sharp"])
    page.locator(".body > header .button").last.click()
    page.locator("dialog[open] .option").first.wait_for()
    return page


def bot_sheet(house: House) -> Page:
    page = lobby("now", house)
    page.locator("button.chair").last.click()
    page.locator("dialog[open] li").first.wait_for()
    return page


def seat_sheet(house: House) -> Page:
    page = lobby_with_guest(house)
    page.locator("button.chair").nth(2).click()
    page.locator("dialog[open] .button").first.wait_for()
    return page


def host_sheet(house: House) -> Page:
    page = lobby_with_guest(house)
    page.locator("button.chair").nth(2).click()
    page.locator("dialog[open] .button", has_text="Send away").click()
    page.locator(".body > header .button").nth(1).click()
    page.locator("dialog[open] li").first.wait_for()
    return page


def games_sheet(house: House) -> Page:
    page = lobby("nono", house)
    page.locator(".body > header .button").first.click()
    page.locator("dialog[open] li").first.wait_for()
    return page


# During the match


def play(game: str, house: House) -> Page:
    page = house.person().sit(house.open_table(game, bots=BOTS, start=True))
    page.locator(".match > .bar").wait_for()
    return page


def menu(house: House) -> Page:
    page = play("now", house)
    page.locator(".match > .bar .button").click()
    page.locator("dialog[open] .button.big").wait_for()
    return page


def leaving(house: House) -> Page:
    """Somebody has gone back."""
    page = play("now", house)
    page.go_back()
    page.locator("dialog[open] .button.big").wait_for()
    return page


REACHABLE: Final = {"addresses": [{"url": "http://192.168.0.14:8000", "kind": "network"}]}


def handing_over(house: House) -> Page:
    person = house.person()
    person.page.route("**/api/addresses", lambda route: route.fulfill(json=REACHABLE))
    page = person.sit(house.open_table("now", bots=BOTS, start=True))
    page.locator(".match > .bar .button").click()
    page.locator("dialog[open] .button", has_text="Another device").click()
    page.locator("dialog[open] .qr svg").wait_for()
    return page


def handed_over_late(house: House) -> Page:
    """With a secret that no table knows any more."""
    page = house.person().go(f"/t/{house.open_table('now').code}#seat=0")
    page.locator(".trouble").wait_for()
    return page


LONGER_CLOCKS: Final = {"extra_time": [60] * 8}


def paused(house: House) -> Page:
    page = menu(house)
    page.locator("dialog[open] .button.big").click()
    page.locator(".veil .button").wait_for()
    return page


# After it


def hurried(house: House) -> tuple[Table, Page]:
    """NOW!, played to its end by eight."""
    table = house.open_table("now", options=IN_A_HURRY, bots=SEVEN, start=True)
    page = house.person().sit(table)
    page.locator(".podium").wait_for()
    return table, page


def finished(house: House) -> tuple[Table, Page]:
    return house.ended("now", hurried)


def end(house: House) -> Page:
    page = finished(house)[1]
    page.locator("details summary").click()
    page.locator("details .button").click()
    page.locator("details .verdict").filter(has_text=".").wait_for()
    return page


def end_screen(house: House) -> Page:
    table, _ = finished(house)
    page = house.person(size=(1280, 800)).go(f"/screen/{table.code}")
    page.locator(".podium").wait_for()
    return page


def replay(house: House) -> Page:
    _, page = finished(house)
    page.locator("a.button[href^='/replay/']").click()
    page.locator(".controls").wait_for()
    page.keyboard.press("Space")  # stop: the pictures are of one moment
    return page


# The club


def club_shut(house: House) -> Page:
    """Somebody who has no seat here."""
    return address("/club", house)


def club_player(house: House) -> Page:
    """With what the host may do, and the numbers of every drawing."""
    page = as_host(house, "players/1")
    drawings = page.locator("figure summary")
    drawings.first.wait_for()
    for numbers in drawings.all():
        numbers.click()
    expect(page.locator("figure table")).to_have_count(drawings.count())
    return page


def own_categories(house: House) -> Page:
    """A list of them, and what is wrong with it."""
    page = address("/box/nono/cards", house)
    page.locator("textarea").fill("Trees; Les arbres; fir tree, pine; sapin\nTREES; ; a; b")
    page.locator("h1").click()
    page.locator("table th[scope=row]").first.wait_for()
    page.locator("form button[type=button]").click()
    page.locator(".found li").first.wait_for()
    return page


SCREENS: Final[dict[str, Way]] = {
    "home": partial(address, "/"),
    "home-game": game_sheet,
    **{f"rules-{game}": partial(address, f"/rules/{game}") for game in GAMES},
    "door": door,
    "lobby": partial(lobby, "now"),
    "lobby-guest": lobby_with_guest,
    "lobby-waiting": lobby_waiting,
    "lobby-waiting-sheet": waiting_sheet,
    "lobby-two-tables": two_tables,
    "match-take-over": take_over,
    "lobby-screen": lobby_screen,
    **{f"options-{game}": partial(options, game) for game in GAMES},
    "lobby-invitation": invitation,
    "lobby-bots": bot_sheet,
    "lobby-seat": seat_sheet,
    "lobby-games": games_sheet,
    "lobby-host": host_sheet,
    "lobby-longer-clocks": partial(lobby, "now", bots=SEVEN, options=LONGER_CLOCKS),
    "match-menu": menu,
    "match-leaving": leaving,
    "match-handing-over": handing_over,
    "handed-over-late": handed_over_late,
    "match-paused": paused,
    "end": end,
    "end-screen": end_screen,
    "replay": replay,
    "club": as_host,
    "club-shut": club_shut,
    "club-evening": lambda house: as_host(house, f"evenings/{evenings()[0].id}"),
    "club-player": club_player,
    "club-ladder": lambda house: as_host(house, "ladders/now"),
    "cards-nono": own_categories,
    "trouble": partial(address, "/rules/chess"),
    "wrong-code": partial(address, "/t/CCCCCC"),
}
