"""Matches that are looked at moment after moment: each is played once, for all who look at it.

A journey yields the name of a moment (as in `MOMENTS`) and a page that stands there; going on with
it moves the match on. Everybody plays for the first time, so the hints are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from playwright.sync_api import Page

from tools.house import House
from tools.moments import after, crowd
from tools.moments.common import beside, seated
from tools.moments.nimble import NIMBLE_DEAL, nimble_round
from tools.moments.nono import nono_stop, nono_table, nono_type
from tools.screens import finished

Moment = tuple[str, Page]
Journey = Callable[[House], Iterator[Moment]]


def now(house: House) -> Iterator[Moment]:
    table, page = crowd.hand("now", house)
    page.locator(".hint").wait_for()
    yield "now-eight", page
    table, page = crowd.now_alone(house)
    yield "now-eight-alarm", page
    yield "now-eight-alarm-screen", (screen := beside(house, table))
    crowd.now_turn(page)
    yield "now-eight-resolution", page
    yield "now-eight-resolution-screen", screen


def nimble(house: House) -> Iterator[Moment]:
    _, page = seated(house, "nimble", bots=["greedy"] * 3, deal=NIMBLE_DEAL)
    page.locator("button.deck").click()
    page.locator(".discard .top .card:not(.down)").wait_for()
    page.locator(".hint").wait_for()
    yield "nimble-hand", page
    nimble_round(page, flipped=True)
    yield "nimble-outcome", page


def nono(house: House) -> Iterator[Moment]:
    table, page = nono_table(house, others=7)
    page.locator(".hint").wait_for()
    yield "nono-eight", page
    nono_stop(page)
    yield "nono-eight-answer", page
    yield "nono-eight-stopped-screen", (screen := beside(house, table))
    nono_type(page, "opossums")
    yield "nono-eight-verdict", page
    yield "nono-eight-verdict-screen", screen


def vote(house: House) -> Iterator[Moment]:
    table, ana, bo = crowd.nono_typed(house)
    yield "nono-eight-stopped", bo
    crowd.nono_ask(ana, bo)
    yield "nono-eight-vote", bo
    yield "nono-eight-vote-screen", beside(house, table)


def end(house: House) -> Iterator[Moment]:
    table, page = finished(house)
    yield "end-eight", page
    yield "end-eight-screen", beside(house, table)


def replay(house: House) -> Iterator[Moment]:
    yield "end-nono", after.end("nono", house)
    yield "replay-nono", after.replay("nono", house)


JOURNEYS: Final[dict[str, Journey]] = {
    "now": now,
    "nimble": nimble,
    "nono": nono,
    "vote": vote,
    "end": end,
    "replay": replay,
}
