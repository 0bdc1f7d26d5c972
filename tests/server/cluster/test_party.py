"""One party at two tables, which are in two processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from brouhaha.server.commands.bot import Message
from tests.server.cluster.houses import houses, moved, owners
from tests.server.cluster.roaming import RoamingGuest
from tests.server.guests import SOON, House, run

NAMES = ("Ana", "Bo", "Cy", "Dua", "Eve", "Fay", "Gil", "Hao")


async def until(guest: RoamingGuest, true: Callable[[Message], Any]) -> None:
    async with asyncio.timeout(SOON):
        while not (guest.table and true(guest.table)):
            await asyncio.sleep(0.01)


async def found_at(server: House, code: str, guest: RoamingGuest) -> list[str]:
    """The names on the seats that a device is told of which knows this table's code."""
    asked = {"seats": [{"code": code, "token": guest.token}]}
    async with server.session.post(f"{server.url}/api/seats", json=asked) as answer:
        return [seat["name"] for seat in (await answer.json())["held"]]


def test_two_tables_in_two_processes_know_each_other_and_unite(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats) as servers:
            first = (await servers[0].open("now"))["code"]
            urls = [server.url for server in servers]
            people = []
            for name in NAMES:
                people.append(RoamingGuest(urls, first, name))
                people[-1].sit_down()
                await asyncio.wait_for(people[-1].here.wait(), SOON)
            ana, bo = people[:2]
            await until(ana, lambda table: len(table["seats"]) == 8)
            await ana.say(type="two_tables")
            await until(bo, lambda table: table["code"] != first and table["other"])
            second = bo.table["code"]
            assert await moved(second, to=servers[1])
            assert (owners(servers, first), owners(servers, second)) == ([0], [1])
            for person in people:
                await until(person, lambda table: len(table["seats"]) == 4)
            await names_follow(ana, bo)
            for server in servers:
                assert await found_at(server, first, bo) == [bo.name]
            await ana.say(type="two_tables")
            await refused(ana, "two_tables")
            await ana.say(type="one_table")
            for person in people:
                await until(person, lambda table: table["code"] == first)
            await until(ana, lambda table: len(table["seats"]) == 8 and table["other"] is None)
            assert owners(servers, first) == [0]
            for person in people:
                await person.go()

    async def names_follow(ana: RoamingGuest, bo: RoamingGuest) -> None:
        """What changes at one table is shown at the other."""
        await until(bo, lambda table: table["other"])
        async with asyncio.timeout(SOON):
            while "Bobo" not in [
                seat["name"] for seat in (ana.table["other"] or {"seats": []})["seats"]
            ]:
                if bo.socket is not None and not bo.socket.closed:
                    await bo.say(type="rename", name="Bobo")
                bo.name = "Bobo"
                await asyncio.sleep(0.05)

    async def refused(guest: RoamingGuest, code: str) -> None:
        async with asyncio.timeout(SOON):
            while not any(each["code"] == code for each in guest.heard("refused")):
                await asyncio.sleep(0.01)

    run(scenario())
