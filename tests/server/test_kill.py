"""kill -9 in the middle of play: nothing that anybody was shown is missing, and play goes on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from brouhaha import games
from brouhaha.server.http import replay_pages
from brouhaha.store import open_store
from tests.server.forked import ForkedServer
from tests.server.guests import SOON, Guest, all_ready, run
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.no_cover  # a killed process saves no trace: see tests/tracing.py

KILLS = 5  # on each store
HASTE = 80.0  # a match lasts longer than the kills do
OPTIONS: dict[str, dict[str, Any]] = {"nono": {"turns": 6}}
NAMES = ("Ana", "Bo", "Cy")


async def seated(server: ServerProcess, game: str) -> list[Guest]:
    async with aiohttp.ClientSession() as session:
        wanted = {"game": game, "options": OPTIONS.get(game, {})}
        async with session.post(f"{server.url}/api/tables", json=wanted) as answer:
            code = (await answer.json())["code"]
    guests = []
    for name in NAMES:
        guests.append(Guest(server.url, code, name, haste=HASTE).sit_down())
        await asyncio.wait_for(guests[-1].here.wait(), SOON)
    await all_ready(guests)
    await guests[0].say(type="start")
    return guests


async def play_through_kills(
    store: str,
    log: Path,
    kills: int,
    chance: random.Random,
) -> list[Guest]:
    async with ForkedServer(store, HASTE, log) as server:
        guests = [guest for game in games.names() for guest in await seated(server, game)]
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.05, 0.8))
            await server.kill()
            await server.start()
        for guest in guests:
            await asyncio.wait_for(guest.ended.wait(), 60)
        for guest in guests:
            await guest.go()
        assert await server.terminate() == 0
    return guests


def check_nothing_shown_is_missing(store: str, guests: Sequence[Guest]) -> None:
    """Every view that anybody had on the screen is one that the log leads to."""
    with open_store(store, read_only=True) as opened:
        for seat, guest in enumerate(guests):
            match = opened.match(guest.heard("table")[-1]["replay"])
            assert match is not None
            page = replay_pages.page(match, seat % len(NAMES), 0, 10**6)
            steps = [msgspec.json.decode(msgspec.json.encode(frame)) for frame in page.frames]
            known = {plain([step["public"], step["private"]]) for step in steps}
            shown = [[each["public"], each["private"]] for each in guest.heard("update")]
            assert shown
            assert all(plain(views) in known for views in shown)


def plain(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def test_kill_9_in_the_middle_of_play(url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    guests = run(play_through_kills(url, log, KILLS, random.Random(url)))
    check_nothing_shown_is_missing(url, guests)
    assert sum(guest.comings for guest in guests) > len(guests), "nobody had to come back"
    assert "Traceback" not in log.read_text()
