"""A real server and real browser windows, for the page's tests and its pictures.

with serving(folder) as server, browsing() as browser:
    house = House(server, Windows(browser))
    table = house.open_table("now", bots=["steady"])
    page = house.person(language="fr").sit(table)
"""

from __future__ import annotations

import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tools.find_browser import find
from tools.windows import PATIENCE, PHONE, Kind, Windows

SIZES = {"small": (320, 568), "phone": PHONE, "laptop": (1280, 800), "screen": (1920, 1080)}
STARTS_WITHIN = 60.0  # seconds; it takes one, a loaded machine may take more
# What Playwright switches off, which a list of one's own replaces; and the suggestions of the address bar, for which
# Chromium starts a renderer beside every window.
UNUSED_FEATURES = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,MediaRouter,PaintHolding,"
    "OptimizationHints,ThirdPartyStoragePartitioning,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)
QUIET = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    f"--disable-sync --no-first-run --renderer-process-limit=1 --disable-features={UNUSED_FEATURES}"
).split()
# What a browser says that is nobody's fault: somebody turned the page, or the machine was slow.
NO_FAULT = re.compile(
    "WebSocket is closed before the connection is established|preload but not used within a few seconds"
)
# Whoever sits on a seat is called as given, in everything that the server tells this window.
RENAME = """(names) => {
  const rename = (told) => {
    if (Array.isArray(told)) told.forEach(rename);
    else if (told && typeof told === 'object') {
      for (const [key, value] of Object.entries(told)) {
        if (key === 'seats' && Array.isArray(value))
          value.forEach((seat, i) => seat && typeof seat.name === 'string' && (seat.name = names[i % names.length]));
        rename(value);
      }
    }
    return told;
  };
  const { parse } = JSON;
  JSON.parse = (...given) => rename(parse(...given));
  const { json } = Response.prototype;
  Response.prototype.json = async function () { return rename(await json.call(this)); };
}"""


def free_port() -> int:
    """Below those that whoever calls out is given: nobody has it by chance while the server starts again."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """`brouhaha serve` in a process of its own, on a port of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        """`arguments`: further flags of `serve`."""
        self._arguments = arguments
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.store, self._log = folder / "store.db", folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.ended: dict[str, Table] = {}  # matches that were played to their end, by a name
        self.remembers = False  # evenings of before (`club_evenings`)

    def start(self) -> None:
        command = [sys.executable, "-m", "brouhaha.cli", "serve", "--port", str(self.port)]
        command += self._arguments
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--store", str(self.store)],
                stdout=log,
                stderr=log,
                env=os.environ | {"BROUHAHA_LIMITS_REQUESTS_A_SECOND": "1000"},
            )
        until = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start: {self._log.read_text()}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=20)
            self._process = None


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Server]:
    server = Server(folder, *arguments)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def browsing() -> Iterator[Browser]:
    path = find()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Table:
    """A table that was opened over HTTP, and the token of its first seat."""

    code: str
    token: str


@dataclass
class House:
    server: Server
    windows: Windows
    noise: list[str] = field(default_factory=list)  # what the consoles said that they should not
    names: Sequence[str] = ()  # everybody's, as all windows show them, whatever they are called
    touch: bool | None = None  # whether windows are touched; else the small ones are
    addresses: Sequence[str] = ()  # how others reach the server, as all windows are told
    lent: list[tuple[Kind, BrowserContext]] = field(default_factory=list)
    spoilt: list[BrowserContext] = field(default_factory=list)  # nobody else can have them

    def open_table(self, game: str, name: str = "Ana", **wanted: Any) -> Table:
        body = json.dumps({"game": game, "name": name, **wanted}).encode()
        request = urllib.request.Request(
            f"{self.server.url}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            opened = json.load(answer)
        return Table(opened["code"], opened["token"])

    def person(
        self,
        language: str = "en",
        theme: str = "light",
        size: tuple[int, int] = PHONE,
        given_time: bool = False,
    ) -> Person:
        """Somebody with a browser of their own, who has never been here. `given_time`: only the test moves it on."""
        touch = size[0] < 600 if self.touch is None else self.touch
        kind = Kind(self.server.url, "fr-FR" if language == "fr" else "en-GB", touch)
        context = self.windows.lend(kind)
        if given_time:
            self.spoilt.append(context)
            context.clock.install()
        else:
            self.lent.append((kind, context))
        page = context.new_page()
        if size != PHONE:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        if theme == "dark":
            page.emulate_media(color_scheme="dark")
        if self.names:
            page.add_init_script(f"({RENAME})({json.dumps(self.names)})")
        if self.addresses:
            told = [{"url": url, "kind": "number"} for url in self.addresses]
            context.route("**/api/addresses", lambda route: route.fulfill(json={"addresses": told}))
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.noise.append(str(error)))
        return Person(self, page)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not NO_FAULT.search(message.text):
            self.noise.append(f"{message.text} ({message.location.get('url', '')})")

    def ended(self, name: str, play: Callable[[House], tuple[Table, Page]]) -> tuple[Table, Page]:
        """A match that was played to its end, and its host's window. It is played only once, and
        whoever looks at it later comes back to the same table: look, but begin nothing new there."""
        if name not in self.server.ended:
            table, page = play(self)
            self.server.ended[name] = table
            page.close()
        table = self.server.ended[name]
        page = self.person().sit(table)
        page.locator(".podium").wait_for()
        return table, page

    def expect_noise(self, pattern: str) -> None:
        """The browser itself complains of this; the page does not."""
        self.noise[:] = [said for said in self.noise if not re.search(pattern, said)]

    def send_home(self) -> None:
        for context in self.spoilt:
            context.close()
        for kind, context in self.lent:
            self.windows.take_back(kind, context)
        self.spoilt, self.lent = [], []


@dataclass
class Person:
    house: House
    page: Page

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def sit(self, table: Table, query: str = "") -> Page:
        """On the seat that was taken over HTTP."""
        keep = f"localStorage.setItem('brouhaha.seat.{table.code}', '{table.token}')"
        self.page.add_init_script(f"if (!sessionStorage.sat) {{ {keep}; sessionStorage.sat = 1 }}")
        return self.go(f"/t/{table.code}{query}")

    def join(self, code: str, name: str) -> Page:
        """Through the door, with a name."""
        self.go(f"/t/{code}")
        self.page.get_by_role("textbox").fill(name)
        self.page.keyboard.press("Enter")
        self.page.locator(".round").wait_for()
        return self.page
