"""Lay a meadow of twelve, find trios in it, fill it up again; until nobody can find one more."""

from __future__ import annotations

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ended, Went, deadline, ranking
from brouhaha.engine.errors import Overtaken, Rejected, Words
from brouhaha.engine.game import Event
from brouhaha.engine.refusals import BAD_DEAL
from trillium import refusals
from trillium.cards import CARDS, SHORT_DECK, Card, has_trio, is_trio
from trillium.types import (
    Claim,
    Claimed,
    Deal,
    Laid,
    Missed,
    Options,
    Private,
    Public,
    Result,
    SeatView,
    State,
)

MEADOW = 12
MORE = 3


def new_state(players: list[str], options: Options, deal: Deal | None, chance: Chance) -> State:
    deck = shuffled(options, chance) if deal is None else dealt(deal)
    freeze = round(options.freeze * 1000)
    return State(
        options,
        Public("countdown", [SeatView(name) for name in players], [], len(deck), freeze),
        [Private() for _ in players],
        deck[::-1],
    )


def shuffled(options: Options, chance: Chance) -> list[Card]:
    return chance.shuffled("deck", SHORT_DECK if options.deck == "short" else CARDS)


def dealt(deal: Deal) -> list[Card]:
    if len(set(deal.cards)) != len(deal.cards):
        reason = Words("a card is there twice", "une carte y est deux fois")
        raise Rejected(BAD_DEAL, reason=reason)
    return [CARDS[number - 1] for number in deal.cards]


def begin(state: State, at: int) -> list[Event]:
    """The meadow is laid; everybody looks at it until the countdown is over."""
    fill_up(state)
    state.public.deadline = deadline(at, state.options.countdown)
    return [] if state.public.deadline else go(state, at)


def go(state: State, at: int) -> list[Event]:
    state.public.phase = "play"
    state.public.scene += 1
    state.public.deadline = deadline(at, state.options.time)
    events: list[Event] = [Went(1)]
    return events if has_trio(state.public.meadow) else events + end(state)


def claim(state: State, seat: int, action: Claim, at: int, chance: Chance) -> list[Event]:
    """Three cards at once; the first to claim a trio has it."""
    refuse_if_frozen(state, seat, at)
    cards = named(state, action.cards)
    if is_trio(cards):
        return take(state, seat, cards)
    return miss(state, seat, cards, at)


def refuse_if_frozen(state: State, seat: int, at: int) -> None:
    frozen_until = state.public.seats[seat].frozen_until
    if frozen_until is not None and at < frozen_until:
        raise Rejected(refusals.FROZEN)


def named(state: State, numbers: list[int]) -> tuple[Card, ...]:
    """The cards of these numbers; refused if one has just been taken, or never lay there."""
    if len(set(numbers)) != len(numbers):
        raise Rejected(refusals.THE_SAME)
    lying = {card.number: card for card in state.public.meadow}
    if all(number in lying for number in numbers):
        return tuple(lying[number] for number in numbers)
    for seat, place in enumerate(state.public.seats):
        if any(card.number in numbers for card in place.last):
            raise Overtaken(refusals.GONE, by=seat, name=place.name)
    raise Rejected(refusals.NOT_HERE)


def take(state: State, seat: int, cards: tuple[Card, ...]) -> list[Event]:
    place = state.public.seats[seat]
    place.score += 1
    place.trios += 1
    place.last = cards
    state.found += cards
    for other in state.public.seats:
        other.frozen_until = None
    state.public.meadow = [card for card in state.public.meadow if card not in cards]
    state.public.scene += 1
    events: list[Event] = [Claimed(seat, cards), *fill_up(state)]
    return events if has_trio(state.public.meadow) else events + end(state)


def miss(state: State, seat: int, cards: tuple[Card, ...], at: int) -> list[Event]:
    place = state.public.seats[seat]
    place.score -= state.options.penalty
    place.misses += 1
    place.frozen_until = at + state.public.freeze
    return [Missed(seat, cards)]


def fill_up(state: State) -> list[Event]:
    """Up to twelve cards; and three more as long as there is no trio among them."""
    events = lay(state, MEADOW - len(state.public.meadow), more=False)
    while state.deck and not has_trio(state.public.meadow):
        events += lay(state, MORE, more=True)
    return events


def lay(state: State, count: int, more: bool) -> list[Event]:
    """As many as there are; none if the meadow has more than its twelve."""
    cards = tuple(state.deck.pop() for _ in range(min(count, len(state.deck))))
    state.public.meadow += cards
    state.public.cards_left = len(state.deck)
    return [Laid(cards, more)] if cards else []


def end(state: State) -> list[Event]:
    """Most points win; of equals, whoever missed less."""
    seats = state.public.seats
    ranked = ranking(len(seats), lambda seat: (-seats[seat].score, seats[seat].misses))
    state.result = Result(
        ranked[0],
        ranked,
        [place.score for place in seats],
        [place.trios for place in seats],
        [place.misses for place in seats],
    )
    state.public.phase, state.public.deadline = "end", None
    state.public.scene += 1
    return [Ended(tuple(ranked[0]))]
