"""People at their phones: they come, play, lose their wires, come back, and say again what was not
answered, as the page does. They think with the games' own bots.

`Player` is honest: what it is told must make sense (the laws are at `laws`). `Watcher` looks on.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, Protocol

import msgspec

from brouhaha import games
from brouhaha.engine.game import Action, Bot
from brouhaha.table import wire as said
from brouhaha.table.bots import same_level
from tests.simulation.disturbances import Disturbances
from tests.simulation.timeline import Timeline
from tests.simulation.violation import Violation
from tests.simulation.wires import Wire

COMES_BACK: Final = 0.4  # seconds after the wire broke
ANSWERED_WITHIN: Final = 3.0  # seconds: a race takes 0.25, a wire 0.3, a full commit 0.1
STARTS_AFTER: Final = 0.3
LEVELS: Final = ("random", "random", "random", "steady", "sharp")  # the first thinks least
ANSWERS = "an honest player's move is answered soon, whatever others do"
SEATS = "a seat is its player's, through everything"
ENDED_FOR_ME: Final = ("kicked", "handed_over", "table_closed", "replaced")
encode: Final = msgspec.json.Encoder().encode


class Surroundings(Protocol):
    """What people need of the world."""

    timeline: Timeline
    disturbances: Disturbances
    calm: bool  # nobody plays any more: the clocks end what is under way

    def wire(self, caller: Any, address: str, chance: Random) -> Wire: ...

    def may_be_gone(self, code: str) -> bool: ...


class Watcher:
    role: said.Role = "spectator"

    def __init__(self, world: Surroundings, code: str, name: str, seed: str) -> None:
        self.code = code
        self.name = name
        self.gone = False
        self.away_until = 0.0
        self.table: said.ClientOutTable | None = None
        self.seq = 0  # of the last update
        self.knocks = False  # waits for the host's answer, and is shown nothing
        self.chance = Random(f"{seed} {name}")
        self.address = f"10.{self.chance.randrange(256)}.{self.chance.randrange(256)}.7"
        self.wire: Wire | None = None
        self._world = world

    def come(self) -> None:
        if not self.gone and (self.wire is None or self.wire.closed):
            self.wire = self._world.wire(self, self.address, self.chance)
            self.knocks = False
            self.say(type="hello", code=self.code, **self.who())

    def who(self) -> dict[str, Any]:
        return {"role": self.role}

    def say(self, **message: Any) -> None:
        self.send(encode(message))

    def send(self, text: bytes) -> None:
        if self.wire is not None and not self.wire.closed:
            self.wire.say(text)

    @property
    def here(self) -> bool:
        return self.wire is not None and not (self.wire.closed or self.wire.dead)

    def hung_up(self, wire: Wire) -> None:
        if wire is self.wire and not self.gone:
            away = max(0.0, self.away_until - self._world.timeline.now)
            self._world.timeline.after(away + COMES_BACK + self.chance.random(), self.come)

    def heard(self, wire: Wire, message: said.ClientOut) -> None:
        if wire is self.wire:
            getattr(self, f"heard_{message.__struct_config__.tag}", _nothing)(message)

    def heard_knocking(self, _: said.ClientOutKnocking) -> None:
        self.knocks = True

    def heard_welcome(self, _: said.ClientOutWelcome) -> None:
        self.knocks = False

    def heard_table(self, table: said.ClientOutTable) -> None:
        self.table = table

    def heard_update(self, update: said.ClientOutUpdate) -> None:
        self.seq = update.seq

    def heard_notice(self, notice: said.ClientOutNotice) -> None:
        self.gone |= notice.code in ENDED_FOR_ME

    def heard_refused(self, refused: said.ClientOutRefused) -> None:
        self.gone |= refused.request == "hello" and refused.code != "moved"

    def heard_moved(self, moved: said.ClientOutMoved) -> None:
        self.code = moved.code


class Player(Watcher):
    role = "player"

    def __init__(
        self, world: Surroundings, code: str, name: str, seed: str, token: str | None = None
    ) -> None:
        super().__init__(world, code, name, seed)
        self.token = token
        self.excused = False  # gave the seat up, or a power cut may have taken it
        self.rematches = 0
        self.floods = False  # says far too much, and is told so
        self.said: list[bytes] = []  # all moves
        self._unanswered: dict[int, bytes] = {}
        self._moves = 0
        self._update: said.ClientOutUpdate | None = None
        self._heard_at = 0.0
        self._mind: Bot | None = None
        self._minded: tuple[int, int | None] = (0, None)
        self._scene = -1
        self._plan = 0  # counts up: an older one is not carried out
        self._starting = False
        self._hand_over: str | None = None  # a secret, on the way to another device
        self.lobby = 0.0  # seconds before a match that this host lets pass

    def who(self) -> dict[str, Any]:
        if self._hand_over is not None:
            secret, self._hand_over = self._hand_over, None
            self.token = self.chance.randbytes(32).hex()
            return {"token": self.token, "hand_over": secret}
        if self.token is not None:
            seen = {} if self._update is None else {"seq": self._update.seq}
            return {"token": self.token, **seen}
        return {"name": self.name, "wait": True, "knock": True}

    # What is told

    def heard_welcome(self, welcome: said.ClientOutWelcome) -> None:
        super().heard_welcome(welcome)
        self.token = welcome.token or self.token
        self._moves = max(self._moves, welcome.heard)
        for text in list(self._unanswered.values()):  # perhaps they never came in
            self.send(text)

    def heard_table(self, table: said.ClientOutTable) -> None:
        self.table = table
        if self._world.calm:
            if table.status == "paused":
                self.say(type="resume")
            return
        me = table.seats[table.you] if table.you is not None else None
        for knock in getattr(table, "knocks", []):
            self.say(type=self.chance.choice(["admit", "admit", "turn_away"]), knock=knock.id)
        if table.status == "lobby" and me is not None and not me.ready:
            self.say(type="ready")
        if me is not None and me.host and table.status in ("lobby", "ended"):
            self._begin_soon(table.status)

    def _begin_soon(self, status: str) -> None:
        if not self._starting and (status == "lobby" or self.rematches):
            self._starting = True
            self.rematches -= status == "ended"
            self._world.timeline.after(STARTS_AFTER + self.lobby, self._begin, status)

    def _begin(self, status: str) -> None:
        self._starting = False
        if not self._world.calm:
            self.say(
                **({"type": "start", "anyway": True} if status == "lobby" else {"type": "rematch"})
            )

    def heard_update(self, update: said.ClientOutUpdate) -> None:
        super().heard_update(update)
        self._update, self._heard_at = update, self._world.timeline.now
        for move in [move for move in self._unanswered if move <= (update.heard or 0)]:
            del self._unanswered[move]
        if not self._world.calm and self.table is not None and self.table.status == "playing":
            self._look(update, self.table.game)

    def heard_refused(self, refused: said.ClientOutRefused) -> None:
        if refused.request == "act" and refused.id is not None:
            self._unanswered.pop(refused.id, None)
            self._think()
        elif refused.code == "moved":
            self.code = refused.details["code"]
        elif refused.request == "hello":
            gone = refused.code == "no_such_table" and self._world.may_be_gone(self.code)
            if self.token is not None and not (self.excused or gone):
                raise Violation(SEATS, f"{self.name} at {self.code} was told {refused.code}")
            self.gone = True

    def heard_hand_over(self, offered: said.ClientOutHandOver) -> None:
        """Another device takes the seat, by another wire."""
        self._hand_over, self.wire, self.excused = offered.secret, None, True
        self.come()

    def heard_error(self, error: said.ClientOutError) -> None:
        if not self.floods:
            raise Violation(SEATS, f"{self.name}, who does nothing wrong, was told {error.code}")

    # Playing

    def _look(self, update: said.ClientOutUpdate, name: str) -> None:
        if bytes(update.private) == b"null":
            return
        public: Any = msgspec.json.decode(update.public, type=games.find(name).kinds.public)
        if public.scene != self._scene or not self._plan:
            self._scene = public.scene
            self._think()

    def _think(self) -> None:
        table, update = self.table, self._update
        self._plan += 1  # what was planned before is not done any more
        if table is None or update is None or table.status != "playing" or self._world.calm:
            return
        if bytes(update.private) == b"null" or table.you is None:
            return
        game = games.find(table.game)
        if self._mind is None or self._minded != (table.match, table.you):
            level = "random" if table.game == "nono" else self.chance.choice(LEVELS)
            self._mind = game.bots[same_level(level, game)](table.you, self.chance)
            self._minded = table.match, table.you
        thought = self._mind.think(
            msgspec.json.decode(update.public, type=game.kinds.public),
            msgspec.json.decode(update.private, type=game.kinds.private),
        )
        if thought is not None:
            self._world.timeline.after(
                max(thought.after, 1) / 1000, self._carry_out, self._plan, thought.action
            )

    def _carry_out(self, plan: int, action: Action | None) -> None:
        if plan != self._plan or self._world.calm or not self.here or self._update is None:
            return
        if action is None:
            self._think()
        else:
            self.act(action)

    def act(self, action: object) -> None:
        """A move, as the page sends it: numbered, and kept until it is answered."""
        if self._update is None:
            return
        now = self._world.timeline.now
        self._moves += 1
        text = encode({
            "type": "act", "id": self._moves, "seen": self._update.seq,
            "after": round((now - self._heard_at) * 1000, 1), "action": action,
        })  # fmt: skip
        self.said.append(text)
        self._unanswered[self._moves] = text
        self.send(text)
        self._world.timeline.after(ANSWERED_WITHIN, self._expect, self._moves, self.wire, now)

    def _expect(self, move: int, wire: Wire, said_at: float) -> None:
        """By now this move has its answer, if nothing stood in the way."""
        broken = wire.closed or wire.dead or wire.stalled or wire is not self.wire
        broken = broken or self.floods
        if (
            move in self._unanswered
            and not broken
            and self._world.disturbances.none_since(said_at, self.code)
        ):
            raise Violation(ANSWERS, f"{self.name} at {self.code}: {self._unanswered[move]!r}")


def _nothing(message: object) -> None:
    """Nothing to do."""
