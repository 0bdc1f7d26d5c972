"""Trillium as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import refusals_of
from brouhaha.engine.game import Bot, Event, Game, Legal, kinds_of
from brouhaha.engine.highlights import Heard
from brouhaha.engine.statistics import Statistics
from trillium import refusals, statistics, types
from trillium.bots import BOTS
from trillium.presentation import PRESENTATION
from trillium.rules import begin, claim, end, go, new_state
from trillium.types import Claim, Deal, Options, State

LEGAL: Legal[State] = {"play": {Claim: claim}}


class TrilliumGame(Game[State, Options, Deal]):
    id = "trillium"
    version = 1
    players = range(2, 9)
    kinds = kinds_of(types)
    refusals = refusals_of(refusals)
    legal = LEGAL
    presentation = PRESENTATION
    simple_bot = "steady"
    balance = "trillium.balance:sections"
    environment = "trillium.environment:TrilliumSenses"
    bots: ClassVar[Mapping[str, type[Bot]]] = MappingProxyType(BOTS)

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        state = new_state(players, options, deal, chance)
        begin(state, 0)
        return state

    def expire(self, state: State, at: int, chance: Chance) -> list[Event]:
        return go(state, at) if state.public.phase == "countdown" else end(state)

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """Two may see the same trio: who claimed first has it."""
        return True

    def statistics(self, state: State, heard: Sequence[Heard]) -> Statistics:
        return statistics.statistics(state, heard)

    def inventory(self, state: State) -> Iterable[Hashable]:
        return [*state.deck, *state.public.meadow, *state.found]


GAME = TrilliumGame()
