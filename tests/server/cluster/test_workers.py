"""`serve --workers`: several processes at one port, which come back and go together."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from brouhaha.server.settings import BadSettings, load
from tests.server.guests import SOON, hear, hello, run
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.no_cover  # a killed process saves no trace: see tests/tracing.py
SHARED = {"bus": "nats://a", "store": "postgresql://db/x"}


def test_workers_need_a_bus_and_a_port() -> None:
    with pytest.raises(BadSettings, match="--workers needs --bus"):
        load({"workers": "2"}, {}, None)
    with pytest.raises(BadSettings, match="BROUHAHA_WORKERS needs a --port"):
        load({**SHARED, "port": "0"}, {"BROUHAHA_WORKERS": "2"}, None)
    assert load({**SHARED, "workers": "2"}, {}, None).workers == 2


def workers_of(parent: int) -> set[int]:
    return set(map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()))


def replaced(parent: int, worker: int) -> bool:
    workers = workers_of(parent)
    return len(workers) == 2 and worker not in workers


def alive(process: int) -> bool:
    """A zombie is not: its parent has only to take notice."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.05)


async def come_back(url: str, code: str, token: str) -> str:
    """Whoever is asked, again and again: the name on the seat."""
    async with asyncio.timeout(SOON), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.ws_connect(f"{url}/ws", params={"table": code}) as socket:
                    await hello(socket, code, token=token)
                    return str((await hear(socket, "table"))["seats"][0]["name"])
            except (aiohttp.ClientError, AssertionError, TypeError):
                await asyncio.sleep(0.1)  # it is starting, or the table is moving


async def all_sockets_are_at_the_owner(url: str, code: str, token: str) -> None:
    """The kernel chooses who is asked, and in the end they are where their table is; unless the
    machine is so loaded that an owner does not say at once that it has it."""
    async with asyncio.timeout(SOON):
        while await where_sockets_are(url, code, token) != {(1, 6), (0, 0)}:
            pass


async def where_sockets_are(url: str, code: str, token: str) -> set[tuple[int, int]]:
    """How many tables and sockets each of two workers has."""
    async with AsyncExitStack() as stack, aiohttp.ClientSession() as session:
        host, *screens = [
            await stack.enter_async_context(session.ws_connect(f"{url}/ws?table={code}"))
            for _ in range(6)
        ]
        await hello(host, code, token=token)
        for screen in screens:
            await hello(screen, code, role="spectator")
        seen: set[tuple[int, int]] = set()
        async with asyncio.timeout(SOON):
            while len(seen) < 2:
                async with aiohttp.ClientSession() as new, new.get(f"{url}/healthz") as answer:
                    told = await answer.json()
                seen.add((told["tables"], told["sockets"]))
        return seen


def test_workers_share_a_port_come_back_and_go_together(
    store: str, nats: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        process = ServerProcess(store, 1.0, tmp_path / "log", BROUHAHA_BUS=nats,
                                BROUHAHA_WORKERS="2", BROUHAHA_MDNS="false")  # fmt: skip
        async with process as server, aiohttp.ClientSession() as session:
            parent = server.pid
            await until(lambda: len(workers_of(parent)) == 2)
            async with session.post(
                f"{server.url}/api/tables", json={"game": "now", "name": "Ana"}
            ) as answer:
                opened = await answer.json()
            for _ in range(6):  # the kernel chooses who is asked
                assert await come_back(server.url, opened["code"], opened["token"]) == "Ana"
            await all_sockets_are_at_the_owner(server.url, opened["code"], opened["token"])
            for worker in workers_of(parent):  # the owner is one of them
                os.kill(worker, signal.SIGKILL)
                await until(partial(replaced, parent, worker))
                assert await come_back(server.url, opened["code"], opened["token"]) == "Ana"
            workers = workers_of(parent)
            assert await asyncio.wait_for(server.terminate(), SOON) == 0
            assert not any(map(alive, workers))
            await server.start()
            workers = workers_of(server.pid)
            await server.kill()
            await until(lambda: not any(map(alive, workers)))

    run(scenario())
