"""The feed: what other programs hear, who may, and what becomes of those who do not listen."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from aiohttp import web

from brouhaha.server.feed import feed as feeding
from brouhaha.server.feed.types import TournamentEnded
from brouhaha.server.feed.webhook import HEADER, WAITING, Webhook
from brouhaha.server.metrics import Metrics
from tests.server.guests import House, house, run
from tests.server.test_tournaments import Host

HASTE = 1000.0
SECRET = "only the host knows"


async def events(answer: aiohttp.ClientResponse, last: str) -> list[dict[str, Any]]:
    """All that comes until the first one of that kind."""
    found: list[dict[str, Any]] = []
    async with asyncio.timeout(30):
        async for line in answer.content:
            if line.startswith(b"data: "):
                found.append(msgspec.json.decode(line[6:]))
                if found[-1]["type"] == last:
                    return found
    raise AssertionError(f"it ended: {found}")


async def played(server: House, game: str, **wanted: Any) -> dict[str, Any]:
    bots = ["steady", "steady"]
    return await server.open(game, name="Ana", bots=bots, **wanted)


def test_the_house_tells_whoever_may_see_the_club_and_no_code(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "a.db", haste=HASTE) as server:
            status, refused = await server.get("/api/feed")
            assert (status, refused["code"]) == (403, "not_seated")
        async with house(tmp_path / "b.db", haste=HASTE, lists="everybody") as server:
            host = Host(server.url, server.session)
            await host.open(rounds=1)
            await host.say(type="add_bots", level="steady", count=3)
            async with server.session.get(f"{server.url}/api/feed") as answer:
                assert answer.content_type == "text/event-stream"
                await host.draw(1)
                told = await events(answer, "standings")
            kinds = [one["type"] for one in told]
            assert kinds[0] == "round_drawn"
            assert kinds.index("match_started") < kinds.index("match_ended")
            _, news = await host.say()
            code = news["you"]["tables"][0]["code"]
            assert code not in msgspec.json.encode(told).decode()
            assert host.token not in msgspec.json.encode(told).decode()
            async with asyncio.timeout(10):
                while server.server.committer.hears is not None:  # nobody listens any more
                    await asyncio.sleep(0.05)

    run(scenario())


def test_a_table_tells_what_everybody_heard_unless_nobody_may_watch(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=100.0) as server:
            opened = await played(server, "nono", options={"turns": 1})
            async with server.socket() as ana:
                who = {"code": opened["code"], "token": opened["token"]}
                await ana.send_json({"type": "hello", **who})
                path = f"{server.url}/api/tables/{opened['code']}/feed"
                async with server.session.get(path) as answer:
                    await ana.send_json({"type": "start"})
                    told = await events(answer, "match_ended")
                heard = {one["event"]["type"] for one in told if one["type"] == "heard"}
                assert {"stopped", "unsolved"} & heard, heard  # somebody's card, or nobody's
                assert told[-1]["players"][0] == "Ana"
                await ana.send_json({"type": "policy", "policy": {"watchers": False}})
                await asyncio.sleep(0.1)
                status, refused = await server.get(f"/api/tables/{opened['code']}/feed")
                assert (status, refused["code"]) == (403, "not_for_you")
            status, refused = await server.get("/api/tables/XXXXXX/feed")
            assert (status, refused["code"]) == (404, "no_such_table")

    run(scenario())


def test_who_does_not_keep_up_is_sent_away_and_nobody_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            feed = server.server.feed
            with feed.reading(feeding.HOUSE) as sleeper, feed.reading(feeding.HOUSE) as listener:
                for number in range(feeding.UNREAD + 1):
                    feed.give_out(TournamentEnded("C", "T", str(number)), (feeding.HOUSE,))
                    await listener.queue.get()
                assert (sleeper.gone, listener.gone) == (True, False)
            assert server.server.metrics.counts["slow_readers"] == 1

    run(scenario())


@asynccontextmanager
async def hook(answers: list[int]) -> AsyncIterator[tuple[str, list[web.Request], list[bytes]]]:
    """An address that answers so, and then well; and what came. 0: it hangs."""
    requests: list[web.Request] = []
    bodies: list[bytes] = []

    async def take(request: web.Request) -> web.Response:
        requests.append(request)
        bodies.append(await request.read())
        status = answers.pop(0) if answers else 204
        if status == 0:
            await asyncio.sleep(60)
        return web.Response(status=status)

    app = web.Application()
    app.router.add_post("/hook", take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"http://127.0.0.1:{port}/hook", requests, bodies
    finally:
        await runner.cleanup()


def is_signed(request: web.Request, body: bytes) -> bool:
    """As docs/feed.md says."""
    moment, given = (part.partition("=")[2] for part in request.headers[HEADER].split(","))
    wanted = hmac.new(SECRET.encode(), moment.encode() + b"." + body, sha256).hexdigest()
    return hmac.compare_digest(wanted, given)


def test_the_webhook_is_signed_and_tried_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with hook([500]) as (url, requests, bodies):
            settings = {"webhook": url, "webhook_secret": SECRET, "haste": HASTE}
            async with house(tmp_path / "store.db", **settings) as server:
                await played(server, "nimble", start=True)
                async with asyncio.timeout(30):
                    while len(bodies) < 2:
                        await asyncio.sleep(0.02)
            assert all(map(is_signed, requests, bodies))
            assert not is_signed(requests[0], bodies[0] + b" ")
            assert bodies[0] == bodies[1], "it was tried again"
            assert msgspec.json.decode(bodies[0])["type"] == "match_started"

    run(scenario())


def test_a_webhook_that_hangs_or_is_not_there_holds_nothing_up() -> None:
    async def scenario() -> None:
        metrics = Metrics()
        nowhere = Webhook("http://127.0.0.1:9/", SECRET, metrics, pause=0.001)
        for number in range(WAITING + 5):
            nowhere.tell(TournamentEnded("C", "T", str(number)))
        assert metrics.counts["webhook_failures"] == 5  # the oldest made way
        task = asyncio.create_task(nowhere.run())
        async with asyncio.timeout(10):
            while metrics.counts["webhook_failures"] < 7:
                await asyncio.sleep(0.01)
        task.cancel()
        async with hook([0]) as (url, _, bodies):
            hanging = Webhook(url, SECRET, metrics)
            task = asyncio.create_task(hanging.run())
            hanging.tell(TournamentEnded("C", "T", None))
            async with asyncio.timeout(10):
                while not bodies:
                    await asyncio.sleep(0.01)
            hanging.tell(TournamentEnded("C", "T", None))  # at once, whatever hangs
            task.cancel()

    run(scenario())
