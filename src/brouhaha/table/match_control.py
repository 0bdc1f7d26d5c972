"""A match at the table: its beginning, its moves, its pauses and its end.

It owns the live match. What the match does goes to the outbox, to be written and told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.engine.log import Entry, Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.replay import OTHER_RULES, play_again
from brouhaha.table import frames, lobby, party, wire
from brouhaha.table.commit import FinishedMatch
from brouhaha.table.entries import Abandoned, Arranged, Ended, Paused, Resumed, Started
from brouhaha.table.live_match import LiveMatch, RefusedMove
from brouhaha.table.outbox import Outbox
from brouhaha.table.presence import Absence, Client, Player
from brouhaha.table.refusals import (
    BOTS_STAY,
    NOT_A_PLAYER,
    NOT_READY,
    TOO_MANY_MATCHES,
    TOO_MANY_MOVES,
    TOO_MANY_PAUSES,
    WAITING,
    not_now,
)
from brouhaha.table.seating import Seating
from brouhaha.table.settings import Settings
from brouhaha.table.state import TableState, moved_options
from brouhaha.table.wire import ClientInAct


class MatchControl:
    def __init__(
        self,
        state: TableState,
        seating: Seating,
        outbox: Outbox,
        settings: Settings,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._state = state
        self._seating = seating
        self._outbox = outbox
        self._settings = settings
        self._entropy = entropy
        self.live: LiveMatch | None = None  # the match being played, or played last

    # Beginning

    def start(self, host: Player, now: float, *, anyway: bool = False) -> None:
        """The host begins: that is their own ready. Who is away does not hold the others up, nor
        does anybody if the host starts `anyway`."""
        waited_for = [
            self._state.seats[player.seat].name
            for player in self._seating.players.values()
            if player.client is not None
            and player is not host
            and player.seat < self._state.playing
            and not self._state.seats[player.seat].ready
        ]
        if waited_for and not anyway:
            raise Rejected(NOT_READY, names=", ".join(waited_for))
        self.begin(now)

    def begin(self, now: float) -> None:
        """A match of the chosen game, with everybody who has a seat; some may have to sit out."""
        state, most = self._state, self._settings.matches
        if state.matches >= most:
            raise Rejected(TOO_MANY_MATCHES, most=most)
        if self._outbox.log_bytes >= self._settings.log_bytes:
            raise Rejected(TOO_MANY_MATCHES, most=state.matches)
        game = games.find(state.game)
        arranged = self._arrangement(game, now)
        playing = [state.seats[number].name for number in arranged[: game.players.stop - 1]]
        options = moved_options(state, arranged[: len(playing)])
        header = new_header(game, playing, options, self._entropy(32), state.deal)
        match = Match(game, header)
        self.arrange(now)
        self._outbox.decide(Started(header, self._entropy(12).hex()))
        self._outbox.begin_match()
        self._outbox.show_match()
        self._seating.renumber(now)
        self._run(match, now, now)
        self.mind_empty_seats(now)

    def arrange(self, now: float) -> None:
        """Who plays next and who waits, if anybody is to change places."""
        state = self._state
        arranged = self._arrangement(games.find(state.game), now)
        staying = [number for number, seat in enumerate(state.seats) if not seat.gone]
        if arranged != staying:
            self._outbox.decide(Arranged([state.seats[number].person for number in arranged]))
            self._seating.renumber(now)

    def _arrangement(self, game: AnyGame, now: float) -> list[int]:
        here = self._seating.here(now - self._settings.grace)
        return party.arrangement(self._state, here, game.players.stop - 1)

    def _run(self, match: AnyMatch, origin: float, now: float) -> LiveMatch:
        live = self.live = LiveMatch(match, origin)
        for player in self._seating.players.values():
            if player.client is not None:
                live.connect(player.seat, player.client.line)
        for number, seat in enumerate(self._state.seats):
            if seat.bot is not None:
                live.seat_bot(number, seat.bot, now)
        return live

    def clear(self) -> None:
        """The next game is chosen: the last match is shown no longer."""
        self.live = None

    # After a restart

    def restore(self, played: Iterable[Entry], now: float) -> None:
        """Play the logged match again; its clock stood still, and does so until people are back.

        If that cannot be done, the match is at an end, and the table is open for the next one.
        """
        state, header = self._state, self._state.header
        if header is None:
            return
        try:
            match = play_again(games.find(header.game), header, played)
        except Exception as error:  # whatever a game's code may raise: the table must stay usable
            self._abandon(error, now)
            return
        live = self._run(match, now + self._settings.return_time - match.now, now)
        if state.status == "paused":
            live.stop_at(state.paused_at, now)
        elif state.status == "ended":
            live.stop_at(match.now, now)

    def _abandon(self, error: Exception, now: float) -> None:
        changed = isinstance(error, Rejected) and error.refusal is OTHER_RULES
        detail = f"{type(error).__name__}: {error}"
        self._outbox.decide(Abandoned("rules_changed" if changed else "match_broken", detail))
        self._seating.renumber(now)

    # Moves

    def act(self, client: Client, message: ClientInAct, now: float) -> None:
        """A player's move, on its way into the match. One that comes again is not played again."""
        player = client.player
        if player is None:
            raise Rejected(NOT_A_PLAYER)
        if not player.first_time(message.id):
            self._answer_again(client, player, message.id)
            return
        try:
            live = self._taking_moves(player.seat)
            live.submit(player.seat, message, self._outbox.sent(message.seen), now)
        except Rejected as rejected:
            self._answer(player, message.id, frames.refusal(rejected, "act", message.id))

    def _taking_moves(self, seat: int) -> LiveMatch:
        """The match, if it takes a move of this seat now."""
        live, status = self.live, self._state.status
        if live is None or status != "playing":
            raise not_now(status)
        if seat >= live.match.seats:
            raise Rejected(WAITING)
        if live.queue.first and live.queue.waiting_of(seat) >= self._settings.waiting_moves:
            raise Rejected(TOO_MANY_MOVES)
        return live

    def _answer_again(self, client: Client, player: Player, move: int) -> None:
        answer = player.answer(move)
        if answer is not None:
            self._outbox.send(client.conn, answer)
        else:
            self._outbox.show_again(client)

    def _answer(self, player: Player | None, move: int, frame: bytes) -> None:
        """To the player, if they have not left, when they are here or come back."""
        if player is not None:
            player.remember(move, frame)
            if player.client is not None:
                self._outbox.send(player.client.conn, frame)

    # Time

    def settle(self, now: float, *, at_once: bool = False) -> float | None:
        """Let the match catch up; when it has something to do again."""
        live, state, outbox = self.live, self._state, self._outbox
        if live is None or state.status != "playing" or state.closed:
            return None
        for outcome in live.settle(now, outbox.seq + 1, at_once=at_once):
            if isinstance(outcome, RefusedMove):
                self._answer(self._seating.player(outcome.seat), outcome.id, outcome.answer)
            else:
                outbox.step(outcome.entry, outcome.events)
        if live.match.over:
            self._end(live, now)
            return None
        settings = self._settings
        if (
            len(live.match.entries) >= settings.match_entries
            or outbox.match_bytes >= settings.match_bytes
        ):
            self._run_out(live, now)
            return None
        return live.next_at

    def _run_out(self, live: LiveMatch, now: float) -> None:
        """The match has become too long: it ends as if all its time were up."""
        step = live.run_out(now)
        self._outbox.step(step.entry, step.events)
        self._say("too_long")
        if live.match.over:
            self.settle(now, at_once=True)  # refuses the moves that wait, and ends it
        else:
            self._outbox.decide(Abandoned("too_long", f"{len(live.match.entries)} entries"))
            self._seating.renumber(now)
            self.clear()

    def _say(self, notice: wire.Notice) -> None:
        """To everybody who is here, and to players who are away when they come back."""
        for client in self._seating.clients.values():
            self._outbox.notify(client.conn, notice)
        for player in self._seating.players.values():
            if player.client is None:
                player.owed = notice

    # Pauses

    def pause_by(self, player: Player, now: float) -> None:
        """Whoever plays may stop the clock, a few times."""
        self._check_plays(player)
        most = self._settings.pauses
        if self._state.seats[player.seat].pauses >= most:
            raise Rejected(TOO_MANY_PAUSES, most=most)
        self.pause(player.seat, now)

    def pause(self, seat: int | None, now: float) -> None:
        """What was on its way is settled first. `seat` None: the table itself stops the clock."""
        self.settle(now, at_once=True)
        if self.live is not None and self._state.status == "playing":  # it may have ended
            self._outbox.decide(Paused(self.live.stop(now), seat))
            self._outbox.show_match()

    def resume_by(self, player: Player, now: float) -> None:
        """And whoever plays may let it go on."""
        self._check_plays(player)
        self.resume(now)

    def _check_plays(self, player: Player) -> None:
        if player.seat >= self._state.playing:
            raise Rejected(WAITING)

    def resume(self, now: float) -> None:
        assert self.live is not None
        self.live.resume(now)
        self._outbox.decide(Resumed())
        self._outbox.show_match()
        self.mind_empty_seats(now)

    # People come and go

    def player_came(self, player: Player, client: Client, now: float) -> None:
        """They play their seat again; a match that waited for anybody to come goes on."""
        if self.live is not None:
            self.live.connect(player.seat, client.line)
        if self._state.status == "paused" and self._state.paused_by is None:
            self.resume(now)

    def take_over(self, player: Player, seat: int, now: float) -> None:
        """Somebody who waited has a bot's seat from now on, and sees what it saw. A match that is
        decided and only still shown has nothing left to play."""
        if self.live is not None and self.live.decided:
            raise Rejected(BOTS_STAY)
        self._outbox.decide(lobby.take_over(self._state, player.seat, seat))
        self._seating.renumber(now)
        if player.client is not None:
            self.player_came(player, player.client, now)
        self._outbox.show_match()

    def player_went(self, player: Player) -> None:
        if self.live is not None:
            self.live.disconnect(player.seat)
            player.absence = Absence(self._state.matches, len(self.live.match.entries))

    def missed_by(self, player: Player, now: float) -> wire.Missed | None:
        """What happened in the match since this player went; told once."""
        absence, player.absence = player.absence, None
        if self.live is None or absence is None or absence.match != self._state.matches:
            return None
        log, seat, minded = self.live.match.entries, player.seat, absence.minded_from
        others = sum(entry.seat not in (None, seat) for entry in log[absence.entries :])
        own = sum(entry.seat == seat for entry in log[minded:]) if minded is not None else 0
        return wire.Missed(now - player.away_since, others, own)

    def mind_empty_seats(self, now: float) -> None:
        """A bot plays for whoever has left or has been away for long; for nobody, if nobody looks
        on."""
        live = self.live
        if live is None or self._state.status != "playing" or not self._seating.clients:
            return
        for seat in self._seating.unattended(live.match.seats, now - self._settings.grace):
            if seat not in live.bots.by_seat:
                live.seat_bot(seat, None, now)
                self._outbox.show_table()
                player = self._seating.player(seat)
                if player is not None and player.absence is not None:
                    player.absence.minded_from = len(live.match.entries)

    # End

    def _end(self, live: LiveMatch, now: float) -> None:
        """The match is over: the party counts it, and it goes to the archive."""
        match, state = live.match, self._state
        live.stop_at(match.now, now)
        self._outbox.decide(Ended(*party.award(match.result, match.seats)))
        self._outbox.show_match()
        self._outbox.archive(
            FinishedMatch(
                replay=str(state.replay),
                number=state.matches,
                game=match.game.id,
                names=[seat.name for seat in state.seats[: match.seats]],
                bots=[seat.bot for seat in state.seats[: match.seats]],
                lasted=match.now,
                result=msgspec.Raw(wire.encode(match.result)),
                log=msgspec.Raw(wire.encode(Log(match.header, match.entries, match.now))),
            )
        )
