"""An address opened from nothing: its HTML names what its screen needs, and nothing in vain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tools.club_evenings import HOST_KEY, as_host, evenings, remember
from tools.house import House

UNUSED_AFTER_MS = 4500  # Chromium complains of what was preloaded in vain 3 s after the load
FETCHED = """() => performance.getEntriesByType('resource')
  .map(({ name }) => name.replace(location.origin, ''))"""
pytestmark = pytest.mark.together("club")
NAMED = re.compile(r'(?:src|href)="(/(?:assets|api)/[^"]+)"')


def lobby(house: House) -> Page:
    page = house.person("fr").sit(house.open_table("now"))
    page.locator(".round").wait_for()
    return page


def big_screen(house: House) -> Page:
    page = house.person().go(f"/screen/{house.open_table('nimble').code}")
    page.locator(".round").wait_for()
    return page


def home(house: House) -> Page:
    page = house.person("fr").go("/")
    page.locator("button.game .spread").first.wait_for()
    return page


def club_page(path: str) -> Callable[[House], Page]:
    def visit(house: House) -> Page:
        page = as_host(house, path)
        page.locator(".page :is(section, table)").first.wait_for()
        page.reload()
        page.locator(".page :is(section, table)").first.wait_for()
        return page

    return visit


PLACES: dict[str, tuple[Callable[[House], Page], str]] = {
    "home": (home, ""),
    "lobby": (lobby, "/api/tables/"),
    "big screen": (big_screen, "/api/tables/"),
    "club": (club_page(""), "/api/club"),
    "an evening": (club_page(f"evenings/{evenings()[0].id}"), "/api/club/evenings/"),
    "players": (club_page("players"), "/api/club/players"),
    "a ladder": (club_page("ladders/now"), "/api/club/ladders/now"),
}


@pytest.mark.parametrize("place", PLACES)
def test_all_that_an_address_needs_is_named_at_once_and_used(house: House, place: str) -> None:
    visit, question = PLACES[place]
    page = visit(house)
    fetched = page.evaluate(FETCHED)
    answer = page.request.get(page.url, headers={"Accept-Language": _language(page)})
    linked = re.findall(r"<([^>]+)>", answer.headers.get("link", ""))
    named = {*NAMED.findall(answer.text()), *linked}
    code = {path for path in fetched if path.endswith((".js", ".css"))}
    assert code <= named, "asked for only when another script had come"
    assert {path for path in named if path.endswith((".js", ".css"))} <= code
    assert [path.startswith(question) for path in linked] == [True] * bool(question)
    asked = Counter(path for path in fetched if path in linked)
    assert asked == dict.fromkeys(linked, 1), "a preload that does not fit is fetched twice"
    page.wait_for_timeout(UNUSED_AFTER_MS)  # a complaint would be noise


def _language(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def test_a_guest_who_becomes_the_host_is_shown_what_the_host_sees(house: House) -> None:
    """What the address asked for beforehand was asked as a guest."""
    remember(house.server)
    guest = house.person()
    guest.sit(house.open_table("now")).locator(".round").wait_for()
    page = guest.go("/club")
    page.locator(".page section").first.wait_for()
    page.goto("/")  # the same path with another end would be no new page
    page.goto(f"/club#host={HOST_KEY.decode()}")
    page.locator(".club .host").wait_for()
    assert page.url.endswith("/club")
    house.expect_noise("403")  # whoever comes for the first time is let in at the second try
