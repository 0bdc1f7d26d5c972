"""Strangers who lie and spam: frames that are no messages, moves of others, and far too many."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from brouhaha.table import wire as said
from tests.server import hostile
from tests.simulation.violation import Violation
from tests.simulation.wires import Wire

if TYPE_CHECKING:
    from tests.simulation.world import World

A_FLOOD: Final = 250  # frames at once: more than any socket may send
CUT_OFF_WITHIN: Final = 2.0  # seconds
BUDGET = "who sends too much is cut off"


class Stranger:
    """Comes once, says what it came to say, and is heard of no more."""

    token: str | None = None

    def __init__(self, world: World, code: str, frames: int, number: int) -> None:
        self.wire: Wire | None = None
        self._world = world
        self._code = code
        self._frames = frames
        self._chance = Random(f"{world.plan.seed} stranger {number}")
        self._address = f"172.16.{number}.9"
        world.strangers.append(self)

    def come(self) -> None:
        self.wire = wire = self._world.wire(self, self._address, self._chance)
        if self._chance.random() < 0.7:
            role = self._chance.choice(["spectator", "screen"])
            wire.say(
                b'{"type":"hello","code":"%s","role":"%s"}' % (self._code.encode(), role.encode())
            )
        else:  # somebody's seat, with a token that is none
            wire.say(
                b'{"type":"hello","code":"%s","token":"%s"}' % (self._code.encode(), b"0" * 64)
            )
        for _ in range(self._frames):
            wire.say(self._frame())
        if self._frames >= A_FLOOD:
            self._world.timeline.after(CUT_OFF_WITHIN, self._expect, wire, self._world.timeline.now)

    def _frame(self) -> bytes:
        if self._frames >= A_FLOOD:
            return b'{"type":"beat"}'
        return hostile.message(self._chance, "now").encode("utf-8", "surrogatepass")

    def _expect(self, wire: Wire, came: float) -> None:
        if not wire.closed and self._world.disturbances.none_since(came):
            raise Violation(BUDGET, f"{self._frames} frames at once, and still there")

    def heard(self, wire: Wire, message: said.ClientOut) -> None:
        """It does not listen."""

    def hung_up(self, wire: Wire) -> None:
        """It does not come back."""
