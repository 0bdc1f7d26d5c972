"""Tournaments on a real server: tables made and filled by themselves, results that come in once,
also through kill -9; and what strangers try."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Rejected
from brouhaha.server.edge.limits import Limits
from brouhaha.server.tournaments.book import TournamentBook
from brouhaha.store import open_store
from brouhaha.tournaments import Tournament, decisions, read
from brouhaha.tournaments.records import Came, Drawn, Reported, decode
from tests.server.forked import ForkedServer
from tests.server.guests import PATIENT, SOON, Guest, House, hear, house, run
from tests.server.openapi_contract import check_answer
from tests.server.processes import ServerProcess
from tests.tournaments.evenings import created, points_again

HASTE = 1000.0
CUP = {"title": "Café cup", "game": "nimble", "rounds": 6, "seats": 4, "minutes": 0, "patience": 0}


class Host:
    """Who runs a tournament, over HTTP."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session
        self.code = self.token = ""

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        async with self.session.post(self.url + path, json=body) as answer:
            told = await answer.json()
        check_answer("POST", path, answer.status, told)
        return answer.status, told

    async def open(self, **wanted: Any) -> None:
        status, opened = await self.post("/api/tournaments", {**CUP, **wanted})
        assert status == 201, opened
        self.code, self.token = opened["code"], opened["token"]

    async def say(self, token: str | None = None, **wish: Any) -> tuple[int, Any]:
        said = {"token": token or self.token, "wish": wish or None}
        return await self.post(f"/api/tournaments/{self.code}", said)

    async def page(self) -> Any:
        status, news = await self.say()
        assert status == 200, news
        return news["page"]

    async def draw(self, number: int) -> None:
        status, told = await self.say(type="draw", round=number)
        assert status == 200, told

    async def round_over(self, within: float = 60) -> Any:
        async with asyncio.timeout(within):
            while (page := await self.page())["stage"] == "playing":
                await asyncio.sleep(0.05)
        return page


def token(name: str) -> str:
    return f"{name} {'x' * 40}"


async def with_host(
    store: object, scenario: Callable[[House, Host], Awaitable[None]], **settings: Any
) -> None:
    async with house(store, **{"haste": HASTE, **settings}) as server:
        await scenario(server, Host(server.url, server.session))


def recount(url: str, code: str) -> dict[int, Fraction]:
    """Points by what the archive says of each table, not by what the tournament reported."""
    with open_store(url, read_only=True) as store:
        log = [decode(record.payload) for record in store.tournaments.records(code)]
        reports = [record for record in log if isinstance(record, Reported)]
        assert len({(one.round, one.table) for one in reports}) == len(reports), "reported twice"
        cup = read(log)
        for round in cup.rounds:
            for table in round.tables:
                match = store.first_matches([table.code])[table.code]
                ranking = msgspec.json.decode(match.result)["ranking"]
                number = {cup.people[person].name: person for person in table.people}
                table.places = [[number[match.players[s]] for s in equals] for equals in ranking]
        return points_again(cup)


PEOPLE = [f"P{number}" for number in range(8)]
BLITZ = {"round": 20.0, "check": 3.0}  # seconds of nimble: 0.2 and 0.03 of ours
BLITZ_HASTE = 100.0


async def sit_down(host: Host, names: list[str]) -> list[Guest]:
    """Those of them who play now, each at their table by their own socket."""
    guests = []
    for name in names:
        _, news = await host.say(token(name))
        if (own := news["you"]["table"]) is not None:
            guest = Guest(host.url, own["code"], name, haste=BLITZ_HASTE)
            guest.token = token(name)
            guests.append(guest.sit_down())
    return guests


