"""Several servers, one cluster: a socket may land anywhere, a table lives in one process."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest

from brouhaha import games
from brouhaha.server.cluster.ownership import Ownership
from brouhaha.server.tables.link import ComeAgain
from brouhaha.table.requests import Requests
from tests.server.cluster.checker import check_what_was_shown
from tests.server.cluster.houses import houses, owners
from tests.server.cluster.roaming import RoamingGuest, seated
from tests.server.guests import HASTE, SOON, Guest, Watcher, all_ready, hear, hello, run
from tests.server.test_play import SHORT

Json = dict[str, Any]


@pytest.mark.parametrize("game", games.names())
def test_a_match_over_three_processes(game: str, store: str, nats: str) -> None:
    """Opened at the first; everybody lands on another one, and one more looks on."""

    async def scenario() -> None:
        async with houses(3, store, nats, haste=HASTE) as servers:
            code = (await servers[0].open(game, options=SHORT.get(game, {})))["code"]
            guests = []
            for number, name in enumerate(("Ana", "Bo", "Çelik", "Dua"), 1):
                url = servers[number % 3].url
                guests.append(Guest(url, code, name, haste=HASTE).sit_down())
                await asyncio.wait_for(guests[-1].here.wait(), SOON)
            watcher = Watcher(servers[2].url, code, "Eve").sit_down()
            await all_ready(guests)
            await guests[0].say(type="start")
            for guest in (*guests, watcher):
                await asyncio.wait_for(guest.ended.wait(), 60)
            last = guests[0].heard("table")[-1]
            for guest in guests:
                told = guest.heard("table")[-1]
                assert (told["result"], told["replay"]) == (last["result"], last["replay"])
                assert guest.comings == 1
                assert guest.heard("update")[-1]["private"] is not None
            assert watcher.heard("update")[-1]["private"] is None
            assert owners(servers, code) == [0]
            for server in servers:
                status, record = await server.get(f"/api/matches/{last['replay']}")
                assert (status, record["result"]) == (200, last["result"])
            for guest in (*guests, watcher):
                await guest.go()

    run(scenario())


def test_what_http_tells_of_a_table_is_the_same_everywhere(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats) as servers:
            opened = await servers[0].open(name="Ana")
            code, token = opened["code"], opened["token"]
            for server in servers:
                status, table = await server.get(f"/api/tables/{code}")
                assert (status, table["players"]) == (200, 1)
                asked = {"seats": [{"code": code, "token": token}, {"code": "3XXXXX", "token": token},
                                   {"code": "*", "token": token}]}  # fmt: skip
                async with server.session.post(f"{server.url}/api/seats", json=asked) as answer:
                    held = await answer.json()
                assert [seat["name"] for seat in held["held"]] == ["Ana"]
                assert held["lost"] == ["3XXXXX", "*"]
            for wrong in ("3XXXXX", "*", ">", "brouhaha.take", "3XXXXX.>"):
                status, _ = await servers[1].get(f"/api/tables/{wrong}")
                assert status == 404
            assert owners(servers, code) == [0]

    run(scenario())


def test_a_table_whose_owner_is_gone_is_claimed_by_one_of_two(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(1, store, nats) as first:
            opened = await first[0].open(name="Ana", bots=["steady"])
        code, token = opened["code"], opened["token"]
        async with houses(3, store, nats) as servers:
            seen = await asyncio.gather(*(server.get(f"/api/tables/{code}") for server in servers))
            assert [status for status, _ in seen] == [200] * 3
            assert len(owners(servers, code)) == 1
            async with servers[0].socket() as socket, servers[1].socket() as other:
                assert (await hello(socket, code, token=token))["seat"] == 0
                assert (await hello(other, code, name="Bo"))["seat"] == 2
            claims = sum(each.server.metrics.counts["tables_claimed"] for each in servers)
            assert claims == 1  # it is written by now: people were told

    run(scenario())


def test_a_table_that_is_given_up_as_soon_as_it_is_claimed_is_still_a_table(
    store: str, nats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked for it is not told that there is none."""
    really_claim, given_up = Ownership.claim, list[str]()

    async def claim(ownership: Ownership, code: str) -> bool:
        found = await really_claim(ownership, code)
        if not given_up:
            given_up.append(code)
            await ownership.let_go(code)
        return found

    async def scenario() -> None:
        async with houses(1, store, nats) as first:
            opened = await first[0].open(name="Ana")
        monkeypatch.setattr(Ownership, "claim", claim)
        async with houses(1, store, nats) as servers, servers[0].socket() as socket:
            code = opened["code"]
            assert (await hello(socket, code, token=opened["token"]))["seat"] == 0
            assert given_up == [code]

    run(scenario())


