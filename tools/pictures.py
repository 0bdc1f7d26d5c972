"""The pictures that the README and the docs show, taken from the page as it is.

python tools/pictures.py [--to FOLDER]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

if __name__ == "__main__":  # run as a file: its folder's parent is where `tools` is found
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page

from tools.house import House, browsing, serving
from tools.sights import resize, settle
from tools.windows import Windows

ROOT = Path(__file__).resolve().parents[1]
BOTS = ["gentle", "steady", "sharp"]
TELEVISION = (1280, 720)
UNHURRIED = {"countdown": 0, "action": 0, "last_player": 0, "resolution": 0}
SPORTS = {"category": "In Sports", "order": [["R", 1], ["M", 2]], "ban": "U", "multiplier": 2}
# Two phones beside a television, on the paper of the light theme.
TOGETHER = """
<style>
  body {{ margin: 0; background: #FBF4E4; width: 1720px; height: 720px; position: relative; }}
  img {{ position: absolute; box-sizing: border-box; border: 10px solid #1C1530; }}
  .phone {{ width: 296px; border-radius: 38px; top: 36px; box-shadow: 0 10px 0 #1C153033; }}
  .screen {{ width: 976px; border-radius: 20px; left: 372px; top: 84px; box-shadow: 0 10px 0 #1C153033; }}
</style>
<img class="screen" src="{screen}">
<img class="phone" style="left: 40px" src="{home}">
<img class="phone" style="right: 40px" src="{hand}">
"""


def now(house: House) -> tuple[Page, Page]:
    """A hand and the big screen at the same moment of NOW!."""
    table = house.open_table("now", options=UNHURRIED, bots=BOTS)
    screen = house.person(size=TELEVISION).go(f"/screen/{table.code}")
    screen.locator(".round").wait_for()
    hand = house.person().sit(table)
    hand.locator(".button.big:enabled").click()
    hand.locator("button.shout").wait_for()
    screen.locator(".mini").nth(2).wait_for()  # some have thrown a card away
    return hand, screen


def nimble(house: House) -> Page:
    options = {"countdown": 0, "round": 0, "check": 0}
    page = house.person().sit(
        house.open_table("nimble", options=options, bots=["gentle", "steady"], start=True)
    )
    for _ in range(3):
        page.locator("button.deck").click()
    page.locator(".discard .top .card:not(.down)").wait_for()
    return page


def nono(house: House) -> Page:
    clocks = {"countdown": 0, "search": 0, "answer": 0, "vote": 0, "verdict": 0}
    table = house.open_table("nono", options=clocks, deal={"turns": [SPORTS] * 2}, bots=BOTS[:2])
    page = house.person().sit(table)
    page.locator(".button.big:enabled").click()
    page.locator("button.stop").wait_for()
    return page


def home(house: House) -> Page:
    page = house.person().go("/")
    page.locator("button.game").first.wait_for()
    return page


def taken(page: Page) -> bytes:
    settle(page)
    return page.screenshot()


def address_of(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


def together(house: House, pictures: dict[str, bytes]) -> bytes:
    page = house.person().page
    resize(page, 1720, 720)
    page.set_content(
        TOGETHER.format(**{name: address_of(each) for name, each in pictures.items()}),
        wait_until="load",
    )
    return taken(page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "pictures")
    to = parser.parse_args().to
    to.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="brouhaha-") as folder,
        serving(Path(folder)) as server,
        browsing() as browser,
    ):
        house = House(server, Windows(browser))
        hand, screen = (taken(page) for page in now(house))
        scene = {"home": taken(home(house)), "hand": hand, "screen": screen}
        (to / "now.png").write_bytes(hand)
        (to / "nimble.png").write_bytes(taken(nimble(house)))
        (to / "nono.png").write_bytes(taken(nono(house)))
        (to / "overview.png").write_bytes(together(house, scene))
    return 0


if __name__ == "__main__":
    sys.exit(main())
