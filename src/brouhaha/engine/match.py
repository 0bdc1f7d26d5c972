"""A match: one game's state, its clock and its log. The only place where a state moves on.

Time never goes backwards. Deadlines due at or before an action's time fire before it. A refused
action leaves state, clock and log as they were, to the byte, fired deadlines included.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

import msgspec

from brouhaha.engine import refusals
from brouhaha.engine.chance import Chance, commitment, seed_bytes
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import (
    Action,
    AnyGame,
    AnyState,
    Event,
    Game,
    GameState,
    PrivateT,
    PublicT,
    ResultT,
    StateT_co,
)
from brouhaha.engine.log import RUN_OUT, Entry, Header, Log
from brouhaha.engine.reading import check_time, decode_action, read_deal, read_options, seat_number

T = TypeVar("T")

MOST_NAME_CHARACTERS: Final = 40  # a name has to fit on a seat
MOST_CLOCKS: Final = 1_000  # that run out one after the other; NoNo has at most a few hundred
JOINERS: Final = {0x200C: None, 0x200D: None}  # within emoji and some scripts: they belong there
MOST_BYTES: Final = 65_536  # of options or a deal in JSON; the largest true one is a tenth of it


class StuckClock(Exception):
    """A fault of the game: what happens at its deadline leads to no later one."""


class Match(Generic[StateT_co]):
    """What `brouhaha.start` and `brouhaha.replay` give.

    It is typed by its game's state, whose shown parts are what `public`, `private` and `result`
    give. Covariant, since nobody but the match moves its state on: a function that takes a
    `Match[AnyState]` takes a match of any game.
    """

    __slots__ = ("chance", "due", "entries", "game", "header", "now", "seats", "state")

    def __init__(
        self, game: Game[StateT_co, Any, Any], header: Header, chance: Chance | None = None
    ) -> None:
        """`chance` is for tests that deal otherwise than the header's seed does."""
        self.game = game
        self.header = header
        self.chance = chance or Chance(bytes.fromhex(header.seed))
        self.state = game.setup(
            header.players,
            read_options(game, header.options),
            read_deal(game, header.deal),
            self.chance,
        )
        self.entries: list[Entry] = []
        self.seats = len(header.players)
        self.now = 0
        self.due = game.due(self.state)

    # Moving on

    def act(self, seat: int, action: object, at: int) -> list[Event]:
        """A player's action, in its plain form. Gives the events; raises `Rejected`."""
        check_time(at)
        return self.play(seat_number(seat), decode_action(self.game, action), at)

    def play(self, seat: int, action: Action, at: int) -> list[Event]:
        """The same for an action that is typed already (bots, tables, replays)."""
        if at < self.now:
            raise Rejected(refusals.TIME_BACKWARDS, now=self.now, at=at)
        due = self.due
        if due is not None and due <= at:
            return self._play_after_deadlines(seat, action, at)
        if not 0 <= seat < self.seats:
            raise Rejected(refusals.WRONG_SEAT)
        game, state = self.game, self.state
        events = game.act(state, seat, action, at, self.chance)
        self.now = at
        self.due = game.due(state)
        self.entries.append(Entry(at, seat, action))
        return events

    def advance(self, at: int) -> list[Event]:
        """Let the time come to `at`: deadlines that fall due fire, in order."""
        check_time(at)
        if at < self.now:
            raise Rejected(refusals.TIME_BACKWARDS, now=self.now, at=at)
        self.now = at
        if self.due is None or self.due > at:
            return []
        self.entries.append(Entry(at))
        return self._fire(at)

    def run_out(self, at: int) -> list[Event]:
        """All time is up: every clock runs out now, one after the other, those that are switched
        off included, until the match is `over`. A game whose clocks do not end it is not."""
        check_time(at)
        if at < self.now:
            raise Rejected(refusals.TIME_BACKWARDS, now=self.now, at=at)
        self.entries.append(Entry(at, None, RUN_OUT))
        self.now = at
        events: list[Event] = []
        for _ in range(MOST_CLOCKS):
            if self.over:
                break
            events += self.game.expire(self.state, at, self.chance)
        self.due = self.game.due(self.state)
        return events

    def _fire(self, at: int) -> list[Event]:
        events: list[Event] = []
        latest, at_rest = -1, 0
        while (due := self.due) is not None and due <= at:
            if due > latest:
                latest, at_rest = due, 0
            elif (at_rest := at_rest + 1) > MOST_CLOCKS:
                raise StuckClock(f"{self.game.id}: the deadline at {due} ms does not move on")
            events += self.game.expire(self.state, due, self.chance)
            self.due = self.game.due(self.state)
        return events

    def _play_after_deadlines(self, seat: int, action: Action, at: int) -> list[Event]:
        before, due = msgspec.msgpack.encode(self.state), self.due
        try:
            return self._fire(at) + self.play(seat, action, at)
        except Rejected:
            self.state = cast("Any", msgspec.msgpack.decode(before, type=self.game.kinds.state))
            self.due = due
            raise

    # Looking

    def public(self: Match[GameState[PublicT, Any, Any]]) -> PublicT:
        """What everybody may know, as it is now: a copy, which later moves do not change."""
        return _copy(self.game.public(self.state), self.game.kinds.public)

    def private(self: Match[GameState[Any, PrivateT, Any]], seat: int) -> PrivateT:
        """What this seat alone may know besides."""
        if not 0 <= seat_number(seat) < self.seats:
            raise Rejected(refusals.WRONG_SEAT)
        return _copy(self.game.private(self.state, seat), self.game.kinds.private)

    @property
    def result(self: Match[GameState[Any, Any, ResultT]]) -> ResultT | None:
        """None until the last thing is judged; then winners, ranking and the game's figures."""
        result = self.game.result(self.state)
        return None if result is None else _copy(result, self.game.kinds.result)

    @property
    def over(self) -> bool:
        """There is a result, and it has been shown."""
        game, state = self.game, self.state
        return game.result(state) is not None and game.public(state).phase == "end"

    @property
    def seed_hash(self) -> str:
        """Shown at the start, so that the seed, shown at the end, proves the shuffle."""
        return commitment(bytes.fromhex(self.header.seed))

    @property
    def log(self) -> dict[str, Any]:
        """The whole match in plain, JSON-able form, for `brouhaha.replay`."""
        log = msgspec.json.encode(Log(self.header, self.entries, self.now))
        return msgspec.json.decode(log, type=dict[str, Any])


