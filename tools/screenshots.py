"""Pictures of every screen at every size in both themes: `make screenshots`.

python tools/screenshots.py [--to FOLDER] [--language fr] [NAME …]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__":  # run as a file: its folder's parent is where `tools` is found
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page

from tools.house import SIZES, House, browsing, serving
from tools.moments import MOMENTS
from tools.screens import SCREENS
from tools.sights import resize, switch_language
from tools.windows import Windows

THEMES = ("light", "dark")


def main() -> int:
    every = SCREENS | MOMENTS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every))
    parser.add_argument("--to", type=Path, default=Path("screenshots"))
    parser.add_argument("--language", choices=("en", "fr"), default="en")
    wanted = parser.parse_args()
    unknown = set(wanted.names) - set(every)
    if unknown:
        parser.error(f"no such screen: {', '.join(sorted(unknown))}")
    wanted.to.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="brouhaha-"))
    with serving(folder) as server, browsing() as browser:
        house = House(server, Windows(browser))
        for name in wanted.names or every:
            page = every[name](house)
            switch_language(page, wanted.language)
            picture(page, wanted.to, name)
            house.send_home()
            print(name)
    return 0


def picture(page: Page, folder: Path, name: str) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for size, (width, height) in SIZES.items():
            resize(page, width, height)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png")


if __name__ == "__main__":
    sys.exit(main())
