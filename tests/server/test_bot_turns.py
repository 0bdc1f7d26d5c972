"""What bots do is charged to whoever opened their table, and has its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brouhaha.server.tables.bot_turns import TOLD, BotTurns
from brouhaha.table import Table
from tests.server.guests import SOON, House, hello, house, run


class Stile:
    """Lets nobody in until it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, Callable[[], None]]] = []
        self.charged: list[tuple[str, float]] = []

    def let_in(self, address: str, enter: Callable[[], None]) -> None:
        self.waiting.append((address, enter))

    def charge(self, address: str, seconds: float) -> None:
        self.charged.append((address, seconds))

    def open(self) -> None:
        waiting, self.waiting = self.waiting, []
        for _, enter in waiting:
            enter()


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


async def playing(server: House, **wanted: Any) -> Table:
    """A table whose match has begun."""
    options = {"countdown": 0, "round": 0}
    opened = await server.open("nimble", name="Ana", start=True, options=options, **wanted)
    return server.server.registry.tables[opened["code"]]


def test_a_table_of_bots_wakes_in_turn_and_its_opener_pays(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            stile = server.server.committer.bot_turns.stile = Stile()
            table = await playing(server, bots=["merciless"] * 2)
            async with asyncio.timeout(SOON):
                while not stile.waiting:
                    await asyncio.sleep(0.01)
            before = table.outbox.log_bytes
            for _ in range(5):  # it asks once, however often its time comes
                server.server.committer._wake(table.state.code)
            assert [address for address, _ in stile.waiting] == ["127.0.0.1"]
            assert table.outbox.log_bytes == before
            async with asyncio.timeout(SOON):
                while table.outbox.log_bytes == before:
                    stile.open()
                    await asyncio.sleep(0.01)
            assert set(stile.charged) == {("127.0.0.1", TOLD)}

    run(scenario())


def test_people_and_tables_that_nobody_opened_do_not_wait(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            stile = server.server.committer.bot_turns.stile = Stile()
            opened = await server.open("nimble", name="Ana", options={"countdown": 0})
            table = server.server.registry.tables[opened["code"]]
            async with server.socket() as ana, server.socket() as bo:
                await hello(ana, opened["code"], token=opened["token"])
                await hello(bo, opened["code"], name="Bo")
                await ana.send_json({"type": "start", "anyway": True})
                async with asyncio.timeout(SOON):
                    while table.state.status == "lobby":
                        await asyncio.sleep(0.01)
                server.server.committer._wake(opened["code"])
                assert stile.waiting == []
            turns = BotTurns({table.state.code: table})
            turns.stile = stile
            assert not turns.has_to_wait(table, lambda code: None)

    run(scenario())


def test_a_table_that_is_dropped_while_it_waits_is_not_woken(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            table = await playing(server, bots=["steady"])
            tables, stile, woken = {table.state.code: table}, Stile(), list[str]()
            turns = BotTurns(tables)
            turns.stile = stile
            turns.opened(table, "a stranger")
            assert turns.has_to_wait(table, woken.append)
            stile.open()
            assert woken == [table.state.code]
            assert turns.has_to_wait(table, woken.append)
            tables.clear()
            stile.open()
            assert woken == [table.state.code]

    run(scenario())


def test_a_second_table_is_whose_the_first_one_is(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            first, second = [await playing(server, bots=["steady"]) for _ in range(2)]
            turns, stile = BotTurns({}), Stile()
            turns.stile = stile
            turns.opened(first, "a stranger")
            turns.opened_beside(second, first)
            assert turns.has_to_wait(second, lambda code: None)
            assert [address for address, _ in stile.waiting] == ["a stranger"]

    run(scenario())
