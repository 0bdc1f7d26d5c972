"""Whoever is forgotten leaves no byte: not in a file, nor in a row, under any spelling."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from brouhaha.club import forgetting, persons
from brouhaha.club.counting import count_found, find_uncounted
from brouhaha.store import back_up, open_store
from brouhaha.store.matches import name_key
from brouhaha.store.opening import connect
from brouhaha.store.records import Row, unpack
from brouhaha.store.schema import COLUMNS
from tests.club.conftest import NOON
from tests.server.club_members import (
    DEVICE,
    OTHER_DEVICE,
    counted,
    get,
    host_pass,
    keep,
    matches,
    post,
)
from tests.server.guests import HASTE, Guest, House, house, run
from tests.server.test_tournaments import Host, token
from tests.store.throwaway_postgres import running_postgres

ODD_NAME, JOINED = "Zoé Quixött", "Zo'Quirx"
SPELT = (
    ODD_NAME, "Zoe\u0301 Quixo\u0308tt", "Quix", "Quirx", ODD_NAME.encode().hex(),
    json.dumps(ODD_NAME), JOINED.casefold().encode().hex(),
)  # fmt: skip


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
