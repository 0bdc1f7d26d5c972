"""The first minute of a party: the host is on localhost, and the phones still get in.

It runs on a network of its own, on which this machine has a number that is not loopback: real
windows, real QR codes read off the pictures, and nothing leaves the machine.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.namespaces import NUMBER, run_in_namespace
from tools.house import House, browsing, serving
from tools.windows import Windows

TV = (1920, 1080)
LAPTOP = (1366, 768)


def test_what_the_qr_codes_say_leads_a_phone_to_the_table() -> None:
    run_in_namespace("-m", "tests.browser.test_reach", "network")


def test_a_server_for_this_machine_only_says_so() -> None:
    run_in_namespace("-m", "tests.browser.test_reach", "alone")


def qr_code(page: Page) -> str:
    """What a phone's camera would read off the picture of this window."""
    page.locator(".invite .qr svg").wait_for()
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    assert len(found) == 1, page.url
    return str(found[0].text)


def open_table(house: House) -> tuple[Page, str]:
    """As the host does, at the address that only this machine has."""
    host = house.person(size=LAPTOP).page
    host.goto(house.server.url.replace("127.0.0.1", "localhost"))
    host.get_by_role("button", name=re.compile("NOW!")).click()
    host.get_by_role("button", name="Open a table").click()
    host.locator(".round").wait_for()
    return host, host.url[-6:]


def on_a_network(folder: Path) -> None:
    with serving(folder, "--host", "0.0.0.0", "--no-mdns") as server, browsing() as browser:
        house = House(server, Windows(browser))
        host, code = open_table(house)
        there = server.url.replace("127.0.0.1", NUMBER)
        assert qr_code(host) == f"{there}/t/{code}"

        screen = house.person(size=TV).page
        screen.goto(f"{server.url}/screen/{code}")
        invitation = qr_code(screen)
        assert invitation == f"{there}/t/{code}"
        expect(screen.locator(".where")).to_contain_text(there.removeprefix("http://"))

        phone = house.person().page
        phone.goto(invitation)
        phone.get_by_role("textbox").fill("Bo")
        phone.keyboard.press("Enter")
        phone.locator(".round").wait_for()
        stays_awake(phone)
        phone.get_by_role("button", name="I’m ready").click()
        host.get_by_role("button", name="Let’s go!").click()
        for page in (host, phone):
            expect(page.locator(".match > .bar")).to_be_visible()
        assert phone.url.startswith(there)


def stays_awake(phone: Page) -> None:
    """A plain address has no wake lock: the film runs, as far as a page can see."""
    assert phone.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    film = phone.locator("video.awake")
    phone.wait_for_function(
        "film => !film.paused && film.readyState >= 2", arg=film.element_handle()
    )


def alone(folder: Path) -> None:
    with serving(folder, "--no-mdns") as server, browsing() as browser:
        host, _ = open_table(House(server, Windows(browser)))
        expect(host.locator(".invite .alone")).to_be_visible()
        expect(host.locator(".invite .qr svg")).to_have_count(0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        {"network": on_a_network, "alone": alone}[sys.argv[1]](Path(temporary))
