"""The table: takes messages and time, and has things to write and to tell.

It holds what lasts (`state`), who is here (`clients`, `players`), the match (`live_match`) and
what is still to be told (`outbox`). Who may say what when is data (`permissions`); what each
message does is in `joining`, `lobby` and `match_control`; what happens by itself is in `timers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.table import (
    entries,
    frames,
    joining,
    lobby,
    match_control,
    moves,
    permissions,
    timers,
)
from brouhaha.table.commit import Conn, Effect, FinishedMatch, TableCommit
from brouhaha.table.entries import Closed, Opened, TableEntry
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import HELLO_FIRST, TABLE_CLOSED
from brouhaha.table.seating import seat_players
from brouhaha.table.settings import SETTINGS, Settings
from brouhaha.table.state import TableState, apply
from brouhaha.table.wire import ClientIn, ClientInAct, ClientInHello, ClientOutWelcome

Entropy = Callable[[int], bytes]


class Table:
    """`Table.open` or `Table.restore` makes one."""

    def __init__(self, state: TableState, now: float, entropy: Entropy, settings: Settings) -> None:
        self.state = state
        self.entropy = entropy
        self.settings = settings
        self.clients: dict[Conn, Client] = {}
        self.players: dict[int, Player] = {}  # by person; bots are not among them
        self.live_match: LiveMatch | None = None  # the match being played, or played last
        self.outbox = Outbox(int.from_bytes(entropy(4), "little"))  # no number of an earlier life
        self.finished: list[FinishedMatch] = []
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
        table = cls(TableState(code), now, entropy, settings)
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
        table = cls(TableState(code), now, entropy, settings)
        played: list[entries.Played | entries.Ticked] = []
        for written in log:
            entry = entries.decode(written)
            apply(table.state, entry)
            table._written += 1
            if isinstance(entry, entries.Started):
                played = []
            elif isinstance(entry, entries.Played | entries.Ticked):
                played.append(entry)
        seat_players(table, now)
        match_control.restore(table, played, now)
        timers.set_timer(table)
        table.settle(now)
        return table

    @property
    def closed(self) -> bool:
        return self.state.closed

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
                permissions.handle(self, client, message, now)
            except Rejected as rejected:
                self.refuse(conn, message, rejected)
        self.settle(now)

    def _first_message(self, conn: Conn, message: ClientIn, now: float) -> None:
        try:
            if self.closed:
                raise Rejected(TABLE_CLOSED)
            if not isinstance(message, ClientInHello):
                raise Rejected(HELLO_FIRST)
            joining.hello(self, conn, message, now)
        except Rejected as rejected:
            self.refuse(conn, message, rejected)
            self.hang_up(conn, rejected.code)

    def ask(self, conn: Conn, message: ClientIn, now: float) -> ClientOutWelcome | None:
        """The same for a caller who waits: gives the welcome to a hello, or raises `Rejected`."""
        self.now = self.active_at = now
        client = self.clients.get(conn)
        welcome = None
        if client is not None:
            permissions.handle(self, client, message, now)
        elif isinstance(message, ClientInHello):
            welcome = joining.hello(self, conn, message, now)
        else:
            raise Rejected(HELLO_FIRST)
        self.settle(now)
        return welcome

    def disconnect(self, conn: Conn, now: float) -> None:
        """The socket has closed, by whichever side."""
        self.now = now
        client = self.clients.get(conn)
        if client is not None:
            joining.drop(self, client, now)
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
        live = self.live_match
        next_at = None
        if live is not None and self.state.status == "playing" and not self.closed:
            next_at = live.settle(now)
            if live.bots:
                live.wake_bots(now)
                next_at = live.next_at(now)
            if live.over:
                match_control.end(self)
                next_at = None
        timer = self.timer
        self.wakes_at = timer if next_at is None or (timer and timer < next_at) else next_at

    # Out

    def record(self, entry: TableEntry) -> None:
        """Something was decided: it holds at once, and is told when it has been written."""
        apply(self.state, entry)
        self._entries.append(entry)
        self.dirty = True

    def step(self, entry: TableEntry) -> None:
        """The same for a step that the match has taken."""
        self.record(entry)
        self.outbox.match_changed = True

    def decide(self, entry: TableEntry) -> None:
        """The same for what everybody at the table is to see."""
        self.record(entry)
        self.show()

    def show(self) -> None:
        """Everybody is to see the table again."""
        self.outbox.table_changed = self.dirty = True
        timers.set_timer(self)

    def send(self, conn: Conn, frame: bytes) -> None:
        self.outbox.send(conn, frame)
        self.dirty = True

    def refuse(self, conn: Conn, message: ClientIn, rejected: Rejected) -> None:
        self.send(conn, frames.refusal(rejected, str(message.__struct_config__.tag)))

    def hang_up(self, conn: Conn, code: str) -> None:
        self.outbox.hang_up(conn, code)
        self.dirty = True

    def flush(self) -> TableCommit:
        """All that happened since the last flush: to be written, and then told."""
        written = [entries.encode(entry) for entry in self._entries]
        effects, seq = self.outbox.take(self)
        closes = bool(self._entries) and type(self._entries[-1]) is Closed
        commit = TableCommit(
            self.state.code, self._written, written, self.finished, closes, seq, effects
        )
        self._written += len(written)
        self._entries, self.finished = [], []
        self.dirty = False
        return commit

    def committed(self, commit: TableCommit, now: float) -> list[Effect]:
        """The commit has been written; this is what may now be told."""
        if commit.seq is not None:
            self.outbox.was_sent(commit.seq, now)
        return commit.effects
