"""The real box, in real windows: whole evenings written down with the page's forms, on paper, as a file, on every device."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.score_keeper import begin, entered, keep, take, written
from tests.sheets.evenings import Evening, entries_of, evenings, people
from tools.house import SIZES, House
from tools.sights import off_screen, resize, settle, switch_language, too_small, violations

TABLET = (768, 1024)
OTHER_SIZES = [(1024, 768), SIZES["small"], (844, 390), SIZES["phone"], (1366, 768), TABLET]
TITLES = {
    "queen_of_hearts": "Queen of Hearts",
    "don_quixote": "Don Quixote",
    "moby_dick": "Moby Dick",
    "pinocchio": "Pinocchio",
}
LAST_ROW_SEEN = """() => [...document.querySelectorAll('.written tr')].every((row) => {
  const box = row.getBoundingClientRect();
  return box.height > 0 && box.bottom <= innerHeight && box.right <= innerWidth + 1;
})"""


def look(page: Page, language: str = "fr") -> None:
    """At every size nothing is out of reach in this language; axe finds nothing."""
    switch_language(page, language)
    for size in OTHER_SIZES:
        resize(page, *size)
        assert off_screen(page) == [], (language, size)
        assert too_small(page) == [], (language, size)
    settle(page)
    assert violations(page) == []
    switch_language(page, "en")


def paper(page: Page) -> tuple[int, int]:
    """Printed: how many pages, and how many rows of tables are on them."""
    printed = page.pdf(prefer_css_page_size=True, tagged=True)
    return printed.count(b"/Type /Page\n"), printed.count(b"/S /TR")


# Twenty evenings


# All twenty take a minute: `make evenings`. With the other tests, some of each game.
SOME = None if "EVERY_EVENING" in os.environ else 3


def ranked(rows: list[list[str]]) -> list[list[str]]:
    """The names place by place, as the table of results has them."""
    places: dict[str, list[str]] = {}
    for place, name, *_ in rows:
        places.setdefault(place, []).append(name)
    return list(places.values())


def check_nono(evening: Evening, tables: dict[str, list[list[str]]]) -> None:
    names = evening["players"]
    scores = {name: points for _, name, points in tables["Result"]}
    assert [int(scores[name]) for name in names] == evening["scores"]
    assert [int(row[5]) for row in tables["Cards"]] == evening["changes"]


def check_now(evening: Evening, tables: dict[str, list[list[str]]]) -> None:
    scores = {row[1]: int(row[6]) for row in tables["Result"]}
    assert [scores[name] for name in people(evening)] == evening["scores"]
    left = [[int(value) for value in re.findall(r"(\d+) [◆●]", row[-1])] for row in
            tables.get("Rounds", [])]  # fmt: skip
    assert left == evening.get("left", [])


def check_nimble(evening: Evening, tables: dict[str, list[list[str]]]) -> None:
    count, rows = len(evening["players"]), tables["Rounds"]
    titles = [row[3] for row in rows]
    wanted = [TITLES[title] for titles in evening["titles"] for title in titles]
    assert titles == wanted
    assert [row[1] for row in rows if row[5]] == evening["winners"]
    assert len(rows) == count * len(evening["rounds"])


CHECKS = {"nono": check_nono, "now": check_now, "nimble": check_nimble}


@pytest.mark.parametrize("game", CHECKS)
def test_whole_evenings_by_the_pages_own_forms(house: House, game: str) -> None:
    """Every sheet is the one worked out by hand, and is printed on one page with all its rows."""
    page = house.person(size=TABLET).page
    for evening in evenings(game)[:SOME]:
        keep(page, evening)
        tables = written(page)
        CHECKS[game](evening, tables)
        assert ranked(tables["Result"]) == evening["ranking"], evening["about"]
        assert paper(page) == (1, page.locator(".written tr").count()), evening["about"]


# A sheet among several devices


def test_a_sheet_is_taken_back_reloaded_seen_elsewhere_and_taken_away(house: House) -> None:
    """NoNo's, with fingers, step by step at every size; then from another phone by its code."""
    house.touch = True
    evening = evenings("nono")[0]
    page = house.person(size=TABLET).page
    page.goto("/box/nono")
    page.get_by_role("button", name="Begin the sheet").wait_for()
    look(page)
    take(page, begin(evening))
    page.wait_for_url(re.compile("/sheet/"))
    code = page.url.rsplit("/", 1)[1]
    for number, entry in enumerate(entries_of(evening)[:5]):
        take(page, entered(evening, entry))
        if number != 2:
            look(page, "en" if number == 3 else "fr")
    assert written(page)["Cards"][0][3:6] == ["Mike", "Ski de fond", "6"]

    # Taken back step by step, and brought back; a reload changes nothing.
    back, forth = (page.get_by_role("button", name=name) for name in ("Take back", "Bring back"))
    back.tap()
    page.get_by_role("button", name="Judge it").wait_for()
    back.tap()
    page.get_by_label("What did Mike say?").wait_for()
    page.reload()
    page.get_by_label("What did Mike say?").wait_for()
    for _ in range(2):
        forth.tap()
    page.get_by_label("Which card was turned?").wait_for()

    # On another phone by the code, typed at home; two write at once, and the second looks again.
    other = house.person("fr").go("/")
    other.get_by_role("textbox").first.fill(code)
    other.keyboard.press("Enter")
    other.get_by_text("Ski de fond").first.wait_for()
    screen = house.person(size=SIZES["screen"]).go(f"/sheet/{code}/screen")
    screen.get_by_text("Ski de fond").first.wait_for()
    expect(screen.locator("button, form")).to_have_count(0)
    page.context.route("**/api/sheets/*?seen=*", lambda route: route.abort())  # it does not look
    other.locator(".find .button").tap()  # a card is drawn there
    other.locator(".entry .die").first.wait_for()
    take_first(page)
    page.get_by_text("Somebody else has just written on this sheet: look again.").first.wait_for()
    page.context.unroute("**/api/sheets/*?seen=*")
    house.expect_noise("ERR_FAILED|409|api/tables/")  # a code is looked for among tables first
    page.get_by_role("button", name="Throw them for us").wait_for()
    screen.locator(".play .card").wait_for()  # and the wall follows

    # As a file, which a spreadsheet reads without reckoning.
    with page.expect_download() as download:
        page.get_by_role("link", name="As a file (CSV)").click()
    rows = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert rows[1][7:] == ["Mike", "Ana", "Bo", "Cy"]
    assert rows[2][3:6] == ["Mike", "Ski de fond", "6"]


