"""A seat goes to another device by the QR code that the first one shows.

On a network of its own, on which this machine has a number that is not loopback (see test_reach).
"""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.namespaces import NUMBER, run_in_namespace
from tools.house import House, browsing, serving
from tools.windows import Windows


def test_a_seat_moves_by_the_qr_code_and_moves_once() -> None:
    run_in_namespace("-m", "tests.browser.test_hand_over")


def qr_code(page: Page) -> str:
    page.get_by_role("img", name="QR code that moves your seat").wait_for()
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    assert len(found) == 1, page.url
    return str(found[0].text)


def hand_over(house: House) -> None:
    table = house.open_table("nimble", bots=["gentle"])
    phone = house.person().sit(table)
    phone.locator(".chair", has_text="Ana").tap()  # in the lobby: from one's own seat
    phone.get_by_role("button", name="Another device").tap()
    qr_code(phone)
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Let’s go!").tap()
    phone.get_by_role("button", name="Menu").tap()  # in a match: from the menu
    phone.get_by_role("button", name="Another device").tap()
    address = qr_code(phone)
    there = house.server.url.replace("127.0.0.1", NUMBER)
    assert re.fullmatch(rf"{re.escape(there)}/t/{table.code}#seat=[0-9a-f]{{64}}", address)

    tablet = house.person(size=(768, 1024)).go(address)
    expect(tablet.locator(".match > .bar")).to_be_visible()
    expect(tablet).to_have_url(f"{there}/t/{table.code}")  # the secret is no longer in the address
    expect(phone.get_by_role("heading", name="Your seat has moved")).to_be_visible()
    tablet.reload()
    expect(tablet.locator(".match > .bar")).to_be_visible()  # its own seat from now on
    phone.reload()
    expect(phone.get_by_role("textbox")).to_be_visible()  # a stranger again

    thief = house.person().go(address)
    expect(thief.get_by_role("heading", name="This code has been used")).to_be_visible()
    expect(tablet.locator(".match > .bar")).to_be_visible()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--host", "0.0.0.0", "--no-mdns") as server,
        browsing() as browser,
    ):
        house = House(server, Windows(browser))
        hand_over(house)
        house.expect_noise("Cross-Origin-Opener-Policy")  # as at every plain address
        assert house.noise == []


if __name__ == "__main__":
    main()
