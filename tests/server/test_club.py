"""The club over HTTP: who sees it, when a match is in it, and who is who."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path

import pytest

from brouhaha.club import access
from brouhaha.server.commands import club as club_command
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
