"""A socket's line: when it is dead, and how far away its client is."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import aiohttp
import pytest

from brouhaha.server.edge.limits import Limits
from brouhaha.table.rtt import FIRST_PINGS, Line
from tests.server.guests import SOON, House, hear, hello, house, run


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_a_dead_line_is_noticed(store: Path) -> None:
    """A client that answers no ping is gone, whatever TCP believes."""

    async def scenario() -> None:
        limits = Limits(silent_seconds=0.2, ping_seconds=0.05)
        async with house(store, limits=limits) as server:
            code = (await server.open())["code"]
            ws = f"{server.url}/ws"
            async with server.session.ws_connect(ws, autoping=False) as socket:
                await hello(socket, code, name="Ana")
                while not socket.closed:
                    await asyncio.wait_for(socket.receive(), SOON)
            assert server.server.metrics.counts["dead_lines"] == 1

    run(scenario())


def test_a_beat_is_answered_at_once_and_a_page_out_of_sight_may_be_silent(store: Path) -> None:
    """Bo says that nobody looks at the page: others see it, and the line is given more time."""

    async def scenario() -> None:
        limits = Limits(silent_seconds=0.2, hidden_silent_seconds=SOON, ping_seconds=SOON)
        async with house(store, limits=limits) as server, server.socket() as screen:
            code = (await server.open())["code"]
            await hello(screen, code, role="screen")
            ws = f"{server.url}/ws"
            async with server.session.ws_connect(ws, autoping=False) as bo:
                await bo.send_json({"type": "hello", "code": code, "name": "Bo"})
                await bo.send_json({"type": "beat", "hidden": True})
                assert await hear(bo, "beat") == {"type": "beat"}
                while not (seats := (await hear(screen, "table"))["seats"]) or not seats[0]["away"]:
                    pass
                await asyncio.sleep(0.5)
                assert server.server.metrics.counts["dead_lines"] == 0
                await bo.send_json({"type": "beat"})  # it is looked at again, and falls silent
                assert (await hear(screen, "table"))["seats"][0]["away"] is False
                assert (await hear(screen, "table"))["seats"][0]["connected"] is False
            assert server.server.metrics.counts["dead_lines"] == 1

    run(scenario())


def test_who_just_came_is_asked_quickly_and_who_plays_together_at_the_same_moment(
    store: Path,
) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as ana, server.socket() as bo:
            code = (await server.open())["code"]
            await hello(ana, code, name="Ana")
            await hello(bo, code, name="Bo")
            every, beats = server.server.settings.limits.ping_seconds, []
            for connection in server.server.sockets.open:
                trips, link, plays = connection._round_trips, connection.link, connection._plays()
                trips._first_waits = list(reversed(FIRST_PINGS))
                waits = [trips.until_next_ping(link, plays=plays) for _ in FIRST_PINGS]
                assert waits == list(FIRST_PINGS)
                wait = trips.until_next_ping(link, plays=plays)
                assert every / 2 < wait <= every * 3 / 2
                beats.append(time.monotonic() + wait)
            apart = (beats[0] - beats[1] + every / 2) % every - every / 2
            assert abs(apart) < every / 20

    run(scenario())


async def slow_to_answer(server: House, trust: str, **hello_with: bool) -> tuple[Line, list[str]]:
    """The line of a player who answers pings and `measure` 200 ms late, and what it was asked."""
    code = (await server.open())["code"]
    asked: list[str] = []
    async with server.session.ws_connect(f"{server.url}/ws", autoping=False) as socket:
        await hello(socket, code, name="Ana", **hello_with)
        await socket.send_json({"type": "policy", "policy": {"trust": trust}})
        (player,) = server.server.registry.tables[code].seating.players.values()
        while player.line.view is None or player.line.view.rtt < 200:
            message = await asyncio.wait_for(socket.receive(), SOON)
            told = message.json() if message.type is aiohttp.WSMsgType.TEXT else {}
            if message.type is aiohttp.WSMsgType.PING:
                asked.append("ping")
                await asyncio.sleep(0.2)
                await socket.pong(message.data)
            elif told["type"] == "measure":
                asked.append("measure")
                await socket.send_json({"type": "measured", "nonce": "0" * 16})  # nobody asked this
                await asyncio.sleep(0.2)
                await socket.send_json({"type": "measured", "nonce": told["nonce"], "paint": 30})
        return player.line, asked


def test_late_answers_make_a_friend_farther_and_bring_a_stranger_nothing(store: Path) -> None:
    """The kernel's own measure of the loopback is all that is proven."""

    async def scenario() -> None:
        async with house(store, limits=Limits(ping_seconds=0.1)) as server:
            friend, _ = await slow_to_answer(server, "friends")
            assert friend.belief.usual >= 200
            stranger, _ = await slow_to_answer(server, "strangers", measures=True)
            assert 0 < stranger.least_proven < 100
            assert stranger.belief.most <= 30

    run(scenario())


def test_only_who_says_so_is_asked_to_measure(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits(ping_seconds=0.1)) as server:
            _, asked = await slow_to_answer(server, "friends")
            assert set(asked) == {"ping"}
            line, asked = await slow_to_answer(server, "friends", measures=True)
            assert set(asked) == {"ping", "measure"}
            assert line.belief.most >= 230

    run(scenario())
