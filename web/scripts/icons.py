"""Draws the PNG icons from public/icon.svg; run by hand when the icon changes.

python scripts/icons.py PATH_OF_CHROMIUM          (needs playwright)
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "public"


def draw(chromium: str) -> None:
    svg = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size in (192, 512):
            page = browser.new_page(viewport={"width": size, "height": size})
            # Square to the edge: the phone cuts its own shape (a maskable icon).
            page.set_content(f"<style>body{{margin:0;background:#FF6A4D}}</style>{svg}")
            page.screenshot(path=PUBLIC / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    draw(sys.argv[1])
