"""The table: takes messages and time, and has things to write and to tell.

It holds what lasts (`room`), who is here (`clients`, `players`), the match (`running`) and what is
still to be told (`teller`). What may be said when is a table of data (`manners`); what each message
does is in `arrivals`, `lobby` and `play`; what happens by itself is in `timers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.table import arrivals, entries, frames, lobby, manners, moves, play, timers
from brouhaha.table.batch import Batch, Conn, Effect, Finished
from brouhaha.table.entries import Opened, TableEntry
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import HELLO_FIRST, TABLE_CLOSED
from brouhaha.table.room import Room, apply
from brouhaha.table.running import Running
from brouhaha.table.seating import seat_players
from brouhaha.table.settings import SETTINGS, Settings
from brouhaha.table.telling import Teller
from brouhaha.table.wire import ClientIn, ClientInAct, ClientInHello

Entropy = Callable[[int], bytes]


class Table:
    """`Table.open` or `Table.restore` makes one."""

    def __init__(self, room: Room, now: float, entropy: Entropy, settings: Settings) -> None:
        self.room = room
        self.entropy = entropy
        self.settings = settings
        self.clients: dict[Conn, Client] = {}
        self.players: dict[int, Player] = {}  # by person; bots are not among them
        self.running: Running | None = None  # the match being played, or played last
        self.teller = Teller(int.from_bytes(entropy(4), "little"))  # no number of an earlier life
        self.finished: list[Finished] = []
        self.dirty = False
        self.wakes_at: float | None = None
        self.now = now
        self.active_at = now  # when anybody last did anything
        self.empty_since = now  # when the last one went, if nobody is here
        self.paused_since = now
        self.timer: float | None = None  # when something happens by itself, the match apart
        self._entries: list[TableEntry] = []
        self._written = 0

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
        table = cls(Room(code), now, entropy, settings)
        chosen = lobby.checked_options(games.find(game), options or {}, None, settings)
        table.record(Opened(code, game, chosen))
        timers.set_timer(table)
        table.settle(now)
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
    ) -> Table:
        """The table that wrote this log, with nobody connected."""
        table = cls(Room(code), now, entropy, settings)
        played: list[entries.Played | entries.Ticked] = []
        for written in log:
            entry = entries.decode(written)
            apply(table.room, entry)
            table._written += 1
            if isinstance(entry, entries.Started):
                played = []
            elif isinstance(entry, entries.Played | entries.Ticked):
                played.append(entry)
        seat_players(table, now)
        play.restore(table, played, now)
        timers.set_timer(table)
        table.settle(now)
        return table

    @property
    def closed(self) -> bool:
        return self.room.closed

    # In

    def receive(self, conn: Conn, message: ClientIn, now: float) -> None:
        """Whatever a client says. It never raises: what cannot be done is refused."""
        self.now = self.active_at = now
        client = self.clients.get(conn)
        if client is None:
            self._first_message(conn, message, now)
        elif type(message) is ClientInAct:
            moves.act(self, client, message, now)
        else:
            try:
                manners.handle(self, client, message, now)
            except Rejected as rejected:
                self.refuse(conn, message, rejected)
        self.settle(now)

    def _first_message(self, conn: Conn, message: ClientIn, now: float) -> None:
        try:
            if self.closed:
                raise Rejected(TABLE_CLOSED)
            if not isinstance(message, ClientInHello):
                raise Rejected(HELLO_FIRST)
            arrivals.hello(self, conn, message, now)
        except Rejected as rejected:
            self.refuse(conn, message, rejected)
            self.hang_up(conn, rejected.code)

    def disconnect(self, conn: Conn, now: float) -> None:
        """The socket has closed, by whichever side."""
        self.now = now
        client = self.clients.get(conn)
        if client is not None:
            arrivals.drop(self, client, now)
            self.settle(now)

    def measured(self, conn: Conn, ping: float, kernel: float | None = None) -> None:
        """A ping came back after `ping` ms; the kernel's own least round trip, if it is known."""
        client = self.clients.get(conn)
        if client is not None:
            client.line.measured(ping, kernel)

    def wake(self, now: float) -> None:
        """The moment that `wakes_at` named has come; earlier or later does no harm."""
        self.now = now
        if self.timer is not None and now >= self.timer:
            timers.ring(self, now)
        self.settle(now)

    def settle(self, now: float) -> None:
        """Let the match catch up, and see when there is something to do again."""
        running = self.running
        next_at = None
        if running is not None and self.room.status == "playing" and not self.closed:
            next_at = running.settle(now)
            if running.minds:
                running.wake_bots(now)
                next_at = running.next_at(now)
            if running.over:
                play.end(self)
                next_at = None
        timer = self.timer
        self.wakes_at = timer if next_at is None or (timer and timer < next_at) else next_at

    # Out

    def record(self, entry: TableEntry) -> None:
        """Something was decided: it holds at once, and is told when it has been written."""
        apply(self.room, entry)
        self._entries.append(entry)
        self.dirty = True

    def step(self, entry: TableEntry) -> None:
        """The same for a step that the match has taken."""
        self.record(entry)
        self.teller.match_changed = True

    def decide(self, entry: TableEntry) -> None:
        """The same for what everybody at the table is to see."""
        self.record(entry)
        self.show()

    def show(self) -> None:
        """Everybody is to see the table again."""
        self.teller.table_changed = self.dirty = True
        timers.set_timer(self)

    def send(self, conn: Conn, frame: bytes) -> None:
        self.teller.send(conn, frame)
        self.dirty = True

    def refuse(self, conn: Conn, message: ClientIn, rejected: Rejected) -> None:
        self.send(conn, frames.refusal(rejected, str(message.__struct_config__.tag)))

    def hang_up(self, conn: Conn, code: str) -> None:
        self.teller.hang_up(conn, code)
        self.dirty = True

    def flush(self) -> Batch:
        """All that happened since the last flush: to be written, and then told."""
        written = [entries.encode(entry) for entry in self._entries]
        effects, seq = self.teller.take(self)
        batch = Batch(self.room.code, self._written, written, self.finished, seq, effects)
        self._written += len(written)
        self._entries, self.finished = [], []
        self.dirty = False
        return batch

    def committed(self, batch: Batch, now: float) -> list[Effect]:
        """The batch has been written; this is what may now be told."""
        if batch.seq is not None:
            self.teller.was_sent(batch.seq, now)
        return batch.effects
