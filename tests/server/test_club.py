"""The club over HTTP: who sees it, when a match is in it, who is who, and what is forgotten."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import logging
import secrets
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from brouhaha.club import access, forgetting, persons
from brouhaha.club.counting import count_found, find_uncounted
from brouhaha.lab.archive import archived, play
from brouhaha.server.commands import club as club_command
from brouhaha.store import ArchivedMatch, back_up, open_store
from brouhaha.store.matches import name_key
from brouhaha.store.opening import connect
from brouhaha.store.records import Row, unpack
from brouhaha.store.schema import COLUMNS
from tests.club.conftest import NOON
from tests.server.guests import HASTE, Guest, House, house, run
from tests.server.openapi_contract import check_answer
from tests.server.test_tournaments import Host, token
from tests.store.throwaway_postgres import running_postgres

DEVICE, OTHER_DEVICE = "d" * 64, "e" * 64
ODD_NAME, JOINED = "Zoé Quixött", "Zo'Quirx"
SPELT = (
    ODD_NAME, "Zoe\u0301 Quixo\u0308tt", "Quix", "Quirx", ODD_NAME.encode().hex(),
    json.dumps(ODD_NAME), JOINED.casefold().encode().hex(),
)  # fmt: skip


async def post(server: House, path: str, body: Any, cookie: str = "") -> tuple[int, Any, str]:
    """With the pass that is given back."""
    headers = {"Cookie": f"brouhaha_club={cookie}"}
    async with server.session.post(server.url + path, json=body, headers=headers) as answer:
        told = await answer.json()
        given = answer.cookies.get("brouhaha_club")
    check_answer("POST", path, answer.status, told)
    return answer.status, told, given.value if given else cookie


async def get(server: House, path: str, cookie: str) -> tuple[int, Any]:
    return await server.get(path, Cookie=f"brouhaha_club={cookie}")


async def host_pass(server: House) -> str:
    url = server.server.settings.store_url()
    with open_store(url) as store:
        key = access.keep(store.database, access.HOST_KEY, secrets.token_hex(16).encode())
    _, told, cookie = await post(server, "/api/club/pass", {"host": key.decode()})
    assert told["viewer"] == "host"
    return cookie


def matches(*names: str, count: int = 1, first: int = 0) -> list[ArchivedMatch]:
    match = play("now", names, ["greedy"] * len(names), "a match")
    return [
        archived(match, f"m{number}", NOON + number * 600_000, table="OLD")
        for number in range(first, first + count)
    ]


def keep(url: object, found: Iterable[ArchivedMatch]) -> None:
    with open_store(str(url)) as store:
        for match in found:
            store.finish(match)


async def counted(server: House, cookie: str, matches: int) -> Any:
    """The club's front, as soon as so many matches are in it."""
    for _ in range(500):
        status, page = await get(server, "/api/club", cookie)
        assert status == 200, page
        if page["matches"] == matches:
            return page
        await asyncio.sleep(0.02)
    raise AssertionError(page)


def test_the_club_is_for_those_at_the_tables(tmp_path: Path) -> None:
    keep(tmp_path / "store.db", matches("Ana", "Bo", "Cy"))

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            for path in ("/api/club", "/api/matches", "/api/players/Ana", "/api/club/players/1"):
                status, refused = await server.get(path)
                assert (status, refused["code"]) == (403, "not_seated"), path
            opened = await server.open(name="Ana")
            seat = {"code": opened["code"], "token": opened["token"]}
            _, told, none = await post(
                server, "/api/club/pass", {"seats": [{**seat, "token": "0" * 64}], "host": "guess"}
            )
            assert (told["viewer"], none) == ("anybody", "")
            _, told, cookie = await post(server, "/api/club/pass", {"seats": [seat]})
            assert told == {"viewer": "seated", "lists": "seated"}
            page = await counted(server, cookie, 1)
            assert page["viewer"] == "seated"
            [listed] = (await get(server, "/api/matches", cookie))[1]["matches"]
            assert (await server.get(f"/api/matches/{listed['id']}"))[0] == 200  # by its link
            forged = cookie.replace("seated", "host", 1)
            assert (await get(server, "/api/club", forged))[0] == 403
            old = access.new_pass(b"wrong", "host", 4e9)
            assert (await get(server, "/api/club", old))[0] == 403
            status, refused, _ = await post(
                server, "/api/club/host", {"wish": "release", "person": 1}, cookie
            )
            assert (status, refused["code"]) == (403, "host_only")

    run(scenario())


