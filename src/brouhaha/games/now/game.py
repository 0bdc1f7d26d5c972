"""NOW! as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import refusals_of
from brouhaha.engine.game import Bot, Event, Game, Legal, kinds_of
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.engine.statistics import Statistics
from brouhaha.games.now import highlights, refusals, statistics, types
from brouhaha.games.now.bots import BOTS
from brouhaha.games.now.box import BOX
from brouhaha.games.now.play import discard, keep_all, keep_own, ready, say_go, say_now
from brouhaha.games.now.presentation import PRESENTATION
from brouhaha.games.now.rounds import begin_round, end_round, go
from brouhaha.games.now.setup import check_colours, new_state
from brouhaha.games.now.sheet import SHEET
from brouhaha.games.now.sheet import refusals as sheet_refusals
from brouhaha.games.now.turns import begin_turn, take_turn
from brouhaha.games.now.types import Deal, Discard, Now, Options, Ready, State

LEGAL: Legal[State] = {
    "signal": {Ready: say_go},
    "pass": {Ready: take_turn},
    "action": {Discard: discard, Now: say_now},
    "resolution": {Ready: ready},
}


class NowGame(Game[State, Options, Deal]):
    id = "now"
    version = 1
    players = range(2, 9)
    kinds = kinds_of(types)
    presentation = PRESENTATION
    refusals = (*refusals_of(refusals), *refusals_of(sheet_refusals))
    sheet = SHEET
    box = BOX
    legal = LEGAL
    own_options = frozenset({"colours", "extra_time"})
    simple_bot = "greedy"
    balance = "brouhaha.games.now.lab.balance:sections"
    environment = "brouhaha.games.now.lab.environment:NowSenses"
    batch = "brouhaha.games.now.lab.batch:NowBatch"
    compiled: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"greedy": "brouhaha.games.now.lab.fast:play"}
    )
    # brouhaha tournament now --players 4 --matches 200 --seed 1, these four
    bot_ratings: ClassVar[Mapping[str, float]] = MappingProxyType(
        {"gentle": 16.5, "steady": 25.0, "sharp": 29.6, "merciless": 31.2}
    )
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
        if phase == "pass":
            return begin_turn(state, at)
        if phase == "action":
            return keep_own(state, at) if state.options.in_turn else keep_all(state, at)
        return end_round(state, at, chance)

    def check_own_options(self, options: Options) -> None:
        check_colours(options.colours or [])

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """The NOW! that makes another player the last: a discard made before it still counts."""
        if type(action) is not Now or state.waiting != 2 or state.options.in_turn:
            return False
        return not state.public.seats[seat].said_now

    def contesters(
        self, state: State, seat: int | None, action: Any | None
    ) -> Container[int] | None:
        """Whoever has said NOW! does nothing more in this round; in turn, nobody but one does."""
        if isinstance(state.public.turn, int) and state.public.phase in ("pass", "action"):
            return [state.public.turn]
        if state.public.phase == "action":
            return [
                one for one, seat_view in enumerate(state.public.seats) if not seat_view.said_now
            ]
        return super().contesters(state, seat, action)

    def highlights(self, state: State, heard: Sequence[Heard]) -> list[Highlight]:
        return highlights.highlights(state, heard)

    def statistics(self, state: State, heard: Sequence[Heard]) -> Statistics:
        return statistics.statistics(state, heard)

    def inventory(self, state: State) -> Iterable[Hashable]:
        """All 161 cards, wherever they lie."""
        for places in (state.target_deck, state.public.targets, state.removed):
            yield from places
        for seat_view in state.public.seats:
            yield from seat_view.won
            yield from seat_view.discards
        for deck in (*state.decks, *state.box):
            yield from deck
        for hand in state.private:
            if hand.active is not None:
                yield hand.active
        for silvano in state.public.seats[len(state.private) :]:
            if silvano.active is not None:
                yield silvano.active


GAME = NowGame()
