"""NoNo as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected, refusals_of
from brouhaha.engine.game import Bot, Event, Game, Kinds
from brouhaha.engine.refusals import WRONG_PHASE
from brouhaha.games.nono import bots, refusals, types
from brouhaha.games.nono.play import answer, pass_turn, ready, say_nothing, stop, vote
from brouhaha.games.nono.setup import new_state
from brouhaha.games.nono.turns import begin_match, begin_turn, end_turn, leave_unsolved
from brouhaha.games.nono.types import (
    Answer,
    Deal,
    Options,
    Pass,
    Private,
    Public,
    Ready,
    Result,
    State,
    Stop,
    Vote,
)
from brouhaha.games.nono.verdict import give_verdict

Rule = Callable[[State, int, Any, int, Chance], list[Event]]

LEGAL: Mapping[str, Mapping[type[msgspec.Struct], Rule]] = {
    "countdown": {},
    "search": {Stop: stop, Pass: pass_turn},
    "answer": {Answer: answer},
    "vote": {Vote: vote},
    "verdict": {Ready: ready},
    "end": {},
}


class NonoGame(Game[State, Options, Deal]):
    id = "nono"
    version = 1
    players = range(3, 9)
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
    bots: ClassVar[Mapping[str, type[Bot]]] = MappingProxyType(bots.BOTS)

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        state = new_state(players, options, deal, chance)
        begin_match(state, chance)
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
            return begin_turn(state, at, chance)
        if phase == "search":
            return leave_unsolved(state, at, chance, by_clock=True)
        if phase == "answer":
            return say_nothing(state, at)
        if phase == "vote":
            return give_verdict(state, at)
        return end_turn(state, at, chance)

    def public(self, state: State) -> Public:
        return state.public

    def private(self, state: State, seat: int) -> Private:
        return state.private[seat]

    def result(self, state: State) -> Result | None:
        return state.result

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """Stop!: only the first one counts."""
        return type(action) is Stop and state.public.phase == "search"

    def inventory(self, state: State) -> Iterable[Hashable]:
        """All cards, wherever they lie."""
        for pile in (state.deck, state.table, state.played, state.aside):
            yield from pile


GAME = NonoGame()
