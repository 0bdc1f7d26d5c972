"""A game and how matches of it are made, for all laws; an author says the first part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame, Bot
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.presentation import FOR_STUDY
from brouhaha.lab.arena import EndlessMatch, steps
from brouhaha.testing.actions import any_value, kinds_of_action
from brouhaha.testing.options import any_options
from brouhaha.testing.watching import WatchedMatch

SHOWN = frozenset({"public", "private", "result", "options"})  # or told apart from the rest
RELAXED = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[
        HealthCheck.differing_executors,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
# What these draw is a seed, which cannot be made simpler: they stop at the first match that fails.
WHOLE_MATCHES = settings(RELAXED, max_examples=10, phases=[Phase.reuse, Phase.generate])
DEALT_AGAIN = settings(WHOLE_MATCHES, max_examples=5)  # each is some sixty matches

MOST_INPUTS = 250  # of a watched match: enough for several rounds
TRIES = 0.3  # how often somebody tries anything between two steps


class GameUnderTest:
    """What is asked of the author: the game, and what is secret where the default is wrong."""

    game: ClassVar[AnyGame]
    options: ClassVar[st.SearchStrategy[dict[str, Any]]] = st.just({})
    clocks_end_it: ClassVar[bool] = False  # `expire` leads on to the end from every phase
    no_secrets: ClassVar[bool] = False  # all that is drawn lies open at once
    dealt_again: ClassVar[int] = 60  # so often is a match, each time with one secret changed

    def secrets(self, state: Any, seat: int | None) -> Any:
        """What this seat may not know now (None: what a watcher may not know), as parts of the
        state. By default all but its views, the options and the result, until the match is over.

        Say it yourself if something is shown and stays where it was hidden.
        """
        if self.game.result(state) is not None and self.game.public(state).phase == "end":
            return {}
        names = [name for name in state.__struct_fields__ if name not in SHOWN]
        own = [str(seat)]
        private = {str(one): view for one, view in enumerate(getattr(state, "private", ()))}
        others = {one: view for one, view in private.items() if one not in own}
        return {"private": others, **{name: getattr(state, name) for name in names}}

    def twin(self, match: Match[Any], seat: int, random: Random) -> Any:
        """Another way to say it: a state that differs from the match's in what this seat may not
        know. Make it from a copy (`copy_state(match)`); never change the match's own.
        """
        return None

    @property
    def names_secrets(self) -> bool:
        return type(self).secrets is not GameUnderTest.secrets

    @cached_property
    def has_twin(self) -> bool:
        """It is used unless `secrets` says it all."""
        if self.names_secrets or type(self).twin is GameUnderTest.twin:
            return False
        match = self.start(self.game.players.start, 1, {})
        return self.twin(match, 0, Random(0)) is not None

    # Making matches

    def start(self, players: int, seed: int, options: dict[str, Any]) -> AnyMatch:
        names = [f"Player {number}" for number in range(players)]
        return Match(self.game, new_header(self.game, names, options, seed, None))

    def draw_match(self, data: st.DataObject) -> AnyMatch:
        players = data.draw(st.sampled_from(self.game.players), label="players")
        seed = data.draw(st.integers(0, 2**32), label="seed")
        return self.start(players, seed, data.draw(self.options, label="options"))

    def draw_seed_and_options(self, data: st.DataObject) -> tuple[int, dict[str, Any]]:
        """The author's options; where none are said, any that their types and the rules allow."""
        seed = data.draw(st.integers(0, 2**32), label="seed")
        if type(self).options is not GameUnderTest.options:
            return seed, data.draw(self.options, label="options")
        options = any_options(self.game, Random(seed)) if seed % 2 else {}
        try:
            for players in self.game.players:
                self.start(players, seed, options)
        except Rejected:
            return seed, {}
        return seed, options

    def bots(self, match: AnyMatch, kind: str, seed: int) -> list[Bot]:
        random = Random(seed)
        return [self.game.bots[kind](seat, random) for seat in range(len(match.header.players))]

    def walk(self, data: st.DataObject, match: AnyMatch) -> Iterator[None]:
        """Some of the match's steps, bots playing; a drawn number of them between two stops."""
        bots = self.bots(match, self.any_bot(), data.draw(st.integers(0, 99), label="bots"))
        gaps = iter(data.draw(st.lists(st.integers(0, 40), max_size=12), label="gaps"))
        pause = next(gaps, None)
        for _ in steps(match, bots):
            if pause is None:
                return
            if pause == 0:
                yield
                pause = next(gaps, None)
            else:
                pause -= 1

    def played(
        self,
        seed: int,
        options: dict[str, Any] | None = None,
        at_each: Callable[[WatchedMatch], None] | None = None,
        most_inputs: int = MOST_INPUTS,
        players: int | None = None,
    ) -> WatchedMatch:
        """A match that is watched: random bots play, and anybody tries anything in between."""
        random = Random(seed)
        players = players or random.choice([*self.game.players[:3], self.game.players[-1]])
        names = [f"Player {number}" for number in range(players)]
        match = WatchedMatch(self.game, new_header(self.game, names, options or {}, seed, None))
        bots = self.bots(match, self.any_bot(), random.getrandbits(32))
        try:
            for _ in steps(match, bots):
                if at_each is not None:
                    at_each(match)
                if len(match.inputs) > most_inputs:
                    return match
                if random.random() < TRIES:
                    self.try_anything(match, random)
        except EndlessMatch:  # somebody's try left the bots without a plan
            return match
        self.look_on(match, random)
        return match

    def look_on(self, match: WatchedMatch, random: Random) -> None:
        """There is a result: what is tried now, and what the clocks still do."""
        for _ in range(10):
            self.try_anything(match, random)
            if match.due is not None:
                match.advance(match.due)

    def try_anything(self, match: AnyMatch, random: Random) -> None:
        seat = random.randrange(len(match.header.players))
        try:
            match.act(seat, any_value(random.choice(kinds_of_action(self.game)), random), match.now)
        except Rejected:
            return

    def any_bot(self) -> str:
        """One that does anything, if the game has one."""
        return FOR_STUDY if FOR_STUDY in self.game.bots else self.game.simplest_bot()


def copy_state(match: Match[Any]) -> Any:
    """The match's state, to make a twin of."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=match.game.kinds.state)
