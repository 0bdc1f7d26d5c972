"""A game that never comes back loses its match within a few looks; every other table goes on."""

from __future__ import annotations

import signal
from pathlib import Path
from textwrap import dedent

import pytest

from brouhaha import games
from brouhaha.server.tables import endless_calls
from tests.plug_ins import install, on_the_path, shout_with
from tests.server.guests import House, hear, hello, house, run

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="the system has no such timer"
)

ENDLESS = {
    "rule": "def expire(self, state, at, chance):\n    while True: pass",
    "stubborn": """
        def expire(self, state, at, chance):
            while True:
                try: 1 / 0
                except Exception: pass
    """,
    "sleeper": "def expire(self, state, at, chance):\n    import time\n    time.sleep(3600)",
    "regex": "def expire(self, state, at, chance):\n    import re\n    re.match(r'(a+)+$', 'a' * 60 + 'b')",
    "bot": """
        class Bad(Shouter):
            def think(self, public, private):
                while public.phase == 'go': pass
        bots = {'random': Bad}
    """,
    "view": "def public(self, state):\n    while state.public.phase == 'go': pass\n    return state.public",
    "deal": "def setup(self, *_):\n    while True: pass",
}  # fmt: skip
DREAMER = "def highlights(self, state, heard):\n    while True: pass"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless_calls, "LOOKS_EVERY", 0.02)
    monkeypatch.setattr(endless_calls, "MOST_LOOKS", 5)


@pytest.fixture
def endless(tmp_path: Path, hasty: None) -> None:
    """All of them are installed, each in a package of its own."""
    for name, change in {**ENDLESS, "dreamer": DREAMER}.items():
        lines = dedent(change) + f"\nid = {name!r}"
        install(tmp_path / "packages", shout_with(lines), entry=name, package=f"of_{name}")


def test_its_match_is_given_up_and_every_other_goes_on(
    tmp_path: Path, endless: None, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=20.0) as server, server.socket() as elsewhere:
            other = await server.open("now", name="Zoe", bots=["steady"] * 2, start=True)
            await hello(elsewhere, other["code"], token=other["token"])
            for game in ENDLESS:
                await it_is_stopped(server, game)
            await its_replay_is_refused(server)
            await elsewhere.send_json({"type": "pause"})
            while (await hear(elsewhere, "table"))["status"] != "paused":
                pass
            left_out = (await server.get("/healthz"))[1]["games_left_out"]
            assert [each["entry"] for each in left_out] == [*ENDLESS, "dreamer"]
            assert {each["why"] for each in left_out} == {str(endless_calls.Endless())}

    with on_the_path(tmp_path / "packages"):
        assert games.left_out() == []
        run(scenario())
    failed = [record for record in caplog.records if record.message == "game_failed"]
    assert {vars(record)["fields"]["game"] for record in failed} == {*ENDLESS, "dreamer"}


async def it_is_stopped(server: House, game: str) -> None:
    """Its players are told, and it is not dealt again; another game can be played there."""
    opened = await server.open(game, name="Ana", bots=["random"])
    async with server.socket() as socket:
        await hello(socket, opened["code"], token=opened["token"])
        await socket.send_json({"type": "start", "anyway": True})
        told = await hear(socket, "refused" if game == "deal" else "notice")
        assert told["code"] == "game_failed"
        await socket.send_json({"type": "start", "anyway": True})
        assert (await hear(socket, "refused"))["code"] == "game_failed"
        await socket.send_json({"type": "choose", "game": "nimble"})
        while (await hear(socket, "table"))["game"] != "nimble":
            pass


async def its_replay_is_refused(server: House) -> None:
    """The thread that plays logs again is there for the next one."""
    opened = await server.open("dreamer", name="Ana", bots=["random"], start=True)
    async with server.socket() as socket:
        await hello(socket, opened["code"], token=opened["token"])
        while (table := await hear(socket, "table"))["status"] != "ended":
            pass
    match = f"/api/matches/{table['replay']}"
    assert (await server.get(f"{match}/highlights"))[1]["code"] == "game_failed"
    assert (await server.get(f"{match}/frames"))[0] == 200


def test_who_comes_back_now_and_then_is_left_alone(tmp_path: Path, hasty: None) -> None:
    """Many calls, each shorter than the bound, are none of its business."""
    busy = """
        def public(self, state):
            import time
            end = time.monotonic() + 0.03
            while time.monotonic() < end: pass
            return state.public
    """
    install(tmp_path / "packages", shout_with(busy))

    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=20.0) as server, server.socket() as socket:
            opened = await server.open("shout", name="Ana", bots=["random"], start=True)
            await hello(socket, opened["code"], token=opened["token"])
            while (status := (await hear(socket, "table"))["status"]) != "ended":
                assert status == "playing"
            assert (await server.get("/healthz"))[1]["games_left_out"] == []

    with on_the_path(tmp_path / "packages"):
        run(scenario())
