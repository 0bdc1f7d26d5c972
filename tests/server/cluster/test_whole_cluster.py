"""What counts for the whole cluster, whichever process is asked: limits, room, and the party."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import msgspec
import pytest

from brouhaha.server.edge.limits import Limits
from brouhaha.store import Row, open_store
from tests.server.cluster.houses import houses, moved, owners
from tests.server.guests import PATIENT, SOON, Guest, House, hear, hello, house, run

Json = dict[str, Any]
STRICT = msgspec.structs.replace(
    PATIENT, wrong_codes_a_minute=4, tables_at_once=3, tables_an_hour=1, sockets_an_address=8
)


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.01)


async def told(servers: tuple[House, ...]) -> None:
    """Until each has heard what the others had to tell."""
    reports = [each.server.cluster._reports for each in servers if each.server.cluster is not None]
    before = [dict(each._loads) for each in reports]
    for each in reports:
        each.tell()
    for each, loads in zip(reports, before, strict=True):
        await until(lambda each=each: len(each._loads) == len(servers) - 1)  # type: ignore[misc]
        for name in each._loads:
            await until(
                lambda each=each, loads=loads, name=name: each._loads[name] != loads.get(name)  # type: ignore[misc]
            )


def test_codes_are_guessed_at_all_processes_together(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats, limits=STRICT) as servers:
            code = (await servers[0].open())["code"]
            for _ in range(4):
                assert (await servers[0].get("/api/tables/3XXXXX"))[0] == 404
            assert (await servers[0].get("/api/tables/3XXXXX"))[0] == 429
            await told(servers)
            for server in servers:
                assert (await server.get(f"/api/tables/{code}"))[0] == 429  # not even a right one

    run(scenario())


def test_tables_are_opened_at_all_processes_together(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats, limits=STRICT) as servers:
            assert [(await servers[0].post({"game": "now"}))[0] for _ in range(2)] == [201, 201]
            await told(servers)
            statuses = [(await servers[1].post({"game": "now"}))[0] for _ in range(3)]
            assert statuses == [201, 429, 429]

    run(scenario())


def test_sockets_are_counted_at_all_processes_together(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats, limits=STRICT) as servers, AsyncExitStack() as stack:
            for _ in range(5):
                await stack.enter_async_context(servers[0].socket())
            await told(servers)
            for _ in range(3):
                await stack.enter_async_context(servers[1].socket())
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await stack.enter_async_context(servers[1].socket())

    run(scenario())


def test_a_new_table_goes_where_there_is_room(store: str, nats: str) -> None:
    async def scenario() -> None:
        small: Limits = msgspec.structs.replace(PATIENT, tables=1)
        two: Limits = msgspec.structs.replace(PATIENT, tables=2)
        async with (
            house(store, bus=nats, limits=small) as full,
            house(store, bus=nats, limits=two) as other,
        ):
            servers = full, other
            opened = [(await full.open(name="Ana"))["code"]]
            await told(servers)
            status, refused = await full.post({"game": "now", "options": {"turns": "many"}})
            assert (status, refused["code"]) == (
                422,
                "unknown_option",
            )  # as if it were asked itself
            for _ in range(2):
                opened.append((await full.open(name="Ana"))["code"])
                await told(servers)
            assert [owners(servers, code) for code in opened] == [[0], [1], [1]]
            for server in servers:
                assert (await server.post({"game": "now"}))[1]["code"] == "server_full"

    run(scenario())


def test_hands_are_changed_where_there_is_room(store: str, nats: str) -> None:
    """Tables of a process that stops go to whoever has the fewest."""

    async def scenario() -> None:
        async with houses(2, store, nats) as staying:
            for _ in range(4):
                await staying[0].open()
            async with houses(1, store, nats) as stopping:
                codes = [(await stopping[0].open(name="Ana"))["code"] for _ in range(4)]
                await told((*staying, *stopping))
            assert [owners(staying, code) for code in codes] == [[1]] * 4

    run(scenario())


def test_a_table_that_cannot_be_read_here_is_left_to_who_can(store: str, nats: str) -> None:
    """A later release has written it: nobody is told that it is no more."""

    async def scenario() -> None:
        async with houses(1, store, nats) as first:
            opened = await first[0].open(name="Ana")
        code, token = opened["code"], opened["token"]
        with open_store(store) as log:
            written = log.written([code])[code]
            log.append([Row(code, written, b'{"type":"of_a_later_release"}', 0)])
        async with houses(1, store, nats) as servers:
            assert (await servers[0].get(f"/api/tables/{code}"))[0] == 503
            async with servers[0].socket() as socket:
                await socket.send_json({"type": "hello", "code": code, "token": token})
                assert (await hear(socket, "notice"))["code"] == "restarting"
            asked = {"seats": [{"code": code, "token": token}]}
            async with servers[0].session.post(f"{servers[0].url}/api/seats", json=asked) as answer:
                assert await answer.json() == {"held": [], "lost": []}

    run(scenario())


async def say(guest: Guest, **message: Any) -> None:
    """Also if it is just coming again."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                await guest.say(**message)
                return
            except ConnectionError:
                await asyncio.sleep(0.01)


