"""A tournament with several processes: its tables are where there is room, its results come in once,
and whoever reads its feed at any process hears of all of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from brouhaha.server.tournaments import director as tournament_director
from tests.server.cluster.houses import owners
from tests.server.cluster.test_whole_cluster import told, until
from tests.server.forked import ForkedServer
from tests.server.guests import PATIENT, SOON, house, run
from tests.server.test_tournaments import BLITZ, BLITZ_HASTE, HASTE, Host, recount, sit_down, token

Counted = Counter[str]


@asynccontextmanager
async def reading(session: aiohttp.ClientSession, url: str) -> AsyncIterator[Counted]:
    """How often each kind of event has come so far."""
    count = Counted()

    async def read(answer: aiohttp.ClientResponse) -> None:
        async for line in answer.content:
            if line.startswith(b"data: "):
                count[msgspec.json.decode(line[6:])["type"]] += 1

    async with session.get(url, timeout=aiohttp.ClientTimeout(None)) as answer:
        assert answer.status == 200
        reader = asyncio.create_task(read(answer))
        yield count
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)


async def check_points(host: Host, store: str) -> None:
    page = await host.page()
    counted = await asyncio.to_thread(recount, store, host.code)
    shown = {line["person"]: line["points"] for line in page["standings"]}
    assert shown == {one: round(float(points), 3) for one, points in counted.items()}


def test_tables_go_where_there_is_room_and_each_result_is_told_once(
    store: str, nats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_director, "THEIRS_MS", 0)

    async def scenario() -> None:
        small = msgspec.structs.replace(PATIENT, tables=2)
        settings: dict[str, Any] = {"bus": nats, "haste": HASTE}
        async with house(store, limits=small, **settings) as one, house(store, **settings) as two:
            await told((one, two))
            host = Host(one.url, one.session)
            await host.open(rounds=1, options=BLITZ, seats=2)
            await host.say(type="add_bots", level="steady", count=8)
            path = f"/api/tournaments/{host.code}/feed"
            async with (
                reading(one.session, one.url + path) as at_one,
                reading(two.session, two.url + path) as at_two,
            ):
                await until(lambda: one.server.committer.hears and two.server.committer.hears)
                await told((one, two))
                await host.draw(1)
                _, news = await host.say()
                two.server.director.wake()
                await host.round_over()
                codes = [table["code"] for table in news["you"]["tables"]]
                homes = sorted(owners((one, two), code) for code in codes)
                assert homes == [[0], [0], [1], [1]]
                wanted = {"round_drawn": 1, "match_started": 4, "match_ended": 4, "standings": 4}
                await until(lambda: sum(at_one.values()) >= 13 and sum(at_two.values()) >= 13)
                assert at_one == at_two == wanted
            await until(lambda: not one.server.committer.hears)  # nobody reads, here or there
            await check_points(host, store)

    run(scenario())


def test_a_table_is_heard_at_the_other_process_unless_nobody_may_watch(
    store: str, nats: str
) -> None:
    async def scenario() -> None:
        settings: dict[str, Any] = {"bus": nats, "haste": HASTE}
        async with house(store, **settings) as one, house(store, **settings) as two:
            opened = await one.open("nimble", name="Ana", bots=["steady"], options=BLITZ)
            path = f"/api/tables/{opened['code']}/feed"
            async with reading(two.session, two.url + path) as heard, one.socket() as ana:
                who = {"code": opened["code"], "token": opened["token"]}
                await ana.send_json({"type": "hello", **who})
                await until(lambda: one.server.committer.hears)
                await ana.send_json({"type": "start"})
                await until(lambda: heard["match_ended"])
                assert heard["heard"] > 0
                await ana.send_json({"type": "policy", "policy": {"watchers": False}})
                table = one.server.registry.tables[opened["code"]]
                await until(lambda: not table.state.policy.watchers)
                status, refused = await two.get(path)
                assert (status, refused["code"]) == (403, "not_for_you")

    run(scenario())


@pytest.mark.no_cover  # a killed process saves no trace: see tests/tracing.py
def test_a_process_dies_with_its_tables_and_the_other_plays_them(
    store: str, nats: str, tmp_path: Path
) -> None:
    """Two real processes. All tables are at the first, two people come to the second; tables wait
    for their people, so none of these two has begun when the first is killed."""

    async def scenario() -> None:
        log = tmp_path / "log"
        processes = [
            ForkedServer(store, BLITZ_HASTE, log, BROUHAHA_BUS=nats, BROUHAHA_MDNS="false")
            for _ in range(2)
        ]
        one, two = processes
        async with one, two, aiohttp.ClientSession() as session:
            host = Host(one.url, session)
            await host.open(rounds=1, options=BLITZ, seats=2, patience=3600)
            await host.say(type="add_bots", level="steady", count=4)
            for name in ("P0", "P1"):
                await host.say(token(name), type="join", name=name)
            there = Host(two.url, session)
            there.code, there.token = host.code, host.token
            path = f"{two.url}/api/tournaments/{host.code}/feed"
            async with reading(session, path) as heard:
                await asyncio.sleep(0.5)  # until the first knows that somebody reads at the second
                await host.draw(1)
                await until(lambda: heard["round_drawn"])
                await one.kill()
                people = await sit_down(there, ["P0", "P1"])
                await there.round_over()
                for person in people:
                    await asyncio.wait_for(person.ended.wait(), SOON)
                    await person.go()
                await until(lambda: heard["match_ended"] >= 1)
            await check_points(there, store)

    run(scenario())
    assert "Traceback" not in (tmp_path / "log").read_text()
