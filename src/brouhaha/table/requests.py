"""What a client asks for, other than a move: who may ask it (`permissions`), and which part of the
table does it."""

from __future__ import annotations

from brouhaha.engine.errors import Rejected
from brouhaha.table import lobby, permissions, wire
from brouhaha.table.commit import Conn
from brouhaha.table.entries import SaidReady, TableEntry
from brouhaha.table.joining import Joining
from brouhaha.table.leaving import Leaving
from brouhaha.table.match_control import MatchControl
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import HELLO_FIRST, KNOCK_FIRST, TABLE_CLOSED, TABLE_LOCKED
from brouhaha.table.seating import Seating
from brouhaha.table.settings import Settings
from brouhaha.table.state import TableState
from brouhaha.table.wire import ClientIn, ClientOutWelcome


class Requests:
    def __init__(
        self,
        state: TableState,
        seating: Seating,
        outbox: Outbox,
        match_control: MatchControl,
        leaving: Leaving,
        joining: Joining,
        settings: Settings,
    ) -> None:
        self._state = state
        self._seating = seating
        self._outbox = outbox
        self._match_control = match_control
        self._leaving = leaving
        self._joining = joining
        self._settings = settings

    def carry_out(
        self, conn: Conn, client: Client | None, message: ClientIn, now: float, address: str
    ) -> ClientOutWelcome | None:
        """Anything but a move; gives the welcome to a hello."""
        if client is None:
            return self._first_message(conn, message, now, address)
        player = self.check(client, message)
        if isinstance(message, wire.ClientInBeat):  # its answer is the server's: only sight is ours
            self._hide(client, message.hidden, now)
            return None
        if isinstance(message, wire.ClientInMeasured):  # the server's: we hear the round trip
            return None
        if player is None or isinstance(message, wire.ClientInLeave):
            named = isinstance(message, wire.ClientInLeave) and message.by is not None
            self._leaving.leave(client, now, player if named else None)
        elif isinstance(message, wire.ClientInSit):
            self._joining.sit(client, player, message, now)
        else:
            self._obey(player, message, now)
        return None

    def check(self, client: Client, message: ClientIn) -> Player | None:
        """Who of this client's says it, if they may now. Raises `Rejected`."""
        player = permissions.speaker(self._state, client, message)
        permissions.check(self._state, player, message, self._settings.changes)
        return player

    def _first_message(
        self, conn: Conn, message: ClientIn, now: float, address: str
    ) -> ClientOutWelcome | None:
        """Of somebody who has not come in yet: a hello, or how they go on while they knock."""
        if self._state.closed:
            raise Rejected(TABLE_CLOSED)
        if self._joining.door.is_knocking(conn):
            if isinstance(message, wire.ClientInBeat):
                return None
            raise Rejected(KNOCK_FIRST)
        if not isinstance(message, wire.ClientInHello):
            raise Rejected(HELLO_FIRST)
        return self._joining.hello(conn, message, address, now)

    def _hide(self, client: Client, hidden: bool, now: float) -> None:
        """Of who watches nobody is told, and of who does it all the time not each time."""
        all_the_time = client.hides(hidden, now, self._settings.presence)
        if client.player is not None and all_the_time:
            self._outbox.show_presence(now)
        elif client.player is not None:
            self._outbox.show_table()

    def _obey(self, player: Player, message: ClientIn, now: float) -> None:
        """What a player says who may say it."""
        state, control = self._state, self._match_control
        match message:
            case wire.ClientInReady(ready):
                self._say_ready(player, ready, now)
            case wire.ClientInRename(name):
                self._decide(lobby.rename(state, player.seat, name), now)
            case wire.ClientInOwn(option, value):
                self._decide(lobby.set_own(state, player.seat, option, value), now)
            case wire.ClientInSeatBot(level):
                self._decide(lobby.seat_bot(state, level), now)
            case wire.ClientInPassHost(seat):
                self._decide(lobby.pass_host(self._seating, seat), now)
            case wire.ClientInRemove(seat):
                self._remove(player, seat, now)
            case wire.ClientInChoose() | wire.ClientInNext():
                self._decide(lobby.choose(state, message, self._settings.option_bytes), now)
                control.clear()
            case wire.ClientInRenameSeat(seat, name):
                self._decide(lobby.rename_seat(self._seating, state, seat, name), now)
            case wire.ClientInReadmit(removed):
                self._decide(lobby.readmit(state, removed), now)
            case wire.ClientInAdmit(knock):
                self._joining.admit(knock, now)
            case wire.ClientInTurnAway(knock):
                self._joining.door.turn_away(knock, now)
            case wire.ClientInPolicy(change):
                self._change_policy(change, now)
            case wire.ClientInStart(anyway):
                control.start(player, now, anyway=anyway)
            case wire.ClientInRematch():
                control.begin(now)
            case wire.ClientInHandOver():
                self._joining.offer_seat(player, now)
            case wire.ClientInTakeOver(seat):
                control.take_over(player, seat, now)
            case wire.ClientInPause():
                control.pause_by(player, now)
            case wire.ClientInResume():
                control.resume_by(player, now)

    def _say_ready(self, player: Player, ready: bool, now: float) -> None:
        """Saying it again changes nothing, and is answered with the table as it is."""
        if self._state.seats[player.seat].ready != ready:
            self._decide(SaidReady(player.seat, ready), now)
        elif player.client is not None:
            self._outbox.show_again(player.client)

    def _change_policy(self, change: wire.PolicyChange, now: float) -> None:
        self._decide(lobby.change_policy(self._state.policy, change), now)
        self._match_control.follow_policy()
        if self._state.policy.locked:
            self._joining.door.clear(TABLE_LOCKED, now, "player")
        if not self._state.policy.watchers:
            self._leaving.send_watchers_away(now)

    def _decide(self, entry: TableEntry, now: float) -> None:
        self._outbox.decide(entry)
        self._seating.renumber(now)

    def _remove(self, host: Player, number: int, now: float) -> None:
        """A person is sent away, though not from the host's own device; a bot just goes."""
        person = self._seating.seat(number).person
        player = self._seating.players.get(person)
        if player is not None and player is not host and host.client is player.client is not None:
            self._leaving.leave(player.client, now, player)
        elif player is not None:
            self._leaving.send_away(player, now)
        else:
            self._decide(lobby.remove_bot(self._state, number), now)
