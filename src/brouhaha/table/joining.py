"""Coming and going: hello, a reconnect, a lost connection, leaving for good, the next host."""

from __future__ import annotations

from collections.abc import Callable

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.table import names, tokens, wire
from brouhaha.table.commit import Conn
from brouhaha.table.entries import (
    CameOver,
    HandedOver,
    HostPassed,
    Joined,
    Left,
    Returned,
    WentOver,
)
from brouhaha.table.hand_overs import HandOvers
from brouhaha.table.match_control import MatchControl
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import (
    BAD_TOKEN,
    HAND_OVER_EXPIRED,
    KICKED,
    MATCH_RUNNING,
    MOVED,
    TABLE_FULL,
    TABLE_LOCKED,
    TOO_MANY_CHANGES,
    TOO_MANY_WATCHERS,
)
from brouhaha.table.seating import Seating
from brouhaha.table.settings import Settings
from brouhaha.table.state import Seat, TableState
from brouhaha.table.wire import (
    ClientInHello,
    ClientOutHandOver,
    ClientOutMoved,
    ClientOutWelcome,
    Notice,
)


class Joining:
    def __init__(
        self,
        state: TableState,
        seating: Seating,
        outbox: Outbox,
        match_control: MatchControl,
        settings: Settings,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._state = state
        self._seating = seating
        self._outbox = outbox
        self._match_control = match_control
        self._settings = settings
        self._entropy = entropy
        self._hand_overs = HandOvers(settings.hand_over, entropy)

    # Coming

    def hello(self, conn: Conn, message: ClientInHello, now: float) -> ClientOutWelcome:
        """Somebody is here: a player, new or back again, or one who watches."""
        player = token = None
        if message.role != "player":
            self._check_watchers(message.role)
        elif message.token is not None or message.hand_over is not None:
            token = message.token or ""
            player = self._come_back(token, message.hand_over, now)
        else:
            player, token = self._sit_down(message.name, now, wait=message.wait)
        if self._state.status == "lobby":
            self._match_control.arrange(now)  # before they are told which seat is theirs
        client = self._seating.connect(conn, message.role, player)
        welcome = self._welcome(client, message, token, now)
        if player is not None:
            self._match_control.player_came(player, client, now)
        self._match_control.mind_empty_seats(now)
        self._outbox.show_table()
        return welcome

    def _check_watchers(self, role: wire.Role) -> None:
        most = self._settings.screens if role == "screen" else self._settings.spectators
        if self._seating.count(role) >= most:
            raise Rejected(TOO_MANY_WATCHERS)

    def _come_back(self, token: str, secret: str | None, now: float) -> Player:
        """The player whose token this is; an older connection of theirs makes way."""
        number = self.seat_of(token)
        if number is None:
            removed = [one.fingerprint for one in self._state.removed]
            if tokens.position(token, removed) is not None:
                raise Rejected(KICKED)
            self._send_on(self.moved_to(token))
            if secret is None or len(token) < tokens.LEAST_CHARACTERS:
                raise Rejected(BAD_TOKEN)
            return self._take_over(secret, token, now)
        if self._state.seats[number].gone:
            self._take_back(number, now)
        player = self._seating.players[self._state.seats[number].person]
        if player.client is not None:
            self._send_off(player.client, "replaced", now)
        return player

    def seat_of(self, token: str) -> int | None:
        """Which seat this token opens. Who left a match has theirs for as long as it is played."""
        seats, running = self._state.seats, self._state.status in ("playing", "paused")
        return tokens.position(
            token, [seat.fingerprint if running or not seat.gone else None for seat in seats]
        )

    def _take_back(self, number: int, now: float) -> None:
        self._check_changes()
        self._outbox.decide(Returned(number))
        self._seating.renumber(now)

    def offer_seat(self, player: Player, now: float) -> None:
        """A secret for another device of the player's, told to the one that asks."""
        if player.client is not None:
            secret = self._hand_overs.offer(player.person, now)
            told = ClientOutHandOver(secret, self._hand_overs.lasts)
            self._outbox.send(player.client.conn, wire.encode(told))

    def _take_over(self, secret: str, token: str, now: float) -> Player:
        """The player whose seat was offered goes on here, with another token."""
        player = self._seating.players.get(self._hand_overs.find(secret, now))
        if player is None:
            raise Rejected(HAND_OVER_EXPIRED)
        self._check_changes()
        self._hand_overs.use(player.person)
        if player.client is not None:
            self._send_off(player.client, "handed_over", now)
        self._outbox.decide(HandedOver(player.seat, tokens.fingerprint(token)))
        return player

    def _sit_down(self, name: str | None, now: float, *, wait: bool) -> tuple[Player, str]:
        """A new player takes the seat after the last, and gets its token.

        If they would `wait` for it, it may be behind the seats that play.
        """
        state = self._state
        if state.moved and all(seat.bot is not None or seat.gone for seat in state.seats):
            self._send_on(state.moved[-1].code)  # the party is there
        clean = names.clean(name)
        self._check_free_seat(wait=wait)
        token = tokens.new_token(self._entropy)
        shown = names.without_double(clean, [seat.name for seat in state.seats])
        self._outbox.decide(Joined(shown, tokens.fingerprint(token)))
        self._seating.renumber(now)
        return self._seating.players[state.seats[-1].person], token

    def _check_free_seat(self, *, wait: bool) -> None:
        state = self._state
        if state.policy.locked:
            raise Rejected(TABLE_LOCKED)
        if state.status in ("playing", "paused") and not wait:
            raise Rejected(MATCH_RUNNING)
        most = games.find(state.game).players.stop - 1
        if wait:
            most += self._settings.waiting
        if sum(not seat.gone for seat in state.seats) >= most:
            raise Rejected(TABLE_FULL, most=most)
        self._check_changes()

    def _check_changes(self) -> None:
        if self._state.changes >= self._settings.changes:
            raise Rejected(TOO_MANY_CHANGES)

    def _welcome(
        self, client: Client, hello: ClientInHello, token: str | None, now: float
    ) -> ClientOutWelcome:
        player = client.player
        seat, heard = (player.seat, player.heard) if player else (None, 0)
        missed = self._match_control.missed_by(player, now) if player else None
        welcome = ClientOutWelcome(self._state.code, client.role, seat, token, heard, missed=missed)
        self._outbox.greet(client, wire.encode(welcome), hello.seq)
        if hello.version is not None and hello.version != wire.VERSION:
            self._outbox.notify(client.conn, "new_version")
        owed = player.take_owed() if player else None
        if owed is not None:
            self._outbox.notify(client.conn, owed)
        return welcome

    # The party's other table

    def go_over(self, people: list[int], code: str, now: float) -> list[Seat]:
        """These persons go to that table: their seats, as they were here."""
        seats = [seat for person in people for seat in self._state.seats if seat.person == person]
        for person in people:
            client = self._seating.players[person].client
            if client is not None:
                self._outbox.send(client.conn, wire.encode(ClientOutMoved(code)))
                self._outbox.hang_up(client.conn, "moved")
                self.drop(client, now)
        self._outbox.decide(WentOver(code, people))
        self._seating.renumber(now)
        return seats

    def come_over(self, seats: list[Seat], now: float) -> None:
        """People of that table sit down here, with all they have."""
        for seat in seats:
            name = names.without_double(seat.name, [other.name for other in self._state.seats])
            won = seat.points, seat.wins, seat.played, seat.waited
            self._outbox.decide(CameOver(name, seat.fingerprint or "", *won))
        self._seating.renumber(now)

    def moved_to(self, token: str) -> str | None:
        """At which table this token opens a seat now, if it has moved from here."""
        moved = self._state.moved
        number = tokens.position(token, [one.fingerprint for one in moved])
        return None if number is None else moved[number].code

    def _send_on(self, code: str | None) -> None:
        if code is not None:
            raise Rejected(MOVED, code=code)

    # Going

    def drop(self, client: Client, now: float) -> None:
        """The connection is gone; a player's seat stays theirs."""
        self._seating.disconnect(client, now)
        self._outbox.forget(client)
        if client.player is not None and client.player.client is None:
            self._match_control.player_went(client.player)
        self._outbox.show_table()

    def leave(self, client: Client, now: float) -> None:
        """Goodbye: a player's seat is given up. In a match a bot plays it, until its player comes
        back or the match ends."""
        self._outbox.hang_up(client.conn, "left")
        self.drop(client, now)
        if client.player is not None:
            running = self._state.status in ("playing", "paused")
            self._give_up_seat(Left(client.player.seat, may_return=running), now)

    def send_away(self, player: Player, now: float) -> None:
        """The host's decision."""
        if player.client is not None:
            self._send_off(player.client, "kicked", now)
        self._give_up_seat(Left(player.seat, kicked=True), now)

    def _send_off(self, client: Client, code: Notice, now: float) -> None:
        self._outbox.notify(client.conn, code)
        self._outbox.hang_up(client.conn, code)
        self.drop(client, now)

    def _give_up_seat(self, left: Left, now: float) -> None:
        self._outbox.decide(left)
        self._seating.renumber(now)
        self._match_control.mind_empty_seats(now)
        if self._state.host is None:
            self._pass_host_to(self._seating.heir())

    # The host

    def replace_host(self) -> None:
        """The host has been away for long."""
        self._pass_host_to(self._seating.heir(but=self._seating.absent_host))

    def _pass_host_to(self, heir: Player | None) -> None:
        if heir is not None:
            self._outbox.decide(HostPassed(heir.seat))
