"""A device with several seats over real sockets: who pays, and what comes back after kill -9."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp

from brouhaha.server.commands.bot import Message
from brouhaha.server.edge.limits import Limits
from tests.server.forked import ForkedServer
from tests.server.guests import hear, hello, house, run

Socket = aiohttp.ClientWebSocketResponse


async def sit(socket: Socket, name: str) -> Message:
    await socket.send_json({"type": "sit", "name": name})
    held: Message = (await hear(socket, "seated"))["held"]
    return held


async def until(socket: Socket, kind: str, **fields: Any) -> Message:
    while True:
        told = await hear(socket, kind)
        if all(told[name] == value for name, value in fields.items()):
            return told


def act(by: int, move: int, seen: int) -> dict[str, Any]:
    action = {"type": "pass"}
    return {"type": "act", "id": move, "seen": seen, "after": 5, "action": action, "by": by}


def test_a_seat_that_floods_uses_up_its_own_budget_and_not_the_others(tmp_path: Path) -> None:
    """The figures are a seat's: so one seat may say twenty, and two say forty."""

    async def scenario() -> None:
        limits = Limits(frames_a_second=0.001, frames_at_once=30)
        async with house(tmp_path / "store.db", limits=limits) as server:
            code = (await server.open())["code"]
            async with server.socket() as socket:
                await hello(socket, code, name="Ana")
                held = await sit(socket, "Bo")
                for _ in range(40):
                    await socket.send_json({"type": "ready", "by": held["seat"]})
                await until(socket, "refused", code="too_fast")
                await socket.send_json({"type": "rename", "name": "Ann", "by": 0})
                told = await hear(socket, "table")
                while told["seats"][0]["name"] != "Ann":
                    told = await hear(socket, "table")

    run(scenario())


def test_kill_9_in_mid_match_and_one_hello_brings_all_seats_of_the_device_back(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with (
            ForkedServer(str(tmp_path / "store.db"), 20.0, tmp_path / "log") as server,
            aiohttp.ClientSession() as session,
        ):
            async with session.post(f"{server.url}/api/tables", json={"game": "nono"}) as answer:
                code = (await answer.json())["code"]
            async with session.ws_connect(f"{server.url}/ws") as socket:
                first = await hello(socket, code, name="Ana")
                others = [await sit(socket, name) for name in ("Bo", "Cy")]
                await socket.send_json({"type": "start"})
                update = await hear(socket, "update")
                while update["public"]["phase"] != "search":
                    update = await hear(socket, "update")
                await socket.send_json(act(2, 3, update["seq"]))
                while update["also"][1]["heard"] != 3:
                    update = await hear(socket, "update")
                await server.kill()
            await server.start()
            async with session.ws_connect(f"{server.url}/ws") as socket:
                tokens = [one["token"] for one in others]
                welcome = await hello(socket, code, token=first["token"], also=tokens)
                assert [one["seat"] for one in welcome["also"]] == [1, 2]
                assert [one["heard"] for one in welcome["also"]] == [0, 3]
                again = await hear(socket, "update")
                assert again["private"] == update["private"]
                assert again["also"] == update["also"]
            assert await server.terminate() == 0

    run(asyncio.wait_for(scenario(), 60))
