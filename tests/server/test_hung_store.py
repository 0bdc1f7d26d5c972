"""A PostgreSQL that is there but does not answer: it is seen, and the server can still be stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from tests.server.forked import ForkedServer
from tests.server.guests import SOON, hello, run
from tests.store.throwaway_postgres import running_postgres

STOPS_WITHIN = 30.0  # seconds: what a service manager waits, or less


@pytest.fixture
def own_postgres() -> Iterator[str]:
    """One that nobody else uses."""
    with running_postgres() as url:
        yield url


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """All processes of this PostgreSQL stand still."""
    folder = Path(parse_qs(urlsplit(url).query)["host"][0])
    postmaster = int((folder / "data/postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    everybody = [postmaster, *map(int, children)]
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in everybody:
            os.kill(process, signal.SIGCONT)


async def notice(socket: aiohttp.ClientWebSocketResponse) -> str:
    """The next one, however long it takes: whoever reads answers pings."""
    async for message in socket:
        told = message.json()
        if told["type"] == "notice":
            return str(told["code"])
    return ""


async def until_health_is(status: int, session: aiohttp.ClientSession, url: str) -> None:
    async with asyncio.timeout(SOON):
        while True:
            async with session.get(f"{url}/healthz") as answer:
                if answer.status == status:
                    return
            await asyncio.sleep(0.05)


def test_a_store_that_hangs_is_seen_and_does_not_hold_the_server_up(
    own_postgres: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        limits = {"BROUHAHA_LIMITS_WRITE_SECONDS": "0.2"}
        process = ForkedServer(own_postgres, 1.0, tmp_path / "log", **limits)
        async with process as server, aiohttp.ClientSession() as session:
            async with session.post(f"{server.url}/api/tables", json={"game": "now"}) as answer:
                code = (await answer.json())["code"]
            async with session.ws_connect(f"{server.url}/ws") as ana:
                await hello(ana, code, name="Ana")
                told = asyncio.create_task(notice(ana))
                with stopped(own_postgres):
                    await until_health_is(503, session, server.url)  # though nobody writes
                await until_health_is(200, session, server.url)
                with stopped(own_postgres):
                    await ana.send_json({"type": "rename", "name": "Anna"})
                    await until_health_is(503, session, server.url)
                    new_table = session.post(f"{server.url}/api/tables", json={"game": "now"})
                    async with asyncio.timeout(SOON), new_table as answer:
                        assert (await answer.json())["code"] == "not_written"
                    began = time.monotonic()
                    assert await asyncio.wait_for(server.terminate(), STOPS_WITHIN) == 0
                    assert time.monotonic() - began < STOPS_WITHIN
                assert await told == "restarting"

    run(scenario())
    assert "store_hangs" in (tmp_path / "log").read_text()
