"""Evenings in a running server's store, for the club's pages in tests and pictures."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from functools import cache
from typing import Final

from playwright.sync_api import Page

from brouhaha.club import access
from brouhaha.lab.archive import archived, play
from brouhaha.store import ArchivedMatch, open_store
from tools.house import House, Server

PEOPLE: Final = ("Ana", "Émile-Auguste", "Çelik", "Di", "<b>Eve</b>")
PLAYED: Final = (("now", 4, "greedy"), ("nimble", 3, "greedy"), ("nono", 3, "gentle"))
MATCHES: Final = 18
QUARTER: Final = 900_000  # ms, from one end to the next
WITHIN: Final = 60.0  # seconds
HOST_KEY: Final = b"k" * 32


@cache
def evenings() -> list[ArchivedMatch]:
    """Two of one table: everybody plays everything, and the last seat is now and then a bot's."""
    found = []
    for number in range(MATCHES):
        game, seats, level = PLAYED[0 if number < 8 else number % 3]
        names = [PEOPLE[(number + number // 5 + seat) % 5] for seat in range(seats)]
        bots: list[str | None] = [None] * seats
        if number % 4 == 3:
            names[-1], bots[-1] = "Robot", level
        ended = 1_763_402_400_000 + number * QUARTER + (number >= 9) * 40 * 3_600_000
        match = play(game, names, [level] * seats, f"evening {number}")
        found.append(archived(match, f"evening{number:02}", ended, table="CLUB", bots=bots))
    return found


def remember(server: Server) -> None:
    """Once for each server; it finds them within seconds."""
    if server.remembers:
        return
    with open_store(str(server.store)) as store:
        access.keep(store.database, access.HOST_KEY, HOST_KEY)
        for match in evenings():
            store.finish(match)
    none_left(server, "uncounted")
    server.remembers = True


def none_left(server: Server, table: str) -> None:
    """Until all matches are counted (`uncounted`), or whoever wished it is forgotten (`recounts`)."""
    until = time.monotonic() + WITHIN
    with closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as database:
        while database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]:
            assert time.monotonic() < until, f"{table}: the club counts nothing"
            time.sleep(0.1)


def as_host(house: House, path: str = "") -> Page:
    """A page of the club, as its host sees it."""
    remember(house.server)
    page = house.person().go(f"/club#host={HOST_KEY.decode()}")
    page.locator(".club .host").wait_for()
    if path:
        page.goto(f"/club/{path}")
        page.locator(".club .page :is(section, table)").first.wait_for()
    return page