AnyMatch: TypeAlias = Match[AnyState]  # a match of whichever game


def new_header(
    game: AnyGame, players: object, options: object, seed: object, deal: object
) -> Header:
    """Check what any game needs of a match; the game checks the rest in its `setup`."""
    return Header(
        game=game.id,
        rules=game.version,
        players=_players(game, players),
        options=_plain_dict(options, refusals.BAD_OPTION) or {},
        seed=seed_bytes(seed).hex(),
        deal=_plain_dict(deal, refusals.BAD_DEAL),
    )


def _players(game: AnyGame, players: object) -> list[str]:
    if not isinstance(players, list | tuple) or not all(
        isinstance(name, str) and is_a_name(name) for name in players
    ):
        raise Rejected(refusals.BAD_PLAYERS, most=MOST_NAME_CHARACTERS)
    check_players(game, len(players))
    return list(players)


def check_players(game: AnyGame, players: int) -> None:
    if players < game.players.start:
        raise Rejected(refusals.TOO_FEW_PLAYERS, least=game.players.start)
    if players >= game.players.stop:
        raise Rejected(refusals.TOO_MANY_PLAYERS, most=game.players.stop - 1)


def is_a_name(name: str) -> bool:
    """Something to read, short enough for a seat; no control characters, no broken text."""
    shown = name.translate(JOINERS)
    return bool(shown.strip()) and len(name) <= MOST_NAME_CHARACTERS and shown.isprintable()


def _plain_dict(value: object, refusal: Any) -> dict[str, Any] | None:
    """A plain, JSON-able copy, so that the header owns what it holds."""
    if value is None:
        return None
    try:
        plain = msgspec.json.encode(value)
        if len(plain) > MOST_BYTES:
            reason = Words(f"more than {MOST_BYTES} bytes", f"plus de {MOST_BYTES} octets")
            raise Rejected(refusal, reason=reason)
        return msgspec.json.decode(plain, type=dict[str, Any])
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Rejected(refusal, reason=fault_in(error)) from None


def _copy(view: T, kind: type[msgspec.Struct]) -> T:
    copied: Any = msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=kind)
    return cast("T", copied)
