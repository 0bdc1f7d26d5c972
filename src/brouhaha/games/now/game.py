"""NOW! as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import refusals_of
from brouhaha.engine.game import Bot, Event, Game, Legal, kinds_of
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.games.now import highlights, refusals, types
from brouhaha.games.now.bots import BOTS
from brouhaha.games.now.play import discard, keep_all, ready, say_go, say_now
from brouhaha.games.now.rounds import begin_round, end_round, go
from brouhaha.games.now.setup import check_colours, new_state
from brouhaha.games.now.types import Deal, Discard, Now, Options, Ready, State

LEGAL: Legal[State] = {
    "signal": {Ready: say_go},
    "action": {Discard: discard, Now: say_now},
    "resolution": {Ready: ready},
}


class NowGame(Game[State, Options, Deal]):
    id = "now"
    version = 1
    players = range(2, 9)
    kinds = kinds_of(types)
    refusals = refusals_of(refusals)
    legal = LEGAL
    own_options = frozenset({"colours", "extra_time"})
    simple_bot = "greedy"
    bots: ClassVar[Mapping[str, type[Bot]]] = MappingProxyType(BOTS)

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        state = new_state(players, options, deal, chance)
        begin_round(state, 0, chance)
        return state

    def expire(self, state: State, at: int, chance: Chance) -> list[Event]:
        phase = state.public.phase
        if phase in ("countdown", "signal"):
            return go(state, at)
        if phase == "action":
            return keep_all(state, at)
        return end_round(state, at, chance)

    def check_own_options(self, options: Options) -> None:
        check_colours(options.colours or [])

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """The NOW! that makes another player the last: a discard made before it still counts."""
        return type(action) is Now and state.waiting == 2 and not state.public.seats[seat].said_now

    def highlights(self, state: State, heard: Sequence[Heard]) -> list[Highlight]:
        return highlights.highlights(state, heard)

    def inventory(self, state: State) -> Iterable[Hashable]:
        """All 161 cards, wherever they lie."""
        for places in (state.target_deck, state.public.targets, state.removed):
            yield from places
        for place in state.public.seats:
            yield from place.won
            yield from place.discards
        for deck in (*state.decks, *state.box):
            yield from deck
        for hand in state.private:
            if hand.active is not None:
                yield hand.active
        for silvano in state.public.seats[len(state.private) :]:
            if silvano.active is not None:
                yield silvano.active


GAME = NowGame()