def test_a_process_that_stops_hands_its_tables_over(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(1, store, nats) as staying:
            async with houses(1, store, nats) as stopping:
                codes = [(await stopping[0].open(name="Ana"))["code"] for _ in range(5)]
            assert all(owners(staying, code) == [0] for code in codes)

    run(scenario())


def test_an_owner_that_was_cut_off_finds_out_though_nobody_moves(store: str, nats: str) -> None:
    """Another claims the table; the first one still has it, and its clients."""

    async def scenario() -> None:
        async with houses(2, store, nats) as servers:
            opened = await servers[0].open(name="Ana")
            code = opened["code"]
            guest = Guest(servers[0].url, code, "Ana")
            guest.token = opened["token"]
            guest.sit_down()
            await asyncio.wait_for(guest.here.wait(), SOON)
            guest.here.clear()
            cut_off, other = (server.server.cluster for server in servers)
            assert cut_off is not None
            assert other is not None
            cut_off.ownership.dropped(code)  # it is not heard any more, and does not know
            async with asyncio.timeout(SOON):
                while code not in servers[1].server.registry.tables:
                    with suppress(ComeAgain):
                        await other.ownership.claim(code)
            await asyncio.wait_for(guest.here.wait(), SOON)
            assert guest.comings == 2
            assert owners(servers, code) == [1]
            await guest.go()

    run(scenario())


def test_after_a_fault_of_ours_whoever_is_asked_next_reads_the_table(
    store: str, nats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the process where it happened by itself: another may have claimed the table by then."""

    async def scenario() -> None:
        async with houses(2, store, nats) as servers:
            opened = await servers[0].open(name="Ana")
            code = opened["code"]
            async with servers[1].socket() as socket:
                await hello(socket, code, token=opened["token"])
                with monkeypatch.context() as patch:
                    patch.setattr(Requests, "_obey", broken)
                    await socket.send_json({"type": "ready"})
                    assert (await hear(socket, "notice"))["code"] == "restarting"
            committer = servers[0].server.committer
            assert not committer.recovery.is_under_way(code)
            assert owners(servers, code) == []
            async with servers[1].socket() as socket:
                assert (await hello(socket, code, token=opened["token"]))["seat"] == 0
            # the one that was asked, or, on a slow machine, whoever looked for orphans before
            assert len(owners(servers, code)) == 1

    def broken(*arguments: Any) -> None:
        raise ZeroDivisionError

    run(scenario())


def test_what_is_no_code_is_no_table(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(1, store, nats) as servers:
            for wrong in ("*", ">", "3XXXXX.>", "3XXXXX", "", "é" * 6):
                async with servers[0].socket() as socket:
                    await socket.send_json({"type": "hello", "code": wrong, "name": "Ana"})
                    assert (await hear(socket, "refused"))["code"] == "no_such_table"

    run(scenario())


def test_a_device_with_several_seats_plays_at_a_table_in_another_process(
    store: str, nats: str
) -> None:
    """Who pays there is known at the edge by seat, and all of them come back through another."""

    async def scenario() -> None:
        async with houses(3, store, nats, haste=20.0) as servers:
            code = (await servers[0].open("nono"))["code"]
            async with servers[1].socket() as socket:
                first = await hello(socket, code, name="Ana")
                tokens = []
                for name in ("Bo", "Cy"):
                    await socket.send_json({"type": "sit", "name": name})
                    tokens.append((await hear(socket, "seated"))["held"]["token"])
                edge = servers[1].server.cluster
                assert edge is not None
                ((link,),) = [list(links.values()) for links in edge._links._links.values()]
                while link.held != {0: 0, 1: 1, 2: 2}:
                    await socket.send_json({"type": "ready", "by": 1})
                    await hear(socket, "table")
                await socket.send_json({"type": "start"})
                update = await hear(socket, "update")
                while update["public"]["phase"] != "search":
                    update = await hear(socket, "update")
                move = {"type": "act", "id": 1, "seen": update["seq"], "after": 1, "by": 2}
                await socket.send_json({**move, "action": {"type": "pass"}})
                while update["also"][1]["heard"] != 1:
                    update = await hear(socket, "update")
            async with servers[2].socket() as socket:
                welcome = await hello(socket, code, token=first["token"], also=tokens)
                assert [one["heard"] for one in welcome["also"]] == [0, 1]
                assert (await hear(socket, "update"))["also"] == update["also"]
            assert owners(servers, code) == [0]

    run(scenario())


def test_who_says_hello_at_three_processes_at_once_has_one_seat_and_one_line(
    store: str, nats: str
) -> None:
    """A newcomer whose page dials again and again, and somebody who comes back."""

    async def scenario() -> None:
        async with houses(3, store, nats) as servers:
            opened = await servers[0].open(name="Ana")
            code = opened["code"]
            for who in ({"token": opened["token"]}, {"name": "Bo", "token": "own" * 11}):
                async with AsyncExitStack() as stack:
                    lines = [await stack.enter_async_context(server.socket()) for server in servers]
                    for line in lines:
                        await line.send_json({"type": "hello", "code": code, **who})
                    ends = await asyncio.gather(*(replaced(line) for line in lines))
                    assert sorted(ends) == [False, True, True]
            table = servers[0].server.registry.tables[code]
            assert [seat.name for seat in table.state.seats] == ["Ana", "Bo"]

    async def replaced(line: Any) -> bool:
        """Until it is told so, or is answered a while later."""
        while True:
            message = (await asyncio.wait_for(line.receive(), SOON)).json()
            if message["type"] == "notice":
                return bool(message["code"] == "replaced")
            if message["type"] == "welcome":
                asyncio.get_running_loop().call_later(1.0, ask_for_life, line)
            if message["type"] == "beat":
                return False

    def ask_for_life(line: Any) -> None:
        errands.append(asyncio.create_task(line.send_json({"type": "beat"})))

    errands: list[asyncio.Task[None]] = []
    run(scenario())


def test_a_full_table_that_moves_about_while_races_are_open_loses_nothing(
    store: str, nats: str
) -> None:
    """Whoever fetches it has it; taps that wait in a race are made again by those who made them."""

    async def scenario() -> None:
        async with houses(3, store, nats, haste=40.0) as servers:
            code = (await servers[0].open("nimble", options={"round": 60}))["code"]
            urls, guests = [server.url for server in servers], list[RoamingGuest]()
            await seated(urls, code, 4, 40.0, guests)
            moves = 0
            # After each the clock waits for people to be back: on a busy machine it would never go on.
            while moves < 20 and not all(guest.ended.is_set() for guest in guests):
                told = [len(guest.told_at) for guest in guests]
                there = servers[(moves + 1) % 3].server.cluster
                assert there is not None
                with suppress(ComeAgain):
                    await there.ownership.fetch(code)
                    moves += 1
                async with asyncio.timeout(SOON):
                    while any(
                        len(guest.told_at) == before and not guest.ended.is_set()
                        for guest, before in zip(guests, told, strict=True)
                    ):
                        await asyncio.sleep(0.01)
            for guest in guests:
                await guest.ended.wait()
                await guest.go()
                assert not guest.heard("error")
            assert moves > 2
            assert check_what_was_shown(store, [guests]) > 0

    run(scenario())


def test_an_edge_that_dies_with_some_of_a_devices_seats_takes_only_those(
    store: str, nats: str
) -> None:
    """One of three at a tablet has gone over to a phone, which is at another process."""

    async def scenario() -> None:
        async with houses(3, store, nats) as servers:
            code = (await servers[0].open("nono"))["code"]
            async with servers[1].socket() as tablet, servers[2].socket() as phone:
                first = (await hello(tablet, code, name="Ana"))["token"]
                others = []
                for name in ("Bo", "Cy"):
                    await tablet.send_json({"type": "sit", "name": name})
                    others.append((await hear(tablet, "seated"))["held"]["token"])
                assert (await hello(phone, code, token=others[1]))["seat"] == 2
                owner, edge = (server.server.cluster for server in servers[:2])
                assert owner is not None
                assert edge is not None
                owner._peers._forget(edge.name)  # NATS knows of nobody under its name
                assert await connected(phone, [False, False, True])
                async with servers[2].socket() as again:
                    welcome = await hello(again, code, token=first, also=others[:1])
                    assert [one["seat"] for one in welcome["also"]] == [1]
                    assert await connected(phone, [True, True, True])

    async def connected(socket: Any, wanted: list[bool]) -> bool:
        async with asyncio.timeout(SOON):
            while [seat["connected"] for seat in (await hear(socket, "table"))["seats"]] != wanted:
                pass
        return True

    run(scenario())