async def play_round(host: Host, number: int, people: list[str], server: ServerProcess) -> int:
    """Tables wait for their people: in round 3 half of them have come when the server is killed,
    and the others find their table again. Gives how many moves people made."""
    await host.draw(number)
    guests = await sit_down(host, people[::2])
    if number == 3:
        await asyncio.gather(*(guest.here.wait() for guest in guests))
        await server.kill()
        await server.start()
        assert (await host.page())["stage"] == "playing"
    guests += await sit_down(host, people[1::2])
    assert len(guests) > 2
    page = await host.round_over()
    assert len(page["rounds"]) == number
    for guest in guests:
        await asyncio.wait_for(guest.ended.wait(), SOON)
        await guest.go()
        assert guest.comings > 1 or number != 3 or guest.name in people[1::2]
    return sum(guest.moves for guest in guests)


async def play_cup(server: ServerProcess, url: str) -> None:
    async with aiohttp.ClientSession() as session:
        host = Host(server.url, session)
        await host.open(options=BLITZ, patience=3600)
        await host.say(type="add_bots", level="steady", count=64)
        people, moves = PEOPLE[:], 0
        for number, name in enumerate(people):
            status, told = await host.say(token(name), type="join", name=name)
            assert (status, told["you"]["person"]) == (200, 64 + number)
        for number in range(1, 7):
            if number == 3:
                await host.say(token("P1"), type="drop_out")
                await host.say(type="drop_out", person=5)
                people.remove("P1")
            if number == 5:
                await host.say(token("P1"), type="join", name="again")
                await host.say(token("late"), type="join", name="Late")
                people += ["P1", "late"]
            moves += await play_round(host, number, people, server)
        assert moves > 0
        status, told = await host.say(type="end")
        page = told["page"]
        assert page["stage"] == "ended"
        assert len(page["people"]) == 73
        assert [len(round["tables"]) for round in page["rounds"]] == [18, 18, 18, 18, 18, 18]
        counted = await asyncio.to_thread(recount, url, host.code)
        shown = {line["person"]: line["points"] for line in page["standings"]}
        assert shown == {one: round(float(points), 3) for one, points in counted.items()}


@pytest.mark.no_cover
def test_64_bots_and_8_people_over_6_rounds_through_kill_9(tmp_path: Path) -> None:
    """Everybody's points are those that the archived matches come to, each counted once."""
    url = str(tmp_path / "store.db")

    async def scenario() -> None:
        limits = {
            "BROUHAHA_LIMITS_TABLES_AT_ONCE": "1000",
            "BROUHAHA_LIMITS_REQUESTS_A_SECOND": "1000",
        }
        async with ForkedServer(url, BLITZ_HASTE, tmp_path / "log", **limits) as server:
            await play_cup(server, url)
            assert await server.terminate() == 0

    run(scenario())
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_small_one_on_both_stores_finds_itself_again_after_a_restart(url: str) -> None:
    held: list[Host] = []

    async def first(server: House, host: Host) -> None:
        await host.open(rounds=2, system="draw", title="Cup")
        await host.say(type="add_bots", level="steady", count=7)
        await host.draw(1)
        held.append(host)

    async def second(server: House, host: Host) -> None:
        host.code, host.token = held[0].code, held[0].token
        page = await host.round_over()
        assert [len(table["people"]) for table in page["rounds"][0]["tables"]] == [4, 3]
        assert page["standings"][0]["points"] == 1
        assert page["seed"] is None
        await host.draw(2)
        await host.round_over()
        status, told = await host.say(type="draw", round=3)
        assert (status, told["code"]) == (422, "no_more_rounds")
        _, told = await host.say(type="end")
        assert sha256(bytes.fromhex(told["page"]["seed"])).hexdigest() == told["page"]["proof"]

    run(with_host(url, first))
    run(with_host(url, second))


