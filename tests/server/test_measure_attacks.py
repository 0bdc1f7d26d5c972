"""`measure` and `measured` under attack: what was not asked, not yet, already or of somebody else
measures nothing, and no number that a client can write moves a line beyond what is believed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from brouhaha.server.edge.limits import Limits
from brouhaha.table.rtt import LONGEST_PAINT, Line
from tests.server.guests import SOON, House, hear, hello, house, run

ABSURD = ["NaN", "Infinity", "-Infinity", "1e308", "1e999", "-1", "9" * 400, '"5"', "true", "null", "[]"]  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def line_of(server: House, code: str, seat: int) -> Line:
    return server.server.registry.tables[code].seating.players[seat].line


async def answered(socket: aiohttp.ClientWebSocketResponse, nonce: object, **more: Any) -> None:
    await socket.send_json({"type": "measured", "nonce": nonce, **more})


async def heard_all(socket: aiohttp.ClientWebSocketResponse) -> None:
    """Whatever was said before has had its effect."""
    await socket.send_json({"type": "beat"})
    await hear(socket, "beat")


def test_only_what_was_asked_is_answered_once_and_by_whom_it_was_asked(store: Path) -> None:
    async def scenario() -> None:
        quiet = Limits(ping_seconds=60)
        async with (
            house(store, limits=quiet) as server,
            server.socket(**{"X-Client-RTT": "250000"}) as ana,  # nobody reads it
            server.socket() as bo,
            server.socket() as watcher,
        ):
            code = (await server.open())["code"]
            await hello(ana, code, name="Ana", measures=True)
            await hello(bo, code, name="Bo", measures=True)
            await hello(watcher, code, role="spectator", measures=True)
            asked = str((await hear(ana, "measure"))["nonce"])
            line = line_of(server, code, 0)
            forged = ["", "0" * 16, asked[:-2], f"{asked}00", f" {asked}", asked.upper() + "G"]
            forged += ["00" * 16, asked[::-1], "é" * 16, "٠" * 16]
            for nonce in forged:
                await answered(ana, nonce)
            await answered(bo, asked)  # it was Ana who was asked
            await answered(watcher, asked)
            for one in (ana, bo, watcher):
                await heard_all(one)
            assert (len(line._answers), line_of(server, code, 1)._paint) == (0, 0.0)
            await answered(ana, asked, paint=86_400_000)
            await answered(ana, asked, paint=7)  # again
            await heard_all(ana)
            assert (len(line._answers), line._paint) == (1, LONGEST_PAINT)
            assert line._answers[0] < SOON * 1000
            assert line.least_proven < 1000

    run(scenario())


def test_numbers_that_no_clock_shows_are_refused_and_change_nothing(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits(ping_seconds=60)) as server, server.socket() as ana:
            code = (await server.open())["code"]
            await hello(ana, code, name="Ana", measures=True)
            asked = str((await hear(ana, "measure"))["nonce"])
            line, before = line_of(server, code, 0), line_of(server, code, 0).belief
            absurd = [f'{{"type":"measured","nonce":"{asked}","paint":{one}}}' for one in ABSURD]
            absurd += [f'{{"type":"measured","nonce":{one}}}' for one in ABSURD if one != '"5"']
            act = '{{"type":"act","id":{},"seen":{},"after":{},"action":{{"type":"pass"}}}}'
            absurd += [act.format(1, 0, one) for one in ABSURD]
            absurd += [act.format(1, one, 0) for one in ABSURD]
            for frame in absurd:
                await ana.send_str(frame)
                assert (await hear(ana, "error"))["code"] == "bad_message", frame
                await asyncio.sleep(0)
            assert (len(line._answers), line.belief) == (0, before)
            await answered(ana, asked)  # what was asked can still be answered
            await heard_all(ana)
            assert len(line._answers) == 1

    run(scenario())


def test_an_answer_says_nothing_of_who_speaks_and_costs_nobody_a_turn(store: Path) -> None:
    """A message that begins like an answer is one: it is cheap, since nobody is told of it."""

    async def scenario() -> None:
        async with house(store) as server, server.socket() as ana:
            code = (await server.open())["code"]
            await hello(ana, code, name="Ana", measures=True)
            ready = json.dumps({"type": "ready", "ready": True})[1:]
            for frame in ('{"type":"measured",' + ready, '{"type":"measured","by":0,"nonce":""}'):
                await ana.send_str(frame)
                assert (await hear(ana, "error"))["code"] == "bad_message"
            assert not server.server.registry.tables[code].state.seats[0].ready

    run(scenario())