def take_first(page: Page) -> None:
    page.locator(".cards button").first.tap()
    page.get_by_role("button", name="This card").tap()


LONG = [f"{letter * 22} {letter}" for letter in "WMQGOHND"]


def test_the_longest_sheet_fits_on_a_page_and_on_a_wall(house: House) -> None:
    """25 cards of eight players with the widest names, each with everything wrong."""
    code = post(house, "/api/sheets", {"game": "nono", "players": LONG, "options": {"language": "en"}})["code"]  # fmt: skip
    seen = 1
    for turn in evenings("nono")[-1]["turns"]:
        category = turn.split(" |")[0]
        dice = ["order_1", "order_2", "ban"]
        for entry in (
            {"type": "card", "category": category, "dice": dice, "multiplier": 3},
            {"type": "dice", "order": [["Q", 1], ["Z", 2]], "ban": "A"},
            {"type": "stop", "seat": seen % 8},
            {"type": "word", "word": "banana bread and butter"},
            {"type": "thumbs", "up": 0, "down": 7},
        ):
            wish = {"seen": seen, "wish": {"type": "enter", "entry": entry}}
            post(house, f"/api/sheets/{code}", wish)
            seen += 1
    page = house.person(size=SIZES["laptop"]).go(f"/sheet/{code}")
    page.get_by_text("All cards are played").wait_for()
    assert paper(page) == (1, page.locator(".written tr").count())
    page.goto(f"/sheet/{code}/screen")
    page.get_by_text("All cards are played").wait_for()
    for size in ((1366, 768), SIZES["screen"], (1024, 768)):
        resize(page, *size)
        assert page.evaluate(LAST_ROW_SEEN), size
    assert violations(page) == []


def post(house: House, path: str, body: Any) -> Any:
    data = json.dumps(body).encode()
    request = urllib.request.Request(
        house.server.url + path, data, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)
