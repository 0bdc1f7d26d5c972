"""My box, in real windows: typed in, told mistake by mistake, kept, taken away as a file and read again; then played with on phones."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.test_nono import FIELD, NO_CLOCKS, STOP, THUMBS, see_card
from tools.house import SIZES, House
from tools.moments.common import STAYS
from tools.sights import off_screen, resize, settle, switch_language, too_small, violations

SIX = " ".join(["E1"] * 6)  # nobody else's dice
# What one has to scroll sideways for: the table of cards has room for all its boxes.
CUT_OFF = """() => [...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.scrollWidth} > ${one.clientWidth}`)"""
NOT_A_BOX = "This file holds no box of this game."


def read(page: Page, content: bytes) -> None:
    file: Any = {"name": "box.json", "mimeType": "application/json", "buffer": content}
    page.locator("input[type=file][accept*=json]").set_input_files(file)


def type_in(page: Page, name: str) -> None:
    """The house's cards with dice of one's own, kept by this name."""
    page.goto("/box/nono/cards")
    page.get_by_role("button", name="Begin from the house’s cards").tap()
    page.get_by_text("The cards: 75 of 75").wait_for()
    for die in ("Order 1", "Order 2"):
        page.get_by_label(die, exact=True).fill(SIX)
    page.get_by_label("Name of the box").fill(name)
    page.get_by_role("button", name="Keep it").tap()
    page.get_by_text(f"{name} is kept.").first.wait_for()


def test_a_box_is_typed_in_checked_kept_and_read_from_a_file(house: House) -> None:
    house.touch = True
    page = house.person().page
    type_in(page, "Ours <b>")
    with page.expect_download() as download:
        page.get_by_role("button", name="As a file").tap()
    written = json.loads(download.value.path().read_text("utf-8"))
    assert (written["game"], written["name"]) == ("nono", "Ours <b>")
    assert written["content"]["order_1"] == [["E", 1]] * 6

    # Each mistake has its sentence, in both languages.
    page.get_by_label("Ban", exact=True).fill("A E")
    page.get_by_label("A City, Order 2").uncheck()
    page.get_by_label("A City, Ban").uncheck()
    page.get_by_role("button", name="Check", exact=True).tap()
    page.get_by_text("the ban die has 2 faces instead of 6").wait_for()
    page.get_by_text("no card is “A City”").wait_for()
    switch_language(page, "fr")
    page.get_by_text("le dé Interdiction a 2 faces au lieu de 6").wait_for()
    row = page.get_by_role("row", name="A Drink")
    expect(row.locator("th")).to_have_text(
        "A Drink Une boisson"
    )  # as on the card, and as one says it
    expect(page.get_by_label("Une boisson, Ordre 1")).to_be_checked()
    for size in (SIZES["small"], (844, 390), (768, 1024), (1024, 768), (1366, 768)):
        resize(page, *size)
        assert (off_screen(page), too_small(page), page.evaluate(CUT_OFF)) == ([], [], []), size
    settle(page)
    assert violations(page) == []

    # On another device, from the file; and what is no box of this game is said to be none.
    other = house.person().page
    other.goto("/box/nono/cards")
    other.locator(".editor table").wait_for()
    other.evaluate(STAYS, 4000)  # what it says is put aside by hand
    wrong = json.dumps({"game": "nono", "content": {"order_1": 7, "cards": "x"}}).encode()
    for content in (b"\xff\x00{", b"[" * 10_000_000, b'{"game": "now", "content": {}}', wrong):
        read(other, content)
        other.get_by_text(NOT_A_BOX).first.wait_for()
        other.locator(".notice button").first.click()
        expect(other.get_by_text("The cards: 0 of 75")).to_have_count(1)
    endless: Any = {
        "name": "a.txt",
        "mimeType": "text/plain",
        "buffer": b"Trees; Les arbres\n" * 9_999,
    }
    other.locator("input[type=file][accept*=csv]").set_input_files(endless)
    other.get_by_text("This list is too long: it has 9999 lines.").first.wait_for()
    read(other, json.dumps(written).encode())
    other.get_by_text("Everything is there.").wait_for()
    expect(other.get_by_label("Order 1", exact=True)).to_have_value(SIX)


def test_a_match_on_phones_with_a_box_that_was_typed_in(house: House) -> None:
    """Chosen in the house rules; its dice are thrown, and the match goes to its end."""
    house.touch = True
    table = house.open_table("nono", options=NO_CLOCKS | {"turns": 1, "language": "en"})
    ana = house.person()
    type_in(ana.page, "Mine")
    page = ana.sit(table)
    bo, cy = (house.person().join(table.code, name) for name in ("Bo", "Cy"))
    page.locator(".round").wait_for()
    page.get_by_role("button", name="House rules").tap()
    page.get_by_role("button", name="Mine", exact=True).tap()
    expect(page.locator("dialog[open] .now")).to_have_text("Mine")
    page.keyboard.press("Escape")
    for guest in (bo, cy):
        guest.locator(".go .button.big").tap()
    page.locator(".go .button.big:enabled").tap()
    see_card(page)
    expect(page.locator(".dice .die").first).to_contain_text("E")
    page.locator(STOP).tap()
    page.locator(FIELD).fill("elephant")
    page.keyboard.press("Enter")
    for guest in (bo, cy):
        guest.locator(THUMBS).first.tap()
    for one in (page, bo, cy):
        one.locator(".verdict .said").click()
        one.locator(".thumb button.big").tap()
    for one in (page, bo, cy):
        one.locator(".podium").wait_for()
