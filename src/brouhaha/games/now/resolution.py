"""The resolution: all reveal, and each Target goes to the highest card that does not exceed it."""

from __future__ import annotations

from brouhaha.engine.common import deadline
from brouhaha.engine.game import Event
from brouhaha.games.now.cards import REFRESH, TargetCard
from brouhaha.games.now.hindsight import tell_best_cards
from brouhaha.games.now.scoring import score_match
from brouhaha.games.now.taking import closest_card, perfect_seats, take
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
    perfects = perfect_seats(state, cards) if public.refresh == "in_play" else []
    tell_best_cards(state, cards)
    events: list[Event] = [Shown(tuple(cards)), *hand_out_targets(state, cards)]
    if perfects:
        events.append(settle_refresh(state, cards, perfects))
    public.phase = "resolution"
    public.scene += 1
    public.last_player = None
    public.deadline = deadline(at, state.options.resolution)
    if not state.target_deck:
        silvanos = len(public.seats) - len(state.private)
        unranked = 0 if state.options.rank_silvano else silvanos
        state.result = score_match(public.seats, state.options.refresh_points, unranked)
    return events


def show_cards(state: State) -> list[int]:
    """Every player's active card by seat; Silvano turns his top card now."""
    seats = state.public.seats
    for place, hand in zip(seats, state.private, strict=False):
        place.active = hand.active
    for silvano in range(len(state.private), len(seats)):
        seats[silvano].active = state.decks[silvano].pop()
    return [place.active or 0 for place in seats]


def hand_out_targets(state: State, cards: list[int]) -> list[Event]:
    """Nobody may refuse, one may take several; a Target below every card stays."""
    public = state.public
    lowest_first = sorted(cards)
    events: list[Event] = []
    left: list[TargetCard] = []
    for target in public.targets:
        closest = closest_card(lowest_first, target)
        if closest is not None:
            seat = cards.index(closest)
            take(public.seats[seat], target)
            events.append(Taken(target, seat, closest))
        else:
            left.append(target)
            if not target.refresh:
                events.append(Stayed(target))
    public.targets = left
    return events


def settle_refresh(state: State, cards: list[int], perfects: list[int]) -> Event:
    """One Perfect takes Refresh; of two or more nobody does, and it leaves the game."""
    public = state.public
    public.targets.remove(REFRESH)
    if len(perfects) > 1:
        public.refresh = "gone"
        state.removed.append(REFRESH)
        return RefreshGone(tuple(perfects))
    public.refresh = "won"
    winner = perfects[0]
    public.seats[winner].won.append(REFRESH)
    public.seats[winner].refresh = True
    return RefreshTaken(winner, cards[winner])
