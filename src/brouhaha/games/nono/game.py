"""NoNo as the engine sees it: which action is legal when, and what each deadline does."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, get_args

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import refusals_of
from brouhaha.engine.game import Bot, Event, Game, Legal, Mask, kinds_of
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.engine.statistics import Statistics
from brouhaha.games.nono import bots, highlights, refusals, statistics, types
from brouhaha.games.nono.box import BOX
from brouhaha.games.nono.cards import Card
from brouhaha.games.nono.judging import Lang, judge
from brouhaha.games.nono.lexicon import homes
from brouhaha.games.nono.masking import masked_event, masked_view
from brouhaha.games.nono.play import answer, pass_turn, ready, say_nothing, stop, vote
from brouhaha.games.nono.presentation import PRESENTATION
from brouhaha.games.nono.setup import new_state
from brouhaha.games.nono.sheet import SHEET
from brouhaha.games.nono.sheet import refusals as sheet_refusals
from brouhaha.games.nono.turns import begin_match, begin_turn, end_turn, leave_unsolved
from brouhaha.games.nono.types import (
    Answer,
    Deal,
    Options,
    Pass,
    Public,
    Ready,
    State,
    Stop,
    Vote,
)
from brouhaha.games.nono.verdict import give_verdict

LEGAL: Legal[State] = {
    "search": {Stop: stop, Pass: pass_turn},
    "answer": {Answer: answer},
    "vote": {Vote: vote},
    "verdict": {Ready: ready},
}


class NonoGame(Game[State, Options, Deal]):
    id = "nono"
    version = 2
    players = range(3, 9)
    kinds = kinds_of(types)
    presentation = PRESENTATION
    refusals = (*refusals_of(refusals), *refusals_of(sheet_refusals))
    sheet = SHEET
    box = BOX
    legal = LEGAL
    balance = "brouhaha.games.nono.lab.balance:sections"
    environment = "brouhaha.games.nono.lab.environment:NonoSenses"
    own_options = frozenset({"handicap", "extra_time"})
    # brouhaha tournament nono --players 4 --matches 60 --seed 1, these four
    bot_ratings: ClassVar[Mapping[str, float]] = MappingProxyType(
        {"gentle": -3.7, "steady": 13.5, "sharp": 35.1, "merciless": 59.0}
    )
    bots: ClassVar[Mapping[str, type[Bot]]] = MappingProxyType(bots.BOTS)

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        state = new_state(players, options, deal, chance)
        begin_match(state, chance)
        return state

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

    def prepare(self) -> None:
        """The judge's lexicons and the bots' words, of both languages: a tenth of a second."""
        for language in get_args(Lang):
            judge("zzyzx", language)  # a word that has to be looked for everywhere
            homes(language)

    def contested(self, state: State, seat: int, action: Any) -> bool:
        """Stop!: only the first one counts."""
        return type(action) is Stop and state.public.phase == "search"

    def contesters(
        self, state: State, seat: int | None, action: Any | None
    ) -> Container[int] | None:
        """Nobody who has passed for good can call Stop!; only who has called it can answer."""
        public = state.public
        if public.phase == "search" and state.options.pass_final:
            return [one for one, seat_view in enumerate(public.seats) if not seat_view.passed]
        if public.phase == "answer" and public.stopper is not None:
            return (public.stopper,)
        return super().contesters(state, seat, action)

    def masked(self, public: Public, mask: Mask) -> Public:
        return masked_view(super().masked(public, mask), mask)

    def masked_event(self, public: Public, event: Event, mask: Mask) -> Event:
        return masked_event(event, public.language, mask)

    def highlights(self, state: State, heard: Sequence[Heard]) -> list[Highlight]:
        return highlights.highlights(state, heard)

    def statistics(self, state: State, heard: Sequence[Heard]) -> Statistics:
        return statistics.statistics(state, heard)

    def inventory(self, state: State) -> Iterable[Card]:
        """All cards, wherever they lie."""
        for pile in (state.deck, state.in_play, state.played, state.aside):
            yield from pile


GAME = NonoGame()
