"""A match at the table: its beginning, its moves, its pauses and its end.

It owns the live match. What the match does goes to the outbox, to be written and told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from brouhaha import games
from brouhaha.engine.errors import CRASHES, Rejected, named
from brouhaha.engine.game import AnyGame
from brouhaha.engine.log import Entry
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.replay import OTHER_RULES, play_again
from brouhaha.table import frames, lobby, party, wire
from brouhaha.table.asking import of_the_game
from brouhaha.table.entries import Abandoned, Arranged, Ended, Paused, Resumed, Started
from brouhaha.table.finished import finished
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.outbox import Outbox
from brouhaha.table.outcomes import RefusedMove, Step
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import (
    BOTS_STAY,
    GAME_FAILED,
    NOT_A_PLAYER,
    NOT_YOUR_SEAT,
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
        """The host begins: that is the ready of all at their device. Who is away does not hold the
        others up, nor does anybody if the host starts `anyway`."""
        if not anyway:
            lobby.check_ready(self._seating, self._state, host)
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
        party.check_devices(state, game, arranged[: len(playing)])
        options = moved_options(state, arranged[: len(playing)])
        match = self._new_match(game, playing, options)
        self.arrange(now)
        self._outbox.decide(Started(match.header, self._entropy(12).hex()))
        self._outbox.begin_match()
        self._outbox.show_match()
        self._seating.renumber(now)
        try:
            self._run(match, now, now, {})
        except CRASHES as error:  # of a bot
            self.give_up(error, now)
        self.mind_empty_seats(now)

    def _new_match(self, game: AnyGame, players: list[str], options: dict[str, Any]) -> AnyMatch:
        if games.is_suspended(game.id):
            raise Rejected(GAME_FAILED)
        with of_the_game():
            header = new_header(game, players, options, self._entropy(32), self._state.deal)
            return Match(game, header)

    def arrange(self, now: float) -> None:
        """Who plays next and who waits, if anybody is to change places."""
        state = self._state
        arranged = self._arrangement(games.find(state.game), now)
        staying = [number for number, seat in enumerate(state.seats) if not seat.gone]
        if arranged != staying:
            self._outbox.decide(Arranged([state.seats[number].person for number in arranged]))
            self._seating.renumber(now)

    def _arrangement(self, game: AnyGame, now: float) -> list[int]:
        here = self._seating.here(now, self._settings.grace)
        return party.arrangement(self._state, here, game.players.stop - 1)

    def _run(
        self, match: AnyMatch, origin: float, now: float, races: dict[int, wire.Reckoning]
    ) -> LiveMatch:
        live = self.live = LiveMatch(match, origin, self._state.policy, races)
        for player in self._seating.players.values():
            if player.client is not None:
                live.connect(player.seat, player.line)
        for number, seat in enumerate(self._state.seats):
            if seat.bot is not None:
                live.seat_bot(number, seat.bot, now)
        return live

    def follow_policy(self) -> None:
        """The host has decided otherwise: races are judged that way from now on."""
        for player in self._seating.players.values():
            player.line.follow(self._state.policy)
        if self.live is not None:
            self.live.follow(self._state.policy)

    def clear(self) -> None:
        """The next game is chosen: the last match is shown no longer."""
        self.live = None

    # After a restart

    def restore(
        self,
        played: Iterable[Entry],
        races: dict[int, wire.Reckoning],
        now: float,
        *,
        give_up: bool = False,
    ) -> None:
        """Play the logged match again; its clock stood still, and does so until people are back.

        If that cannot be done, or fails again and again (`give_up`), the match is at an end, and
        the table is open for the next one.
        """
        state, header = self._state, self._state.header
        if header is None:
            return
        try:
            if give_up:
                raise RuntimeError("it failed again and again")
            match = play_again(games.find(header.game), header, played)
            origin = now + self._settings.return_time - match.now
            live = self._run(match, origin, now, races)
        except CRASHES as error:  # whatever a game's code may raise: the table must stay usable
            self._abandon(error, now)
            return
        if state.status == "paused":
            live.stop_at(state.paused_at, now)
        elif state.status == "ended":
            live.stop_at(match.now, now)

    def _abandon(self, error: BaseException, now: float) -> None:
        changed = isinstance(error, Rejected) and error.refusal is OTHER_RULES
        why = named(error)
        self._outbox.decide(Abandoned("rules_changed" if changed else "match_broken", why))
        self._seating.renumber(now)
        self.clear()

    def give_up(self, error: BaseException, now: float) -> None:
        """The game's own code has failed in the middle of play: nobody knows how the match stands
        now. Everybody is told, and the next one can begin. A match that has ended counts: it is
        only no longer shown."""
        self._outbox.crashed(error)
        if self._state.status != "ended":
            self._say("game_failed")
        self._outbox.decide(Abandoned("game_failed", named(error)))
        self._seating.renumber(now)
        self.clear()

    # Moves

    def act(self, client: Client, message: ClientInAct, now: float) -> None:
        """A player's move, on its way into the match. One that comes again is not played again."""
        player = client.player
        if player is None:
            raise Rejected(NOT_A_PLAYER)
        if message.by is not None and message.by != player.seat:
            player = client.player_at(message.by)
            if player is None:
                raise Rejected(NOT_YOUR_SEAT)
        if not player.first_time(message.id):
            self._answer_again(client, player, message.id)
            return
        try:
            live = self._taking_moves(player.seat)
            live.submit(player.seat, message, self._outbox.sent(message.seen), now)
        except Rejected as rejected:
            refusal = frames.refusal(rejected, "act", message.id, by=player.seat)
            self._answer(player, message.id, refusal)
        except CRASHES as error:
            self.give_up(error, now)

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
        try:
            for outcome in live.settle(now, outbox.seq + 1, at_once=at_once):
                if isinstance(outcome, Step):
                    outbox.step(outcome.entry, outcome.events)
                elif isinstance(outcome, RefusedMove):
                    self._answer(self._seating.player(outcome.seat), outcome.id, outcome.answer)
                else:
                    self._measure(outcome.seats)
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
        except CRASHES as error:
            self.give_up(error, now)
            return None
        return live.next_at

    def _measure(self, seats: list[int]) -> None:
        players = [self._seating.player(seat) for seat in seats]
        clients = [player.client for player in players if player is not None]
        for conn in {client.conn: None for client in clients if client is not None}:
            self._outbox.measure(conn)

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

    def cut(self, now: float) -> None:
        """The tournament's clock has run out: so does all the time of the match."""
        if self.live is not None and self._state.status in ("playing", "paused"):
            if self._state.status == "paused":
                self.resume(now)
            self.settle(now, at_once=True)
        if self.live is not None and self._state.status == "playing":
            self._run_out(self.live, now)

    def _say(self, notice: wire.Notice) -> None:
        """To everybody who is here, and to players who are away when they come back."""
        for client in self._seating.clients.values():
            self._outbox.notify(client.conn, notice)
        self._seating.owe(notice)

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

    def player_came(self, player: Player, now: float) -> None:
        """They play their seat again; a match that waited for anybody to come goes on."""
        if self.live is not None:
            self.live.connect(player.seat, player.line)
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
            self.player_came(player, now)
        self._outbox.show_match()

    def player_went(self, player: Player) -> None:
        if self.live is not None:
            self.live.disconnect(player.seat)
            player.leaves_match(self._state.matches, len(self.live.match.entries))

    def missed_by(self, player: Player, now: float) -> wire.Missed | None:
        """What happened in the match since this player went; told once."""
        log = self.live.match.entries if self.live is not None else None
        return player.take_missed(self._state.matches, log, now)

    def mind_empty_seats(self, now: float) -> None:
        """A bot plays for whoever has left or has been away for long; for nobody, if nobody looks
        on, unless it is a tournament's table."""
        live, waits = self.live, self._state.tournament is None and not self._seating.clients
        if live is None or self._state.status != "playing" or waits:
            return
        for seat in self._seating.unattended(live.match.seats, now, self._settings.grace):
            if seat not in live.bots.by_seat:
                try:
                    live.seat_bot(seat, None, now)
                except CRASHES as error:
                    self.give_up(error, now)
                    return
                self._outbox.show_table()
                player = self._seating.player(seat)
                if player is not None:
                    player.is_minded(len(live.match.entries))

    # End

    def _end(self, live: LiveMatch, now: float) -> None:
        """The match is over: the party counts it, and it goes to the archive."""
        match = live.match
        live.stop_at(match.now, now)
        self._outbox.decide(Ended(*party.award(match.result, match.seats)))
        self._outbox.show_match()
        self._outbox.archive(finished(self._state, match, live.reckonings))
