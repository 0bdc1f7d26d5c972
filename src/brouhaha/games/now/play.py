"""The action: discard, or say NOW!. The last player may discard once more, which fixes the next."""

from __future__ import annotations

from msgspec import UNSET

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ready, SaidReady, deadline, lengthened, say_ready
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event
from brouhaha.games.now.refusals import ALREADY_SAID_NOW, LAST_CARD
from brouhaha.games.now.resolution import resolve
from brouhaha.games.now.rounds import end_round, go
from brouhaha.games.now.turns import check_turn, pass_to_next
from brouhaha.games.now.types import Discard, Discarded, LastPlayer, Now, SaidNow, State


def discard(state: State, seat: int, action: Discard, at: int, chance: Chance) -> list[Event]:
    """The active card goes, face up; the next one of the deck is active."""
    public = state.public
    if public.turn is not UNSET:
        check_turn(state, seat)
    seat_view = public.seats[seat]
    if seat_view.said_now:
        raise Rejected(ALREADY_SAID_NOW)
    deck = state.decks[seat]
    if not deck:
        raise Rejected(LAST_CARD)
    hand = state.private[seat]
    value = hand.active
    assert value is not None
    seat_view.discards.append(value)
    seat_view.cards_left -= 1
    hand.active = deck.pop()
    if public.last_player == seat:
        return [Discarded(seat, value), *fix_card(state, seat, at)]
    return [Discarded(seat, value)]


def say_now(state: State, seat: int, action: Now, at: int, chance: Chance) -> list[Event]:
    """The active card stays."""
    public = state.public
    if public.turn is not UNSET:
        check_turn(state, seat)
    if public.seats[seat].said_now:
        raise Rejected(ALREADY_SAID_NOW)
    return fix_card(state, seat, at)


def fix_card(state: State, seat: int, at: int) -> list[Event]:
    """It is fixed, hidden, for this round."""
    state.public.seats[seat].said_now = True
    state.waiting = waiting = state.waiting - 1
    if waiting == 0:
        return [SaidNow(seat), *resolve(state, at)]
    if state.options.in_turn:
        pass_to_next(state)
        return [SaidNow(seat)]
    if waiting == 1:
        return [SaidNow(seat), call_last_player(state, at)]
    return [SaidNow(seat)]


def call_last_player(state: State, at: int) -> LastPlayer:
    """One player only has not said NOW!: a shorter clock runs for them."""
    public, options = state.public, state.options
    last = 0
    while public.seats[last].said_now:
        last += 1
    public.last_player = last
    public.scene += 1
    if options.last_player:
        seconds = lengthened(options.last_player, options.extra_time, [last])
        public.deadline = deadline(at, seconds)
    return LastPlayer(last)


def keep_own(state: State, at: int) -> list[Event]:
    """Time is up for the one whose turn it is: they keep the active card."""
    seat = state.public.turn
    assert isinstance(seat, int)
    _, *events = fix_card(state, seat, at)
    return [SaidNow(seat, by_clock=True), *events]


def keep_all(state: State, at: int) -> list[Event]:
    """Time is up: whoever has not said NOW! keeps the active card."""
    events: list[Event] = []
    for seat, seat_view in enumerate(state.public.seats[: len(state.private)]):
        if not seat_view.said_now:
            seat_view.said_now = True
            events.append(SaidNow(seat, by_clock=True))
    state.waiting = 0
    return events + resolve(state, at)


def say_go(state: State, seat: int, action: Ready, at: int, chance: Chance) -> list[Event]:
    """Go! When all have said it, the action begins."""
    if say_ready(state.public.seats[: len(state.private)], seat):
        return [SaidReady(seat), *go(state, at)]
    return [SaidReady(seat)]


def ready(state: State, seat: int, action: Ready, at: int, chance: Chance) -> list[Event]:
    """Seen. When all have, the round ends before its clock."""
    players = state.public.seats[: len(state.private)]
    if say_ready(players, seat):
        return [SaidReady(seat), *end_round(state, at, chance)]
    return [SaidReady(seat)]
