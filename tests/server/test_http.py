"""Pages, the API, and what every answer carries."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

import brouhaha
from brouhaha import games
from brouhaha.server.edge.limits import Limits
from brouhaha.server.http import replay_pages
from brouhaha.server.http.headers import CONTENT_POLICY
from brouhaha.server.http.pages import Pages
from brouhaha.server.http.screens import A_TABLE
from brouhaha.store import ArchivedMatch, MatchSummary
from tests.server.guests import hear, hello, house, run
from tests.server.openapi_contract import check_answer

FROM_ELSEWHERE = "https://elsewhere.example"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_every_answer_carries_the_security_headers(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            for path in ("/", "/t/ABC", "/healthz", "/api/games", "/api/nothing", "/nothing.js"):
                async with server.session.get(server.url + path) as answer:
                    assert answer.headers["Content-Security-Policy"] == CONTENT_POLICY, path
                    assert answer.headers["X-Content-Type-Options"] == "nosniff"
                    assert answer.headers["Server"] == "brouhaha"
                    assert "Strict-Transport-Security" not in answer.headers

    run(scenario())
    assert "script-src 'self';" in CONTENT_POLICY
    assert "frame-ancestors 'none'" in CONTENT_POLICY
    assert "default-src 'none'" in CONTENT_POLICY


def test_the_page_is_cached_by_its_hash(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Brouhaha</title>" * 100)
    (tmp_path / "assets" / "a-1b2c.js").write_text("let a = 1\n" * 100)
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text("{}")
    pages = Pages(tmp_path)

    async def scenario() -> None:
        index = await pages.screen(A_TABLE)(
            make_mocked_request("GET", "/t/ABC", match_info={"code": "ABC"})
        )
        assert (index.content_type, index.headers["Cache-Control"]) == ("text/html", "no-cache")
        script = await pages.file(_asking("assets/a-1b2c.js", **{"Accept-Encoding": "gzip"}))
        assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert script.headers["Content-Encoding"] == "gzip"
        known = await pages.file(
            _asking("assets/a-1b2c.js", **{"If-None-Match": script.headers["ETag"]})
        )
        assert known.status == 304
        for hidden in (".vite/manifest.json", "../index.html", "assets", ""):
            with pytest.raises(web.HTTPNotFound):
                await pages.file(_asking(hidden))

    def _asking(path: str, **headers: str) -> web.Request:
        return make_mocked_request("GET", f"/{path}", headers, match_info={"path": path})

    run(scenario())


def test_a_page_that_was_not_built_says_so(tmp_path: Path) -> None:
    answer = run(Pages(tmp_path).screen(A_TABLE)(make_mocked_request("GET", "/")))
    assert answer.status == 503
    assert "make web" in str(answer.text)


def test_opening_a_table_and_looking_at_it(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            opened = await server.open("nimble")
            assert opened["token"] is None
            code = opened["code"]
            path = f"/api/tables/{code[:3].lower()}-{code[3:]}"  # as people type
            assert await server.get(path) == (200, {
                "code": code, "game": "nimble", "status": "lobby", "players": 0, "most": 4,
                "full": False, "watchers": True,
            })  # fmt: skip
            assert (await server.get("/api/tables/XXXXXX"))[0] == 404

    run(scenario())


def test_playing_now_against_bots_is_one_request(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            opened = await server.open(name="Ana", bots=["gentle", "sharp"], start=True)
            async with server.socket() as socket:
                welcome = await hello(socket, opened["code"], token=opened["token"])
                assert welcome["seat"] == opened["seat"] == 0
                table = await hear(socket, "table")
                assert table["status"] == "playing"
                assert [seat["bot"] for seat in table["seats"]] == [None, "gentle", "sharp"]
                assert (await hear(socket, "update"))["private"] is not None

    run(scenario())


def test_a_lesson_has_its_cards_given(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            turn = {"category": "In Sports", "order": [["F", 1]], "multiplier": 2}
            deal = {"turns": [turn]}
            opened = await server.open("nono", name="Ana", bots=["gentle"], deal=deal)
            async with server.socket() as socket:
                await hello(socket, opened["code"], token=opened["token"])
                assert (await hear(socket, "table"))["dealt"] is True

    run(scenario())


@pytest.mark.parametrize("deal", [None, {"turns": []}])
def test_a_record_says_whether_the_cards_were_given(deal: dict[str, object] | None) -> None:
    log = brouhaha.start("now", players=["Ana", "Bo", "Cy"], seed=7).log
    log["header"]["deal"] = deal
    written = msgspec.Raw(msgspec.json.encode(log))
    nothing = msgspec.Raw(b"null")
    found = ArchivedMatch(
        id="a", table="b", game="now", players=[], result=nothing, started=1, ended=2, log=written
    )
    assert replay_pages.record(found).dealt is (deal is not None)


@pytest.mark.parametrize(("body", "status", "code"), [
    ({"game": "chess"}, 422, "unknown_game"),
    ({"game": "now", "options": {"speed": 9}}, 422, "unknown_option"),
    ({"game": "now", "bots": ["sharp"]}, 422, "name_missing"),
    ({"game": "now", "name": "Ana", "bots": ["godlike"]}, 422, "no_such_bot"),
    ({"game": "now", "name": "Ana", "start": True}, 422, "too_few_players"),
    ({"game": "now", "name": "\u202e"}, 422, "name_missing"),
    ({"game": "now", "host": "me"}, 400, "bad_message"),
    ([], 400, "bad_message"),
])  # fmt: skip
def test_a_table_that_cannot_be_opened_leaves_nothing_behind(
    store: Path, body: object, status: int, code: str
) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            answer = await server.post(body)
            assert (answer[0], answer[1]["code"]) == (status, code)
            assert not server.server.registry.tables

    run(scenario())


def test_requests_that_are_too_much(store: Path) -> None:
    async def scenario() -> None:
        limits = Limits(
            requests_at_once=8, requests_a_second=0.001, tables_at_once=1, tables_an_hour=1
        )
        async with house(store, limits=limits) as server:
            url = f"{server.url}/api/tables"
            async with server.session.post(url, data=b"x" * 40_000) as answer:
                assert answer.status == 415
            headers = {"Content-Type": "application/json"}
            async with server.session.post(url, data=b" " * 40_000, headers=headers) as answer:
                assert (answer.status, (await answer.json())["code"]) == (413, "too_big")
            elsewhere = await server.post({"game": "now"}, Origin=FROM_ELSEWHERE)
            assert elsewhere == (403, {"code": "wrong_origin", "details": {}})
            assert (await server.post({"game": "now"}))[0] == 201
            assert await server.post({"game": "now"}) == (
                429,
                {"code": "too_many_tables", "details": {}},
            )
            assert (await server.get("/api/nothing"))[1]["code"] == "not_found"
            codes = [(await server.get("/api/games"))[0] for _ in range(4)]
            assert codes == [200, 200, 429, 429]
            assert (await server.get("/healthz"))[0] == 200  # not counted

    run(scenario())


def test_the_descriptions_describe_what_is_there(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            status, told = await server.get("/api/openapi.json")
            assert status == 200
            assert {"/api/tables", "/api/matches/{id}/frames", "/healthz"} <= set(told["paths"])
            assert _dangling(told) == set()
            status, wire = await server.get("/api/wire.json")
            assert status == 200
            assert _dangling(wire) == set()
            assert set(wire["x-games"]) == set(games.names())

    run(scenario())


def _dangling(described: object) -> set[str]:
    """References that lead nowhere. A game's schema is a document of its own."""
    missing: set[str] = set()

    def look(value: object, root: object) -> None:
        if isinstance(value, dict):
            if isinstance(reference := value.get("$ref"), str) and not _leads(root, reference):
                missing.add(reference)
            for key, inner in value.items():
                for name, part in inner.items() if key == "x-games" else ():
                    look(part, inner[name])
                if key != "x-games":
                    look(inner, root)
        elif isinstance(value, list):
            for inner in value:
                look(inner, root)

    look(described, described)
    return missing


