"""How long the club's pages take until they are painted, in a headless Chromium that is four times
slower than this machine."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page

from bench.server_bench.process import ServerProcess
from brouhaha.server.club.gate import ADMITTED, COOKIE
from tools.house import browsing
from tools.windows import PHONE

SLOWER: Final = 4
PAINTS: Final = 5

PAINTED: Final = """({ what, tap }) => new Promise((told) => {
  const old = new Set(document.querySelectorAll(tap ? what : 'none'));
  const began = tap ? performance.now() : 0;
  const { port1, port2 } = new MessageChannel(); // heard when the frame that asks is painted
  port1.onmessage = () => told(performance.now() - began);
  const look = () => [...document.querySelectorAll(what)].some((one) => !old.has(one))
    ? port2.postMessage(0)
    : requestAnimationFrame(look);
  if (tap) {
    const link = Object.assign(document.createElement('a'), { href: tap });
    document.querySelector('.page, main, body').append(link);
    link.click();
  }
  requestAnimationFrame(look);
})"""


class Paint(NamedTuple):
    """ms from the address to the figures on the screen, and of these what the page's own thread
    was at work, slowed down as it is: on a machine with nothing else to do it waits for nothing."""

    passed: float
    worked: float


def paint(page: Page, devtools: CDPSession, path: str, what: str) -> Paint:
    """By its address, in a browser that has nothing."""
    before = _worked(devtools)
    page.goto(path, wait_until="commit")
    passed = page.evaluate(PAINTED, {"what": what, "tap": ""})
    return Paint(passed, _worked(devtools) - before)


def paint_by_tap(page: Page, devtools: CDPSession, path: str, what: str) -> Paint:
    """By a link of another page of the club, or of home."""
    page.goto("/club/ladders/nimble" if path != "/club/ladders/now" else "/club")
    page.locator(what).first.wait_for()
    page.wait_for_load_state("networkidle")
    before = _worked(devtools)
    passed = page.evaluate(PAINTED, {"what": what, "tap": path})
    return Paint(passed, _worked(devtools) - before)


def _worked(devtools: CDPSession) -> float:
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    found = {one["name"]: one["value"] for one in metrics}
    return float(found["TaskDuration"] * 1000)


@contextmanager
def slow_phone(browser: Browser, url: str, cookie: str) -> Iterator[tuple[Page, CDPSession]]:
    context = browser.new_context(
        base_url=url, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True
    )
    context.add_cookies([
        {"name": COOKIE, "value": cookie, "url": f"{url}/api"},
        {"name": ADMITTED, "value": "1", "url": f"{url}/club"},
    ])  # fmt: skip
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page, devtools
    context.close()


def paint_pages(server: ServerProcess, found: dict[str, list[str]], cookie: str) -> None:
    figures = ".page :is(section, table)"
    pages = {
        "home, to compare": ("/", "button.game"),
        "front": ("/club", figures),
        "an evening": (_shown(found["an evening"][0]), figures),
        "a day": (_shown(found["a day"][0]), figures),
        "players": ("/club/players", figures),
        "a player": (_shown(found["a player"][0]), figures),
        "a ladder": ("/club/ladders/now", figures),
    }
    url = f"http://127.0.0.1:{server.port}"
    print(
        f"\n| page, {SLOWER} × slower | address: ms | best | at work | tap: ms | best | at work |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with browsing() as browser:
        for name, (path, what) in pages.items():
            new, tapped = [], []
            for _ in range(PAINTS):
                with slow_phone(browser, url, cookie) as (page, devtools):
                    new.append(paint(page, devtools, path, what))
                    if path != "/":
                        tapped.append(paint_by_tap(page, devtools, path, what))
            print(f"| {name} | {_told(new)} | {_told(tapped)} |", flush=True)


def _told(paints: list[Paint]) -> str:
    if not paints:
        return "| |"
    passed = sorted(one.passed for one in paints)
    worked = statistics.median(one.worked for one in paints)
    return f"{statistics.median(passed):.0f} | {passed[0]:.0f} | {worked:.0f}"


def _shown(path: str) -> str:
    return path.replace("/api", "")
