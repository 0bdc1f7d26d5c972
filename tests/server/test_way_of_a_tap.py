"""The way of one tap through the server, traced over a real socket, as ARCHITECTURE.md draws it.

The tap is a placement in nimble. Once it is played at once (the others are bots), once it waits in
a race (another person could have been quicker). The drawing must name every call, in order.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from itertools import accumulate, groupby
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientWebSocketResponse

import brouhaha
from tests.server.guests import House, hear, hello, house, run

pytestmark = pytest.mark.interpreted

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

PACKAGE = Path(brouhaha.__file__).parent
ARCHITECTURE = Path(__file__).parents[2] / "ARCHITECTURE.md"
STANDS_STILL = 1e-6  # haste: bots never act
UNHURRIED = 0.2  # haste: how long a rival is waited for is long for a busy machine, too
JUST_NOW = 1e6  # ms after the update: no player is believed to have acted after the arrival
OPTIONS = {"countdown": 0}
MOST_CALLS, MOST_FILES = 64, 23  # of a tap that nobody contests, from the bytes that come in


class Call(NamedTuple):
    depth: int
    file: str
    function: str


class Trace:
    """What this thread calls in the package, one list for each time that the loop calls it."""

    def __init__(self) -> None:
        self.wakings: list[list[Call]] = []
        self._depth = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event not in ("call", "return") or not path.is_relative_to(PACKAGE):
            return
        if event == "return":
            self._depth -= 1
            return
        if self._depth == 0:
            self.wakings.append([])
        file = path.relative_to(PACKAGE).as_posix()
        self.wakings[-1].append(Call(self._depth, file, frame.f_code.co_qualname))
        self._depth += 1

    @property
    def of_the_tap(self) -> list[Call]:
        """Without what the server does besides: pings, chores."""
        return [call for calls in self.wakings if _is_of_the_tap(calls) for call in calls]


def _is_of_the_tap(calls: list[Call]) -> bool:
    functions = [call.function for call in calls]
    if functions[0] == "Alarms._ring":
        return "Table.wake" in functions  # else it rang a hair too early, and is set again
    return functions[0] == "Committer._commit" or "Connection.hear" in functions


@contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(None)


class Player:
    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.moves = 0
        self.update: dict[str, Any] = {}

    async def look(self) -> None:
        self.update = await hear(self.socket, "update")

    async def act(self, **action: object) -> None:
        self.moves += 1
        move = {"type": "act", "id": self.moves, "seen": self.update["seq"], "after": JUST_NOW}
        await self.socket.send_json({**move, "action": action})


async def begun(server: House, sockets: AsyncExitStack, bots: int, people: int) -> list[Player]:
    """A match in which the first player has a card that does not fit on every pile."""
    bot_levels = ["steady"] * bots
    opened = await server.open("nimble", name="Ana", bots=bot_levels, options=OPTIONS)
    host = await sockets.enter_async_context(server.socket())
    await hello(host, opened["code"], token=opened["token"])
    players = [Player(host)]
    for number in range(1, people):
        guest = await sockets.enter_async_context(server.socket())
        await hello(guest, opened["code"], name=f"Bo{number}")
        await guest.send_json({"type": "ready"})
        while not (await hear(guest, "table"))["seats"][-1]["ready"]:
            pass
        players.append(Player(guest))
    await host.send_json({"type": "start"})
    for player in players:
        await player.look()
    while not wrong_piles(players[0].update):
        await players[0].act(type="flip")
        for player in players:
            await player.look()
    return players


def wrong_piles(update: dict[str, Any]) -> list[int]:
    """Where the first player's open card may not go."""
    piles, top = update["public"]["piles"], update["public"]["seats"][0]["top"]
    return [number for number, (_, circle) in enumerate(piles) if top and circle != top[0]]


async def placement(store: Path, *, haste: float, bots: int, people: int) -> list[Call]:
    async with house(store, haste=haste) as server, AsyncExitStack() as sockets:
        players = await begun(server, sockets, bots, people)
        # A wrong placement: for a right one nobody waits who has no card for that pile.
        pile, moves = wrong_piles(players[0].update)[0], players[0].moves
        onto = players[0].update["public"]["piles"][pile]
        with traced() as trace:
            await players[0].act(type="place", pile=pile, onto=onto)
            for player in players:
                await player.look()
        assert players[0].update["heard"] == moves + 1
        return trace.of_the_tap


def played_at_once(store: Path) -> list[Call]:
    return run(placement(store, haste=STANDS_STILL, bots=1, people=1))


def drawn_way() -> str:
    section = ARCHITECTURE.read_text(encoding="utf-8").split("## The way of a tap")[1]
    block = re.search(r"```text\n(.*?)```", section, re.DOTALL)
    assert block is not None
    return block[1]


def lines(calls: list[Call]) -> list[str]:
    """One line for what is called in one file without leaving it; the loop begins a new one."""
    wakings = accumulate(call.depth == 0 for call in calls)
    by_file = groupby(zip(wakings, calls, strict=True), key=lambda each: (each[0], each[1].file))
    return [
        f"{file:<28} {', '.join(call.function for _, call in here)}" for (_, file), here in by_file
    ]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_the_drawing_is_the_way(store: Path) -> None:
    drawn = [line for line in drawn_way().splitlines() if line and not line.startswith("#")]
    way = lines(played_at_once(store))
    assert drawn == way, "ARCHITECTURE.md should have:\n" + "\n".join(way)


def test_its_length_is_told_and_does_not_grow(store: Path) -> None:
    calls = played_at_once(store)
    files = {call.file for call in calls}
    told = ARCHITECTURE.read_text(encoding="utf-8")
    assert f"{len(calls)} calls over {len(files)} files" in told
    assert len(calls) <= MOST_CALLS
    assert len(files) <= MOST_FILES


def test_a_contested_tap_waits_for_an_alarm_and_then_goes_the_same_way(store: Path) -> None:
    calls = run(placement(store, haste=UNHURRIED, bots=0, people=2))
    functions = [call.function for call in calls]
    waits, wakes = functions.index("Alarms.set"), functions.index("Alarms._ring")
    assert waits < wakes < functions.index("place") < functions.index("WalFile.write")
    assert functions.index("WalFile.write") < functions.index("Connection.send")
    told = ARCHITECTURE.read_text(encoding="utf-8")
    assert f"{len(calls)} when it waits in a race" in told


def test_frames_are_made_then_written_then_released(store: Path) -> None:
    functions = [call.function for call in played_at_once(store)]
    made, written = functions.index("common_update"), functions.index("WalFile.write")
    assert made < written < functions.index("Connection.send")