def test_people_are_led_to_their_table_and_only_they(tmp_path: Path) -> None:
    async def scenario(server: House, host: Host) -> None:
        await host.open(game="nimble", seats=2, patience=3600, rounds=1)
        for name in ("Ana", "Bo"):
            await host.say(token(name), type="join", name=name)
        await host.draw(1)
        _, news = await host.say(token("Ana"))
        own = news["you"]["table"]
        assert own["table"] == 1
        _, seen = await server.get(f"/api/tournaments/{host.code}")
        assert seen["you"] is None
        assert own["code"] not in msgspec.json.encode(seen).decode()
        async with server.socket() as ana, server.socket() as bo, server.socket() as stranger:
            code = own["code"]
            await stranger.send_json({"type": "hello", "code": code, "name": "Bo"})
            assert (await hear(stranger, "refused"))["code"] == "table_locked"
            await ana.send_json({"type": "hello", "code": code, "token": token("Ana")})
            table = await hear(ana, "table")
            assert (table["tournament"], table["tournament_table"]) == (host.code, 1)
            for wish in (
                {"type": "start"}, {"type": "choose", "game": "now"}, {"type": "leave"},
                {"type": "remove", "seat": 1}, {"type": "seat_bot", "level": "steady"},
                {"type": "policy", "policy": {"locked": False}},
            ):  # fmt: skip
                await ana.send_json(wish)
                assert (await hear(ana, "refused"))["code"] == "tournament_decides", wish
            await bo.send_json({"type": "hello", "code": code, "token": token("Bo")})
            await hear(bo, "update")  # everybody is here: it begins by itself
        page = await host.round_over()  # and both have gone: bots play for them
        assert page["rounds"][0]["tables"][0]["judge"] == "match"

    run(with_host(tmp_path / "store.db", scenario, haste=50.0))


@pytest.mark.interpreted
def test_the_clock_cuts_what_is_played_and_counts_who_was_there(tmp_path: Path) -> None:
    async def scenario(server: House, host: Host) -> None:
        await host.open(game="nimble", seats=2, patience=3600, minutes=1, rounds=1)
        for name in ("Ana", "Bo", "Cy", "Di"):
            await host.say(token(name), type="join", name=name)
        await host.draw(1)
        _, news = await host.say(token("Ana"))
        async with server.socket() as ana:
            await ana.send_json(
                {"type": "hello", "code": news["you"]["table"]["code"], "token": token("Ana")}
            )
            await hear(ana, "table")
            clock = server.server.committer.clock
            calendar = clock.calendar
            clock.calendar = lambda: calendar() + 61_000  # type: ignore[method-assign]
            server.server.director.wake()
            page = await host.round_over()
        tables = page["rounds"][0]["tables"]
        assert {table["judge"] for table in tables} == {"clock"}
        points = {line["person"]: line["points"] for line in page["standings"]}
        here = news["you"]["person"]
        assert points[here] == 1
        assert sorted(points.values()) == [0, 0.5, 0.5, 1]

    run(with_host(tmp_path / "store.db", scenario))


