"""Whole matches over real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

import brouhaha
from brouhaha import games
from tests.server.guests import HASTE, SOON, Guest, Watcher, all_ready, house, run

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

SHORT: dict[str, dict[str, Any]] = {
    "now": {},
    "nimble": {"round": 120},
    "nono": {"turns": 4},
}


@pytest.mark.parametrize("game", games.names())
def test_three_sockets_play_to_the_end(game: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=HASTE, lists="everybody") as server:
            code = (await server.open(game, options=SHORT.get(game, {})))["code"]
            guests = []
            for name in ("Ana", "Bo", "Çelik"):
                guests.append(Guest(server.url, code, name, haste=HASTE).sit_down())
                await asyncio.wait_for(guests[-1].here.wait(), SOON)
            await all_ready(guests)
            await guests[0].say(type="start")
            for guest in guests:
                await asyncio.wait_for(guest.ended.wait(), 60)
            await check_archive(server, guests)
            for guest in guests:
                await guest.go()

    async def check_archive(server: Any, guests: list[Guest]) -> None:
        last = guests[0].heard("table")[-1]
        assert [guest.heard("table")[-1]["result"] for guest in guests] == [last["result"]] * 3
        status, record = await server.get(f"/api/matches/{last['replay']}")
        assert status == 200
        assert (record["result"], record["seed"]) == (last["result"], last["seed"])
        assert record["seed_hash"] == guests[0].heard("table")[-1]["seed_hash"]
        again = brouhaha.replay(record["log"])
        assert brouhaha.to_json(again.result) == record["result"]
        for seat, guest in enumerate(guests):
            update = guest.heard("update")[-1]
            assert update["public"] == brouhaha.to_json(again.public())
            assert update["private"] == brouhaha.to_json(again.private(seat))
        await check_frames(server, record, guests)
        for path in ("/api/matches", f"/api/matches/{record['id']}", "/api/players/Ana"):
            _, told = await server.get(path)
            assert record["id"] in str(told)
            assert last["code"] not in str(told)  # the table is still open

    async def check_frames(server: Any, record: dict[str, Any], guests: list[Guest]) -> None:
        """The replay from each seat shows what that seat was shown at the end, and all between."""
        for seat in (0, "public"):
            frames, first = [], 0
            while first is not None:
                path = f"/api/matches/{record['id']}/frames?seat={seat}&from={first}"
                status, page = await server.get(path)
                assert status == 200
                frames += page["frames"]
                first = page["next"]
            assert len(frames) == page["total"] == len(record["log"]["entries"]) + 1
            last = guests[0].heard("update")[-1]
            assert frames[-1]["public"] == last["public"]
            assert frames[-1]["private"] == (last["private"] if seat == 0 else None)
            shown = [update["public"] for update in guests[0].heard("update")]
            known = {msgspec.json.encode(frame["public"], order="sorted") for frame in frames}
            assert all(msgspec.json.encode(public, order="sorted") in known for public in shown)

    run(scenario())


@pytest.mark.parametrize("game", games.names())
def test_a_table_full_of_bots_with_spectators(game: str, tmp_path: Path) -> None:
    """Eight seats where the game has eight: the host's own and bots; others look on."""

    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=HASTE) as server:
            most = games.find(game).players.stop - 1
            levels = ["gentle", "steady", "sharp", "merciless"] * 2
            opened = await server.open(
                game, name="Ana", options=SHORT.get(game, {}), bots=levels[: most - 1], start=True
            )
            host = Guest(server.url, opened["code"], "Ana", haste=HASTE)
            host.token = opened["token"]
            watchers = [Watcher(server.url, opened["code"], "") for _ in range(5)]
            watchers[0].role = "screen"
            for guest in (host, *watchers):
                guest.sit_down()
            for guest in (host, *watchers):
                await asyncio.wait_for(guest.ended.wait(), 60)
            last = watchers[0].heard("table")[-1]
            assert len(last["seats"]) == most
            assert (last["spectators"], last["screens"]) == (4, 1)
            _, record = await server.get(f"/api/matches/{last['replay']}")
            assert record["bots"] == [None, *levels[: most - 1]]
            for watcher in watchers:
                assert all(update["private"] is None for update in watcher.heard("update"))
                assert watcher.heard("table")[-1]["result"] == host.heard("table")[-1]["result"]
            for guest in (host, *watchers):
                await guest.go()

    run(scenario())
