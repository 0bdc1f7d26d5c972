"""A tournament as people see it: opened and run by its host, joined by a phone, shown on a wall."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, Route, expect

from tools.house import SIZES as HOUSE_SIZES
from tools.house import House
from tools.sights import off_screen, resize, settle, switch_language, too_small, violations

SIZES = HOUSE_SIZES | {"sideways": (844, 390), "small laptop": (1366, 768)}


def is_for_everybody(page: Page) -> None:
    for language, theme in (("en", "dark"), ("fr", "light")):
        switch_language(page, language)
        for size, (width, height) in SIZES.items():
            resize(page, width, height)
            assert off_screen(page) == [], (size, language)
        assert too_small(page) == [], language
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        settle(page)
        assert violations(page) == [], (theme, language)
    switch_language(page, "en")


def opened(house: House, host: Page) -> str:
    """A tournament with a few bots, by its host's hands; its code."""
    host.goto(f"{house.server.url}/tournament")
    host.get_by_label("What is it called?").fill("Friday cup")
    host.get_by_label("Which game?").select_option("nimble")
    host.get_by_role("button", name="Open the tournament").click()
    expect(host.get_by_role("heading", name="Friday cup")).to_be_visible()
    host.get_by_label("How many").fill("6")
    host.get_by_role("button", name="Add bots").click()
    expect(host.get_by_text("6 people")).to_be_visible()
    return host.url.rpartition("/")[2]


def test_a_tournament_is_run_joined_and_shown(house: House) -> None:
    host = house.person(language="en").page
    host.goto(f"{house.server.url}/tournament")
    is_for_everybody(host)
    code = opened(house, host)
    is_for_everybody(host)
    phone = house.person(language="en").page
    phone.goto(f"{house.server.url}/tournament/{code}")
    phone.get_by_label("Your name, and you are in.").fill("Ana")
    phone.get_by_role("button", name="I’m in!").click()
    expect(phone.get_by_text("You’re in, Ana.")).to_be_visible()
    wall = house.person(language="en").page
    wall.goto(f"{house.server.url}/screen/tournament/{code}")
    expect(wall.get_by_text("Scan to take part")).to_be_visible()
    is_for_everybody(wall)
    host.get_by_role("button", name="Draw round 1").click()
    expect(host.get_by_text("Round 1 of 5")).to_be_visible()
    expect(wall.get_by_text("Round 1 of 5")).to_be_visible()
    is_for_everybody(wall)
    is_for_everybody(host)
    expect(phone.get_by_role("button", name="To my table")).to_be_visible()
    is_for_everybody(phone)
    phone.get_by_role("button", name="To my table").click()
    phone.wait_for_url("**/t/*")
    expect(phone.locator("[data-field=nimble]").first).to_be_visible()
    second = taken_over(house, host, code)
    host.get_by_role("button", name="Correct").first.click()
    host.get_by_role("button", name="So it was").click()
    expect(host.get_by_text("still missing")).to_be_visible()
    time_is_up(wall)
    second.get_by_role("button", name="End the tournament").click()
    second.get_by_role("alert").get_by_role("button", name="End the tournament").click()
    expect(wall.get_by_text("That’s it!")).to_be_visible()
    for page in (wall, second):
        is_for_everybody(page)


def taken_over(house: House, host: Page, code: str) -> Page:
    """Another device of the host's, by the QR code that the first one shows."""
    host.get_by_role("button", name="Run it from another device").click()
    host.locator(".host .qr svg").wait_for()
    token = host.evaluate("code => localStorage.getItem('brouhaha.tournamentHost.' + code)", code)
    second = house.person(language="en").page
    second.goto(f"{house.server.url}/tournament/{code}#host={token}")  # what the code says
    expect(second.get_by_text("This device runs the tournament now.").first).to_be_visible()
    assert token not in second.url
    expect(second.get_by_role("button", name="Draw round 2")).to_be_visible()
    return second


def time_is_up(wall: Page) -> None:
    """As the wall would hear it from the server a round's minutes later."""

    def later(route: Route) -> None:
        news = route.fetch(url=route.request.url.partition("?")[0]).json()
        news["page"]["rounds"][-1]["time_up"] = True
        news["number"] += 1
        route.fulfill(json=news)

    wall.route("**/api/tournaments/*", later)
    expect(wall.get_by_text("Time’s up!")).to_be_visible()
    is_for_everybody(wall)
    wall.unroute_all(behavior="wait")  # one that is on its way is answered first
    wall.reload()


def test_the_overlay_has_no_ground_and_no_code(house: House) -> None:
    """In each game, and as games of others are drawn that bring no face: what lies behind the page
    is seen through it, and nobody learns the code."""
    screen = house.person(language="en", size=(1920, 1080)).page
    for game, face in (("now", ""), ("nimble", ""), ("nono", ""), ("now", "&face=generic")):
        table = house.open_table(game, bots=["steady", "steady"], start=True)
        screen.goto(f"{house.server.url}/screen/{table.code}?overlay{face}")
        screen.locator(".match").wait_for()
        settle(screen)
        shown = Image.open(BytesIO(screen.screenshot(omit_background=True)))
        seen_through = shown.getchannel("A").histogram()[0] / (shown.width * shown.height)
        assert seen_through > 0.3, (game, face, seen_through)  # the cards are large
        assert table.code not in screen.content(), game
        assert screen.locator("svg[aria-label*=QR]").count() == 0
