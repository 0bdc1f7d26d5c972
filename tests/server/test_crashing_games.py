"""Games whose own code fails while they are played: the match is given up, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brouhaha import games
from tests.plug_ins import install, on_the_path, shout_with
from tests.server.guests import House, hear, hello, house, run


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


CRASHES = {
    "a rule": "def act(self, state, seat, action, at, chance):\n    state.public.phase = 'odd'\n    return 1 / 0",
    "a deadline": "def expire(self, state, at, chance):\n    return self.expire(state, at, chance)",
    "a deadline that stays": "def expire(self, state, at, chance):\n    return []",
    "a strange deadline": "def expire(self, state, at, chance):\n    state.public.deadline = 'soon'\n    return []",
    "an error that cannot be told": "class Odd(Exception):\n    def __str__(self): return 1 / 0\ndef contested(self, *_):\n    raise Odd",
    "an error that is too much": "def contested(self, *_):\n    raise KeyError('\\ud800' * 10**6)",
    "a contest": "def contested(self, state, seat, action):\n    raise MemoryError",
    "an exit": "def act(self, state, seat, action, at, chance):\n    raise SystemExit",
    "a cancellation": "def act(self, state, seat, action, at, chance):\n    import asyncio\n    raise asyncio.CancelledError",
    "a closed generator": "def expire(self, state, at, chance):\n    raise GeneratorExit",
    "an interrupt": "def public(self, state):\n    if state.public.phase == 'wait': return state.public\n    raise KeyboardInterrupt",
    "the public view": "def public(self, state):\n    assert state.public.phase == 'wait'\n    return state.public",
    "a private view": "def private(self, state, seat):\n    assert state.public.phase == 'wait'\n    return state.private[seat]",
    "a view that cannot be sent": "def private(self, state, seat):\n    return Private() if state.public.phase == 'wait' else object()",
    "the result": "def result(self, state):\n    return state.result and object()",
    "a ranking of strangers": "def result(self, state):\n    return state.result and Result([7], [[7], [-1]], [1])",
    "a ranking of nobody": "def result(self, state):\n    return state.result and Result([], [], [])",
    "a huge view": "def expire(self, state, at, chance):\n    state.public.phase = 'x' * 10**6\n    state.public.deadline = None\n    return []",
    "a huge hand": "def private(self, state, seat):\n    class Huge(Private):\n        all: str = 'x' * 10**6\n    return Private() if state.public.phase == 'wait' else Huge()",
    "contesters": "def contested(self, *_):\n    return True\ndef contesters(self, *_):\n    return 5",
    "a masked view": "def masked(self, public, mask):\n    return public if public.phase == 'wait' else object()",
    "events": "def expire(self, state, at, chance):\n    state.public.phase = 'go'\n    state.public.deadline = None\n    return [object()]",
}  # fmt: skip
BOT_CRASHES = {
    "a bot": "class Bad(Shouter):\n    def think(self, public, private):\n        if public.phase == 'go': raise KeyError('x')\n",
    "a bot at once": "class Bad(Shouter):\n    def think(self, public, private):\n        raise KeyError('x')\n",
    "a bot's thought": "class Bad(Shouter):\n    def think(self, public, private):\n        return Thought('soon', Shout())\n",
    "a bot that is cancelled": "class Bad(Shouter):\n    def think(self, public, private):\n        import asyncio\n        raise asyncio.CancelledError\n",
    "a bot's action": "class Bad(Shouter):\n    def think(self, public, private):\n        return Thought(0, 7)\n    \ndef contested(self, state, seat, action):\n    return action.loud\n",
}  # fmt: skip
UNSET = "def setup(self, *_):\n    return 1 / 0"
PICKY = """
class Picky(Options):
    def __post_init__(self):
        if self.loud: raise KeyError
kinds = kinds._replace(options=Picky)
"""
BOASTFUL = "def highlights(self, state, heard):\n    raise SystemExit"
FUSSY = """
class Own(Options):
    colours: list[str] | None = None
kinds = kinds._replace(options=Own)
own_options = frozenset({"colours"})
def check_own_options(self, options):
    return 1 / 0
