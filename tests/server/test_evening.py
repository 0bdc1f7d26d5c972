"""An evening of many over real sockets, through kill -9: late, dropped, back, sitting out, parted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from brouhaha.server.commands.bot import Message
from tests.server.forked import ForkedServer
from tests.server.guests import SOON, Guest, run
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.no_cover  # a killed process saves no trace: see tests/tracing.py

HASTE = 150.0
LONG = 90.0  # seconds: no match takes longer, on a loaded machine too
NAMES = ["Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"]
EVENING: list[tuple[str, dict[str, Any]]] = [
    ("nimble", {"round": 120}),
    ("nono", {"turns": 3}),
    ("now", {}),
    ("nimble", {"round": 120}),
    ("now", {}),
]


class Person(Guest):
    """Comes whenever they like, and waits where no seat is free."""

    async def listen(self, socket: Any) -> None:
        if self.token is not None:
            await super().listen(socket)
            return
        hello = {"type": "hello", "code": self.code, "name": self.name, "wait": True}
        await socket.send_json(hello)
        async for frame in socket:
            message = frame.json()
            heard = getattr(self, f"heard_{message['type']}", None)
            if heard is not None:
                await heard(socket, message)

    async def until(self, so: Callable[[Message], bool], seconds: float = SOON) -> Message:
        async with asyncio.timeout(seconds):
            while not (self.table and so(self.table)):
                await asyncio.sleep(0.01)
        return self.table


async def open_table(server: ServerProcess, game: str, options: dict[str, Any]) -> str:
    wanted = {"game": game, "options": options}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/api/tables", json=wanted) as answer,
    ):
        return str((await answer.json())["code"])


async def come(server: ServerProcess, code: str, *names: str) -> list[Person]:
    people = []
    for name in names:
        people.append(Person(server.url, code, name, haste=HASTE))
        people[-1].sit_down()
        await asyncio.wait_for(people[-1].here.wait(), SOON)
        await people[-1].until(lambda table: table["you"] is not None)
    return people


async def play(host: Person, number: int) -> Message:
    """The match that the host starts, to its end."""
    await host.say(type="start", anyway=True)
    await host.until(lambda table: table["match"] == number and table["status"] != "lobby")
    return await host.until(lambda t: t["match"] == number and t["status"] == "ended", LONG)


def count(table: Message, points: Counter[str], played: Counter[str]) -> None:
    """The match that has just ended, from its result alone."""
    names = [seat["name"] for seat in table["seats"] if not seat["waiting"]]
    played.update(names)
    for place, equals in enumerate(table["result"]["ranking"]):
        behind = sum(len(others) for others in table["result"]["ranking"][place + 1 :])
        for seat in equals:
            if seat < len(names):
                points[names[seat]] += behind


def test_twelve_people_five_matches_of_three_games(tmp_path: Path) -> None:
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()

    async def scenario() -> None:
        async with ForkedServer(str(tmp_path / "s.db"), HASTE, tmp_path / "log") as server:
            code = await open_table(server, *EVENING[0])
            people = await come(server, code, *NAMES[:6])
            for number, (game, options) in enumerate(EVENING, 1):
                host = host_of(people)
                if number > 1:
                    await host.say(type="next", game=game, options=options)
                    await host.until(lambda table: table["status"] == "lobby")
                match = asyncio.create_task(play(host, number))
                await host.until(lambda table: table["status"] == "playing")
                await meanwhile(server, number, people, code)
                count(await match, points, played)
            check(host.table, people)
            for person in people:
                await person.go()

    async def meanwhile(
        server: ServerProcess, number: int, people: list[Person], code: str
    ) -> None:
        if number == 1:
            people += await come(server, code, *NAMES[6:10])  # late
            await drop(people[1])  # in the match
        if number == 2:
            people += await come(server, code, *NAMES[10:])
            await drop(next(one for one in people[1:] if waits(one)))
        if number == 3:
            await kill(server, people)

    def check(table: Message, people: list[Person]) -> None:
        assert len(people) == 12
        assert set(played) == set(NAMES), "somebody has not played"
        shown = {seat["name"]: seat["points"] for seat in table["seats"]}
        assert shown == {name: points[name] for name in NAMES}
        assert table["played"] == [game for game, _ in EVENING]

    run(scenario())


async def kill(server: ServerProcess, people: list[Person]) -> None:
    """kill -9; everybody comes back by themselves."""
    comings = [person.comings for person in people]
    await server.kill()
    for person in people:
        person.table = {}
    await server.start()
    async with asyncio.timeout(SOON):
        while any(one.comings == before for one, before in zip(people, comings, strict=True)):
            await asyncio.sleep(0.01)
    for person in people:
        await person.until(lambda table: all(seat["connected"] for seat in table["seats"]))


def host_of(people: list[Person]) -> Person:
    """Who is the host now: in a hurried world it passes on while its player comes back."""
    return next(one for one in people if one.table["seats"][one.table["you"]]["host"])


async def drop(person: Person) -> None:
    """The line breaks; the player comes back by themselves."""
    assert person.socket is not None
    comings = person.comings
    await person.socket.close()
    async with asyncio.timeout(SOON):
        while person.comings == comings:
            await asyncio.sleep(0.01)


def waits(person: Person) -> bool:
    return bool(person.table["seats"][person.table["you"]]["waiting"])


def total(table: Message) -> dict[str, int]:
    """Everybody's points as this table shows them, with those of the party's other table."""
    seats = table["seats"] + (table["other"]["seats"] if table["other"] else [])
    assert len(seats) == 8
    return {seat["name"]: seat["points"] for seat in seats}


def test_two_tables_of_one_party_have_one_total_through_a_kill(tmp_path: Path) -> None:
    async def scenario() -> None:
        points: Counter[str] = Counter()
        async with ForkedServer(str(tmp_path / "s.db"), HASTE, tmp_path / "log") as server:
            first = await open_table(server, *EVENING[0])
            people = await come(server, first, *NAMES[:8])
            ana, bo = people[:2]
            table = await ana.until(lambda table: len(table["seats"]) == 8)
            assert table["ways"][0] == "two_tables"
            await ana.say(type="two_tables")
            await ana.until(lambda table: table["other"] is not None)
            await bo.until(lambda table: table["code"] != first and table["other"] is not None)
            await ana.say(type="two_tables")
            await until_refused(ana, "two_tables")
            second = bo.table["code"]
            count(await play(ana, 1), points, Counter())
            count(await play(bo, 1), points, Counter())
            await one_total([ana, bo], points)
            await kill(server, people)
            await one_total([ana, bo], points)
            assert {person.table["code"] for person in people} == {first, second}
            await seats_are_found(server, first, second, people)
            await host_of(people[::2]).say(type="one_table")
            for person in people:
                await person.until(lambda table: table["code"] == first)
            table = await ana.until(lambda table: len(table["seats"]) == 8)
            assert total(table) == {name: points[name] for name in NAMES[:8]}
            assert table["other"] is None
            for person in people:
                await person.go()

    run(scenario())


async def one_total(people: list[Person], points: Counter[str]) -> None:
    """Both tables show the points of all eight."""
    expected = {name: points[name] for name in NAMES[:8]}
    for person in people:
        await person.until(lambda table: bool(table["other"]) and total(table) == expected)


async def until_refused(person: Person, code: str) -> None:
    async with asyncio.timeout(SOON):
        while not any(refused["code"] == code for refused in person.heard("refused")):
            await asyncio.sleep(0.01)


async def seats_are_found(
    server: ServerProcess, first: str, second: str, people: list[Person]
) -> None:
    """A device that knows only the first table's code finds its seat at the second."""
    bo = people[1]
    asked = {"seats": [{"code": first, "token": bo.token}, {"code": second, "token": bo.token}]}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/api/seats", json=asked) as answer,
    ):
        found = await answer.json()
    assert ([held["name"] for held in found["held"]], found["lost"]) == (["Bo", "Bo"], [])
