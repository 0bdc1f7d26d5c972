"""`serve`, `bot`, `export` and `replay` as people call them."""

from __future__ import annotations

import asyncio
import json
import socket
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

import brouhaha
from brouhaha.cli import main
from brouhaha.server.network.addresses import Listening, OwnNumber
from brouhaha.server.network.invitation import invitation, qr
from brouhaha.server.settings import Settings
from tests.server.guests import HASTE, SOON, Guest, hear, hello, house, run
from tests.server.processes import ServerProcess


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def played_match(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, haste=HASTE) as server:
            opened = await server.open(
                "nono", name="Ana", bots=["gentle", "sharp"], options={"turns": 1}, start=True
            )
            guest = Guest(server.url, opened["code"], "Ana", haste=HASTE)
            guest.token = opened["token"]
            await asyncio.wait_for(guest.sit_down().ended.wait(), 60)
            await guest.go()

    run(scenario())


def test_export_and_replay(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_match(store)
    out = tmp_path / "matches.jsonl"
    assert main(["export", "--store", str(store), str(out)]) == 0
    assert "1 matches" in capsys.readouterr().out
    assert main(["replay", str(out), "--steps"]) == 0
    told = capsys.readouterr().out
    assert "all as written" in told
    assert "seal " in told

    match = json.loads(out.read_text())
    spoilt: object
    for spoilt in (_with_other_result(match), _with_other_seed(match), {"log": 1}, []):
        out.write_text(json.dumps(spoilt) + "\n")
        assert main(["replay", str(out)]) == 1
        assert "match 1:" in capsys.readouterr().err


def test_the_replay_of_given_cards_says_that_nothing_is_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turn = {"category": "In Sports", "order": [["F", 1]], "multiplier": 2}
    for deal, proven in ((None, True), ({"turns": [turn]}, False)):
        match = brouhaha.start("nono", players=["Ana", "Bo", "Cy"], seed=7, deal=deal)
        file = tmp_path / "match.jsonl"
        file.write_text(json.dumps(match.log) + "\n")
        assert main(["replay", str(file)]) == 0
        assert ("not shuffled" not in capsys.readouterr().out) is proven


def _with_other_result(match: dict[str, Any]) -> dict[str, Any]:
    return match | {"result": match["result"] | {"winners": []}}


def _with_other_seed(match: dict[str, Any]) -> dict[str, Any]:
    log = match["log"]
    return match | {"seed_hash": "0" * 64, "log": log}


def test_export_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--store", str(tmp_path / "nowhere" / "x.db"), "-"]) == 1
    assert "brouhaha:" in capsys.readouterr().err


def test_a_bot_sits_down_from_the_command_line(store: Path) -> None:
    """The host is a person; the bot gets ready by itself and is sent away at the end."""

    async def scenario() -> None:
        async with house(store) as server, server.socket() as host:
            code = (await server.open())["code"]
            await hello(host, code, name="Ana")
            bot = asyncio.create_task(asyncio.to_thread(
                main, ["bot", server.url, code, "--level", "sharp", "--name", "Marvin"]
            ))  # fmt: skip
            while True:
                seats = (await hear(host, "table"))["seats"]
                if len(seats) == 2 and seats[1]["ready"]:
                    break
            assert seats[1]["name"] == "Marvin"
            await host.send_json({"type": "remove", "seat": 1})
            assert await asyncio.wait_for(bot, SOON) == 0

    run(scenario())


def test_a_bot_that_is_not_let_in(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> int:
        async with house(store) as server:
            return await asyncio.to_thread(main, ["bot", server.url, "XXXXXX"])

    assert run(scenario()) == 1
    assert "no_such_table" in capsys.readouterr().err


def test_a_taken_port_is_said_plainly(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--store", str(store)]) == 1
    assert f"port {port} is taken" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "status", "told"), [
    (["--store", "mysql://x"], 1, "the store cannot be opened"),
    (["--config", "nowhere.toml"], 2, "nowhere.toml"),
    (["--port", "99999"], 2, "port"),
    (["--host", "203.0.113.1", "--port", "0"], 1, "no address 203.0.113.1"),
])  # fmt: skip
def test_what_serve_cannot_do(
    arguments: list[str], status: int, told: str, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments if "--store" in arguments else [*arguments, "--store", str(store)]
    assert main(["serve", *given]) == status
    assert told in capsys.readouterr().err


def test_serve_says_where_it_is(tmp_path: Path, store: Path) -> None:
    async def scenario() -> None:
        async with ServerProcess(str(store), 1, tmp_path / "log") as server:
            assert await server.terminate() == 0
        assert f"http://127.0.0.1:{server.port}/" in (tmp_path / "log").read_text()

    run(scenario())


def test_the_invitation_has_a_code_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [OwnNumber(ip_address("192.168.7.7"), "wlan0")]
    monkeypatch.setattr("brouhaha.server.network.addresses.own_numbers", lambda: numbers)
    told = invitation(Settings(host="0.0.0.0"), Listening(8000))
    assert "http://localhost:8000/" in told
    assert "http://192.168.7.7:8000/" in told
    assert qr("http://192.168.7.7:8000/") in told
    assert "▀" in told or "▄" in told
    assert told.index("http://192.168.7.7:8000/") < told.index("http://localhost:8000/")
    assert "--host 0.0.0.0" in invitation(Settings(), Listening(8000))
    public = Settings(public_url="https://games.example")
    assert "https://games.example" in invitation(public, Listening(1))
