"""Forty people behind one address, a class or a café: they play, reload and lose their lines all at
once, at the limits that every server has, and nobody is refused anything or sent away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp

from brouhaha.server.edge.budgets import Budgets, spend
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.visitors import HANDSHAKE
from brouhaha.server.http.pages import STATIC
from tests.server.guests import SOON, House, hear, house, run

TABLES = 10
TAPS = 12  # of each, one after the other, as quick as answers come
FILES = 25  # of the page: what a first visit asks for


class Person:
    def __init__(self, server: House, code: str, token: str) -> None:
        self.server = server
        self.code = code
        self.token = token
        self.refused: list[str] = []
        self.moves = 0
        self.seq = 0
        self.session: aiohttp.ClientSession | None = None
        self.socket: aiohttp.ClientWebSocketResponse | None = None

    async def load(self, files: list[str]) -> None:
        """The page, its files, what it asks the API, and the table again."""
        assert self.session is not None
        for path in ["/", *files, "/api/games", "/api/addresses"]:
            async with self.session.get(self.server.url + path) as answer:
                await answer.read()
                assert answer.status != 429, path
        asked = {"seats": [{"code": self.code, "token": self.token}]}
        async with self.session.post(f"{self.server.url}/api/seats", json=asked) as answer:
            assert answer.status == 200
        self.socket = await self.session.ws_connect(f"{self.server.url}/ws")
        await self.socket.send_json({"type": "hello", "code": self.code, "token": self.token})
        self.moves = (await hear(self.socket, "welcome"))["heard"]
        self.seq = (await hear(self.socket, "update"))["seq"]

    async def play(self) -> None:
        """Flip and take back, and wait for each answer, as thumbs do."""
        assert self.socket is not None
        for number in range(TAPS):
            self.moves += 1
            action = {"type": "back" if number % 2 else "flip"}
            move: dict[str, Any] = {"type": "act", "id": self.moves, "seen": self.seq, "after": 0}
            await self.socket.send_json(move | {"action": action})
            while (told := await self.told())["type"] != "refused":
                if told["type"] == "update" and told["heard"] >= self.moves:
                    self.seq = told["seq"]
                    break
            else:
                self.refused.append(told["code"])

    async def told(self) -> Any:
        assert self.socket is not None
        message = await asyncio.wait_for(self.socket.receive(), SOON)
        assert message.type is aiohttp.WSMsgType.TEXT, (message, self.socket.close_code)
        return message.json()

    def lose_the_line(self) -> None:
        """Without a goodbye."""
        assert self.socket is not None
        response = self.socket._response
        assert response.connection is not None
        assert response.connection.transport is not None
        response.connection.transport.abort()


async def sit_down(server: House) -> list[Person]:
    """Four at each table, and the match runs."""
    people: list[Person] = []
    for _ in range(TABLES):
        options = {"countdown": 0, "round": 0}
        opened = await server.open("nimble", name="Ana", options=options)
        people.append(Person(server, opened["code"], opened["token"]))
        async with server.socket() as host:
            greeting = {"type": "hello", "code": opened["code"]}
            await host.send_json(greeting | {"token": opened["token"]})
            await hear(host, "welcome")
            for name in ("Bo", "Cy", "Di"):
                async with server.socket() as socket:
                    await socket.send_json(greeting | {"name": name})
                    token = (await hear(socket, "welcome"))["token"]
                    people.append(Person(server, opened["code"], token))
            await host.send_json({"type": "start", "anyway": True})
            await hear(host, "update")
    return people


def test_they_may_load_everything_anew_five_times_in_a_row() -> None:
    """Private windows keep nothing: each load is a first visit, and a socket with it."""
    visits = Budgets(Limits()).account("school", 0.0).visits
    loads = 5 * 40 * ([(1, 0, 0, 0)] * 25 + [(HANDSHAKE, 0, 0, 0)])
    assert all(spend(0.0, costs, visits) is None for costs in loads)


def test_forty_people_behind_one_address_feel_nothing(tmp_path: Path) -> None:
    files = [f"/assets/{path.name}" for path in sorted((STATIC / "assets").glob("*"))][:FILES]

    async def scenario() -> None:
        async with house(tmp_path / "store.db", limits=Limits()) as server:
            people = await sit_down(server)
            assert len(people) == 40
            for person in people:
                person.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=6))
            for again in range(2):
                known = files if not again else []  # a browser keeps what has a hash in its name
                await asyncio.gather(*(person.load(known) for person in people))
                await asyncio.gather(*(person.play() for person in people))
                if not again:
                    for person in people:
                        person.lose_the_line()
            assert [person.refused for person in people] == [[] for _ in people]
            counts = server.server.metrics.counts
            limited = [counts[name] for name in ("requests_limited", "frames_limited")]
            assert limited == [0, 0]
            assert counts["sockets_refused"] == counts["slow_readers"] == 0
            for person in people:
                assert person.socket is not None
                assert not person.socket.closed
                assert person.session is not None
                await person.session.close()

    run(scenario())