async def seated(server: House, code: str, *names: str) -> list[Guest]:
    guests = []
    for name in names:
        guests.append(Guest(server.url, code, name).sit_down())
        await asyncio.wait_for(guests[-1].here.wait(), SOON)
    return guests


def test_only_the_host_moves_the_partys_other_table_and_never_while_it_plays(
    store: str, nats: str
) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats) as servers:
            first = (await servers[0].open("now"))["code"]
            names = ("Ana", "Bo", "Cy", "Dua", "Eve", "Fay", "Gil", "Hao")
            people = await seated(servers[0], first, *names)
            ana, bo, cy = people[:3]
            await say(ana, type="two_tables")
            await until(lambda: bo.table["code"] != first)
            second = bo.table["code"]
            assert await moved(second, to=servers[1])
            await until(lambda: len(cy.table["seats"]) == 4)
            await say(cy, type="one_table")
            await until(lambda: cy.heard("refused"))
            assert owners(servers, second) == [1]
            there_table = servers[1].server.registry.tables[second]
            host = next(each for each in people if each.name == there_table.state.host_name)
            await say(host, type="start", anyway=True)  # whoever is not back yet says no ready
            await until(lambda: host.table["status"] == "playing")
            await say(ana, type="one_table")
            await until(lambda: ana.heard("refused"))
            assert ana.heard("refused")[-1]["code"] == "other_table_plays"
            assert owners(servers, second) == [1]
            for person in people:
                await person.go()

    run(scenario())


def test_a_party_whose_other_table_is_no_more_may_have_another(store: str, nats: str) -> None:
    """It was elsewhere, and has been forgotten."""

    async def scenario() -> None:
        async with houses(2, store, nats) as servers:
            first = (await servers[0].open("now"))["code"]
            people = await seated(servers[0], first, "Ana", "Bo", "Cy", "Dua")
            ana, bo = people[:2]
            await say(ana, type="two_tables")
            await until(lambda: bo.table["code"] != first)
            second = bo.table["code"]
            assert await moved(second, to=servers[1])
            await until(lambda: all(len(each.table["seats"]) == 2 for each in people))
            for person in people:
                if person.table["code"] == second:
                    await person.go()
            servers[1].server.committer.let_go(second)
            with open_store(store) as log:
                log._database.run("DELETE FROM tables WHERE id = ?", [second])
            cy = next(each for each in people if each.table["code"] == first and each is not ana)
            more = await seated(servers[0], first, "Eve", "Fay")
            await until(lambda: len(ana.table["seats"]) == 4)
            await say(ana, type="two_tables")
            everybody = (ana, cy, *more)
            await until(lambda: len({each.table["code"] for each in everybody}) == 2)
            for person in (*people, *more):
                await person.go()

    run(scenario())


def test_kicks_pauses_and_changes_of_device_work_from_any_process(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(3, store, nats) as servers:
            opened = await servers[0].open("now", name="Ana", bots=["steady"])
            code = opened["code"]
            async with (
                servers[1].socket() as ana,
                servers[2].socket() as bo,
                servers[2].socket() as cy,
                servers[0].socket() as new,
            ):
                await hello(ana, code, token=opened["token"])
                await hello(bo, code, name="Bo")
                await hello(cy, code, name="Cy")
                await ana.send_json({"type": "remove", "seat": 3})
                assert (await hear(cy, "notice"))["code"] == "kicked"
                for socket in (ana, bo):
                    await socket.send_json({"type": "ready"})
                await ready(ana, 3)
                await ana.send_json({"type": "start"})
                await status(bo, "playing")
                await bo.send_json({"type": "pause"})
                await status(ana, "paused")
                await ana.send_json({"type": "resume"})
                await status(bo, "playing")
                await bo.send_json({"type": "hand_over"})
                secret = (await hear(bo, "hand_over"))["secret"]
                assert (await hello(new, code, token="n" * 32, hand_over=secret))["seat"] == 2
                assert (await hear(bo, "notice"))["code"] == "handed_over"
                assert (await hear(new, "update"))["private"] is not None

    async def status(socket: Any, wanted: str) -> None:
        while (await hear(socket, "table"))["status"] != wanted:
            pass

    async def ready(socket: Any, count: int) -> None:
        while sum(seat["ready"] for seat in (await hear(socket, "table"))["seats"]) < count:
            pass

    run(scenario())
