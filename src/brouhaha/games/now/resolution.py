"""The resolution: all reveal, and each Target goes to the highest card that does not exceed it."""

from __future__ import annotations

from brouhaha.engine.common import deadline
from brouhaha.engine.game import Event
from brouhaha.games.now.cards import REFRESH, TargetCard
from brouhaha.games.now.hindsight import tell_best_cards
from brouhaha.games.now.scoring import score_match, unranked
from brouhaha.games.now.taking import NO_CARD, Contest, contests_for, perfects_among, take
from brouhaha.games.now.types import (
    RefreshGone,
    RefreshTaken,
    Shown,
    State,
    Stayed,
    Taken,
)


def resolve(state: State, at: int) -> list[Event]:
    """Reveal, hand out the Targets, settle Refresh; after the last three cards, the score."""
    public = state.public
    cards = show_cards(state)
    contests, perfects = contests_for(public.targets, cards), perfects_among(state, cards)
    tell_best_cards(state, cards, contests, perfects)
    events: list[Event] = [Shown(tuple(cards)), *hand_out_targets(state, cards, contests)]
    if perfects.seats:
        events.append(settle_refresh(state, cards, perfects.seats))
    public.phase = "resolution"
    public.scene += 1
    public.last_player = None
    public.deadline = deadline(at, state.options.resolution)
    if not state.target_deck:
        refresh_points = state.options.refresh_points
        state.result = score_match(public.seats, refresh_points, unranked(state))
    return events


def show_cards(state: State) -> list[int]:
    """Every player's active card by seat; Silvano turns his top card now."""
    seats = state.public.seats
    cards = [hand.active or NO_CARD for hand in state.private]
    if len(cards) < len(seats):
        cards.append(state.decks[-1].pop())
    for seat_view, card in zip(seats, cards, strict=True):
        seat_view.active = card
    return cards


def hand_out_targets(state: State, cards: list[int], contests: list[Contest]) -> list[Event]:
    """Nobody may refuse, one may take several; a Target below every card stays."""
    seats = state.public.seats
    events: list[Event] = []
    left: list[TargetCard] = []
    for target, _, closest, _ in contests:
        if closest != NO_CARD:
            seat = cards.index(closest)
            take(seats[seat], target)
            events.append(Taken(target, seat, closest))
        else:
            left.append(target)
            if not target.refresh:
                events.append(Stayed(target))
    state.public.targets = left
    return events


def settle_refresh(state: State, cards: list[int], perfects: list[int]) -> Event:
    """One Perfect takes Refresh; of two or more nobody does, and it leaves the game."""
    if len(perfects) > 1:
        remove_refresh(state)
        return RefreshGone(tuple(perfects))
    winner = perfects[0]
    give_refresh(state, winner)
    return RefreshTaken(winner, cards[winner])


def give_refresh(state: State, seat: int) -> None:
    public = state.public
    public.targets.remove(REFRESH)
    public.refresh = "won"
    public.seats[seat].won.append(REFRESH)
    public.seats[seat].refresh = True


def remove_refresh(state: State) -> None:
    state.public.targets.remove(REFRESH)
    state.public.refresh = "gone"
    state.removed.append(REFRESH)
