"""No frame tells a seat what it may not know; and the judge would notice (bench/secrecy.py: 1,000)."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from brouhaha import games
from tests.server.guests import HASTE, SOON, Guest, House, Watcher, all_ready, house, run
from tests.server.secrecy import Frame, Leak, judge
from tests.server.test_play import SHORT

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

MATCHES = 2  # of each game, at the same time

Recorded = tuple[dict[str, Any], list[tuple[int | None, list[Frame]]], set[str]]


async def recorded(server: House, game: str, haste: float = HASTE) -> Recorded:
    """A match of three over sockets with one who watches: its log, and what each was told."""
    code = (await server.open(game, options=SHORT.get(game, {})))["code"]
    guests: list[Guest] = []
    for name, level in (("Ana", "steady"), ("Bo", "sharp"), ("Cy", "random")):
        guests.append(Guest(server.url, code, name, level, haste=haste).sit_down())
        await asyncio.wait_for(guests[-1].here.wait(), SOON)
    watcher = Watcher(server.url, code, "").sit_down()
    await asyncio.wait_for(watcher.here.wait(), SOON)
    await all_ready(guests)
    await guests[0].say(type="start")
    for guest in (*guests, watcher):
        await asyncio.wait_for(guest.ended.wait(), 100)
    _, record = await server.get(f"/api/matches/{guests[0].heard('table')[-1]['replay']}")
    for guest in (*guests, watcher):
        await guest.go()
    told: list[tuple[int | None, list[Frame]]] = [
        (seat, guest.frames) for seat, guest in enumerate(guests)
    ]
    tokens = {str(guest.token) for guest in guests}
    return record["log"], [*told, (None, watcher.frames)], tokens


@pytest.mark.parametrize("game", games.names())
def test_no_frame_tells_a_secret(game: str, tmp_path: Path) -> None:
    async def scenario() -> list[Recorded]:
        async with house(tmp_path / "store.db", haste=HASTE) as server:
            return await asyncio.gather(*(recorded(server, game) for _ in range(MATCHES)))

    for log, told, tokens in run(scenario()):
        for seat, frames in told:
            assert judge(log, seat, frames, tokens) > 5
        check_that_the_judge_notices(log, told, tokens)


def check_that_the_judge_notices(
    log: dict[str, Any], told: list[tuple[int | None, list[Frame]]], tokens: set[str]
) -> None:
    """Another's private view, a new field, a seed too early, a token: each is found out."""
    update = next(frame for frame in told[0][1] if frame["type"] == "update")
    table = next(frame for frame in told[0][1] if frame["type"] == "table")
    spoilt: list[tuple[int | None, Frame]] = []
    for change in ({"deck": 1, "next_card": 7}, {"active": -1}, {"vote": {"fits": True}}):
        spoilt.append((0, update | {"private": change}))
    spoilt.append((None, update | {"private": {}}))
    peek = deepcopy(update)
    peek["public"]["seats"][1]["secret"] = 1
    spoilt.append((0, peek))
    spoilt.append((0, table | {"seed": log["header"]["seed"]}))
    spoilt.append((0, table | {"code": next(iter(tokens))}))
    for seat, frame in spoilt:
        with pytest.raises(Leak):
            judge(log, seat, [frame], tokens)
