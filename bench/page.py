"""How heavy is the page, how soon can one play, how soon does a tap show? See page.md.

    python bench/page.py [--loads 9] [--taps 36]

A real `brouhaha serve` and a headless Chromium of phone size on this machine; the server is warm,
the browser has nothing. Loads are measured with the processor slowed down four times, taps with
and without. Beside it, under the same conditions, a bare page with one button.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, Response

from tools.house import House, Server, Table, browsing, serving
from tools.moments.after import over
from tools.moments.common import unhurried
from tools.moments.nono import SPORTS
from tools.windows import PHONE, Windows

SLOWER = 4
# From a tap to the paint after the DOM has changed, and when each of these was first painted.
INIT = """
const FIRST = ['button', 'button.game', '.spot .card', 'button.deck .back', '.play .players'];
window.taps = []; window.painted = {}; window.began = 0;
const afterFrame = (act) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = act; port2.postMessage(0);
};
const afterPaint = (act) => requestAnimationFrame(() => afterFrame(act));
addEventListener('click', ({ timeStamp }) => {
  window.began = timeStamp;
  const watch = new MutationObserver(() => {
    watch.disconnect();
    afterPaint(() => taps.push(performance.now() - timeStamp));
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document, all);
}, true);
(function look() {
  for (const one of FIRST.filter((one) => !(one in painted) && document.querySelector(one))) {
    painted[one] = null;
    afterFrame(() => (painted[one] = performance.now())); // this frame is the first that shows it
  }
  requestAnimationFrame(look);
})();
"""
BARE = b"""<!doctype html><title>bare</title><body><button>0</button>
<script>document.querySelector('button').onclick = (e) => e.target.textContent++</script>"""
HANDS = {"now": ".spot .card", "nimble": "button.deck .back", "nono": ".play .players"}


class BarePage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(BARE)))
        self.end_headers()
        self.wfile.write(BARE)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def bare_server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), BarePage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def phone(browser: Browser, url: str, rate: int = 1) -> Iterator[Page]:
    """A window that has never been anywhere, this much slower."""
    width, height = PHONE
    context = browser.new_context(
        base_url=url, viewport={"width": width, "height": height}, has_touch=True
    )
    page = context.new_page()
    page.add_init_script(INIT)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    yield page
    context.close()


def painted(page: Page, what: str) -> float:
    """When it was, in ms since the page was asked for."""
    page.wait_for_function("what => window.painted[what] > 0", arg=what)
    found: float = page.evaluate("what => painted[what]", what)
    return found


# How heavy


def scripts(browser: Browser, url: str, path: str, ready: str, table: Table | None) -> int:
    """Bytes of JavaScript, gzipped, that come before this address stands there."""
    came: list[Response] = []
    with phone(browser, url) as page:
        page.on("response", lambda answer: came.append(answer))
        if table:
            key = f"brouhaha.seat.{table.code}"
            page.add_init_script(f"localStorage.setItem('{key}', '{table.token}')")
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.wait_for_load_state("networkidle")
        return sum(len(gzip.compress(one.body())) for one in came if one.url.endswith(".js"))


def weights(house: House) -> None:
    print("\n| address | kB of JavaScript, gzipped |\n| --- | ---: |")
    places: list[tuple[str, str, str, Table | None]] = [("home", "/", "button.game", None)]
    for game in HANDS:
        table = house.open_table(
            game, bots=["gentle", "steady"], options=unhurried(game), start=True
        )
        places += [
            (f"{game}: hand", f"/t/{table.code}", HANDS[game], table),
            (f"{game}: big screen", f"/screen/{table.code}", ".match .screen", None),
            (f"{game}: rules", f"/rules/{game}", ".examples", None),
            (f"{game}: lesson", f"/learn/{game}", HANDS[game], None),
        ]
    _, ended = over("nimble", house)
    replay = ended.locator("a.button[href^='/replay/']").get_attribute("href") or ""
    places.append(("nimble: replay", replay, ".controls", None))
    for name, path, ready, seat in places:
        size = scripts(house.windows.browser, house.server.url, path, ready, seat)
        print(f"| {name} | {size / 1000:.1f} |", flush=True)


# How soon


def heading(what: str) -> None:
    print(f"\n| {what} | best ms | p50 ms | p95 ms | p50 × bare page |")
    print("| --- | ---: | ---: | ---: | ---: |")


def row(name: str, took: list[float], floor: list[float]) -> None:
    p50, p95 = statistics.median(took), statistics.quantiles(took, n=20, method="inclusive")[18]
    ratio = p50 / statistics.median(floor)
    print(f"| {name} | {min(took):.0f} | {p50:.0f} | {p95:.0f} | {ratio:.1f} |", flush=True)


def open_home(page: Page) -> float:
    page.goto("/")
    return painted(page, "button.game")


def play_now(game: str, page: Page) -> float:
    """From the second tap to the hand."""
    open_home(page)
    page.locator(f"button.game[data-field={game}]").tap()
    page.locator("dialog[open] .button.big").tap()
    return painted(page, HANDS[game]) - float(page.evaluate("began"))


def first_of_bare(page: Page) -> float:
    page.goto("/")
    return painted(page, "button")


def loads(browser: Browser, server: Server, bare: str, times: int) -> None:
    """By turns, so that all of them meet the same noise; the first round warms the server."""
    acts: dict[str, tuple[str, Callable[[Page], float]]] = {
        "bare page": (bare, first_of_bare),
        "home, until the first tap is possible": (server.url, open_home),
    }
    for game in HANDS:
        acts[f"{game}: from *play now* to the hand"] = (server.url, partial(play_now, game))
    took: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(times + 1):
        for name, (url, act) in acts.items():
            with phone(browser, url, SLOWER) as page:
                took[name].append(act(page))
    heading(f"processor {SLOWER}× slower")
    for name, all_of_them in took.items():
        row(name, all_of_them[1:], took["bare page"][1:])


# How quick


def tapped(page: Page, taps: int, act: Callable[[int], None]) -> list[float]:
    """Each tap waits for the last one to be painted."""
    page.evaluate("taps.length = 0")
    for number in range(taps):
        act(number)
        page.wait_for_function("n => taps.length > n", arg=number)
    found: list[float] = page.evaluate("taps")
    return found


def bare_taps(page: Page, taps: int) -> list[float]:
    page.goto("/")
    return tapped(page, taps, lambda _: page.locator("button").tap())


def company(house: House, page: Page, game: str, **wanted: Any) -> None:
    """The measured phone hosts two bots: nobody else's page is drawn by this machine meanwhile."""
    options = unhurried(game) | wanted.pop("options", {})
    table = house.open_table(game, options=options, bots=["gentle", "gentle"], **wanted)
    page.add_init_script(f"localStorage.setItem('brouhaha.seat.{table.code}', '{table.token}')")
    page.goto(f"/t/{table.code}")
    page.locator(".button.big:enabled").tap()


def discards(house: House, page: Page, taps: int) -> list[float]:
    took: list[float] = []
    while len(took) < taps:
        company(house, page, "now")
        card = page.locator(".spot button[aria-label*='Discard']")

        def throw(_: int, card=card) -> None:  # type: ignore[no-untyped-def]
            card.wait_for()
            page.wait_for_timeout(150)  # a new card's first moment is not for taps
            card.tap()

        took += tapped(page, 12, throw)
    return took


def nimble_moves(house: House, page: Page, taps: int) -> list[float]:
    """A flip and a place by turns."""
    company(house, page, "nimble")

    def move(number: int) -> None:
        if number % 2 == 0:
            page.locator("button.deck").tap()
            page.locator(".discard .top .card:not(.down)").wait_for()
        else:
            page.locator(f"[data-pile='{number % 3}'] button").tap()

    return tapped(page, min(taps, 56), move)


def stops(house: House, page: Page, taps: int) -> list[float]:
    """Nobody says a word: the clock judges, and the next card comes."""
    brief = {"answer": 3, "vote": 3, "verdict": 0.1}
    company(house, page, "nono", options=brief, deal={"turns": [SPORTS] * (taps + 1)})

    def stop(_: int) -> None:
        page.locator("button.stop").wait_for()
        page.wait_for_timeout(450)  # a new card's first moment is not for taps
        page.locator("button.stop").tap()

    return tapped(page, taps, stop)


def taps(house: House, bare: str, times: int) -> None:
    games = {"NOW!: discard": discards, "nimble: flip, place": nimble_moves, "NoNo: Stop!": stops}
    for rate in (1, SLOWER):
        slower = f", processor {rate}× slower" if rate > 1 else ""
        heading(f"tap to paint{slower}")
        with phone(house.windows.browser, bare, rate) as page:
            floor = bare_taps(page, times)
        row("bare page", floor, floor)
        for name, measure in games.items():
            with phone(house.windows.browser, house.server.url, rate) as page:
                row(name, measure(house, page, times), floor)
            house.send_home()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--loads", type=int, default=9)
    parser.add_argument("--taps", type=int, default=36)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="brouhaha-") as folder,
        serving(Path(folder)) as server,
        browsing() as browser,
        bare_server() as bare,
    ):
        house = House(server, Windows(browser))
        weights(house)
        house.send_home()
        loads(browser, server, bare, wanted.loads)
        taps(house, bare, wanted.taps)
    return 0


if __name__ == "__main__":
    sys.exit(main())
