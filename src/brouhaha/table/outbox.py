"""What a table has decided: it holds at once, is written at the next flush, and then told.

A client's frames come in this order: its welcome, the table, the update, answers to what it asked.
One update a flush carries all that the flush brought. `seq` is its number.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import inf
from typing import Final

from msgspec import UNSET

from brouhaha.engine.game import Event, PublicView
from brouhaha.engine.match import AnyMatch
from brouhaha.table import entries, frames, screening
from brouhaha.table.applying import apply
from brouhaha.table.commit import Close, Conn, Effect, Measure, Send, TableCommit
from brouhaha.table.entries import Played, Started, TableEntry, Ticked
from brouhaha.table.finished import FinishedMatch
from brouhaha.table.frames import WATCHERS_END, players_end
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.outcomes import SentUpdate
from brouhaha.table.presence import Client
from brouhaha.table.seating import Seating
from brouhaha.table.state import TableState
from brouhaha.table.wire import ClientOutNotice, Knock, Notice, OtherTable, Reckoning, encode

REMEMBERED_UPDATES: Final = 256  # whose sending time is known, for moves that name them
LONG_AGO: Final = SentUpdate(-inf, -1)  # one that is no longer remembered: its scene is over
REMEMBERED_EVENTS: Final = 32  # updates whose events a returning client is given


class Outbox:
    """All that is to be written and told, and when the last updates were sent."""

    def __init__(self, state: TableState, seq: int, presence_every: float) -> None:
        self._state = state
        self._presence_every = presence_every
        self._presence_shown_at = -inf
        self.presence_due: float | None = None  # when who watches or knocks is to be shown again
        self._door: list[Knock] = []  # who knocks, for the host
        self.seq = seq  # of the last update
        self.other: OtherTable | None = None  # the party's, as it was last told
        self.frame_bytes = 0  # of the last frame for everybody, more or less
        self.dirty = False  # there is something to write or to tell
        self.table_changed = False  # everybody is to see the table again
        self._match_changed = False  # and the match
        self._written = 0  # entries, before the ones that are still to be written
        self._entries: list[bytes] = []
        self.written_with: tuple[str, ...] = ()  # tables whose parts must be in the same commit
        self.match_bytes = 0  # of entries since the last match began
        self.log_bytes = 0  # of all entries
        self._finished: list[FinishedMatch] = []
        self._crashes: list[BaseException] = []
        self._events: list[Event] = []
        self._race: Reckoning | None = None  # the last one that was decided
        self._fresh: dict[Client, int | None] = {}  # who has just come; the last update they saw
        self._greetings: list[Effect] = []
        self._mail: list[Effect] = []
        self._scenes: dict[int, int] = {}  # of updates that are still to be sent
        self._sent: dict[int, SentUpdate] = {}
        self._first_seq = self._matchs_first_seq = seq + 1  # of this life of the table
        self._recent: deque[tuple[int, list[Event]]] = deque(maxlen=REMEMBERED_EVENTS)

    @property
    def written(self) -> int:
        """How many entries the log has, once what was taken to be written is."""
        return self._written

    # What was decided

    def decide(self, entry: TableEntry) -> None:
        """Something that everybody at the table is to see."""
        self._record(entry)
        self.show_table()

    def write_with(self, code: str) -> None:
        """What was decided here was decided at that table too: both are written, or neither."""
        self.written_with += (code,)

    def step(self, entry: Played | Ticked, events: list[Event]) -> None:
        """The match has moved on."""
        self._record(entry)
        self._events += events
        self._match_changed = True
        if type(entry) is Played and entry.race is not UNSET:
            self._race = entry.race

    def _record(self, entry: TableEntry) -> None:
        apply(self._state, entry)
        written = entries.encode(entry)
        self._entries.append(written)
        self.match_bytes += len(written)
        self.log_bytes += len(written)
        self.dirty = True

    def crashed(self, error: BaseException) -> None:
        """The game's own code has failed."""
        self._crashes.append(error)
        self.dirty = True

    def archive(self, match: FinishedMatch) -> None:
        self._finished.append(match)

    def read(self, written: bytes) -> TableEntry:
        """An entry of the log of a table that is restored: it holds, and is written already."""
        entry: TableEntry = entries.decode(written)
        apply(self._state, entry)
        self._written += 1
        self.match_bytes = len(written) + (0 if type(entry) is Started else self.match_bytes)
        self.log_bytes += len(written)
        return entry

    # What is to be told

    def show_table(self) -> None:
        self.table_changed = self.dirty = True

    def show_presence(self, now: float) -> None:
        """Somebody who watches came or went, or somebody knocks: at once, if that was not shown
        just before. Strangers who come and go do not make others receive much."""
        shown_next = self._presence_shown_at + self._presence_every
        if now >= shown_next:
            self._presence_shown_at = now
            self.show_table()
        else:
            self.presence_due = shown_next

    def show_door(self, door: list[Knock], now: float) -> None:
        """These knock now."""
        self._door = door
        self.show_presence(now)

    def show_other(self, other: OtherTable | None) -> None:
        """The party's other table has news, or is no more."""
        if other != self.other:
            self.other = other
            self.show_table()

    def show_match(self) -> None:
        self._match_changed = self.dirty = True

    def greet(self, client: Client, frame: bytes, seen: int | None) -> None:
        """The first frame of a connection; the table and the match as they are follow it.

        `seen`: the last update that it says it saw, if it was here before.
        """
        self._greetings.append(Send(client.conn, frame))
        self._fresh[client] = seen
        self.dirty = True

    def show_again(self, client: Client) -> None:
        """Everything once more, and what has happened since everybody was last told."""
        self._fresh.setdefault(client, self.seq)
        self.dirty = True

    def send(self, conn: Conn, frame: bytes) -> None:
        self._mail.append(Send(conn, frame))
        self.dirty = True

    def notify(self, conn: Conn, code: Notice) -> None:
        self.send(conn, encode(ClientOutNotice(code)))

    def hang_up(self, conn: Conn, code: str) -> None:
        self._mail.append(Close(conn, code))
        self.dirty = True

    def measure(self, conn: Conn) -> None:
        """With what is told next."""
        self._mail.append(Measure(conn))

    def forget(self, client: Client) -> None:
        """It has gone again before anything was told."""
        self._fresh.pop(client, None)

    def begin_match(self) -> None:
        """Another match begins: no move that names an update of the last one belongs to it."""
        self._recent.clear()
        self._matchs_first_seq = self.seq + 1
        self.match_bytes = 0

    # When updates were sent

    def was_sent(self, seq: int, now: float) -> None:
        self._sent[seq] = SentUpdate(now, self._scenes.pop(seq))
        if len(self._sent) > REMEMBERED_UPDATES:
            del self._sent[next(iter(self._sent))]

    def sent(self, seq: int) -> SentUpdate | None:
        """An update that went out; None: not from here, but perhaps before a restart."""
        sent = self._sent.get(seq) if seq >= self._matchs_first_seq else None
        if sent is None and self._first_seq <= seq <= self.seq:
            return LONG_AGO
        return sent

    def told(self, seq: int) -> list[Event]:
        """What everybody heard with this update, if it is one of the last."""
        return next((events for number, events in self._recent if number == seq), [])

    # The flush

    def take(self, seating: Seating, live: LiveMatch | None, now: float) -> TableCommit:
        """All of it, to be written and then told; the outbox is empty again. If the game's views
        fail, nothing has been taken."""
        effects = [*self._greetings]
        if self.table_changed or self._fresh:
            self._tell_table(seating, live, effects)
        updates = live is not None and (self._match_changed or self._fresh)
        seq = self._tell_match(seating, live, now, effects) if live and updates else None
        effects += self._mail
        first, written, finished = self._written, self._entries, self._finished
        self._written += len(written)
        self._entries, self._finished, self._greetings, self._mail = [], [], [], []
        crashes, self._crashes = self._crashes, []
        self._fresh = {}
        if self.table_changed:
            self.presence_due = None
        self.dirty = self.table_changed = self._match_changed = False
        closes = bool(written) and self._state.closed
        together, self.written_with = self.written_with, ()
        return TableCommit(
            self._state.code, first, written, finished, closes, together, seq, effects, crashes
        )

    def _tell_table(self, seating: Seating, live: LiveMatch | None, effects: list[Effect]) -> None:
        match, minded = (live.match, live.bots.by_seat) if live else (None, {})
        views, counts = seating.views(minded), (seating.count("spectator"), seating.count("screen"))
        common = masked = frames.common_table(self._state, match, views, self.other, *counts)
        self.frame_bytes = len(common)
        if seating.watchers and self._state.policy.filter != "off":
            grade = self._state.policy.filter
            shown, other = screening.seats(views, grade), screening.other(self.other, grade)
            masked = frames.common_table(self._state, match, shown, other, *counts)
        for client in seating.clients.values() if self.table_changed else self._fresh:
            players, state = client.players, self._state
            seats = [player.seat for player in players]
            if any(player.person == state.host for player in players):
                removed = [one.name for one in state.removed]
                frame = frames.clients_table(common, seats, removed, self._door)
            else:
                frame = frames.clients_table(common if players else masked, seats, [], [])
            effects.append(Send(client.conn, frame))

    def _tell_match(
        self, seating: Seating, live: LiveMatch, now: float, effects: list[Effect]
    ) -> int:
        self.seq = seq = self.seq + 1
        at, match, fresh = int(live.clock(now)), live.match, self._fresh
        public = match.game.public(match.state)
        self._scenes[seq] = public.scene
        events, self._events = self._events, []
        self._recent.append((seq, events))
        screened = seating.watchers > 0 and self._state.policy.filter != "off"
        if self._match_changed:
            old: Iterable[Client] = seating.clients.values()
            if fresh:
                old = [client for client in old if client not in fresh]
            common = masked = frames.common_update(match, public, seq, at, events)
            self.frame_bytes = len(common)
            if screened:
                masked = self._masked_update(match, public, seq, at, events)
            if self._race is not None:
                common, masked = (frames.with_race(one, self._race) for one in (common, masked))
                self._race = None
            self._update(old, match, common, masked, effects)
        for client, seen in fresh.items():
            missed = self._missed(seen)
            common = masked = frames.common_update(match, public, seq, at, missed)
            if screened and client.player is None:
                masked = self._masked_update(match, public, seq, at, missed)
            self._update([client], match, common, masked, effects)
        return seq

    def _masked_update(
        self, match: AnyMatch, public: PublicView, seq: int, at: int, events: list[Event]
    ) -> bytes:
        """As those see it who only watch."""
        shown, heard = screening.match(match.game, public, events, self._state.policy.filter)
        return frames.common_update(match, shown, seq, at, heard)

    def _missed(self, seen: int | None) -> list[Event]:
        """What happened since the last update that a returning client saw, if it is remembered."""
        if seen is None or all(seq != seen for seq, _ in self._recent):
            return []
        return [event for seq, events in self._recent if seq > seen for event in events]

    def _update(
        self,
        clients: Iterable[Client],
        match: AnyMatch,
        common: bytes,
        masked: bytes,
        effects: list[Effect],
    ) -> None:
        """The common part (`masked` for those who watch) and each one's own."""
        seats, playing = self._state.seats, match.seats
        private, state = match.game.private, match.state
        for client in clients:
            player = client.player
            if player is None:
                frame = masked + WATCHERS_END
            elif client.others:
                held = [player.seat for player in client.players]
                frame = common + frames.devices_end(match, held, [seat.heard for seat in seats])
            elif (seat := player.seat) < playing:
                frame = common + players_end(private(state, seat), seats[seat].heard)
            else:
                frame = common + WATCHERS_END
            effects.append(Send(client.conn, frame))
