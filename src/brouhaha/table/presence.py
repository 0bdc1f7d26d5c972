"""A client and a player: nothing of this is in the log, and all of it is gone after a restart."""

from __future__ import annotations

from math import inf
from typing import Final

from msgspec import Struct

from brouhaha.engine.log import Entry
from brouhaha.table.commit import Conn
from brouhaha.table.rtt import Line
from brouhaha.table.wire import Missed, Notice, Role, TablePolicy

POLICY: Final = TablePolicy()
REMEMBERED: Final = 32  # refusals of a seat: as many moves may be sent again after a reconnect


class Client:
    """One connection that has said hello."""

    __slots__ = (
        "_hidings", "_hidings_since", "address", "conn", "hidden_since", "others", "own", "player",
        "role", "told_until",
    )  # fmt: skip

    def __init__(
        self,
        conn: Conn,
        role: Role,
        address: str = "",
        own: bool = False,
    ) -> None:
        self.conn = conn
        self.role: Role = role
        self.player: Player | None = None  # whose device it is; None: of who watches
        self.others: list[Player] = []  # who sit at the same device
        self.address = address  # its mark, if it is known
        self.own = own  # a screen of the host's, or one that the host let in
        self.hidden_since: float | None = None  # its page is out of sight
        self._hidings, self._hidings_since = 0, -inf
        self.told_until = -inf  # what is told later, if it only watches, is told by then

    @property
    def players(self) -> list[Player]:
        """All who sit at this device."""
        return [] if self.player is None else [self.player, *self.others]

    def player_at(self, seat: int) -> Player | None:
        """Who of them has this seat."""
        return next((player for player in self.players if player.seat == seat), None)

    def hold(self, player: Player, policy: TablePolicy) -> None:
        """This player's seat is here from now on. Whoever comes to others has the way that is known
        of them already."""
        if self.player is None:
            self.player = player
            player.line = Line(policy, player.least_proven, object())  # outlives the client
        else:
            self.others.append(player)
            player.line = self.player.line.beside(player.least_proven)
        player.client = self

    def release(self, player: Player) -> None:
        """And no longer."""
        if player is self.player:
            self.player = self.others.pop(0) if self.others else None
        else:
            self.others.remove(player)
        player.client = None

    def hides(self, hidden: bool, now: float, every: float) -> bool:
        """Its page went out of sight, or is looked at again. Is it doing so all the time?"""
        self.hidden_since = now if hidden else None
        if now >= self._hidings_since + every:
            self._hidings, self._hidings_since = 0, now
        self._hidings += 1
        return self._hidings > 2


class Absence(Struct):
    """Where the match stood when a player went, to tell them what they missed."""

    match: int  # its number
    entries: int  # of its log by then
    minded_from: int | None = None  # the same when a bot took over, if one did


class Player:
    """The person of a seat: connected, or away since some time."""

    __slots__ = (
        "_absence",
        "_answers",
        "away_since",
        "client",
        "heard",
        "least_proven",
        "line",
        "owed",
        "person",
        "seat",
    )

    def __init__(self, person: int, seat: int, heard: int, now: float) -> None:
        self.person = person
        self.seat = seat  # its number now: `Seating` keeps it right
        self.client: Client | None = None
        self.away_since = now
        self._absence: Absence | None = None  # from a match
        self.heard = heard  # the highest id of a move that came in
        self.owed: Notice | None = None  # what to tell them when they come back
        self.least_proven = inf  # ms: the shortest round trip that any of its lines has proven
        self.line = Line(POLICY)  # of the client that they have, or had last
        self._answers: dict[int, bytes] = {}  # refusals by id of the move

    def proven(self, kernel: float) -> None:
        """The least round trip that their line has shown, in ms; a later line keeps it."""
        self.line.proven(kernel)
        self.least_proven = self.line.least_proven

    def first_time(self, move: int) -> bool:
        """Is this a new move? Numbers count up: one that is not above all others came before."""
        if move <= self.heard:
            return False
        self.heard = move
        return True

    def answer(self, move: int) -> bytes | None:
        """How this move was refused, if it was and that is remembered."""
        return self._answers.get(move)

    def remember(self, move: int, answer: bytes) -> None:
        self._answers[move] = answer
        if len(self._answers) > REMEMBERED:
            del self._answers[next(iter(self._answers))]

    def take_owed(self) -> Notice | None:
        owed, self.owed = self.owed, None
        return owed

    # A match without them

    def leaves_match(self, match: int, entries: int) -> None:
        """So long is its log when they go."""
        self._absence = Absence(match, entries)

    def is_minded(self, entries: int) -> None:
        """A bot plays for them since the log is so long."""
        if self._absence is not None:
            self._absence.minded_from = entries

    def take_missed(self, match: int, log: list[Entry] | None, now: float) -> Missed | None:
        """What happened in this match since they went, if it is still shown; told once."""
        absence, self._absence = self._absence, None
        if absence is None or log is None or absence.match != match:
            return None
        seat, minded = self.seat, absence.minded_from
        others = sum(entry.seat not in (None, seat) for entry in log[absence.entries :])
        own = sum(entry.seat == seat for entry in log[minded:]) if minded is not None else 0
        return Missed(now - self.away_since, others, own)
