"""The checker of faults can fail: each thing that it looks for is planted into what was shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from brouhaha.server.commands.bot import Message
from tests.server.cluster.checker import check_what_was_shown
from tests.server.guests import HASTE, SOON, Guest, all_ready, house, run


async def a_match(store: str) -> list[Guest]:
    async with house(store, haste=HASTE) as server:
        code = (await server.open("now"))["code"]
        guests = []
        for name in ("Ana", "Bo"):
            guests.append(Guest(server.url, code, name, haste=HASTE).sit_down())
            await asyncio.wait_for(guests[-1].here.wait(), SOON)
        await all_ready(guests)
        await guests[0].say(type="start")
        for guest in guests:
            await asyncio.wait_for(guest.ended.wait(), 60)
        for guest in guests:
            await guest.go()
    return guests


def updates(frames: list[Message]) -> list[Message]:
    return [frame for frame in frames if frame["type"] == "update"]


def taken_back(frames: list[Message]) -> None:
    """A move that was shown, and is in no log."""
    updates(frames)[3]["public"]["scene"] += 1000


def back_in_time(frames: list[Message]) -> None:
    frames.insert(frames.index(updates(frames)[-1]) + 1, updates(frames)[0])


def of_somebody_else(frames: list[Message]) -> None:
    updates(frames)[3]["private"] = {"active": -1}


def another_end(frames: list[Message]) -> None:
    [frame for frame in frames if frame["type"] == "table"][-1]["result"] = None


def nothing(frames: list[Message]) -> None:
    frames[:] = [frame for frame in frames if frame["type"] != "update"]


FAULTS: dict[Callable[[list[Message]], None], str] = {
    taken_back: "has not happened",
    back_in_time: "back in time",
    of_somebody_else: "has not happened",
    another_end: "two ends",
    nothing: "nothing was shown",
}


def test_what_is_planted_is_found(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    guests = run(a_match(store))
    assert check_what_was_shown(store, [guests]) > 10
    honest = guests[1].frames
    for plant, complaint in FAULTS.items():
        guests[1].frames = deepcopy(honest)
        plant(guests[1].frames)
        with pytest.raises(AssertionError, match=complaint):
            check_what_was_shown(store, [guests])