"""


@pytest.fixture(scope="module")
def crashing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """All the games that fail, each a plug-in; the id of each by what fails in it."""
    folder, ids = tmp_path_factory.mktemp("crashing"), {}
    with on_the_path(folder):
        for number, (what, change) in enumerate({**CRASHES, **BOT_CRASHES}.items()):
            bots = "\nbots = {'random': Bad}" if what in BOT_CRASHES else ""
            ids[what] = f"bad{number}"
            source = shout_with(f"{change}\nid = 'bad{number}'{bots}")
            install(folder, source, entry=ids[what], package=f"bad{number}")
        for id, change in (
            ("unset", UNSET), ("boastful", BOASTFUL), ("fussy", FUSSY), ("picky", PICKY)
        ):  # fmt: skip
            install(folder, shout_with(f"{change}\nid = '{id}'"), entry=id, package=id)
        games.look_again()
        assert games.left_out() == []
        yield ids


@pytest.mark.parametrize("part", [0, 1])
def test_what_fails_in_a_game_stops_its_match_and_nothing_else(
    crashing: dict[str, str], store: Path, caplog: pytest.LogCaptureFixture, part: int
) -> None:
    failing = list(crashing.values())[part::2]

    async def scenario() -> None:
        async with house(store, haste=20.0) as server, server.socket() as elsewhere:
            other = await server.open("now", name="Zoe", bots=["steady"] * 2, start=True)
            await hello(elsewhere, other["code"], token=other["token"])
            for game in failing:
                await the_match_is_given_up(server, game)
            await elsewhere.send_json({"type": "pause"})
            while (await hear(elsewhere, "table"))["status"] != "paused":
                pass
            assert server.server.metrics.counts["game_failures"] == len(failing)
            assert server.server.metrics.counts["errors"] == 0

    run(scenario())
    failed = [record for record in caplog.records if record.message == "game_failed"]
    assert {vars(record)["fields"]["game"] for record in failed} == set(failing)
    assert all(record.exc_info for record in failed)


async def the_match_is_given_up(server: House, game: str) -> None:
    """Everybody hears why; their table is in the lobby, and another game can be played at it."""
    opened = await server.open(game, name="Ana", bots=["random"])
    async with server.socket() as socket, server.socket() as watcher:
        await hello(socket, opened["code"], token=opened["token"])
        await hello(watcher, opened["code"], role="screen")
        await socket.send_json({"type": "start", "anyway": True})
        assert (await hear(socket, "notice"))["code"] == "game_failed"
        assert (await hear(watcher, "notice"))["code"] == "game_failed"
        await socket.send_json({"type": "choose", "game": "now"})
        while (table := await hear(socket, "table"))["game"] != "now":
            pass
        assert table["status"] == "lobby"
        await socket.send_json({"type": "seat_bot", "level": "steady"})
        await socket.send_json({"type": "start", "anyway": True})
        assert (await hear(socket, "update"))["public"]["phase"] == "countdown"


def test_a_game_that_cannot_be_dealt_is_refused(
    crashing: dict[str, str], store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            wanted: dict[str, Any] = {"game": "unset", "name": "Ana", "bots": ["random"]}
            status, refused = await server.post({**wanted, "start": True})
            assert (status, refused["code"]) == (422, "game_failed")
            opened = await server.open(**wanted)
            await hello(socket, opened["code"], token=opened["token"])
            await socket.send_json({"type": "start"})
            assert (await hear(socket, "refused"))["code"] == "game_failed"
            loud = {"game": "picky", "options": {"loud": True}}
            assert (await server.post(loud))[1]["code"] == "game_failed"
            await socket.send_json({"type": "choose", **loud})
            assert (await hear(socket, "refused"))["code"] == "game_failed"
            await socket.send_json({"type": "rename", "name": "Ann"})
            while (await hear(socket, "table"))["seats"][0]["name"] != "Ann":
                pass

    run(scenario())
    failed = [record for record in caplog.records if record.message == "game_failed"]
    errors = [type(record.exc_info[1]) for record in failed if record.exc_info]
    assert errors == [ZeroDivisionError, ZeroDivisionError, KeyError, KeyError]


def test_what_fails_beside_the_play_is_refused(
    crashing: dict[str, str], store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Moments to tell of a finished match, and what a player chooses for themselves."""

    async def scenario() -> None:
        async with house(store, haste=20.0) as server, server.socket() as socket:
            opened = await server.open("boastful", name="Ana", bots=["random"], start=True)
            await hello(socket, opened["code"], token=opened["token"])
            while (table := await hear(socket, "table"))["status"] != "ended":
                pass
            match = f"/api/matches/{table['replay']}"
            for _ in range(2):  # whoever reads the store is still there
                status, refused = await server.get(f"{match}/highlights")
                assert (status, refused["code"]) == (422, "game_failed")
            assert (await server.get(f"{match}/frames"))[0] == 200
            opened = await server.open("fussy", name="Ana")
        async with house(store) as server, server.socket() as socket:
            await hello(socket, opened["code"], token=opened["token"])
            await socket.send_json({"type": "own", "option": "colours", "value": "red"})
            assert (await hear(socket, "refused"))["code"] == "game_failed"
            await socket.send_json({"type": "rename", "name": "Ann"})
            while (await hear(socket, "table"))["seats"][0]["name"] != "Ann":
                pass

    run(scenario())
    failed = [
        vars(each)["fields"]["game"] for each in caplog.records if each.message == "game_failed"
    ]
    assert failed == ["boastful", "boastful", "fussy"]
