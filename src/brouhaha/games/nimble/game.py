"""nimble as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import refusals_of
from brouhaha.engine.game import Bot, Event, Game, Legal, kinds_of
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.engine.statistics import Statistics
from brouhaha.games.nimble import bots, highlights, refusals, statistics, types
from brouhaha.games.nimble.check import stop
from brouhaha.games.nimble.play import back, flip, give_signal, place, ready, recycle
from brouhaha.games.nimble.presentation import PRESENTATION
from brouhaha.games.nimble.rounds import begin_round, end_round, go
from brouhaha.games.nimble.setup import new_state
from brouhaha.games.nimble.sheet import SHEET
from brouhaha.games.nimble.sheet import refusals as sheet_refusals
from brouhaha.games.nimble.types import Back, Deal, Flip, Options, Place, Ready, Recycle, State

LEGAL: Legal[State] = {
    "signal": {Ready: give_signal},
    "play": {Flip: flip, Place: place, Back: back, Recycle: recycle},
    "check": {Ready: ready},
}

NEARLY_OUT = 2  # cards


class NimbleGame(Game[State, Options, Deal]):
    id = "nimble"
    version = 1
    players = range(2, 5)
    kinds = kinds_of(types)
    presentation = PRESENTATION
    refusals = (*refusals_of(refusals), *refusals_of(sheet_refusals))
    sheet = SHEET
    legal = LEGAL
    simple_bot = "greedy"
    balance = "brouhaha.games.nimble.lab.balance:sections"
    environment = "brouhaha.games.nimble.lab.environment:NimbleSenses"
    batch = "brouhaha.games.nimble.lab.batch:NimbleBatch"
    compiled: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"greedy": "brouhaha.games.nimble.lab.fast:play"}
    )
    score_name = "cards_left"
    # brouhaha tournament nimble --players 4 --matches 60 --seed 1, these four
    bot_ratings: ClassVar[Mapping[str, float]] = MappingProxyType(
        {"gentle": 2.8, "steady": 14.8, "sharp": 29.8, "merciless": 57.2}
    )
    bots: ClassVar[Mapping[str, type[Bot]]] = MappingProxyType(bots.BOTS)

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        state = new_state(players, options, deal)
        begin_round(state, deal, 0, chance)
        return state

    def expire(self, state: State, at: int, chance: Chance) -> list[Event]:
        phase = state.public.phase
        if phase in ("countdown", "signal"):
            return go(state, at)
        if phase == "play":
            return stop(state, "clock", None, at)
        return end_round(state, at, chance)

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """A placement: who comes first has the pile, and may end the round."""
        return type(action) is Place

    def contesters(
        self, state: State, seat: int | None, action: Any | None
    ) -> Container[int] | None:
        """Who has the right card for that pile at hand, the top of the discard or the one under it,
        or so few cards left that any placement may end the round. Whoever places wrongly gives way
        to anybody. (Whoever flips has to look first: their flip is here before their placement can
        have been made.) All of it lies open, or has lain: that somebody is waited for tells no
        secret."""
        if seat is None or type(action) is not Place or state.public.phase != "play":
            return super().contesters(state, seat, action)
        wanted, top = state.public.piles[action.pile].circle, state.public.seats[seat].top
        if top is None or top.frame != wanted:
            return None
        seats = []
        for one, discard in enumerate(state.discards):
            frames = [card.frame for card in discard[-2:]]
            if wanted in frames or len(discard) + len(state.decks[one]) <= NEARLY_OUT:
                seats.append(one)
        return seats

    def highlights(self, state: State, heard: Sequence[Heard]) -> list[Highlight]:
        return highlights.highlights(state, heard)

    def statistics(self, state: State, heard: Sequence[Heard]) -> Statistics:
        return statistics.statistics(state, heard)

    def inventory(self, state: State) -> Iterable[Hashable]:
        """Every card with its back, wherever it lies: thirty a player."""
        for pile in state.piles:
            yield from pile
        for cards in (state.decks, state.discards, state.box):
            for seat, own in enumerate(cards):
                yield from ((seat, card) for card in own)


GAME = NimbleGame()
