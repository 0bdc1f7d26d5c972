"""nimble as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import refusals_of
from brouhaha.engine.game import Bot, Event, Game, Legal, kinds_of
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.games.nimble import bots, highlights, refusals, types
from brouhaha.games.nimble.check import stop
from brouhaha.games.nimble.play import back, flip, give_signal, place, ready, recycle
from brouhaha.games.nimble.rounds import begin_round, end_round, go
from brouhaha.games.nimble.setup import new_state
from brouhaha.games.nimble.types import Back, Deal, Flip, Options, Place, Ready, Recycle, State

LEGAL: Legal[State] = {
    "signal": {Ready: give_signal},
    "play": {Flip: flip, Place: place, Back: back, Recycle: recycle},
    "check": {Ready: ready},
}


class NimbleGame(Game[State, Options, Deal]):
    id = "nimble"
    version = 1
    players = range(2, 5)
    kinds = kinds_of(types)
    refusals = refusals_of(refusals)
    legal = LEGAL
    simple_bot = "greedy"
    score_name = "cards_left"
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

    def highlights(self, state: State, heard: Sequence[Heard]) -> list[Highlight]:
        return highlights.highlights(state, heard)

    def inventory(self, state: State) -> Iterable[Hashable]:
        """Every card with its back, wherever it lies: thirty a player."""
        for pile in state.piles:
            yield from pile
        for cards in (state.decks, state.discards, state.box):
            for seat, own in enumerate(cards):
                yield from ((seat, card) for card in own)


GAME = NimbleGame()
