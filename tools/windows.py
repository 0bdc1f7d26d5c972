"""Windows of one browser that are lent out, and come back as if nobody had ever been there.

A new one costs twice as much as one in which the page was open before: a renderer starts, and every
script is fetched and compiled again. So what is lent is a browser context, in which an idle page
keeps the renderer and its cache; whatever somebody could leave behind is removed (`Windows.take_back`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

Size = tuple[int, int]
PHONE: Final = (390, 844)
DRAFT: Final = 0.1  # of each side
PATIENCE: Final = (
    60_000  # ms for anything that a page should do: what must be quick is measured in bench/
)
# Sounds are put together, and nobody computes them: a window that plays would do it all the time, for no ear.
SILENT: Final = """() => {
  window.HeardAudioContext = AudioContext;
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 1, 44100) }
    async resume() {}
    async suspend() {}
  };
}"""


@dataclass(frozen=True)
class Kind:
    """What cannot be changed any more once a window is open."""

    url: str  # of the server
    locale: str
    touch: bool


_drafts: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def draft(page: Page, size: Size) -> None:
    """Resizes a page whose layout is looked at, and none of its pixels: it is laid out at this size and drawn much smaller,
    which is half the work and which it cannot know. Playwright is not told, and fingers are better kept off it: that somebody
    listens for touches is noted where things are drawn."""
    width, height = size
    if page not in _drafts:
        _drafts[page] = page.context.new_cdp_session(page)
    _drafts[page].send(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": width,
            "height": height,
            "screenWidth": width,
            "screenHeight": height,
            "deviceScaleFactor": 1,
            "mobile": False,
            "screenOrientation": {"type": "landscapePrimary", "angle": 0},
            "viewport": {"x": 0, "y": 0, "width": width, "height": height, "scale": DRAFT},
        },
    )


class Windows:
    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[Kind, list[BrowserContext]] = {}
        self._idle: dict[BrowserContext, Page] = {}

    def lend(self, kind: Kind) -> BrowserContext:
        free = self._free.get(kind)
        return free.pop() if free else self._open(kind)

    def take_back(self, kind: Kind, window: BrowserContext) -> None:
        idle = self._idle.get(window) or self._idle_page(kind, window)
        for page in window.pages:
            if page is not idle:
                page.close()
        window.unroute_all()
        window.set_offline(False)
        window.clear_permissions()
        window.clear_cookies()
        with_storage = {"origin": kind.url, "storageTypes": "all"}
        devtools = window.new_cdp_session(idle)
        devtools.send("Storage.clearDataForOrigin", with_storage)
        devtools.detach()
        self._free.setdefault(kind, []).append(window)

    def _open(self, kind: Kind) -> BrowserContext:
        window = self.browser.new_context(
            base_url=kind.url,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale=kind.locale,
            color_scheme="light",
            reduced_motion="reduce",
            has_touch=kind.touch,
        )
        window.set_default_timeout(PATIENCE)
        window.add_init_script(f"({SILENT})()")
        return window

    def _idle_page(self, kind: Kind, window: BrowserContext) -> Page:
        self._idle[window] = page = window.new_page()
        page.goto(f"{kind.url}/healthz")
        return page
