"""nimble as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected, refusals_of
from brouhaha.engine.game import Bot, Event, Game, Kinds
from brouhaha.engine.refusals import WRONG_PHASE
from brouhaha.games.nimble import bots, refusals, types
from brouhaha.games.nimble.check import stop
from brouhaha.games.nimble.play import back, flip, place, ready, recycle
from brouhaha.games.nimble.rounds import begin_round, end_round, go
from brouhaha.games.nimble.setup import new_state
from brouhaha.games.nimble.types import (
    Back,
    Deal,
    Flip,
    Options,
    Place,
    Private,
    Public,
    Ready,
    Recycle,
    Result,
    State,
)

Rule = Callable[[State, int, Any, int, Chance], list[Event]]

LEGAL: Mapping[str, Mapping[type[msgspec.Struct], Rule]] = {
    "countdown": {},
    "play": {Flip: flip, Place: place, Back: back, Recycle: recycle},
    "check": {Ready: ready},
    "end": {},
}


class NimbleGame(Game[State, Options, Deal]):
    id = "nimble"
    version = 1
    players = range(2, 5)
    kinds = Kinds(
        options=Options,
        deal=Deal,
        state=State,
        action=types.Action,
        event=types.Event,
        public=Public,
        private=Private,
        result=Result,
    )
    refusals = refusals_of(refusals)
    simple_bot = "greedy"
    score_name = "cards_left"
    bots: ClassVar[Mapping[str, type[Bot]]] = MappingProxyType(bots.BOTS)

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        state = new_state(players, options, deal)
        begin_round(state, deal, 0, chance)
        return state

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Event]:
        rule = LEGAL[state.public.phase].get(type(action))
        if rule is None:
            raise Rejected(WRONG_PHASE)
        return rule(state, seat, action, at, chance)

    def due(self, state: State) -> int | None:
        return state.public.deadline

    def expire(self, state: State, at: int, chance: Chance) -> list[Event]:
        phase = state.public.phase
        if phase == "countdown":
            return go(state, at)
        if phase == "play":
            return stop(state, "clock", None, at)
        return end_round(state, at, chance)

    def public(self, state: State) -> Public:
        return state.public

    def private(self, state: State, seat: int) -> Private:
        return state.private[seat]

    def result(self, state: State) -> Result | None:
        return state.result

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """A placement: who comes first has the pile, and may end the round."""
        return type(action) is Place

    def inventory(self, state: State) -> Iterable[Hashable]:
        """Every card with its back, wherever it lies: thirty a player."""
        for pile in state.piles:
            yield from pile
        for cards in (state.decks, state.discards, state.box):
            for seat, own in enumerate(cards):
                yield from ((seat, card) for card in own)


GAME = NimbleGame()