@pytest.mark.interpreted
def test_a_match_that_is_still_played_is_cut_by_the_clock(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", limits=PATIENT) as server:  # in real time
            host = Host(server.url, server.session)
            await host.open(game="nono", seats=3, minutes=1, rounds=1)
            await host.say(type="add_bots", level="steady", count=3)
            await host.draw(1)
            clock = server.server.committer.clock
            calendar = clock.calendar
            clock.calendar = lambda: calendar() + 61_000  # type: ignore[method-assign]
            server.server.director.wake()
            page = await host.round_over()
            assert page["rounds"][0]["time_up"]
            assert page["rounds"][0]["tables"][0]["judge"] == "match"

    run(scenario())


def test_what_strangers_try(tmp_path: Path) -> None:
    async def scenario(server: House, host: Host) -> None:
        await host.open(late=False)
        first = await host.say(token("Ana"), type="join", name="Ana")
        again = await host.say(token("Ana"), type="join", name="Ana the second")
        other = await host.say(token("thief"), type="join", name="ANA")
        assert first[1]["you"]["person"] == again[1]["you"]["person"] == 0
        assert [one["name"] for one in other[1]["page"]["people"]] == ["Ana", "ANA 2"]
        for wish in (
            {"type": "draw", "round": 1}, {"type": "end"}, {"type": "drop_out", "person": 0},
            {"type": "add_bots", "level": "steady"},
            {"type": "correct", "round": 1, "table": 1, "places": [[1], [0]]},
        ):  # fmt: skip
            status, told = await host.say(token("thief"), **wish)
            assert (status, told["code"]) == (403, "not_tournament_host"), wish
        for said, wanted in (
            (("short", {"type": "join", "name": "X"}), "token_short"),
            ((token("nobody"), {"type": "drop_out"}), "not_in_tournament"),
            ((None, {"type": "drop_out", "person": 99}), "no_such_participant"),
            ((None, {"type": "add_bots", "level": "god"}), "no_such_bot"),
            (
                (None, {"type": "correct", "round": 1, "table": 1, "places": []}),
                "no_such_round_table",
            ),
        ):
            assert (await host.say(said[0], **said[1]))[1]["code"] == wanted
        await host.say(type="drop_out", person=1)
        status, told = await host.say(token("thief"), type="join", name="ANA")
        assert (status, told["code"]) == (403, "sent_out")
        status, told = await host.say(type="draw", round=1)
        assert (status, told["code"]) == (422, "too_few_to_draw")
        await host.say(type="add_bots", level="steady", count=3)
        both = await asyncio.gather(*(host.say(type="draw", round=1) for _ in range(4)))
        assert sorted(status for status, _ in both) == [200, 409, 409, 409]
        status, told = await host.say(token("late"), type="join", name="Late")
        assert told["code"] == "no_latecomers"
        page = await host.round_over()
        people = page["rounds"][0]["tables"][0]["people"]
        wrong = [[people[0]], [people[0]]]
        status, told = await host.say(type="correct", round=1, table=1, places=wrong)
        assert told["code"] == "places_wrong"
        turned = [[person] for person in reversed(people)]
        status, told = await host.say(type="correct", round=1, table=1, places=turned)
        assert told["page"]["rounds"][0]["tables"][0]["places"] == [4, 3, 2, 1]
        assert told["page"]["standings"][0]["person"] == people[-1]
        status, told = await server.get("/api/tournaments/XXXXXX")
        assert (status, told["code"]) == (404, "no_such_tournament")

    run(with_host(tmp_path / "store.db", scenario))


def test_one_address_joins_no_more_often_than_a_hall_does(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(PATIENT, joins_at_once=5, joins_a_minute=1)

    async def scenario(server: House, host: Host) -> None:
        await host.open()
        joined = [await host.say(token(f"T{n}"), type="join", name="T") for n in range(7)]
        assert [status for status, _ in joined] == [200] * 5 + [429] * 2

    run(with_host(tmp_path / "store.db", scenario, limits=limits))


def test_of_two_processes_that_draw_the_round_one_does(url: str) -> None:
    async def scenario() -> None:
        workers = [StoreWorker(f"{n}", url) for n in range(4)]
        books = [TournamentBook(workers[n], workers[n + 1], Limits()) for n in (0, 2)]
        await books[0].open("CUP", created(), 0)
        for name in ("Ana", "Bo", "Cy", "Di", "Eve", "Flo"):
            await books[len(name) % 2].change("CUP", 0, partial(lambda name, _: Came(name), name))

        def draw(codes: list[str]) -> Callable[[Tournament], Drawn]:
            def decide(cup: Tournament) -> Drawn:
                pairing = decisions.pair(cup, games.find("nimble"), 1)
                return decisions.draw(pairing, codes, 0)

            return decide

        outcomes = await asyncio.gather(
            *(book.change("CUP", 0, draw([f"{n}A", f"{n}B"])) for n, book in enumerate(books)),
            return_exceptions=True,
        )
        refused = [one for one in outcomes if isinstance(one, Rejected)]
        assert [one.code for one in refused] == ["round_drawn"]
        rounds = [
            await book.look("CUP", lambda known: len(known.tournament.rounds)) for book in books
        ]
        assert rounds == [1, 1]
        for worker in workers:
            await worker.close(5)

    run(scenario())
