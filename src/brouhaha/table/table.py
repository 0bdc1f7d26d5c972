"""The table: takes messages and time, and has things to write and to tell.

Its parts, each the only one that changes what it holds:

    state          what lasts: seats, host, game, points. Only log entries change it
    seating        who sits where, and who is connected
    match_control  the match that is played: its clock, races and bots are in its `live` match
    joining        who comes
    leaving        who goes, and the next host
    outbox         what was decided and is still to be written and told

What a client asks for, other than a move, goes to its part by `requests`. Who may say what when is
in `permissions`, what a wish in the lobby comes to in `lobby`, what happens by itself in `timers`:
data and functions that change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from msgspec import UNSET

from brouhaha.engine.errors import CRASHES, Rejected
from brouhaha.engine.log import RUN_OUT, Entry
from brouhaha.table import frames, lobby, watching, wire
from brouhaha.table.commit import Conn, Effect, TableCommit
from brouhaha.table.entries import Closed, MovedHere, Played, Started, Ticked
from brouhaha.table.joining import Joining
from brouhaha.table.leaving import Leaving
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.match_control import MatchControl
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import GAME_FAILED, HELLO_FIRST, TABLE_CLOSED
from brouhaha.table.requests import Requests
from brouhaha.table.seating import Seating
from brouhaha.table.settings import SETTINGS, Settings
from brouhaha.table.state import Seat, TableState
from brouhaha.table.timers import Alarm, alarms
from brouhaha.table.wire import ClientIn, ClientInAct, ClientOutWelcome, OtherTable, Standing

Entropy = Callable[[int], bytes]


class Table:
    """`Table.open` or `Table.restore` makes one."""

    def __init__(self, code: str, now: float, entropy: Entropy, settings: Settings) -> None:
        self.state = TableState(code)
        self.seating = Seating(self.state, now)
        # Updates are numbered from a random number: none that an earlier life of the table used.
        seq = int.from_bytes(entropy(4), "little")
        self.outbox = Outbox(self.state, seq, settings.presence)
        parts = self.state, self.seating, self.outbox
        control = self.match_control = MatchControl(*parts, settings, entropy)
        leaving = self.leaving = Leaving(*parts, control)
        joining = self.joining = Joining(*parts, control, leaving, settings, entropy)
        self._requests = Requests(*parts, control, leaving, joining, settings)
        self.now = now
        self.wakes_at: float | None = None
        self.settings = settings
        self.entropy = entropy
        self._active_at = now  # when anybody last did anything
        self._timer: float | None = None  # when something happens by itself, the match apart

    @classmethod
    def open(
        cls,
        code: str,
        game: str,
        options: dict[str, Any] | None = None,
        *,
        now: float,
        entropy: Entropy,
        settings: Settings = SETTINGS,
    ) -> Table:
        """A new table. Raises `Rejected` for a game or options that do not exist."""
        table = cls(code, now, entropy, settings)
        table.outbox.decide(lobby.open_table(code, game, options or {}, settings.option_bytes))
        table._set_timer()
        table._settle(now)
        return table

    @classmethod
    def restore(
        cls,
        code: str,
        log: Iterable[bytes],
        *,
        now: float,
        entropy: Entropy,
        settings: Settings = SETTINGS,
        give_up: bool = False,
    ) -> Table:
        """The table that wrote this log, with nobody connected.

        A match that cannot be played on is given up, which is a new entry: then it is `dirty`. So
        is one that it should `give_up`.
        """
        table = cls(code, now, entropy, settings)
        played: list[Entry] = []
        races: dict[int, wire.Reckoning] = {}
        for written in log:
            match table.outbox.read(written):
                case Started():
                    played, races = [], {}
                case Played(at, seat, action, race=race):
                    if race is not UNSET:
                        races[len(played)] = race
                    played.append(Entry(at, seat, action))
                case Ticked(at, run_out):
                    played.append(Entry(at, None, RUN_OUT if run_out else None))
        table.seating.renumber(now)
        table.match_control.restore(played, races, now, give_up=give_up)
        if table.state.abandoned is not None:
            table.seating.owe(table.state.abandoned.reason)
        table._set_timer()
        table._settle(now)
        return table

    def move_here(self, process: str, now: float) -> None:
        """A restored table is this process's from now on, if this entry is written."""
        self.outbox.decide(MovedHere(process))
        self._settle(now)

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def dirty(self) -> bool:
        """There is something to write or to tell."""
        return self.outbox.dirty

    @property
    def clients(self) -> Mapping[Conn, Client]:
        return self.seating.clients

    @property
    def live_match(self) -> LiveMatch | None:
        """The match being played, or played last."""
        return self.match_control.live

    def seat_of(self, token: str) -> Seat | None:
        """The seat that this token opens."""
        number = None if self.state.closed else self.state.seat_of(token)
        return None if number is None else self.state.seats[number]

    def knows(self, token: str) -> bool:
        """Does it open a seat, or let a screen of the host's in?"""
        return self.seat_of(token) is not None or self.state.opens_own_screen(token)

    def moved_to(self, token: str) -> str | None:
        """At which table this token opens a seat now, if it has moved from here."""
        return self.state.moved_to(token)

    # In

    def receive(self, conn: Conn, message: ClientIn, now: float, address: str = "") -> None:
        """Whatever a client says. It never raises: what cannot be done is refused. `address`: where
        a hello comes from, if that is known."""
        self.now = self._active_at = now
        client = self.seating.clients.get(conn)
        try:
            if type(message) is ClientInAct and client is not None:
                self.match_control.act(client, message, now)
            else:
                self._requests.carry_out(conn, client, message, now, address)
        except Rejected as rejected:
            self.outbox.send(conn, frames.refusal(rejected, str(message.__struct_config__.tag)))
            if rejected.refusal is GAME_FAILED and rejected.__cause__ is not None:
                self.outbox.crashed(rejected.__cause__)
            if client is None:
                self.joining.door.stop(conn, now)
                self.outbox.hang_up(conn, rejected.code)
        self._settle(now)

    def ask(
        self, conn: Conn, message: ClientIn, now: float, address: str = ""
    ) -> ClientOutWelcome | None:
        """The same for a caller who waits: gives the welcome to a hello, or raises `Rejected`."""
        self.now = self._active_at = now
        client = self.seating.clients.get(conn)
        welcome = self._requests.carry_out(conn, client, message, now, address)
        self._settle(now)
        return welcome

    def disconnect(self, conn: Conn, now: float) -> None:
        """The socket has closed, by whichever side."""
        self.now = now
        client = self.seating.clients.get(conn)
        if client is not None:
            self.leaving.drop(client, now)
        elif self.joining.door.is_knocking(conn):
            self.joining.door.stop(conn, now)
        else:
            return
        self._settle(now)

    def measured(self, conn: Conn, ping: float, kernel: float | None = None) -> None:
        """A ping came back after `ping` ms; the kernel's own least round trip, if it is known."""
        client = self.seating.clients.get(conn)
        if client is not None:
            if kernel is not None:
                self.proven(conn, kernel)
            for player in client.players:
                before = player.line.view
                player.line.ponged(ping)
                self._show_line(player, before)

    def answered(self, conn: Conn, trip: float, paint: float) -> None:
        """The page answered a `measure` after `trip` ms; it takes `paint` ms to draw."""
        client = self.seating.clients.get(conn)
        if client is not None:
            for player in client.players:
                before = player.line.view
                player.line.answered(trip, paint)
                self._show_line(player, before)

    def proven(self, conn: Conn, kernel: float) -> None:
        """The least round trip that the kernel has seen on this connection, whoever answers."""
        client = self.seating.clients.get(conn)
        for player in client.players if client is not None else []:
            player.proven(kernel)

    def _show_line(self, player: Player, before: wire.LineView | None) -> None:
        """In the lobby everybody sees soon how far away a newcomer is, and when it becomes another
        word. The rest is told when it is next told who sits where: figures never rest."""
        after = player.line.view
        word_before = before.word if before is not None else None
        if self.state.status != "lobby" or after is None:
            return
        if after.word != word_before:
            self.outbox.show_presence(self.now)
            self._settle(self.now)

    @property
    def has_bots(self) -> bool:
        """Do any play in its match?"""
        live = self.match_control.live
        return live is not None and bool(live.bots.by_seat)

    def wake(self, now: float) -> None:
        """The moment that `wakes_at` named has come; earlier or later does no harm."""
        self.now = now
        if self._timer is not None and now >= self._timer:
            self._ring(now)
        self._settle(now)

    def _settle(self, now: float) -> None:
        """Let the match catch up, and see when there is something to do again."""
        next_at = self.match_control.settle(now)
        if self.outbox.table_changed:
            self._rearrange(now)
            self._set_timer()
        elif self.outbox.presence_due is not None:
            self._set_timer()
        timer = self._timer
        self.wakes_at = timer if next_at is None or (timer and timer < next_at) else next_at

    def _rearrange(self, now: float) -> None:
        """Something has changed at the table: in the lobby, other people may play next."""
        if self.state.status == "lobby":
            self.match_control.arrange(now)

    def check(self, conn: Conn, message: ClientIn) -> None:
        """May this client say that now? Raises `Rejected`."""
        client = self.seating.clients.get(conn)
        if client is None:
            raise Rejected(HELLO_FIRST)
        self._requests.check(client, message)

    # One party at two tables: `two_tables.py` moves its people

    def people_moved(self, now: float) -> None:
        """Some have come from the party's other table, or gone there."""
        self.now = self._active_at = now
        self._settle(now)

    def as_other(self) -> OtherTable:
        """What the party's other table shows of this one."""
        state = self.state
        seats = [Standing(s.name, s.bot, s.points, s.wins) for s in state.seats if not s.gone]
        return OtherTable(state.code, state.status, state.game, state.played, seats)

    def hear_other(self, other: OtherTable | None, now: float) -> None:
        """The party's other table has news, or is no more."""
        self.now = now
        self.outbox.show_other(other)
        self._settle(now)

    # At a tournament's table

    def begin(self, now: float) -> None:
        """Everybody is here, or is waited for no longer."""
        self.now = self._active_at = now
        if self.state.status == "lobby":
            with suppress(Rejected):  # the game failed, or the table has had its matches
                self.match_control.begin(now)
        self._settle(now)

    def cut(self, now: float) -> None:
        """The round's clock has run out."""
        self.now = now
        self.match_control.cut(now)
        self._settle(now)

    # What happens by itself

    def _alarms(self) -> Iterable[tuple[float, Alarm]]:
        live = self.match_control.live
        times = self._active_at, self.outbox.presence_due
        return alarms(self.state, self.seating, live, *times, self.settings)

    def _set_timer(self) -> None:
        self._timer = min((at for at, _ in self._alarms()), default=None)

    def _ring(self, now: float) -> None:
        for alarm in [alarm for at, alarm in self._alarms() if at <= now]:
            match alarm:
                case "close":
                    self._close()
                    break
                case "mind_seats":
                    self.match_control.mind_empty_seats(now)
                case "pass_host":
                    self.leaving.replace_host()
                case "pause":
                    self.match_control.pause(None, now)
                case "resume":
                    self.match_control.resume(now)
                case "show_presence":
                    self.outbox.show_presence(now)
        self._set_timer()

    def _close(self) -> None:
        self.joining.door.clear(TABLE_CLOSED, self.now, "player", "screen")
        for client in self.seating.clients.values():
            self.outbox.notify(client.conn, "table_closed")
            self.outbox.hang_up(client.conn, "table_closed")
        self.outbox.decide(Closed())

    # Out

    def flush(self) -> TableCommit:
        """All that happened since the last flush: to be written, and then told."""
        try:
            return self.outbox.take(self.seating, self.match_control.live, self.now)
        except CRASHES as error:  # of the game's views
            if self.match_control.live is None:
                raise
            self.match_control.give_up(error, self.now)
            return self.outbox.take(self.seating, None, self.now)

    def committed(self, commit: TableCommit, now: float) -> list[Effect]:
        """The commit has been written; this is what may now be told."""
        if commit.seq is not None:
            self.outbox.was_sent(commit.seq, now)
        live = self.match_control.live
        if live is None or (
            not self.seating.watchers and len(self.state.seats) <= live.match.seats
        ):  # nobody watches, nor waits
            return commit.effects
        if not self.state.policy.watchers_later:
            return commit.effects
        return watching.told_later(commit.effects, self.seating, live.match.seats, now)
