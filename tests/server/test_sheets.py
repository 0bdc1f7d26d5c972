"""Score sheets and typed-in boxes over HTTP: written, seen elsewhere, taken back, fenced, kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from tests.server.guests import House, house, run

ROUND = {"type": "round", "out": 0, "cards_left": [0, 3, 5], "errors": [1, 0, 0]}


async def post(server: House, path: str, body: Any) -> tuple[int, Any]:
    async with server.session.post(server.url + path, json=body) as answer:
        return answer.status, await answer.json()


def test_a_sheet_is_written_on_taken_back_and_found_again_after_a_restart(tmp_path: Path) -> None:
    async def first() -> str:
        async with house(tmp_path / "store.db") as server:
            new = {"game": "nimble", "players": ["Ana", "Bo", "Cy"]}
            status, opened = await post(server, "/api/sheets", new)
            assert status == 201
            path = f"/api/sheets/{opened['code']}"
            enter = {"type": "enter", "entry": ROUND}
            status, news = await post(server, path, {"seen": 1, "wish": enter})
            assert status == 200
            assert news["sheet"]["view"]["outcomes"][0]["winner"] == 1
            status, refused = await post(server, path, {"seen": 1, "wish": enter})
            assert (status, refused["code"]) == (409, "sheet_moved_on")
            status, refused = await post(server, path, {"seen": 2, "wish": enter})
            assert (status, refused["code"]) == (422, "sheet_over")
            await post(server, path, {"seen": 2, "wish": {"type": "undo"}})
            status, news = await post(server, path, {"seen": 3, "wish": {"type": "redo"}})
            assert (news["number"], news["sheet"]["undo"], news["sheet"]["redo"]) == (
                4,
                True,
                False,
            )
            status, news = await server.get(f"{path}?seen=4")
            assert news["sheet"] is None
            return str(opened["code"])

    async def second(code: str) -> None:
        async with house(tmp_path / "store.db") as server:
            status, news = await server.get(f"/api/sheets/{code}")
            assert (status, len(news["sheet"]["entries"])) == (200, 1)
            async with server.session.get(f"{server.url}/api/sheets/{code}/csv?language=fr") as csv:
                assert "Reine de cœur" in await csv.text()
            status, refused = await server.get("/api/sheets/XXXXXX")
            assert (status, refused["code"]) == (404, "no_such_sheet")

    run(second(run(first())))


def test_a_box_is_checked_kept_and_changed_by_its_owner_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            _, own = await server.get("/api/boxes/now/house")
            content = own["content"]
            status, kept = await post(
                server, "/api/boxes/now", {"name": "Ours", "content": content}
            )
            assert status == 200
            _, listed = await server.get("/api/boxes/now")
            assert [box["name"] for box in listed["boxes"]] == ["Ours"]
            wrong = {**content, "targets": content["targets"][1:]}
            _, told = await post(server, "/api/boxes/now/check", {"content": wrong})
            assert len(told["mistakes"]) >= 2
            status, refused = await post(server, "/api/boxes/now", {"name": "No", "content": wrong})
            assert (status, refused["code"]) == (422, "box_wrong")
            stolen = {"name": "Mine", "content": content, "id": kept["id"], "key": "guess"}
            status, refused = await post(server, "/api/boxes/now", stolen)
            assert (status, refused["code"]) == (403, "not_your_box")
            _, box = await server.get(f"/api/boxes/now/{kept['id']}")
            opened = await server.open("now", options={"cards": box["content"]})
            assert opened["code"]

    run(scenario())


HOSTILE: list[Any] = [
    {"type": "round", "out": 0, "cards_left": [0, -3, 5], "errors": [0, 0, 0]},
    {"type": "round", "out": 0, "cards_left": [0, 10**30, 5], "errors": [0, 0, 0]},
    {"type": "round", "out": 99, "cards_left": [0, 3, 5], "errors": [0, 0, 0]},
    {"type": "round", "out": 0, "cards_left": [0, 3], "errors": [0, 0, 0]},
    {"type": "round", "out": 0, "cards_left": ["<b>", 3, 5], "errors": [0, 0, 0]},
    {"type": "round", "out": 0, "cards_left": [0, 3, 5], "errors": [0, 0, 31]},
    {"type": "<script>"},
    {},
]


def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            players = ["<b>🐙</b>", "＋1", "=cmd()"]
            _, opened = await post(server, "/api/sheets", {"game": "nimble", "players": players})
            path = f"/api/sheets/{opened['code']}"
            for entry in HOSTILE:
                wish = {"seen": 1, "wish": {"type": "enter", "entry": entry}}
                status, refused = await post(server, path, wish)
                assert (status, bool(refused["code"])) == (422, True), (entry, refused)
            long = {"type": "enter", "entry": {"type": "x" * 5_000}}
            status, refused = await post(server, path, {"seen": 1, "wish": long})
            assert (status, refused["code"]) == (413, "entry_too_long")
            _, news = await server.get(path)
            assert (news["number"], news["sheet"]["players"]) == (1, players)
            await post(server, path, {"seen": 1, "wish": {"type": "enter", "entry": ROUND}})
            async with server.session.get(f"{server.url}{path}/csv") as csv:
                cells = (await csv.text()).replace("\r\n", ",").split(",")
            for name in players[1:]:  # no spreadsheet reckons with it
                assert f"'{name}" in cells
                assert name not in cells

    run(scenario())


def test_a_list_of_categories_is_kept_chosen_and_in_the_matchs_log(tmp_path: Path) -> None:
    """And what somebody else might send in its place."""

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            _, own = await server.get("/api/boxes/nono/house")
            card = {"category": "Trees", "dice": ["order_1"], "multiplier": 1}
            trees = {"id": "Trees", "fr": "Les arbres", "typical_fr": ["sapin"]}
            content = {**own["content"], "cards": [card], "categories": [trees]}
            for wrong, code in (
                (
                    {**content, "categories": [{**trees, "typical_fr": ["é" * 100_000]}]},
                    "too_big",
                ),
                ({**content, "categories": [trees, trees]}, "box_wrong"),
                ({**content, "categories": "Trees"}, "box_wrong"),
                ({**content, "categories": [{**trees, "fr": "<b>\u0000"}]}, "box_wrong"),
            ):
                status, refused = await post(
                    server, "/api/boxes/nono", {"name": "4B", "content": wrong}
                )
                assert (status in (413, 422), refused["code"]) == (True, code)
            status, kept = await post(server, "/api/boxes/nono", {"name": "4B", "content": content})
            assert status == 200, kept
            _, box = await server.get(f"/api/boxes/nono/{kept['id']}")
            opened = await server.open(
                "nono", name="Ana", bots=["gentle", "gentle"], start=True,
                options={"box": box["content"], "decides": "moderator"},
            )  # fmt: skip
            table = server.server.committer.registry.tables[opened["code"]]
            live = table.live_match
            assert live is not None
            assert live.match.header.options["box"]["categories"][0]["fr"] == "Les arbres"
            assert msgspec.to_builtins(live.match.public())["turns"] == 1

    run(scenario())


def test_names_that_look_alike_are_told_apart_and_codes_are_not_guessed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            new = {
                "game": "nimble",
                "players": ["Ana", "Аna", "ana "],
            }  # the second one is Cyrillic
            _, opened = await post(server, "/api/sheets", new)
            _, news = await server.get(f"/api/sheets/{opened['code']}")
            assert len({name.casefold() for name in news["sheet"]["players"]}) == 3
            answers = [await server.get(f"/api/sheets/XX{number:04}") for number in range(400)]
            assert {status for status, _ in answers} == {404, 429}
            status, refused = await server.get("/api/boxes/unknown")
            assert (status, refused["code"]) == (422, "unknown_game")

    run(scenario())


def test_boxes_are_listed_where_lists_are(tmp_path: Path) -> None:
    async def scenario() -> None:
        for lists, status in (("nobody", 403), ("seated", 200)):
            async with house(tmp_path / "store.db", lists=lists) as server:
                assert (await server.get("/api/boxes/now"))[0] == status

    run(scenario())
