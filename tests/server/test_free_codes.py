"""A code is not used again while anything of an older table of that name is kept."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from brouhaha.server.tables.free_codes import AHEAD
from brouhaha.store import open_store
from brouhaha.table import codes
from tests.server.guests import SOON, House, hear, hello, house, run
from tests.store.samples import match, rows

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

FEW = ["".join(letters) for letters in product("CDF", repeat=2)]  # all codes that there are, here
OPEN, CLOSED, PLAYED, FORGOTTEN = FEW[0], FEW[1], FEW[2], FEW[3]


@pytest.fixture(autouse=True)
def few_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "ALPHABET", "CDF")
    monkeypatch.setattr(codes, "LENGTH", 2)


def opened_with(server: House) -> set[str]:
    return set(server.server.registry.tables)


async def open_all(server: House) -> list[str]:
    """As many tables as there are codes; what is refused is not asked for again."""
    answers = [await server.post({"game": "now", "name": "Ana"}) for _ in FEW]
    return [body["code"] for status, body in answers if status == 201]


def test_a_code_of_which_anything_is_kept_is_not_given_again(url: str) -> None:
    with open_store(url) as store:
        for code in (OPEN, CLOSED, PLAYED, FORGOTTEN):
            store.append(rows(code, 0, 1))
        store.append(closed=[(code, 5) for code in (CLOSED, PLAYED, FORGOTTEN)])
        store.finish(match("m1", table=PLAYED))
        store.append(closed=[(OPEN, 100)])  # open until now: its log is kept like the others'
        store.expire(tables_before=50, matches_before=0)
        store.append(rows(CLOSED, 0, 1))
        store.append(closed=[(CLOSED, 100)])

    async def scenario() -> None:
        async with house(url) as server:
            given = await open_all(server)
            assert len(set(given)) == len(given)
            assert set(given) <= set(FEW) - {OPEN, CLOSED, PLAYED}
            assert FORGOTTEN in given

    run(scenario())


def test_a_table_that_closed_just_now_keeps_its_code(url: str) -> None:
    """Its end may still be in the write-ahead log alone."""

    async def scenario() -> None:
        async with house(url) as server:
            first = await open_all(server)
            assert set(first) == set(FEW)
            for code in first:
                table = server.server.registry.tables[code]
                server.server.committer.run(table, table._close)
            while server.server.registry.tables:
                await asyncio.sleep(0.01)
            assert await open_all(server) == []
        async with house(url) as server:
            assert await open_all(server) == []

    run(scenario())


def test_a_second_table_of_a_party_has_a_fresh_code_too(url: str) -> None:
    with open_store(url) as store:
        for code in FEW[:-2]:
            store.append(rows(code, 0, 1))
        store.append(closed=[(code, 5) for code in FEW[:-2]])

    async def scenario() -> None:
        async with house(url) as server:
            code = (await server.open("nimble"))["code"]
            sockets = [await server.session.ws_connect(f"{server.url}/ws") for _ in range(4)]
            for number, socket in enumerate(sockets):
                await hello(socket, code, name=f"P{number}")
            await sockets[1].send_json({"type": "two_tables"})
            assert (await hear(sockets[1], "refused"))["code"] == "not_host"
            await sockets[0].send_json({"type": "two_tables"})
            moved = await hear(sockets[1], "moved")
            assert {code, moved["code"]} == set(FEW[-2:])

    run(scenario())


def test_codes_are_looked_for_before_they_are_needed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()

    async def scenario() -> None:
        async with house(url) as server:
            free = server.server.committer.free_codes._free
            for _ in range(AHEAD):
                await server.open("now")
                async with asyncio.timeout(SOON):
                    while len(free) < AHEAD // 2:
                        await asyncio.sleep(0.005)
            assert len(opened_with(server)) == AHEAD

    run(scenario())
