"""Going: a lost connection, a goodbye, being sent away or to another table, and the next host.

A connection that goes leaves the seats of its players theirs; only who says goodbye or is sent away
gives the seat up.
"""

from __future__ import annotations

from brouhaha.table import wire
from brouhaha.table.entries import HostPassed, Left, SentAway, WentOver
from brouhaha.table.match_control import MatchControl
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Client, Player
from brouhaha.table.seating import Seating
from brouhaha.table.state import Seat, TableState
from brouhaha.table.wire import ClientOutMoved, ClientOutNotice, Notice


class Leaving:
    def __init__(
        self, state: TableState, seating: Seating, outbox: Outbox, match_control: MatchControl
    ) -> None:
        self._state = state
        self._seating = seating
        self._outbox = outbox
        self._match_control = match_control

    # Connections

    def drop(self, client: Client, now: float) -> None:
        """The connection is gone; the seats stay those of its players."""
        players = self._seating.disconnect(client, now)
        self._outbox.forget(client)
        for player in players:
            self._match_control.player_went(player)
        if players:
            self._outbox.show_table()
        else:
            self._outbox.show_presence(now)

    def send_off(self, client: Client, code: Notice, now: float) -> None:
        self._outbox.notify(client.conn, code)
        self._outbox.hang_up(client.conn, code)
        self.drop(client, now)

    def send_watchers_away(self, now: float) -> None:
        """All but the host's own screens."""
        for client in self._seating.watching(own=False):
            self.send_off(client, "kicked", now)

    def make_way(self, players: list[Player], notice: Notice, now: float) -> None:
        """Older connections of these players do; who else has a seat there, stays."""
        for player in players:
            client = player.client
            if client is not None and all(one in players for one in client.players):
                self.send_off(client, notice, now)
            elif client is not None:
                self._release(player, notice, now)

    def _release(self, player: Player, notice: Notice | None, now: float) -> None:
        """The seat is no longer at that device, where others are who stay."""
        if player.client is not None:
            if notice is not None:
                told = ClientOutNotice(notice, player.seat)
                self._outbox.send(player.client.conn, wire.encode(told))
            self._seating.release(player, now)
            self._match_control.player_went(player)
            self._outbox.show_table()

    # Seats

    def leave(self, client: Client, now: float, one: Player | None = None) -> None:
        """Goodbye: the seats of all who sit there are given up, or that of `one`. In a match a bot
        plays them, until their players come back or the match ends."""
        leaving = client.players if one is None else [one]
        if len(leaving) < len(client.players):
            for player in leaving:
                self._release(player, None, now)
        else:
            self._outbox.hang_up(client.conn, "left")
            self.drop(client, now)
        for player in leaving:
            running = self._state.status in ("playing", "paused")
            self._give_up_seat(Left(player.seat, may_return=running), now)

    def send_away(self, player: Player, now: float) -> None:
        """The host's decision. Who comes from the same address then knocks; who sits, stays."""
        address = self._state.seats[player.seat].address
        if player.client is not None:
            address = player.client.address or address
            self.make_way([player], "kicked", now)
        self._give_up_seat(SentAway(player.seat, address), now)

    def _give_up_seat(self, left: Left | SentAway, now: float) -> None:
        self._outbox.decide(left)
        self._seating.renumber(now)
        self._match_control.mind_empty_seats(now)
        if self._state.host is None:
            self._pass_host_to(self._seating.heir())

    def go_over(self, people: list[int], code: str, now: float) -> list[Seat]:
        """These persons go to that table: their seats, as they were here."""
        seats = [seat for person in people for seat in self._state.seats if seat.person == person]
        for person in people:
            client = self._seating.players[person].client
            if client is not None:  # all who sit there go: `Seating.devices`
                self._outbox.send(client.conn, wire.encode(ClientOutMoved(code)))
                self._outbox.hang_up(client.conn, "moved")
                self.drop(client, now)
        self._outbox.decide(WentOver(code, people))
        self._seating.renumber(now)
        return seats

    # The host

    def replace_host(self) -> None:
        """The host has been away for long."""
        self._pass_host_to(self._seating.heir(but=self._seating.absent_host))

    def _pass_host_to(self, heir: Player | None) -> None:
        if heir is not None:
            self._outbox.decide(HostPassed(heir.seat))
