"""Coming: hello, who knocks and is let in, who comes back, sits down beside others or comes over
from the party's other table."""

from __future__ import annotations

from collections.abc import Callable

from brouhaha import games
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.table import names, tokens, wire
from brouhaha.table.commit import Conn
from brouhaha.table.door import Door
from brouhaha.table.entries import (
    CameOver,
    HandedOver,
    Joined,
    Returned,
    ScreenAdmitted,
)
from brouhaha.table.hand_overs import HandOvers
from brouhaha.table.leaving import Leaving
from brouhaha.table.match_control import MatchControl
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import (
    ALREADY_HERE,
    ASK_HOST,
    BAD_TOKEN,
    DEVICE_FULL,
    HAND_OVER_EXPIRED,
    KICKED,
    KNOCK_FIRST,
    MATCH_RUNNING,
    MOVED,
    NO_WATCHERS,
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
    ClientInSit,
    ClientOutHandOver,
    ClientOutSeated,
    ClientOutWelcome,
    Seated,
)

Held = tuple[Player, str]  # whose seat a connection has, and the token that opens it


class Joining:
    def __init__(
        self,
        state: TableState,
        seating: Seating,
        outbox: Outbox,
        match_control: MatchControl,
        leaving: Leaving,
        settings: Settings,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._state = state
        self._seating = seating
        self._outbox = outbox
        self._match_control = match_control
        self._leaving = leaving
        self._settings = settings
        self._entropy = entropy
        self._hand_overs = HandOvers(settings.hand_over, entropy)
        self.door = Door(state, settings, outbox)

    # Coming

    def hello(
        self, conn: Conn, message: ClientInHello, address: str, now: float
    ) -> ClientOutWelcome | None:
        """Somebody is here: a player, new or back again, or one who watches. None: they knock."""
        mark = tokens.address_mark(self._state.code, address)
        if message.role != "player":
            return self._watch(conn, message, mark, now)
        if self._is_new(message):
            return self._newcomer(conn, message, mark, now)
        held = self._come_back_together(message, now)
        return self._let_in(conn, message, mark, now, held)

    def _is_new(self, message: ClientInHello | ClientInSit) -> bool:
        """Who made the token of their new seat themselves may say hello again when no welcome came:
        by then they have that seat, or had it."""
        if message.hand_over is not None:
            return False
        token = message.token
        return token is None or (message.name is not None and not self._state.has_met(token))

    def _newcomer(
        self, conn: Conn, message: ClientInHello, mark: str, now: float
    ) -> ClientOutWelcome | None:
        """Whoever comes first is the host, and asks nobody."""
        self._check_free_seat(wait=message.wait)
        if self.door.must_knock(mark) and self._seating.players:
            self.door.knock(conn, message, mark, now, KNOCK_FIRST)
            return None
        return self._sit_down(conn, message, mark, now)

    def _sit_down(
        self, conn: Conn, message: ClientInHello, mark: str, now: float
    ) -> ClientOutWelcome:
        return self._let_in(conn, message, mark, now, [self._new_player(message, mark, now)])

    def _let_in(
        self,
        conn: Conn,
        message: ClientInHello,
        mark: str,
        now: float,
        held: list[Held] = [],  # noqa: B006 (never changed)
        *,
        token: str | None = None,
        own: bool = False,
    ) -> ClientOutWelcome:
        """`held`: whose seats the connection has; without any, `token` is a screen's."""
        if self._state.status == "lobby":
            self._match_control.arrange(now)  # before they are told which seat is theirs
        players = [player for player, _ in held]
        client = self._seating.connect(conn, message.role, players, mark, own)
        welcome = self._welcome(client, message, [secret for _, secret in held] or [token], now)
        for player in players:
            self._match_control.player_came(player, now)
        if players:
            self._outbox.show_table()
        else:
            self._outbox.show_presence(now)
        self._match_control.mind_empty_seats(now)
        return welcome

    # Who watches

    def _watch(
        self, conn: Conn, message: ClientInHello, mark: str, now: float
    ) -> ClientOutWelcome | None:
        """A place for the host's own screen is always free."""
        if message.token is not None and self._state.opens_own_screen(message.token):
            self._make_room_for_own_screen(now)
            return self._let_in(conn, message, mark, now, own=True)
        refusal = self._why_not_watch(message.role, mark)
        if refusal is None:
            return self._let_in(conn, message, mark, now)
        if message.role != "screen":
            raise Rejected(refusal)
        self.door.knock(conn, message, mark, now, refusal)
        return None

    def _why_not_watch(self, role: wire.Role, mark: str) -> Refusal | None:
        if not self._state.policy.watchers:
            return NO_WATCHERS
        if self.door.was_sent_away(mark):
            return KNOCK_FIRST
        most = self._settings.screens if role == "screen" else self._settings.spectators
        full = len(self._seating.watching(own=False, role=role)) >= most
        return TOO_MANY_WATCHERS if full else None

    def _make_room_for_own_screen(self, now: float) -> None:
        """The first one makes way for the last: nobody is kept out, nor are there ever more."""
        screens = self._seating.watching(own=True)
        if len(screens) >= self._settings.screens:
            self._leaving.send_off(screens[0], "replaced", now)

    # Who knocks

    def admit(self, id: int, now: float) -> None:
        """The host lets somebody in who knocks. If there is no seat, the host is told."""
        knocking = self.door.find(id)
        conn, hello, mark = knocking.conn, knocking.hello, knocking.address
        if hello.role == "player" and self._is_new(hello):
            self._check_free_seat(wait=hello.wait)
            self._sit_down(conn, hello, mark, now)
        elif hello.role == "player":  # let in by another line of theirs, which has died
            self._let_in(conn, hello, mark, now, self._come_back_together(hello, now))
        else:
            token = tokens.new_token(self._entropy)
            self._outbox.decide(ScreenAdmitted(tokens.fingerprint(token)))
            self._make_room_for_own_screen(now)
            self._let_in(conn, hello, mark, now, token=token, own=True)
        self.door.stop(conn, now)

    # Players

    def _come_back_together(self, message: ClientInHello, now: float) -> list[Held]:
        """All whose tokens the device has. It is the first one's: only if none of them opens a seat
        any more, it is told why the first does not."""
        held, first, refusal = [], message.token or "", None
        for token in dict.fromkeys([first, *message.also]):
            try:
                secret = message.hand_over if token is first else None
                held.append((self._come_back(token, secret, now), token))
            except Rejected as rejected:
                refusal = refusal or rejected
        if not held and refusal is not None:
            raise refusal
        self._leaving.make_way([player for player, _ in held], "replaced", now)
        return held

    def sit(self, client: Client, by: Player, message: ClientInSit, now: float) -> None:
        """Somebody else sits down at a device: somebody new, or who has a seat already."""
        most = self._settings.seats_a_device
        if len(client.players) >= most:
            raise Rejected(DEVICE_FULL, most=most)
        token = message.token or ""
        if self._is_new(message):
            self._check_may_bring(client, wait=message.wait)
            player, token = self._new_player(message, client.address, now, by)
        else:
            player = self._come_back(token, message.hand_over, now, by)
            if player.client is client:
                raise Rejected(ALREADY_HERE)
            self._leaving.make_way([player], "replaced", now)
        self._seating.hold(client, player)
        self._match_control.player_came(player, now)
        self._outbox.send(client.conn, wire.encode(ClientOutSeated(self._held(player, token, now))))
        self._outbox.show_table()
        self._outbox.show_again(client)

    def _check_may_bring(self, client: Client, *, wait: bool) -> None:
        """A person without a phone cannot knock: where newcomers must, the host brings them."""
        self._check_free_seat(wait=wait)
        host = any(player.person == self._state.host for player in client.players)
        if not host and self.door.must_knock(client.address):
            raise Rejected(ASK_HOST, host=self._state.host_name)

    def _come_back(
        self, token: str, secret: str | None, now: float, by: Player | None = None
    ) -> Player:
        """The player whose token this is. `by`: at whose device it is handed over."""
        number = self._state.seat_of(token)
        if number is None:
            if self._state.was_removed(token):
                raise Rejected(KICKED)
            self._send_on(self._state.moved_to(token))
            if secret is None or len(token) < tokens.LEAST_CHARACTERS:
                raise Rejected(BAD_TOKEN)
            return self._take_over(secret, token, now, by)
        if self._state.seats[number].gone:
            self._take_back(number, now)
        return self._seating.players[self._state.seats[number].person]

    def _take_back(self, number: int, now: float) -> None:
        self._check_changes(number)
        self._outbox.decide(Returned(number))
        self._seating.renumber(now)

    def offer_seat(self, player: Player, now: float) -> None:
        """A secret for another device of the player's, told to the one that asks."""
        if player.client is not None:
            secret = self._hand_overs.offer(player.person, now)
            told = ClientOutHandOver(secret, self._hand_overs.lasts)
            self._outbox.send(player.client.conn, wire.encode(told))

    def _take_over(self, secret: str, token: str, now: float, by: Player | None) -> Player:
        """The player whose seat was offered goes on here, with another token."""
        player = self._seating.players.get(self._hand_overs.find(secret, now))
        if player is None:
            raise Rejected(HAND_OVER_EXPIRED)
        self._check_changes(player.seat)
        self._hand_overs.use(player.person)
        self._leaving.make_way([player], "handed_over", now)
        taken_by = by.person if by is not None else None
        self._outbox.decide(HandedOver(player.seat, tokens.fingerprint(token), taken_by))
        return player

    def _new_player(
        self,
        message: ClientInHello | ClientInSit,
        mark: str,
        now: float,
        by: Player | None = None,
    ) -> Held:
        """They take the seat after the last, with the token that they made or are given. `by`: at
        whose device they sit."""
        state, clean = self._state, names.clean(message.name)
        token = message.token or tokens.new_token(self._entropy)
        if len(token) < tokens.LEAST_CHARACTERS:
            raise Rejected(BAD_TOKEN)
        shown = names.without_double(clean, [seat.name for seat in state.seats])
        brought_by = by.person if by is not None else None
        self._outbox.decide(Joined(shown, tokens.fingerprint(token), mark, brought_by))
        self._seating.renumber(now)
        return self._seating.players[state.seats[-1].person], token

    def _check_free_seat(self, *, wait: bool) -> None:
        """For somebody new. If they would `wait` for it, it may be behind the seats that play."""
        state = self._state
        if state.moved and all(seat.bot is not None or seat.gone for seat in state.seats):
            self._send_on(state.moved[-1].code)  # the party is there
        if state.policy.locked:
            raise Rejected(TABLE_LOCKED)
        if state.status in ("playing", "paused") and not wait:
            raise Rejected(MATCH_RUNNING)
        most = games.find(state.game).players.stop - 1
        if wait:
            most += self._settings.waiting
        if sum(not seat.gone for seat in state.seats) >= most:
            raise Rejected(TABLE_FULL, most=most)

    def _check_changes(self, seat: int) -> None:
        if self._state.seats[seat].changes >= self._settings.changes:
            raise Rejected(TOO_MANY_CHANGES)

    def _welcome(
        self, client: Client, hello: ClientInHello, secrets: list[str | None], now: float
    ) -> ClientOutWelcome:
        """`secrets`: of each of its players; or of a screen, if it has one."""
        player = client.player
        seat, heard = (player.seat, player.heard) if player else (None, 0)
        missed = self._match_control.missed_by(player, now) if player else None
        others = zip(client.others, secrets[1:], strict=True)
        welcome = ClientOutWelcome(
            code=self._state.code,
            role=client.role,
            seat=seat,
            token=secrets[0],
            heard=heard,
            missed=missed,
            also=[self._held(other, secret or "", now) for other, secret in others],
        )
        self._outbox.greet(client, wire.encode(welcome), hello.seq)
        if hello.version is not None and hello.version != wire.VERSION:
            self._outbox.notify(client.conn, "new_version")
        for owed in dict.fromkeys(player.take_owed() for player in client.players):
            if owed is not None:
                self._outbox.notify(client.conn, owed)
        return welcome

    def _held(self, player: Player, token: str, now: float) -> Seated:
        missed = self._match_control.missed_by(player, now)
        return Seated(player.seat, token, player.heard, missed)

    # The party's other table

    def come_over(self, seats: list[Seat], now: float) -> None:
        """People of that table sit down here, with all they have."""
        devices: dict[int, int] = {}  # there, and who of those who share it came first
        for seat in seats:
            name = names.without_double(seat.name, [other.name for other in self._state.seats])
            won = seat.points, seat.wins, seat.played, seat.waited
            beside = devices.get(seat.device)
            self._outbox.decide(CameOver(name, seat.fingerprint or "", *won, beside))
            devices.setdefault(seat.device, self._state.seats[-1].person)
        self._seating.renumber(now)

    def _send_on(self, code: str | None) -> None:
        if code is not None:
            raise Rejected(MOVED, code=code)
