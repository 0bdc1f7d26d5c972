"""A round begins: reveal three cards, shuffle if Refresh turns up, everybody says Go."""

from __future__ import annotations

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ended, Went, deadline, lengthened
from brouhaha.engine.game import Event
from brouhaha.games.now.cards import REFRESH
from brouhaha.games.now.turns import first_of_round, pass_on
from brouhaha.games.now.types import Refreshed, Revealed, State

REVEALED_A_ROUND = 3


def begin_round(state: State, at: int, chance: Chance) -> list[Event]:
    """Turn up the next three cards beside those nobody took; then comes Go."""
    public = state.public
    public.round += 1
    public.scene += 1
    public.last_player = None
    state.waiting = len(state.private)
    for seat in public.seats:
        seat.said_now = False
        seat.active = None
        if seat.ready:
            seat.ready = False
    for hand in state.private:
        if hand.best is not None:
            hand.best = None
    return reveal(state, chance) + await_go(state, at)


def await_go(state: State, at: int) -> list[Event]:
    """The clock counts down to Go, or everybody says it (option `signal`), or one after another
    (option `in_turn`)."""
    public, options = state.public, state.options
    if options.in_turn:
        take_cards(state)
        pass_on(state, first_of_round(state))
        return []
    if options.signal == "all":
        public.phase, public.deadline = "signal", None
        return []
    public.phase, public.deadline = "countdown", deadline(at, options.countdown)
    return [] if public.deadline else go(state, at)


def reveal(state: State, chance: Chance) -> list[Event]:
    """Three cards, one of which may be Refresh."""
    public, deck = state.public, state.target_deck
    public.targets_left -= REVEALED_A_ROUND
    drawn = [deck.pop() for _ in range(REVEALED_A_ROUND)]
    public.targets += drawn
    events: list[Event] = [Revealed(card) for card in drawn]
    if public.refresh == "to_come" and REFRESH in drawn:
        refresh(state, chance)
        events.insert(drawn.index(REFRESH) + 1, Refreshed())
    return events


def refresh(state: State, chance: Chance) -> None:
    """Everybody shuffles everything; an active card that is shuffled in gives way to one at Go."""
    state.public.refresh = "in_play"
    for seat, (deck, seat_view) in enumerate(zip(state.decks, state.public.seats, strict=True)):
        cards = deck + seat_view.discards + active_shuffled_in(state, seat)
        state.decks[seat] = chance.shuffled(f"refresh/{seat}", cards)
        seat_view.discards.clear()
        seat_view.cards_left = len(cards) + holds_a_card(state, seat)


def active_shuffled_in(state: State, seat: int) -> list[int]:
    """The player's active card leaves the hand, unless it is kept (option `refresh_active`)."""
    if not holds_a_card(state, seat) or state.options.refresh_active == "kept":
        return []
    hand = state.private[seat]
    active, hand.active = hand.active, None
    return [] if active is None else [active]


def holds_a_card(state: State, seat: int) -> bool:
    """Silvano holds none: he turns one when it is needed."""
    return seat < len(state.private) and state.private[seat].active is not None


def go(state: State, at: int) -> list[Event]:
    """Everybody says Go: from now on all play at once."""
    take_cards(state)
    public, options = state.public, state.options
    public.phase = "action"
    public.scene += 1
    # Everybody waits for whoever has the most time
    seconds = lengthened(options.action, options.extra_time, range(len(state.private)))
    public.deadline = deadline(at, seconds)
    return [Went(public.round)]


def take_cards(state: State) -> None:
    """Whoever has no active card takes one."""
    for hand, deck in zip(state.private, state.decks, strict=False):
        if hand.active is None:
            hand.active = deck.pop()
    public = state.public
    if public.phase == "signal":
        for seat_view in public.seats:
            seat_view.ready = False
    state.discards_at_go = [len(seat_view.discards) for seat_view in public.seats]


def end_round(state: State, at: int, chance: Chance) -> list[Event]:
    """Everybody has seen the resolution: the next round, or the end."""
    put_silvanos_card_aside(state)
    if state.target_deck:
        return begin_round(state, at, chance)
    public = state.public
    state.removed += public.targets
    public.targets = []
    public.phase = "end"
    public.scene += 1
    public.deadline = None
    assert state.result is not None
    return [Ended(tuple(state.result.winners))]


def put_silvanos_card_aside(state: State) -> None:
    """Silvano turns a new card each time; the one he played is used."""
    for silvano in state.public.seats[len(state.private) :]:
        if silvano.active is not None:
            silvano.discards.append(silvano.active)
            silvano.cards_left -= 1
