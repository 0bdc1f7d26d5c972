"""Whether everything fits: every text and control inside its box and the window, nothing covered.

`python -m tools.fit [NAME …]` (`make fit`) looks at every screen and every moment at every size, in
both languages, with eight players of the longest names; tests/browser/test_fit.py looks at a part.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from playwright.sync_api import Error, Page

from tools.house import House, Server, browsing, serving
from tools.screens import Way
from tools.sights import STILL, resize, switch_language
from tools.windows import Size, Windows, draft

LOOK: Final = (Path(__file__).parent / "fit.js").read_text(encoding="utf-8")
LOOK_WHEN_STILL: Final = (
    f"async (wanted) => {{ await ({STILL})(); return (window.fit ??= {LOOK})(wanted) }}"
)

LANGUAGES: Final = ("en", "fr")
UPRIGHT: Final[tuple[Size, ...]] = ((320, 568), (360, 640), (390, 844))
SIDEWAYS: Final[tuple[Size, ...]] = ((844, 390), (740, 360))
ZOOMED: Final[Size] = (683, 384)  # 1366 × 768 at 200 %
TABLET: Final[Size] = (768, 1024)
WALL: Final[Size] = (960, 540)  # from here on nobody scrolls the big screen: a TV at 200 %
LAPTOPS: Final[tuple[Size, ...]] = ((1280, 720), (1366, 768), (1440, 900))
ROOM: Final[tuple[Size, ...]] = ((1920, 1080), (3840, 2160))
TOUCHED: Final = frozenset((*UPRIGHT, *SIDEWAYS, TABLET))  # no keys are shown there
SIZES: Final[tuple[Size, ...]] = (*UPRIGHT, *SIDEWAYS, ZOOMED, TABLET, WALL, *LAPTOPS, *ROOM)

FURTHER_LOOKS: Final = 5
BETWEEN_LOOKS: Final = 300  # ms

HELD: Final[tuple[Size, ...]] = tuple(size for size in SIZES if size not in (WALL, ROOM[1]))

# As wide as the rule for names allows: 24 letters, in wide letters and wide scripts.
LONG_NAMES: Final = (
    "W" * 24,
    "漢字かな" * 6,
    "Maximiliane-Wilhelmine W",
    "😀" * 24,
    "Ana",
    "Œ" * 12 + " " + "M" * 11,
    "ЩЮЖМ" * 6,
    "Wendelgard von Mammendor",
)

# Several networks, one of them with a number as long as they get.
ADDRESSES: Final = (
    "http://192.168.178.123:8000",
    "http://[fd12:3456:789a:1234:5678:9abc:def0:1234]:8000",
    "http://brouhaha.local:8000",
)

# Where one may scroll, and what must be in sight all the same.
SCROLLS: Final[dict[str, str]] = {
    "end*-screen": ".glory",  # in a window that is smaller than a wall
    "lobby": ".go, .code, .top",
    "lobby-guest": ".go, .code, .top",
    "lobby-waiting": ".go, .code, .top",
    "rules-*": "",
    "examples-*": "",
    "options-*": "",
    "lobby-games": "",
    "lobby-host": "header",
    "home*": ".join, dialog",
    "door": "form",
    "end": ".glory",
    "end-n*": ".glory",
    "nimble-challenge-end": ".glory",
    "*end-eight": ".glory",
}
ON_A_PHONE: Final = ("lobby", "lobby-guest", "lobby-waiting")  # they scroll there only


def crowded(server: Server, windows: Windows, alone: bool = False) -> House:
    """A house where everything is as long as it gets; or one that no other device can reach."""
    addresses = () if alone else ADDRESSES
    return House(server, windows, names=LONG_NAMES, addresses=addresses, touch=False)


def in_sight(name: str, size: Size) -> str | None:
    """What must be in sight where one may scroll; None: nobody scrolls there."""
    if name.endswith("-screen") and size[0] >= WALL[0] and size[1] >= WALL[1]:
        return None
    if name in ON_A_PHONE and size not in TOUCHED | {ZOOMED}:
        return None
    return next((needed for pattern, needed in SCROLLS.items() if fnmatch(name, pattern)), None)


def misfits(page: Page, name: str, size: Size) -> list[str]:
    """What does not fit on this screen at this size, in sentences: what is so at each of several looks, for a card on
    its way may cover a name, and a slow machine may draw what is over."""
    needed = in_sight(name, size)
    wanted = {"still": needed is None, "needed": needed or "", "touch": size in TOUCHED}
    draft(page, size)
    found: list[str] = page.evaluate(LOOK_WHEN_STILL, wanted)
    for _ in range(FURTHER_LOOKS):
        if found:
            page.wait_for_timeout(BETWEEN_LOOKS)
            again = page.evaluate(LOOK_WHEN_STILL, wanted)
            found = [one for one in found if one in again]
    return found


def at_every_size(page: Page, name: str, sizes: Iterable[Size] = ()) -> Iterator[str]:
    """At these sizes, or at those that people have for it: nobody holds a wall in their hand."""
    for size in sizes or (SIZES if name.endswith("-screen") else HELD):
        for found in misfits(page, name, size):
            yield f"{name} {size[0]}×{size[1]}: {found}"


def look_at(
    house: House, name: str, way: Way, languages: Iterable[str], pictures: Path | None
) -> Iterator[str]:
    """Bring this screen about, and say what does not fit on it; with a picture of each size."""
    try:
        page = way(house)
    except Error as error:  # the other screens are looked at all the same
        yield f"{name}: did not come about: {error.message.splitlines()[0]}"
        return
    for language in languages:
        switch_language(page, language)
        for size in SIZES:
            label = f"{name} {language} {size[0]}×{size[1]}"
            yield from (f"{label}: {found}" for found in misfits(page, name, size))
            if pictures:
                path = pictures / f"{name}-{language}-{size[0]}x{size[1]}.png"
                resize(page, *size)
                page.screenshot(path=path)


def main() -> int:
    from tools.moments import MOMENTS
    from tools.screens import SCREENS

    every = SCREENS | MOMENTS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a screen; * stands for anything")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--alone", action="store_true", help="no other device reaches the server")
    parser.add_argument("--pictures", type=Path, help="keep a picture of each in this folder")
    wanted = parser.parse_args()
    names = [name for name in every if any(fnmatch(name, one) for one in wanted.names or ["*"])]
    languages = (wanted.language,) if wanted.language else LANGUAGES
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    count = 0
    with serving(Path(tempfile.mkdtemp(prefix="brouhaha-"))) as server, browsing() as browser:
        house = crowded(server, Windows(browser), wanted.alone)
        for name in names:
            for found in look_at(house, name, every[name], languages, wanted.pictures):
                count += 1
                print(found, flush=True)
            house.send_home()
    print(f"{count} misfits on {len(names)} screens")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