@pytest.mark.parametrize(("lists", "stranger"), [("everybody", 200), ("nobody", 403)])
def test_what_is_public_is_the_hosts_choice(tmp_path: Path, lists: str, stranger: int) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", lists=lists) as server:
            assert (await server.get("/api/club"))[0] == stranger
            assert (await server.get("/api/matches"))[0] == stranger
            assert (await get(server, "/api/club", await host_pass(server)))[0] == 200

    run(scenario())


def test_the_hosts_link_is_printed_and_may_be_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--store", str(tmp_path / "store.db"), "--public-url", "https://games.example"]
    keys = []
    for more in ([], [], ["--new-key"]):
        assert _club_command([*arguments, *more]) == 0
        printed = capsys.readouterr().out
        link = next(line for line in printed.splitlines() if line.startswith("https://"))
        assert link.startswith("https://games.example/club#host=")
        keys.append(link)
    assert keys[0] == keys[1] != keys[2]


def _club_command(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser()
    club_command.add_arguments(parser)
    return club_command.run(parser.parse_args(arguments))


def test_a_match_is_in_the_club_when_it_has_ended(url: str) -> None:
    """On both stores, and beside what was archived before."""
    keep(url, matches("Ana", "Bo", "Cy", count=2))

    async def scenario() -> None:
        async with house(url, haste=HASTE) as server:
            opened = await server.open(name="Ana", bots=["gentle", "gentle"], start=True)
            ana = Guest(server.url, opened["code"], "Ana", haste=HASTE)
            ana.token = opened["token"]
            ana.sit_down()
            seat = {"code": opened["code"], "token": opened["token"]}
            _, _, cookie = await post(server, "/api/club/pass", {"seats": [seat]})
            await asyncio.wait_for(ana.ended.wait(), 60)
            page = await counted(server, cookie, 3)
            players = {line["person"]["name"]: line for line in page["players"]}
            assert {name: line["matches"] for name, line in players.items()} == {
                "Ana": 3, "Bo": 2, "Cy": 2,
            }  # fmt: skip
            id = players["Ana"]["person"]["id"]
            _, person = await get(server, f"/api/club/players/{id}", cookie)
            assert {figure["figure"] for figure in person["games"][0]["figures"]} >= {
                "points", "perfects", "until_now",
            }  # fmt: skip
            _, evening = await get(
                server, f"/api/club/evenings/{page['evenings'][0]['id']}", cookie
            )
            [match] = evening["matches"]
            assert match["replay"]
            assert [seat["bot"] for seat in match["seats"]] == [None, "gentle", "gentle"]
            for path in (
                "/api/club/evenings/nothing",
                "/api/club/players/99",
                "/api/club/players/x",
            ):
                assert (await get(server, path, cookie))[0] == 404
            _, ladder = await get(server, "/api/club/ladders/now", cookie)
            assert ladder["ranked"] == []  # two or three matches are too thin
            assert {line["person"]["name"] for line in ladder["thin"]} == {"Ana", "Bo", "Cy"}
            await ana.go()

    run(scenario())


def test_a_device_protects_a_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            seats = {name: await server.open(name=name) for name in ("Ana", "ana", "Bo")}

            def at(name: str, device: str) -> dict[str, str]:
                return {
                    "device": device,
                    "code": seats[name]["code"],
                    "token": seats[name]["token"],
                }

            status, told, _ = await post(server, "/api/club/claims", at("Ana", DEVICE))
            assert (status, [one["name"] for one in told["persons"]]) == (200, ["Ana"])
            status, refused, _ = await post(server, "/api/club/claims", at("ana", OTHER_DEVICE))
            assert (status, refused["code"]) == (409, "name_protected")
            wrong = {**at("Ana", OTHER_DEVICE), "token": "0" * 64}
            status, refused, _ = await post(server, "/api/club/claims", wrong)
            assert (status, refused["code"]) == (403, "seat_not_held")
            for name, device, vouched in (
                ("ana", DEVICE, True), ("ana", OTHER_DEVICE, False), ("Bo", DEVICE, False),
            ):  # fmt: skip
                told = (await post(server, "/api/club/vouchers", at(name, device)))[1]
                assert told == {"vouched": vouched}, (name, device)
            _, told, _ = await post(server, "/api/club/own", {"device": OTHER_DEVICE})
            assert told == {"persons": []}

    run(scenario())


def test_an_evening_is_taken_away_under_pseudonyms(tmp_path: Path) -> None:
    keep(tmp_path / "store.db", matches("=1+1", "Bo, “the” best", "Cyrano", count=3))

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            host = await host_pass(server)
            page = await counted(server, host, 3)
            evening = page["evenings"][0]["id"]
            rows = await table(server, f"/api/club/evenings/{evening}/csv", host)
            assert len(rows) == 9
            assert {row["name"] for row in rows} == {"'=1+1", "Bo, “the” best", "Cyrano"}
            assert all(row["now.points"] for row in rows)
            wish = {"wish": "pseudonyms_for_all", "evening": evening, "language": "fr"}
            assert (await post(server, "/api/club/host", wish, host))[0] == 200
            opened = await server.open(name="Di")
            seat = {"code": opened["code"], "token": opened["token"]}
            _, _, guest = await post(server, "/api/club/pass", {"seats": [seat]})
            for path, cookie in (
                (f"/api/club/evenings/{evening}/csv", guest),
                (f"/api/club/evenings/{evening}/csv?names=pseudonyms", host),
            ):
                names = {row["name"] for row in await table(server, path, cookie)}
                assert len(names) == 3
                assert names.isdisjoint({"'=1+1", "Bo, “the” best", "Cyrano"})
            for path in ("/api/club", f"/api/club/evenings/{evening}", "/api/club/ladders/now",
                         f"/api/club/evenings/{evening}/json", "/api/club/players?name=Cyrano",
                         "/api/club/players/3"):  # fmt: skip
                told = str(await get(server, path, guest))
                assert "Cyrano" not in told, path
                assert "Cyrano" in str(await get(server, path, host)), path
            _, seen = await get(server, f"/api/club/evenings/{evening}", guest)
            assert not any(match["replay"] for match in seen["matches"])  # it tells the names

    run(scenario())


async def table(server: House, path: str, cookie: str) -> list[dict[str, str]]:
    headers = {"Cookie": f"brouhaha_club={cookie}"}
    async with server.session.get(server.url + path, headers=headers) as answer:
        assert answer.status == 200
        assert "attachment" in answer.headers["Content-Disposition"]
        return list(csv.DictReader(io.StringIO((await answer.text()).removeprefix("\ufeff"))))


# Forgetting


@pytest.fixture
def lonely_url(kind: str, url: str) -> Iterator[str]:
    """A PostgreSQL of one's own: where other tests have kept millions of packed bytes, four letters are
    found by chance."""
    if kind == "sqlite":
        yield url
    else:
        with running_postgres() as server:
            yield server


def test_whoever_is_forgotten_leaves_no_byte(
    lonely_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Archived matches, closed and open tables, a match in the middle, the write-ahead log, sheets,
    boxes and tournaments; under every spelling, and under the name that the host joined with it."""
    url = lonely_url
    keep(url, matches("Bo", ODD_NAME, "Cy", count=3))
    keep(url, matches("Bo", ODD_NAME.upper(), "Cy", first=3))
    keep(url, matches("Bo", JOINED, "Cy", first=4))
    [left] = matches("Bo", ODD_NAME, "Cy", first=5)  # they began it, and another ended it
    keep(url, [msgspec.structs.replace(left, players=["Bo", "Di", "Cy"])])
    keep(url, [msgspec.structs.replace(left, id="odd", players=["Di"], log=msgspec.Raw(b"[1]"))])
    keep_closed_table(url)
    caplog.set_level(logging.DEBUG)

    async def scenario() -> None:
        async with house(url, haste=HASTE) as server:
            host = await host_pass(server)
            box, cup = await named_box(server), await named_tournament(server)
            playing = await server.open(
                name=ODD_NAME, bots=["gentle", "gentle"], start=True, options={"box": box},
                game="nono",
            )  # fmt: skip
            busy = await server.open(name="Bo")
            guest = Guest(server.url, busy["code"], ODD_NAME, haste=1).sit_down()
            bo = Guest(server.url, busy["code"], "Bo", haste=1)
            bo.token = busy["token"]
            bo.sit_down()
            await asyncio.wait_for(guest.here.wait(), 20)
            await asyncio.wait_for(bo.here.wait(), 20)
            page = await counted(server, host, 7)
            people = {line["person"]["name"]: line["person"]["id"] for line in page["players"]}
            me = people[ODD_NAME]
            join = {"wish": "join", "person": me, "other": people[JOINED]}
            assert (await post(server, "/api/club/host", join, host))[0] == 200
            device = {"device": DEVICE, "code": playing["code"], "token": playing["token"]}
            claimed = await post(server, "/api/club/claims", device)
            assert claimed[0] == 200, claimed
            wish = {"person": me, "device": OTHER_DEVICE}
            assert (await post(server, "/api/club/forget", wish))[0] == 403
            with closing(connect(url, read_only=False)) as database:  # as either does by itself
                database.run("ANALYZE")
            wish["device"] = DEVICE
            assert (await post(server, "/api/club/forget", wish))[0] == 200
            assert ODD_NAME not in str(await get(server, "/api/club", host))
            await forgotten(url)
            assert (await get(server, f"/api/club/players/{me}", host))[0] == 404
            assert await open_names(server, busy["code"], bo) == {"Bo", "Anon"}
            shown = await cup.page()
            assert [one["name"] for one in shown["people"]] == ["Anon", "Bo"]
            assert shown["title"] == "Anon"
            async with server.session.get(f"{server.url}/metrics") as answer:
                assert not tells(await answer.read())
            back = str(tmp_path / "back_up.db")
            with open_store(url, read_only=True) as store:
                back_up(store, back)
            assert_no_byte(back)
            assert_no_byte(url)
            await guest.go()
            await bo.go()

    run(scenario())
    assert_no_byte(url)
    assert not tells(caplog.text.encode())
    with open_store(url) as store:  # and the matches can still be played again
        assert {name for match in store.finished() for name in match.players} == {
            "Bo", "Cy", "Di", "Anon",
        }  # fmt: skip
        figures = store.database.rows("SELECT figures FROM club_seats WHERE match_id = ?", ["m5"])
        assert all(len(found) > 2 for (found,) in figures)


async def named_box(server: House) -> Any:
    """A typed-in box with the name in its title, and a sheet of somebody with that name."""
    _, house_box = await server.get("/api/boxes/nono/house?language=en")
    new = {"name": f"the box of {ODD_NAME}", "content": house_box["content"]}
    async with server.session.post(f"{server.url}/api/boxes/nono", json=new) as answer:
        kept = await answer.json()
        assert answer.status == 200, kept
    sheet = {"game": "now", "players": [ODD_NAME, "Bo", "Cy"]}
    async with server.session.post(f"{server.url}/api/sheets", json=sheet) as answer:
        assert answer.status in (200, 201), await answer.text()
    return (await server.get(f"/api/boxes/nono/{kept['id']}"))[1]["content"]


async def named_tournament(server: House) -> Host:
    """Called after somebody who takes part in it, with a table that waits for them."""
    host = Host(server.url, server.session)
    await host.open(title=f"The cup of {ODD_NAME}", game="now", seats=2, patience=3600)
    for name in (ODD_NAME, "Bo"):
        await host.say(token(name[:2]), type="join", name=name)
    await host.draw(1)
    return host


def test_a_guest_is_forgotten_and_the_owner_stays(url: str) -> None:
    """Somebody else who sat down under a protected name; then its owner, and the guest with them."""
    shared = "Mirabelle"  # no byte of the odd name may lie in the same PostgreSQL
    with open_store(url) as store:
        database = store.database
        with database.transaction():
            mine = persons.claim(database, shared, "a device")
            persons.vouch(database, "OLD", shared, "a device", NOON)
        first, *others = matches("Bo", shared, "Cy", count=3)
        for match in (first, *(msgspec.structs.replace(each, table="PUB") for each in others)):
            store.finish(match)
        count_found(store, find_uncounted(store))
        [(guest,)] = database.rows(
            "SELECT person FROM person_names WHERE name = ?", [name_key(shared) + persons.GUEST]
        )
        with database.transaction():
            assert forgetting.begin(database, guest)
        assert forgetting.wished(database) == []  # the logs keep the name: it is the owner's
        assert database.rows("SELECT id FROM persons WHERE id = ?", [mine])
        store.finish(msgspec.structs.replace(first, id="again", table="PUB", ended=first.ended + 1))
        count_found(store, find_uncounted(store))
        with database.transaction():
            assert forgetting.begin(database, mine)
        for table in ("persons", "person_names"):
            kept = str(database.rows(f"SELECT name FROM {table}"))
            assert shared.casefold() not in kept.casefold()


def test_who_was_forgotten_is_nobody_from_then_on(url: str) -> None:
    """They play on at a table where they are called so, and no person comes of it."""
    keep(url, matches("Bo", persons.NOBODY, "Cy"))
    with open_store(url) as store:
        assert count_found(store, find_uncounted(store)) == 1
        names = [
            bytes(name).decode() for (name,) in store.database.rows("SELECT name FROM persons")
        ]
        assert sorted(names) == ["Bo", "Cy"]


def keep_closed_table(url: str) -> None:
    """Long enough to have filled pages that are free by now."""
    joined = {"type": "joined", "name": ODD_NAME, "fingerprint": "f" * 64}
    rows = [Row("GONE", 0, b'{"type":"opened","code":"GONE","game":"now","options":{}}', 1)]
    rows += [Row("GONE", entry, msgspec.json.encode(joined), 1) for entry in range(1, 400)]
    with open_store(url) as store:
        if not url.startswith("postgres"):  # some builds of SQLite overwrite what they delete
            store.database.rows("PRAGMA secure_delete = OFF")
        for at in range(0, 400, 100):
            store.append(rows[at : at + 100])
        store.append(closed=[("GONE", 2)])
        store.file(now=True)


async def open_names(server: House, code: str, bo: Guest) -> set[str]:
    """Bo comes back by himself, to the same table."""
    for _ in range(500):
        if bo.comings > 1:
            return {seat["name"] for seat in bo.heard("table")[-1]["seats"]}
        await asyncio.sleep(0.02)
    raise AssertionError("nobody came back")


async def forgotten(url: str) -> None:
    """Until the wish itself is gone."""
    for _ in range(600):
        with closing(connect(url, read_only=True)) as database:
            if not database.rows("SELECT id FROM recounts WHERE kind = ?", ["forget"]):
                return
        await asyncio.sleep(0.05)
    raise AssertionError("it takes too long")


def tells(content: bytes) -> bool:
    """Of the names, in the ways in which they may be written."""
    text = content.decode("utf-8", "ignore").casefold()
    found = any(each.casefold() in text for each in SPELT)
    return found or ODD_NAME.encode("utf-16-le") in content


def assert_no_byte(url: str) -> None:
    """Neither in a file nor, unpacked, in a row."""
    with closing(connect(url, read_only=False)) as database:
        if url.startswith("postgres"):
            database.run("CHECKPOINT")
        for name, columns in COLUMNS.items():
            for row in database.rows(f"SELECT {', '.join(columns)} FROM {name}"):
                assert not any(tells(_unpacked(value)) for value in row), (name, row)
    for file in files_of(url):
        assert not tells(file.read_bytes()), file


def files_of(url: str) -> Iterator[Path]:
    """All but PostgreSQL's own write-ahead log, which is written over when it pleases."""
    if not url.startswith("postgres"):
        yield from (file for file in Path(url).parent.iterdir() if file.is_file())
        return
    folder = Path(parse_qs(urlsplit(url).query)["host"][0])
    for file in folder.rglob("*"):
        if file.is_file() and "pg_wal" not in file.parts and file.name != "log":
            yield file


def _unpacked(value: object) -> bytes:
    if not isinstance(value, bytes):
        return str(value).encode()
    try:
        return zlib.decompress(value)
    except zlib.error:
        pass
    try:
        return repr(unpack(value)).encode()
    except Exception:
        return value
