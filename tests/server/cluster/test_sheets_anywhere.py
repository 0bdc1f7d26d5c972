"""Score sheets and typed-in boxes with PostgreSQL and several processes: any of them answers for all."""

from __future__ import annotations

import asyncio

from tests.server.cluster.houses import houses
from tests.server.guests import run
from tests.server.test_sheets import ROUND, post


def test_two_processes_write_on_one_sheet_and_the_second_looks_again(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats) as (one, two):
            new = {"game": "nimble", "players": ["Ana", "Bo", "Cy"]}
            _, opened = await post(one, "/api/sheets", new)
            path = f"/api/sheets/{opened['code']}"
            wish = {"seen": 1, "wish": {"type": "enter", "entry": ROUND}}
            answers = await asyncio.gather(post(one, path, wish), post(two, path, wish))
            assert sorted(status for status, _ in answers) == [200, 409]
            for server in (one, two):
                status, news = await server.get(path)
                assert (status, news["number"], len(news["sheet"]["entries"])) == (200, 2, 1)

    run(scenario())


def test_a_box_kept_by_one_process_is_played_with_at_another(store: str, nats: str) -> None:
    async def scenario() -> None:
        async with houses(2, store, nats) as (one, two):
            _, own = await one.get("/api/boxes/now/house")
            new = {"name": "Ours", "content": own["content"]}
            _, kept = await post(one, "/api/boxes/now", new)
            status, box = await two.get(f"/api/boxes/now/{kept['id']}")
            assert (status, box["name"]) == (200, "Ours")
            opened = await two.open("now", options={"cards": box["content"]})
            assert opened["code"]
            gone = {"key": kept["key"]}
            assert (await post(two, f"/api/boxes/now/{kept['id']}/drop", gone))[0] == 200
            assert (await one.get(f"/api/boxes/now/{kept['id']}"))[0] == 404

    run(scenario())
