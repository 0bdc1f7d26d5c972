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

from playwright.sync_api import Page

from tools.house import House, browsing, serving
from tools.sights import resize, switch_language

LOOK: Final = (Path(__file__).parent / "fit.js").read_text(encoding="utf-8")

Size = tuple[int, int]
UPRIGHT: Final[tuple[Size, ...]] = ((320, 568), (360, 640), (390, 844))
SIDEWAYS: Final[tuple[Size, ...]] = ((844, 390), (740, 360))
ZOOMED: Final[Size] = (683, 384)  # 1366 × 768 at 200 %
TABLET: Final[Size] = (768, 1024)
LAPTOPS: Final[tuple[Size, ...]] = ((1280, 720), (1366, 768), (1440, 900))
ROOM: Final[tuple[Size, ...]] = ((1920, 1080), (3840, 2160))
TOUCHED: Final = frozenset((*UPRIGHT, *SIDEWAYS, TABLET))  # no keys are shown there
SIZES: Final[tuple[Size, ...]] = (*UPRIGHT, *SIDEWAYS, ZOOMED, TABLET, *LAPTOPS, *ROOM)

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

# Where one may scroll, and what must be in sight all the same.
SCROLLS: Final[dict[str, str]] = {
    "rules-*": "",
    "examples-*": "",
    "options-*": "",
    "lobby-games": "",
    "home*": ".join, dialog",
    "door": "form",
    "end": ".glory",
    "end-n*": ".glory",
    "nimble-challenge-end": ".glory",
    "*end-eight": ".glory",
}


def misfits(page: Page, name: str, size: Size) -> list[str]:
    """What does not fit on this screen at this size, in sentences."""
    scrolls = [needed for pattern, needed in SCROLLS.items() if fnmatch(name, pattern)]
    wanted = {
        "still": not scrolls,
        "needed": scrolls[0] if scrolls else "",
        "touch": size in TOUCHED,
    }
    page.evaluate(f"() => {{ window.fit ??= {LOOK} }}")
    resize(page, *size)
    found: list[str] = page.evaluate("wanted => fit(wanted)", wanted)
    return found


def at_every_size(page: Page, name: str, sizes: Iterable[Size] = SIZES) -> Iterator[str]:
    for size in sizes:
        for found in misfits(page, name, size):
            yield f"{name} {size[0]}×{size[1]}: {found}"


def main() -> int:
    from tools.moments import MOMENTS
    from tools.screens import SCREENS

    every = SCREENS | MOMENTS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a screen; * stands for anything")
    parser.add_argument("--language", choices=("en", "fr"))
    parser.add_argument("--pictures", type=Path, help="keep a picture of each in this folder")
    wanted = parser.parse_args()
    names = [name for name in every if any(fnmatch(name, one) for one in wanted.names or ["*"])]
    count = 0
    with serving(Path(tempfile.mkdtemp(prefix="brouhaha-"))) as server, browsing() as browser:
        house = House(server, browser, names=LONG_NAMES, touch=False)
        for name in names:
            page = every[name](house)
            for language in (wanted.language,) if wanted.language else ("en", "fr"):
                switch_language(page, language)
                for size in SIZES:
                    found = misfits(page, name, size)
                    count += len(found)
                    for one in found:
                        print(f"{name} {language} {size[0]}×{size[1]}: {one}", flush=True)
                    if wanted.pictures:
                        wanted.pictures.mkdir(parents=True, exist_ok=True)
                        page.screenshot(
                            timeout=60_000,
                            path=wanted.pictures / f"{name}-{language}-{size[0]}x{size[1]}.png",
                        )
            house.send_home()
    print(f"{count} misfits on {len(names)} screens")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
