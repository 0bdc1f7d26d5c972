"""The door: who is to ask the host before coming in, and who is asking.

Newcomers knock if the host wants that (`TablePolicy.approve`), if somebody from their address was
sent away, or if that address has joined very often. A screen knocks if no place for strangers' is
left, or none is given. An address may be a whole school's: so it is never a reason for a flat no,
only for asking the host, and it costs nobody a seat.

Who knocks has no seat and hears nothing of the table. Knocks are not in the log: after a restart
people knock again. What the host answered is.
"""

from __future__ import annotations

from collections import Counter
from math import inf

from msgspec import Struct

from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.table import frames, names, wire
from brouhaha.table.commit import Conn
from brouhaha.table.entries import TurnedAway
from brouhaha.table.outbox import Outbox
from brouhaha.table.refusals import DOOR_FULL, KNOCK_LATER, NOBODY_KNOCKS, TURNED_AWAY
from brouhaha.table.settings import Settings
from brouhaha.table.state import TableState


class Knocking(Struct, frozen=True):
    """Somebody who waits for the host's answer."""

    conn: Conn
    hello: wire.ClientInHello
    name: str
    address: str  # its mark


class Door:
    def __init__(self, state: TableState, settings: Settings, outbox: Outbox) -> None:
        self._state = state
        self._settings = settings
        self._outbox = outbox
        self._knocks: dict[int, Knocking] = {}
        self._last = 0  # the highest number that a knock had
        self._turned_away_at: dict[str, float] = {}  # by address

    # Who is to ask

    def must_knock(self, address: str) -> bool:
        """Is the host asked before somebody new from this address sits down?"""
        often = self._state.joins.get(address, 0) >= self._settings.joins
        return self._state.policy.approve or often or self.was_sent_away(address)

    def was_sent_away(self, address: str) -> bool:
        """Has the host sent somebody from this address away, and not let them in again?"""
        return address != "" and any(one.address == address for one in self._state.removed)

    # Who is asking

    def knock(
        self, conn: Conn, hello: wire.ClientInHello, address: str, now: float, refusal: Refusal
    ) -> None:
        """Wait for the host's answer. Who does not say that they would is refused."""
        if not hello.knock:
            raise Rejected(refusal)
        if now < self._turned_away_at.get(address, -inf) + self._settings.knock_again:
            raise Rejected(KNOCK_LATER)
        name = names.clean(hello.name) if hello.role == "player" else ""
        if len(self._knocks) >= self._settings.knocks:
            self._make_room(address)
        self._last += 1
        self._knocks[self._last] = Knocking(conn, hello, name, address)
        self._outbox.send(conn, wire.encode(wire.ClientOutKnocking()))
        self._show(now)

    def _make_room(self, address: str) -> None:
        """Whoever came last from the address that takes up the most room, if this one has less."""
        places = Counter(knock.address for knock in self._knocks.values())
        crowd, most = places.most_common(1)[0]
        if places[address] + 1 >= most:
            raise Rejected(DOOR_FULL)
        last = max(id for id, knock in self._knocks.items() if knock.address == crowd)
        self._refuse(self._knocks[last], DOOR_FULL)

    def is_knocking(self, conn: Conn) -> bool:
        return any(knock.conn == conn for knock in self._knocks.values())

    def stop(self, conn: Conn, now: float) -> None:
        """They have gone, or are in."""
        if self.is_knocking(conn):
            self._forget(conn)
            self._show(now)

    # What the host says

    def find(self, id: int) -> Knocking:
        if id not in self._knocks:
            raise Rejected(NOBODY_KNOCKS)
        return self._knocks[id]

    def turn_away(self, id: int, now: float) -> None:
        """Whoever comes from there is asked about, and not before a while has passed."""
        knocking = self.find(id)
        again = now - self._settings.knock_again
        self._turned_away_at = {a: at for a, at in self._turned_away_at.items() if at > again}
        if knocking.address:
            self._turned_away_at[knocking.address] = now
            if len(self._state.removed) < self._settings.removed:
                self._outbox.decide(TurnedAway(knocking.name, knocking.address))
        self._refuse(knocking, TURNED_AWAY)
        self._show(now)

    def clear(self, refusal: Refusal, now: float, *roles: wire.Role) -> None:
        """Nobody who knocks as one of these need wait any longer."""
        for knocking in list(self._knocks.values()):
            if knocking.hello.role in roles:
                self._refuse(knocking, refusal)
                self._show(now)

    def _refuse(self, knocking: Knocking, refusal: Refusal) -> None:
        self._forget(knocking.conn)
        self._outbox.send(knocking.conn, frames.refusal(Rejected(refusal), "hello"))
        self._outbox.hang_up(knocking.conn, refusal.code)

    def _forget(self, conn: Conn) -> None:
        self._knocks = {id: knock for id, knock in self._knocks.items() if knock.conn != conn}

    def _show(self, now: float) -> None:
        shown = [wire.Knock(id, one.name, one.hello.role) for id, one in self._knocks.items()]
        self._outbox.show_door(shown, now)
