"""Prints the path of a Chromium that runs here: the named one, the machine's, Debian's, Playwright's.

`BROUHAHA_BROWSER` names one. With none on the machine, Debian's is installed where that is allowed
(root on Debian), else Playwright's own. If nothing works, it says so and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SHELL = "chromium-headless-shell"  # the same engine without windows: a fifth less work for the same tests
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE = (
    "No browser: the page's tests need a Chromium. Install one (Debian: apt-get install chromium), "
    "or name one in BROUHAHA_BROWSER."
)


class NoBrowser(Exception):
    """There is none, and none could be installed."""


def find() -> str:
    named = os.environ.get("BROUHAHA_BROWSER")
    if named:
        if runs(named):
            return named
        raise NoBrowser(f"BROUHAHA_BROWSER is {named}, which does not run.")
    for places in (on_the_path, playwrights, debians, fetched_by_playwright):
        for path in places():
            if runs(path):
                return path
    raise NoBrowser(NONE)


def runs(path: str) -> bool:
    try:
        told = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return told.returncode == 0


def on_the_path() -> Iterator[str]:
    for name in NAMES:
        if found := shutil.which(name):
            yield found


def playwrights() -> Iterator[str]:
    """The one that `playwright install chromium` brought earlier."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


def debians() -> Iterator[str]:
    if getattr(os, "geteuid", lambda: 1)() == 0 and Path("/etc/debian_version").exists():
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        _try(["apt-get", "update", "-q"], quiet)
        for package in (SHELL, "chromium"):
            _try(["apt-get", "install", "-q", "-y", "--no-install-recommends", package], quiet)
            yield from on_the_path()


def fetched_by_playwright() -> Iterator[str]:
    _try([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))
    yield from playwrights()


def _try(command: list[str], environment: dict[str, str]) -> None:
    """Whether it worked shows in what is there afterwards."""
    try:
        subprocess.run(command, env=environment, stdout=sys.stderr, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)


def main() -> int:
    try:
        print(find())
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
