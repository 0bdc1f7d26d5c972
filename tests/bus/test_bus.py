"""The bus over real NATS servers: one, and three of which one dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from brouhaha.bus import Bus, Heard, NoAnswer, NobodyThere, Unreachable
from brouhaha.bus.addresses import credentials, hosts
from tests.bus.nats_servers import NatsServer, free_port, running_nats, urls
from tests.server.guests import SOON, run


@pytest.fixture(scope="module")
def nats() -> Iterator[str]:
    with running_nats() as servers:
        yield urls(servers)


@asynccontextmanager
async def two(servers: str) -> AsyncIterator[tuple[Bus, Bus]]:
    ana, bo = Bus(servers, "ana"), Bus(servers, "bo")
    await ana.connect()
    await bo.connect()
    try:
        yield ana, bo
    finally:
        await ana.close()
        await bo.close()


def test_addresses_are_written_once_for_all_servers() -> None:
    assert hosts("nats://a,b:4223, c") == ["nats://a", "nats://b:4223", "nats://c"]
    assert hosts("tls://a,b") == ["tls://a", "tls://b"]
    assert hosts("a") == ["nats://a"]
    assert credentials("nats://a,b") == {}


def test_credentials_are_written_once_for_all_servers_and_shown_with_none() -> None:
    for written in ("tls://ana:p%40ss%2Cw@a,b", "tls://ana:p%40ss%2Cw@a,ana:p%40ss%2Cw@b"):
        assert hosts(written) == ["tls://a", "tls://b"]
        assert credentials(written) == {"user": "ana", "password": "p@ss,w"}
    assert credentials("nats://a%3Atoken@a") == {"token": "a:token"}


def test_who_listens_answers_and_who_does_not_is_known_at_once(nats: str) -> None:
    async def scenario() -> None:
        async with two(nats) as (ana, bo):
            with pytest.raises(NobodyThere):
                await ana.ask("room.1", b"?", SOON)
            stop = await bo.listen("room.1", lambda heard: heard.payload + b"!")
            assert await ana.ask("room.1", b"here", SOON) == b"here!"
            await stop()
            with pytest.raises(NobodyThere):
                await ana.ask("room.1", b"?", SOON)

    run(scenario())


def test_who_listens_and_says_nothing_is_not_waited_for(nats: str) -> None:
    async def scenario() -> None:
        async with two(nats) as (ana, bo):
            await bo.listen("room.2", lambda heard: None)
            with pytest.raises(NoAnswer):
                await ana.ask("room.2", b"?", 0.05)

    run(scenario())


def test_what_is_sent_comes_in_order_or_is_told_to_be_undelivered(nats: str) -> None:
    async def scenario() -> None:
        async with two(nats) as (ana, bo):
            heard: list[Heard] = []
            lost = asyncio.Event()

            def nobody(told: Heard) -> None:
                heard.append(told)
                lost.set()

            came: asyncio.Queue[bytes] = asyncio.Queue()
            await ana.listen("lost.*", nobody)
            await bo.listen("room.3", lambda heard: came.put_nowait(heard.payload))
            for number in range(500):
                ana.send("room.3", b"%d" % number, "lost.3")
            assert [await asyncio.wait_for(came.get(), SOON) for _ in range(500)] == [
                b"%d" % number for number in range(500)
            ]
            assert not heard
            ana.send("room.4", b"who?", "lost.4")
            await asyncio.wait_for(lost.wait(), SOON)
            assert heard == [Heard("lost.4", b"", undelivered=True)]

    run(scenario())


def test_a_server_that_is_not_there_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brouhaha.bus.bus.STARTS_WITHIN", 0.2)

    async def scenario() -> None:
        port = free_port()
        with pytest.raises(Unreachable, match=f"no NATS server answers at nats://127.0.0.1:{port}"):
            await Bus(f"nats://127.0.0.1:{port}", "ana").connect()

    run(scenario())


def test_a_server_that_comes_back_is_found_again() -> None:
    async def scenario(server: NatsServer) -> None:
        async with two(urls([server])) as (ana, bo):
            await bo.listen("room.5", lambda heard: b"here")
            server.kill()
            async with asyncio.timeout(SOON):
                while ana.connected:
                    await asyncio.sleep(0.01)
            with pytest.raises(Unreachable):
                await ana.ask("room.5", b"?", SOON)
            server.start()
            await answered(ana, "room.5")

    with running_nats() as servers:
        run(scenario(servers[0]))


def test_one_of_three_servers_may_die() -> None:
    async def scenario(servers: list[NatsServer]) -> None:
        ana, bo = Bus(urls(servers), "ana"), Bus(urls(servers[1:]), "bo")
        await ana.connect()
        await bo.connect()
        await bo.listen("room.6", lambda heard: b"here")
        await answered(ana, "room.6")
        at = ana._client.connected_url.port  # type: ignore[union-attr]  # it is connected
        next(server for server in servers if server.port == at).kill()
        await answered(ana, "room.6")
        await ana.close()
        await bo.close()

    with running_nats(3) as servers:
        run(scenario(servers))


def known(config: Path, password: str) -> Path:
    config.write_text(f'authorization {{ user: ana, password: "{password}" }}\n')
    return config


def test_a_password_is_given_to_every_server(tmp_path: Path) -> None:
    """Also to one that we were told of by another, after that one has died."""

    async def scenario(servers: list[NatsServer]) -> None:
        bus = Bus(f"nats://ana:se%20cret@127.0.0.1:{servers[0].port}", "ana")
        await bus.connect()
        await bus.listen("room.7", lambda heard: b"here")
        await all_known(bus, len(servers))
        servers[0].kill()
        await answered(bus, "room.7")
        await bus.close()

    async def all_known(bus: Bus, number: int) -> None:
        async with asyncio.timeout(SOON):
            while len(bus._client.servers) < number:
                await asyncio.sleep(0.01)

    with running_nats(2, known(tmp_path / "nats.conf", "se cret")) as servers:
        run(scenario(servers))


def test_a_wrong_password_is_told_without_showing_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brouhaha.bus.bus.STARTS_WITHIN", 0.5)

    async def scenario(server: NatsServer) -> None:
        with pytest.raises(Unreachable, match="no NATS server lets us in at nats://127") as failed:
            await Bus(server.url.replace("//", "//ana:guess@"), "ana").connect()
        assert "guess" not in str(failed.value)

    with running_nats(config=known(tmp_path / "nats.conf", "secret")) as servers:
        run(scenario(servers[0]))


def test_whoever_was_sent_away_comes_back_and_listens_as_before(
    nats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library takes what a server says then for the end."""
    monkeypatch.setattr("brouhaha.bus.bus.TRIES_AGAIN_AFTER", 0.01)

    async def scenario() -> None:
        async with two(nats) as (ana, bo):
            await bo.listen("room.8", lambda heard: b"here")
            stop = await bo.listen("room.9", lambda heard: b"here")
            await stop()
            bo._client._transport.write(b"NONSENSE\r\n")  # type: ignore[union-attr]
            async with asyncio.timeout(SOON):
                while not bo._client.is_closed:
                    await asyncio.sleep(0)
            await answered(ana, "room.8")
            assert await bo.ask("room.8", b"?", SOON) == b"here"
            with pytest.raises(NobodyThere):
                await ana.ask("room.9", b"?", SOON)

    run(scenario())


async def answered(bus: Bus, subject: str) -> None:
    """Soon enough: a line is mended, and NATS' servers tell each other who listens."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                assert await bus.ask(subject, b"?", 1.0) == b"here"
                return
            except (Unreachable, NoAnswer, NobodyThere):
                await asyncio.sleep(0.01)
