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
from collections.abc import Collection

from msgspec import Struct

from brouhaha.engine.errors import Rejected
from brouhaha.table import names, wire
from brouhaha.table.commit import Conn
from brouhaha.table.refusals import DOOR_FULL, KNOCK_LATER, NOBODY_KNOCKS
from brouhaha.table.settings import Settings
from brouhaha.table.state import TableState


class Knocking(Struct, frozen=True):
    """Somebody who waits for the host's answer."""

    conn: Conn
    hello: wire.ClientInHello
    name: str
    address: str  # its mark


class Door:
    def __init__(self, state: TableState, settings: Settings) -> None:
        self._state = state
        self._settings = settings
        self._knocks: dict[int, Knocking] = {}
        self._last = 0  # the highest number that a knock had
        self._turned_away_at: dict[str, float] = {}  # by address

    def must_knock(self, address: str) -> bool:
        """Is the host asked before somebody new from this address sits down?"""
        often = self._state.joins.get(address, 0) >= self._settings.joins
        return self._state.policy.approve or often or self.was_sent_away(address)

    def was_sent_away(self, address: str) -> bool:
        """Has the host sent somebody from this address away, and not let them in again?"""
        return address != "" and any(one.address == address for one in self._state.removed)

    def knock(self, conn: Conn, hello: wire.ClientInHello, address: str, now: float) -> Conn | None:
        """Gives whom this knock takes the place of, if anybody."""
        turned_away = self._turned_away_at.get(address)
        if turned_away is not None and now < turned_away + self._settings.knock_again:
            raise Rejected(KNOCK_LATER)
        name = names.clean(hello.name) if hello.role == "player" else ""
        displaced = self._make_room(address) if self.full else None
        self._last += 1
        self._knocks[self._last] = Knocking(conn, hello, name, address)
        return displaced

    @property
    def full(self) -> bool:
        return len(self._knocks) >= self._settings.knocks

    def _make_room(self, address: str) -> Conn:
        """Whoever came last from the address that takes up the most room, if this one has less."""
        places = Counter(knock.address for knock in self._knocks.values())
        crowd, most = places.most_common(1)[0]
        if places[address] + 1 >= most:
            raise Rejected(DOOR_FULL)
        last = max(id for id, knock in self._knocks.items() if knock.address == crowd)
        return self._knocks.pop(last).conn

    def find(self, id: int) -> Knocking:
        if id not in self._knocks:
            raise Rejected(NOBODY_KNOCKS)
        return self._knocks[id]

    def turned_away(self, knocking: Knocking, now: float) -> None:
        """Nobody else from there knocks for a while; they are not remembered for longer."""
        again = now - self._settings.knock_again
        self._turned_away_at = {a: at for a, at in self._turned_away_at.items() if at > again}
        if knocking.address:
            self._turned_away_at[knocking.address] = now

    def forget(self, conn: Conn) -> bool:
        """They have gone, or are in. Was somebody of that name knocking?"""
        found = [id for id, knock in self._knocks.items() if knock.conn == conn]
        for id in found:
            del self._knocks[id]
        return bool(found)

    def knocks_by(self, conn: Conn) -> bool:
        return any(knock.conn == conn for knock in self._knocks.values())

    def knocking(self, roles: Collection[wire.Role]) -> list[Knocking]:
        return [knock for knock in self._knocks.values() if knock.hello.role in roles]

    @property
    def shown(self) -> list[wire.Knock]:
        return [wire.Knock(id, one.name, one.hello.role) for id, one in self._knocks.items()]
