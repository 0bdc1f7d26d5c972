"""What an address and a seat may say: in actions and bytes, however often they come back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from brouhaha.games.nono.cards import default_box
from brouhaha.server.edge.budgets import Budget, Budgets, Rate, Rates, spend
from brouhaha.server.edge.last_used import LastUsed
from brouhaha.server.edge.limits import Limits
from brouhaha.table import Settings as TableSettings
from tests.server.guests import SOON, House, closed, hear, hello, house, run, sleeping_spectator


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_every_measure_of_a_budget_fills_by_itself_and_no_further_than_full() -> None:
    budget = Budget(Rates(Rate(2, 3), Rate(10, 100)), 0)
    assert [spend(0, (1, 30, 0, 0), budget) for _ in range(3)] == [None] * 3
    assert spend(0, (1, 30, 0, 0), budget) is budget  # no action is left
    assert spend(1, (1, 30, 0, 0), budget) is None  # one is, beside the attempt
    assert spend(1.5, (1, 30, 0, 0), budget) is budget  # a debt of bytes
    assert spend(1000, (1, 30, 0, 0), budget) is None
    assert (budget.frames, budget.size) == (1, 30)


def test_nobody_pays_for_what_is_refused_but_who_tried() -> None:
    seat = Budget(Rates(Rate(1, 5), Rate(1, 50)), 0)
    address = Budget(Rates(Rate(1, 2), Rate(1, 99)), 0)
    assert [spend(0, (1, 1, 0, 0), seat, address) for _ in range(2)] == [None, None]
    assert spend(0, (1, 1, 0, 0), seat, address) is address
    assert (seat.frames, seat.size) == (3, 2)
    assert (address.frames, address.size) == (2, 2)


def test_only_so_many_are_remembered_and_the_idle_make_way() -> None:
    kept: LastUsed[list[int]] = LastUsed(2)
    first = kept.get("a", list)
    kept.get("b", list)
    assert kept.get("a", list) is first
    kept.get("c", list)
    assert len(kept) == 2
    assert kept.get("a", list) is first  # b made way
    budgets = Budgets(Limits(remembered_addresses=100))
    for number in range(1000):
        budgets.account(f"2001:0db8:0000:{number:04x}", 0)
        budgets.seat(f"T{number}", 0, 0)
    assert (len(budgets._accounts), len(budgets._seats)) == (100, 100)


def quick(**limits: Any) -> Limits:
    """A seat that may say ten things at once, and nearly nothing afterwards."""
    return Limits(frames_at_once=10, frames_a_second=0.01, **limits)


async def said(socket: aiohttp.ClientWebSocketResponse, times: int) -> list[str]:
    """What comes of renaming oneself so often: a name, a refusal, or the end."""
    told: list[str] = []
    for number in range(times):
        name = f"Ana {number}"
        try:
            await socket.send_json({"type": "rename", "name": name})
        except ConnectionError:
            return [*told, "closed"]
        while len(told) == number:
            message = await asyncio.wait_for(socket.receive(), SOON)
            if message.type is not aiohttp.WSMsgType.TEXT:
                return [*told, "closed"]
            frame = message.json()
            if frame["type"] == "table" and frame["seats"][0]["name"] == name:
                told.append("done")
            elif frame["type"] in ("refused", "error"):
                told.append(frame["code"])
    return told


def test_a_seat_that_is_too_fast_is_refused_then_closed_and_gets_nothing_new_by_coming_back(
    store: Path,
) -> None:
    async def scenario() -> None:
        limits = quick(address_frames_at_once=1000, address_frames_a_second=1000)
        async with house(store, limits=limits) as server:
            code = (await server.open())["code"]
            async with server.socket() as ana, server.socket() as bo:
                token = (await hello(ana, code, name="Ana"))["token"]
                await hello(bo, code, name="Bo")
                told = await said(ana, 40)
                assert told == ["done"] * 10 + ["too_fast"] * 11 + ["closed"]
                await bo.send_json({"type": "rename", "name": "Beau"})  # nobody else suffers
                while (await hear(bo, "table"))["seats"][1]["name"] != "Beau":
                    pass
            async with server.socket() as again:
                await again.send_json({"type": "hello", "code": code, "token": token})
                assert (await hear(again, "error"))["code"] == "too_fast"
                assert await closed(again) == (4000, "too_fast")

    run(scenario())


def test_who_makes_many_receive_much_pays_for_it(store: Path) -> None:
    """A change at a table of forty watchers is forty frames."""

    async def scenario(limits: Limits) -> list[str]:
        async with house(store, limits=limits) as server:
            code = (await server.open())["code"]
            sockets = [await server.session.ws_connect(f"{server.url}/ws") for _ in range(41)]
            for socket in sockets[1:]:
                await hello(socket, code, role="spectator")
            await hello(sockets[0], code, name="Ana")
            told = await said(sockets[0], 6)
            assert not any(socket.closed for socket in sockets)
            for socket in sockets:
                await socket.close()
            return told

    few = {"told_frames_a_second": 0, "told_frames_at_once": 41 * 4, "frames_at_once": 9}
    few |= {"frames_a_second": 0}
    assert run(scenario(Limits(**few))) == ["done"] * 4 + ["too_fast"] * 2
    little = {"told_bytes_a_second": 0, "told_bytes_at_once": 80_000, "frames_at_once": 9}
    little |= {"frames_a_second": 0}
    told = run(scenario(Limits(**little)))
    assert told[0] == "done"
    assert told[-1] == "too_fast"


def test_sockets_of_one_address_share_its_budget_and_none_is_closed_for_it(store: Path) -> None:
    async def scenario() -> None:
        limits = Limits(address_frames_at_once=25, address_frames_a_second=0,
                        frames_at_once=15, frames_a_second=0)  # fmt: skip
        async with house(store, limits=limits) as server:
            sockets = [await server.session.ws_connect(f"{server.url}/ws") for _ in range(3)]
            for socket in sockets:
                await hello(socket, (await server.open())["code"], name="Ana")
            told = [await said(socket, 12) for socket in sockets]
            assert told[0] == ["done"] * 12
            assert told[1] == ["done"] * 10 + ["too_fast"] * 2
            assert told[2] == ["too_fast"] * 12
            for socket in sockets:  # the line works all the same
                await socket.send_json({"type": "beat"})
                await hear(socket, "beat")
                await socket.close()

    run(scenario())


def test_bytes_count_as_frames_do(store: Path) -> None:
    async def scenario() -> None:
        limits = Limits(bytes_at_once=2_000, bytes_a_second=0, frames_a_second=0, frames_at_once=7)
        async with house(store, limits=limits) as server, server.socket() as socket:
            await hello(socket, (await server.open("nono"))["code"], name="Ana")
            told = []
            for _ in range(4):
                await socket.send_json({"type": "choose", "game": "now", "options": {"x" * 700: 1}})
                told.append((await hear(socket, "refused"))["code"])
            assert told == ["unknown_option"] * 3 + ["too_fast"]

    run(scenario())


def test_a_short_message_that_makes_a_long_entry_is_paid_for_as_it_is(store: Path) -> None:
    """A rematch is a few bytes, and writes all options again."""

    async def scenario() -> None:
        limits = Limits(
            bytes_at_once=30_000, bytes_a_second=0, frames_a_second=0, frames_at_once=40
        )
        async with house(store, limits=limits, haste=1000) as server, server.socket() as socket:
            box = msgspec.to_builtins(default_box("en"))
            options = {"box": box, "turns": 1, "countdown": 0, "search": 3, "verdict": 0.05}
            opened = await server.open("nono", name="Ana", bots=["random"] * 2, options=options,
                                       start=True)  # fmt: skip
            await hello(socket, opened["code"], token=opened["token"])
            told = []
            for _ in range(12):
                while (await hear(socket, "table"))["status"] != "ended":
                    pass
                await socket.send_json({"type": "rematch"})
                message = await told_of(socket)
                told.append(message)
                if message == "too_fast":
                    break
            assert 1 < len(told) < 12

    async def told_of(socket: aiohttp.ClientWebSocketResponse) -> str:
        while True:
            frame = (await asyncio.wait_for(socket.receive(), SOON)).json()
            if frame["type"] == "refused":
                return str(frame["code"])
            if frame["type"] == "table" and frame["status"] == "playing":
                return "playing"

    run(scenario())


def test_who_was_told_to_go_and_goes_on_is_not_read(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits()) as server, server.socket() as socket:
            (connection,) = server.server.sockets.open
            await socket.send_bytes(b"{}")  # closes it
            for _ in range(60):
                await socket.send_str("{}")
            while connection._transport.is_reading():
                await asyncio.sleep(0.01)
            assert server.server.metrics.counts["frames_in"] == 0

    run(scenario())


def test_behind_a_named_proxy_everybody_has_their_own(store: Path) -> None:
    async def statuses(server: House, *addresses: str) -> list[int]:
        found = []
        for address in addresses:
            headers = {"X-Forwarded-For": address}
            async with server.session.get(f"{server.url}/healthz", headers=headers) as answer:
                found.append(answer.status)
        return found

    async def scenario() -> None:
        limits = Limits(
            visits_at_once=2, visits_a_second=0, requests_at_once=1, requests_a_second=0.01
        )
        home = "2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::"  # one network
        others = "::ffff:203.0.113.9", "203.0.113.9", "203.0.113.9", "198.51.100.7"
        async with house(store, limits=limits, proxies=("127.0.0.1",)) as server:
            assert await statuses(server, *home) == [200, 200, 429]
            assert await statuses(server, *others) == [200, 200, 429, 200]
        async with house(store, limits=limits) as server:  # it was not named
            assert await statuses(server, *home) == [200, 200, 429]

    run(scenario())


def test_a_move_over_the_budget_is_refused_by_its_number(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=quick()) as server, server.socket() as socket:
            opened = await server.open("nimble", name="Ana", bots=["steady"], start=True,
                                       options={"countdown": 0})  # fmt: skip
            await hello(socket, opened["code"], token=opened["token"])
            seq = (await hear(socket, "update"))["seq"]
            for number in range(1, 13):
                await socket.send_json({"type": "act", "id": number, "seen": seq, "after": 0,
                                        "action": {"type": "flip"}})  # fmt: skip
            refused = await hear(socket, "refused")
            assert (refused["code"], refused["request"]) == ("too_fast", "act")
            assert refused["id"] in (10, 11)  # the hello was one of the ten

    run(scenario())


def test_nonsense_counts_on_the_address(store: Path) -> None:
    async def scenario() -> None:
        limits = Limits(frames_a_second=0, frames_at_once=5,
                        address_frames_a_second=0, address_frames_at_once=8)  # fmt: skip
        async with house(store, limits=limits) as server:
            told = []
            for _ in range(3):
                async with server.socket() as socket:
                    for _ in range(3):
                        await socket.send_str("{}")
                        message = await asyncio.wait_for(socket.receive(), SOON)
                        if message.type is aiohttp.WSMsgType.TEXT:
                            told.append(message.json()["code"])
            assert told == ["bad_message"] * 8 + ["too_fast"]

    run(scenario())


def test_slow_readers_of_one_address_have_one_bound_together(store: Path) -> None:
    """Thirty watchers who do not read: none has more unread than one may, all together do."""

    async def scenario() -> None:
        limits = Limits(unsent_bytes=200_000, unsent_bytes_an_address=1_000_000,
                        frames_a_second=1e6, frames_at_once=1e6)  # fmt: skip
        table = TableSettings(changes=100_000)
        async with house(store, limits=limits, table=table) as server, server.socket() as host:
            code = (await server.open("now"))["code"]
            await hello(host, code, name="Ana")
            lines = [(await sleeping_spectator(server, code))[1] for _ in range(30)]
            metrics = server.server.metrics.counts
            for number in range(6000):
                await host.send_json({"type": "rename", "name": f"Ana {number % 90}"})
                await hear(host, "table")
                if metrics["slow_readers"]:
                    break
            assert metrics["slow_readers"]
            account = server.server.visitors.budgets.account("127.0.0.1", 0)
            assert 0 < account.unsent < 1_200_000
            for writer in lines:
                writer.close()
            while len(server.server.sockets.open) > 1:
                await asyncio.sleep(0.01)
            assert account.unsent == 0

    run(scenario())


def test_a_second_table_of_a_party_is_a_table_that_was_opened(store: Path) -> None:
    async def scenario() -> None:
        limits = Limits(tables_at_once=1, tables_an_hour=0.01)
        async with house(store, limits=limits) as server, server.socket() as socket:
            await hello(socket, (await server.open())["code"], name="Ana")
            await socket.send_json({"type": "two_tables"})
            assert (await hear(socket, "refused"))["code"] == "too_many_tables"

    run(scenario())


def test_frames_that_are_paid_for_together_are_paid_for_in_full(store: Path) -> None:
    """Eight at a time: who comes again after every refusal gains no more than one such lot."""

    async def scenario() -> None:
        limits = Limits(frames_a_second=0.01, frames_at_once=80, told_frames_a_second=1e6)
        async with house(store, limits=limits) as server:
            code = (await server.open())["code"]
            async with server.socket() as ana:
                token = (await hello(ana, code, name="Ana"))["token"]
                told = await said(ana, 79)
            async with server.socket() as again:
                await again.send_json({"type": "hello", "code": code, "token": token})
                told += await said(again, 40)
            assert 78 <= told.count("done") <= 90

    run(scenario())


def test_pings_of_one_address_are_counted_together_and_nobody_is_closed_for_it(store: Path) -> None:
    """Who pings too much is closed. What its address has used up beside that is not answered."""

    async def answered(socket: aiohttp.ClientWebSocketResponse, pings: int) -> int:
        for _ in range(pings):
            await socket.ping()
        await socket.send_json({"type": "nonsense"})  # it is answered after the pings before it
        for pongs in range(pings + 1):
            message = await asyncio.wait_for(socket.receive(), SOON)
            if message.type is not aiohttp.WSMsgType.PONG:
                return pongs if message.type is aiohttp.WSMsgType.TEXT else -1
        return -1

    async def scenario() -> None:
        limits = Limits(control_frames_a_second=1, address_control_frames_a_second=0,
                        address_control_frames_at_once=3)  # fmt: skip
        async with house(store, limits=limits) as server:
            ways = [await server.session.ws_connect(f"{server.url}/ws", autoping=False)
                    for _ in range(3)]  # fmt: skip
            began = asyncio.get_running_loop().time()
            told = [await answered(socket, 2) for socket in ways]
            again = int(asyncio.get_running_loop().time() - began) + 1
            assert told[0] == 2
            assert 3 <= sum(told) <= 3 + again
            assert not any(socket.closed for socket in ways)
            assert await answered(ways[0], 9) == -1  # by itself
            for socket in ways:
                await socket.close()

    run(scenario())
