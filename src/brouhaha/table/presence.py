"""Who is connected: nothing of this is in the log, and all of it is gone after a restart."""

from __future__ import annotations

from typing import Final

from brouhaha.table.commit import Conn
from brouhaha.table.rtt import Line
from brouhaha.table.wire import Role

REMEMBERED: Final = 8  # refusals of a seat, for moves that are sent again after a reconnect


class Client:
    """One connection that has said hello."""

    __slots__ = ("conn", "line", "player", "role", "seen")

    def __init__(self, conn: Conn, role: Role, player: Player | None, seen: int | None) -> None:
        self.conn = conn
        self.role: Role = role
        self.player = player
        self.seen = seen  # the last update that it says it saw, before it came back
        self.line = Line()


class Player:
    """A seat's person: here, or away since some time."""

    __slots__ = ("answers", "away_since", "client", "heard", "minded", "person", "seat")

    def __init__(self, person: int, heard: int, now: float) -> None:
        self.person = person
        self.seat = -1  # its number now: `seating` keeps it right
        self.client: Client | None = None
        self.away_since = now
        self.minded = False  # a bot plays for them
        self.heard = heard  # the highest id of a move that came in
        self.answers: dict[int, bytes] = {}  # refusals by id of the move

    def remember(self, move: int, answer: bytes) -> None:
        self.answers[move] = answer
        if len(self.answers) > REMEMBERED:
            del self.answers[next(iter(self.answers))]
