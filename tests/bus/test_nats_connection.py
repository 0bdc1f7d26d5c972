"""The short way out and in, past the library's tasks: in order, and only while it is open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from brouhaha.bus import Bus
from brouhaha.bus.nats_connection import NatsConnection
from tests.bus.nats_servers import NatsServer, running_nats, urls
from tests.bus.test_bus import two
from tests.server.guests import SOON, run


@pytest.fixture(scope="module")
def servers() -> Iterator[list[NatsServer]]:
    with running_nats() as running:
        yield running


class Heard:
    """All that a follower hears."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []

    def __call__(self, payload: bytes) -> None:
        self.payloads.append(payload)

    async def all(self, count: int) -> list[bytes]:
        async with asyncio.timeout(SOON):
            while len(self.payloads) < count:
                await asyncio.sleep(0.001)
        return self.payloads


def tasks() -> int:
    return len(asyncio.all_tasks())


def test_what_is_sent_is_written_at_once_and_heard_without_a_task(
    servers: list[NatsServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with two(urls(servers)) as (ana, bo):
            heard = Heard()
            await bo.follow("room.0", heard)  # the library has its own tasks by now
            before = tasks()
            await bo.follow("room.1", heard)
            assert tasks() == before
            monkeypatch.setattr(NatsConnection, "publish", None)  # the library's way is not taken
            for number in range(100):
                ana.send("room.1", b"%d" % number, "lost.1")
                assert not ana._outgoing
            assert await heard.all(100) == [b"%d" % number for number in range(100)]

    run(scenario())


def test_order_is_kept_when_the_short_way_is_closed_for_a_while(
    servers: list[NatsServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that does not read: what waits goes before what comes after."""

    async def scenario() -> None:
        async with two(urls(servers)) as (ana, bo):
            heard = Heard()
            await bo.follow("room.2", heard)
            short = NatsConnection.write_now
            open_again = 0

            def closed_for_five(line: NatsConnection, *message: str | bytes) -> bool:
                nonlocal open_again
                open_again += 1
                return open_again > 5 and short(line, *message)  # type: ignore[arg-type]

            monkeypatch.setattr(NatsConnection, "write_now", closed_for_five)
            for number in range(50):
                ana.send("room.2", b"%d" % number)
                if number % 10 == 9:
                    await asyncio.sleep(0)
            assert await heard.all(50) == [b"%d" % number for number in range(50)]

    run(scenario())


def test_what_the_library_has_not_sent_yet_goes_first(servers: list[NatsServer]) -> None:
    async def scenario() -> None:
        async with two(urls(servers)) as (ana, bo):
            heard = Heard()
            await bo.follow("room.3", heard)
            await ana._client.publish("room.3", b"1")
            assert not ana._client.write_now("room.3", b"2", "")
            ana.send("room.3", b"2")
            assert await heard.all(2) == [b"1", b"2"]

    run(scenario())


def test_what_is_too_long_for_nats_or_too_much_for_the_line_is_not_written(
    servers: list[NatsServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with two(urls(servers)) as (ana, _):
            assert not ana._client.write_now("room.4", b"x" * (ana._client.max_payload + 1), "")
            assert ana._client.write_now("room.4", b"x", "")
            monkeypatch.setattr("brouhaha.bus.nats_connection.AHEAD", -1)
            assert not ana._client.write_now("room.4", b"x", "")
            assert not NatsConnection().write_now("room.4", b"x", "")

    run(scenario())


def test_a_fault_of_a_follower_costs_that_message_alone(
    servers: list[NatsServer], caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with two(urls(servers)) as (ana, bo):
            heard = Heard()

            def choke(payload: bytes) -> None:
                if payload == b"bad":
                    raise ZeroDivisionError
                heard(payload)

            stop = await bo.follow("room.5", choke)
            for payload in (b"1", b"bad", b"2"):
                ana.send("room.5", payload)
            assert await heard.all(2) == [b"1", b"2"]
            assert "could not be dealt with" in caplog.text
            await stop()
            assert not bo._client._followers
            ana.send("room.5", b"late")
            await ana.listen("room.6", lambda heard: b"")
            assert heard.payloads == [b"1", b"2"]

    run(scenario())


def test_a_follower_follows_on_when_the_server_is_back() -> None:
    async def scenario(server: NatsServer) -> None:
        async with two(urls([server])) as (ana, bo):
            heard = Heard()
            await bo.follow("room.7", heard)
            server.kill()
            await until_connected(ana, bo, connected=False)
            ana.send("room.7", b"while nobody was there")
            server.start()
            await until_connected(ana, bo, connected=True)
            async with asyncio.timeout(SOON):
                while b"back" not in heard.payloads:
                    ana.send("room.7", b"back")
                    await asyncio.sleep(0.05)

    async def until_connected(*buses: Bus, connected: bool) -> None:
        async with asyncio.timeout(SOON):
            while any(bus.connected != connected for bus in buses):
                await asyncio.sleep(0.01)

    with running_nats() as running:
        run(scenario(running[0]))
