"""Processes, NATS and PostgreSQL die in the middle of play: what anybody was shown is never missing.

All three games are played to the end by people who land on any of three processes. What they saw
is held against the log by a checker of its own. All faults share the processes, which take longest
to start; each has its own matches. How soon play goes on is measured by bench/cluster_soak.py.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from brouhaha import games
from tests.bus.nats_servers import NatsServer, running_nats
from tests.server.cluster.checker import check_what_was_shown
from tests.server.cluster.roaming import RoamingGuest, seated
from tests.server.forked import ForkedServer
from tests.server.guests import SOON, run
from tests.server.processes import ServerProcess
from tests.store.throwaway_postgres import Postgres, restartable_postgres

pytestmark = pytest.mark.no_cover  # a killed process saves no trace: see tests/tracing.py

HASTE = 40.0
PEOPLE = 3  # at each table
WITHIN = 400.0  # seconds: a loaded machine takes half a minute to start three processes
OPTIONS: dict[str, dict[str, Any]] = {"nono": {"turns": 6}}
Guests = list[RoamingGuest]
Fault = Callable[[list[ServerProcess], Guests], Awaitable[None]]


@asynccontextmanager
async def processes_of(
    store: str, buses: list[str], log: Path
) -> AsyncIterator[list[ServerProcess]]:
    """One process for each address of NATS."""
    async with AsyncExitStack() as stack:
        processes: list[ServerProcess] = [
            ForkedServer(store, HASTE, log, BROUHAHA_BUS=bus, BROUHAHA_MDNS="false")
            for bus in buses
        ]
        await asyncio.gather(*(stack.enter_async_context(process) for process in processes))
        yield processes


async def play_through(
    processes: list[ServerProcess], store: str, fault: Fault, balancer: str | None = None
) -> Guests:
    """A match of each game, with a fault in the middle. `balancer`: its address, if there is one;
    else people land on one process after the other."""
    addresses = [balancer] if balancer else [process.url for process in processes]
    guests: Guests = []
    for number, game in enumerate(games.names()):
        first = addresses[number % len(addresses) :] + addresses[: number % len(addresses)]
        guests += await at_a_table(first, game)
    await all_told(guests)
    await fault(processes, guests)
    for guest in guests:
        await asyncio.wait_for(guest.ended.wait(), 60)
    for guest in guests:
        await guest.go()
    tables = [guests[at : at + PEOPLE] for at in range(0, len(guests), PEOPLE)]
    assert check_what_was_shown(store, tables) > 0
    return guests


async def at_a_table(addresses: list[str], game: str) -> Guests:
    """People at its owner and at the others, who have started."""
    guests: Guests = []
    await seated(addresses, await opened(addresses[0], game), PEOPLE, HASTE, guests)
    return guests


async def all_told(guests: Guests, asleep: int | None = None) -> None:
    """Until each has an update that came after now, or has seen the end, or is at a port where
    everybody sleeps."""
    for guest, before in [(guest, len(guest.told_at)) for guest in guests]:
        async with asyncio.timeout(SOON):
            while len(guest.told_at) == before and not guest.ended.is_set():
                if guest.port == asleep:
                    break
                await asyncio.sleep(0.01)


async def opened(url: str, game: str) -> str:
    wanted = {"game": game, "options": OPTIONS.get(game, {})}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{url}/api/tables", json=wanted) as answer,
    ):
        code: str = (await answer.json())["code"]
    return code


def in_sentences(guests: Guests) -> bool:
    """Nobody was shown an error; what they were shown is a notice."""
    return not any(guest.heard("error") for guest in guests)


# Faults


async def two_are_killed(processes: list[ServerProcess], guests: Guests) -> None:
    """kill -9, one after the other: the last one has all tables and all sockets."""
    for process in processes[:2]:
        await process.kill()
        await all_told(guests)


async def an_owner_sleeps(processes: list[ServerProcess], guests: Guests) -> None:
    """SIGSTOP: no FIN, no answer. Others claim its tables; it wakes up among its old sockets."""
    processes[0].send(signal.SIGSTOP)
    await all_told(guests, processes[0].port)  # also at a table that has been claimed
    processes[0].send(signal.SIGCONT)
    await all_told(guests)


async def all_are_replaced(processes: list[ServerProcess], guests: Guests) -> None:
    """One after the other, as in an upgrade."""
    for process in processes:
        assert await process.terminate() == 0
        await all_told(guests)
        await process.start()


def one_of_three_nats_servers_is_lost(servers: list[NatsServer]) -> Fault:
    """The one of the process that has the first table; it comes back while play goes on."""

    async def fault(processes: list[ServerProcess], guests: Guests) -> None:
        servers[0].kill()
        await all_told(guests)
        servers[0].start()

    return fault


def nats_is_restarted(servers: list[NatsServer]) -> Fault:
    async def fault(processes: list[ServerProcess], guests: Guests) -> None:
        for server in servers:
            server.kill()
        await all_told(guests[::PEOPLE])  # their sockets are where their tables are
        for server in servers:
            server.start()
        await all_told(guests)

    return fault


def postgresql_crashes(server: Postgres) -> Fault:
    """In the middle of commits: whether they were written is not known to who wrote them."""

    async def fault(processes: list[ServerProcess], guests: Guests) -> None:
        server.crash()
        server.start()
        await all_told(guests)

    return fault


# The test


def test_what_was_shown_is_never_missing_whatever_fails(tmp_path: Path) -> None:
    async def scenario(postgres: Postgres, nats: list[NatsServer]) -> None:
        buses = [server.url for server in nats]  # each tells of the others
        async with processes_of(postgres.url, buses, tmp_path / "log") as processes:
            for fault in (
                an_owner_sleeps,
                all_are_replaced,
                one_of_three_nats_servers_is_lost(nats),
                nats_is_restarted(nats),
                postgresql_crashes(postgres),
                two_are_killed,
            ):
                guests = await play_through(processes, postgres.url, fault)
                assert in_sentences(guests), fault
            assert all(guest.comings > 1 for guest in guests[: 2 * PEOPLE])  # their tables moved

    with restartable_postgres() as postgres, running_nats(3) as nats:
        run(scenario(postgres, nats), WITHIN)