def _leads(root: object, reference: str) -> bool:
    for step in reference.removeprefix("#/").split("/"):
        if not isinstance(root, dict) or step not in root:
            return False
        root = root[step]
    return True


def test_metrics_are_for_those_who_may(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            await server.open()
            async with server.session.get(f"{server.url}/metrics") as answer:
                text = await answer.text()
            assert "brouhaha_tables 1\n" in text
            assert "brouhaha_tables_opened_total 1\n" in text
            assert 'brouhaha_commit_seconds_bucket{le="+Inf"}' in text
        async with house(store, metrics_from=("10.0.0.0/8",)) as server:
            assert (await server.get("/metrics"))[0] == 403

    run(scenario())


def test_matches_are_listed_only_where_they_may_be(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, lists="nobody") as server:
            assert (await server.get("/api/matches"))[0] == 403
            assert (await server.get("/api/players/Ana"))[0] == 403
            assert (await server.get("/api/matches/0123"))[0] == 404
        async with house(store, lists="everybody") as server:
            assert await server.get("/api/matches?limit=5") == (200, {"matches": []})
            assert (await server.get("/api/matches?limit=-1"))[0] == 400
            assert (await server.get("/api/matches?before=nothing"))[0] == 404
            assert await server.get("/api/players/%C3%87elik") == (
                200,
                {"name": "Çelik", "matches": []},
            )

    run(scenario())


def test_a_proxy_is_believed_only_if_it_was_named(store: Path) -> None:
    forwarded = {"X-Forwarded-For": "10.1.1.1, 203.0.113.9", "X-Forwarded-Proto": "https"}

    async def asked(**settings: tuple[str, ...]) -> tuple[int, bool]:
        async with house(store, metrics_from=("203.0.113.9",), **settings) as server:
            url = f"{server.url}/metrics"
            async with server.session.get(url, headers=forwarded) as answer:
                return answer.status, "Strict-Transport-Security" in answer.headers

    assert run(asked(proxies=("127.0.0.1",))) == (200, True)
    assert run(asked()) == (403, False)


def test_several_lines_of_a_proxy_are_one_list(store: Path) -> None:
    """A client's own line comes first, the named proxy's after it."""

    async def asked(*lines: str) -> int:
        names = {"proxies": ("127.0.0.1",), "metrics_from": ("203.0.113.9",)}
        async with house(store, **names) as server:
            headers = [("X-Forwarded-For", line) for line in lines]
            async with server.session.get(f"{server.url}/metrics", headers=headers) as answer:
                return answer.status

    assert run(asked("203.0.113.9")) == 200
    assert run(asked("10.1.1.1", "203.0.113.9")) == 200
    assert run(asked("203.0.113.9", "10.1.1.1")) == 403
    assert run(asked("203.0.113.9", "10.1.1.1, 10.1.1.2")) == 403
    assert run(asked("203.0.113.9:41234")) == 200  # some tell the port, too
    assert run(asked("[2001:db8::7]:41234")) == 403


OURS_FIRST = ("http://localhost", "http://evil.example")
OWN_HOSTS = (
    "localhost", "LOCALHOST:8000", "laptop", "brouhaha:8000", "localhost.", "127.0.0.1:1", "192.168.1.7", "[::1]:8000",
    "brouhaha.local", "brouhaha-2.local:8000", "games.example.org", "other.example.org:444",
)  # fmt: skip
OTHER_HOSTS = (
    "evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example",
    "evil.example.", "xlocal.example", "brouhaha.local.evil.example", "games.example.org.evil.example", "",
    "[::1", "a b", "evil.example@127.0.0.1", "evil.example/127.0.0.1", "127.0.0.1@evil.example", ".", "0.0.0.0.0",
    "evil.example#.local", "evil.example?.local", "evil。example", "évil",
)  # fmt: skip


def test_only_names_that_nobody_else_can_have_are_answered(store: Path) -> None:
    """Else a stranger's page could let its name lead here, and read and do everything."""
    named = {
        "public_url": "https://games.example.org",
        "origins": ("https://other.example.org:444",),
    }

    async def scenario() -> None:
        async with house(store, **named) as server:
            for path in ("/", "/api/games", "/healthz", "/ws", "/t/HJKMNP"):
                for host in OWN_HOSTS:
                    answer = await raw_get(server.url, path, host)
                    assert b" 421 " not in answer.splitlines()[0], (path, host)
                for host in OTHER_HOSTS:
                    answer = await raw_get(server.url, path, host)
                    assert answer.split()[1] in (b"421", b"400"), (path, host, answer)

    run(scenario())


def test_a_second_host_line_does_not_hide_the_first(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            for hosts in ("localhost\r\nHost: evil.example", "evil.example\r\nHost: localhost"):
                answer = await raw_get(server.url, "/api/games", hosts)
                assert answer.split()[1] in (b"421", b"400")

    run(scenario())


def test_a_target_with_another_name_in_it_is_that_name_s(store: Path) -> None:
    """Of a request as for a proxy the name in its first line counts, whatever `Host` says."""

    async def scenario() -> None:
        async with house(store) as server:
            for target in (
                "http://evil.example/ws",
                "HTTP://evil.example:80/api/games",
                "ws://evil.example/ws",
            ):
                answer = await raw_get(server.url, target, "localhost")
                assert answer.split()[1] in (b"421", b"400"), (target, answer)
            answer = await raw_get(
                server.url, "http://localhost/api/games?from=http://a.example", "localhost"
            )
            assert answer.split()[1] == b"200"

    run(scenario())


def test_each_origin_that_is_told_must_be_ours(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            for origins in (OURS_FIRST, OURS_FIRST[::-1]):
                asked = {
                    "Connection": "Upgrade",
                    "Upgrade": "websocket",
                    "Sec-WebSocket-Version": "13",
                }
                headers = [
                    *asked.items(),
                    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                    ("Host", "localhost"),
                ]
                headers += [("Origin", origin) for origin in origins]
                async with server.session.get(f"{server.url}/ws", headers=headers) as answer:
                    assert answer.status == 403, origins

    run(scenario())


def test_who_asks_for_another_name_reads_what_to_do(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            answer = await raw_get(server.url, "/", "games.example.org")
            assert b"games.example.org" in answer
            assert b"public_url" in answer

    run(scenario())


async def raw_get(url: str, path: str, host: str) -> bytes:
    """As no polite client would ask."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    try:
        return await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()


def test_a_record_is_json_all_through() -> None:
    """Raw parts must not break the answers' encoding."""
    result = msgspec.Raw(b'{"winners":[0]}')
    summary = MatchSummary(
        id="a",
        table="b",
        game="now",
        players=["Ana"],
        bots=[None],
        result=result,
        started=1,
        ended=2,
    )
    assert msgspec.json.decode(msgspec.json.encode(summary))["result"] == {"winners": [0]}


def test_a_device_asks_which_of_its_seats_are_still_its_own(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            playing = await server.open("now", name="Ana", bots=["steady"], start=True)
            lobby = await server.open("nimble", name="Bo")
            known = [{"code": one["code"], "token": one["token"]} for one in (playing, lobby)]
            stolen = {"code": playing["code"], "token": lobby["token"]}
            closed = {"code": "BCDFGH", "token": lobby["token"]}
            url = f"{server.url}/api/seats"
            async with server.session.post(url, json={"seats": [*known, stolen, closed]}) as told:
                answer = await told.json()
            check_answer("POST", "/api/seats", told.status, answer)
            assert [(one["game"], one["status"], one["name"]) for one in answer["held"]] == [
                ("now", "playing", "Ana"), ("nimble", "lobby", "Bo"),
            ]  # fmt: skip
            assert answer["lost"] == [playing["code"], "BCDFGH"]
            async with server.session.post(url, json={"seats": [{"code": "BCDFGH"}]}) as told:
                assert (await told.json())["code"] == "bad_message"

    run(scenario())
