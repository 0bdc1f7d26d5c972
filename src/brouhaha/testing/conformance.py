"""The laws of a game, as tests. Hypothesis draws players, seed and disturbances.

A *walk* is a match among random bots that stops after each action; between two of them anybody
may try anything at any time. What is proved, in the order of the methods below:

- any action at any time either works or is refused, and a refusal changes nothing, to the byte;
- every card is in exactly one place after every action;
- a log replays to the same state, bit for bit, also after a way through JSON;
- what a seat sees does not depend on what it may not know;
- time never goes backwards;
- every match ends, with a ranking of all seats, and then nothing more is allowed;
- bots are deterministic;
- nothing that an event holds can change;
- every refusal says why, in every language.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.inspect import type_info

from brouhaha.engine import refusals as shared
from brouhaha.engine.errors import LANGUAGES, Rejected, refusals_of
from brouhaha.engine.game import AnyGame, Bot
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.replay import replay
from brouhaha.lab.arena import everybody_plans, play_out, result_of, steps
from brouhaha.testing.actions import any_action
from brouhaha.testing.unchanging import what_can_change

RELAXED = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[
        HealthCheck.differing_executors,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
WHOLE_MATCHES = settings(RELAXED, max_examples=10)


def snapshot(match: AnyMatch) -> tuple[bytes, int, int | None, int]:
    """All of a match that a refused action must leave alone."""
    return msgspec.msgpack.encode(match.state), match.now, match.due, len(match.entries)


class Conformance:
    """Inherit, name the game, and say what its seats may not know (`twin`)."""

    game: ClassVar[AnyGame]
    options: ClassVar[st.SearchStrategy[dict[str, Any]]] = st.just({})
    clocks_end_it: ClassVar[bool] = False  # `expire` leads on to the end from every phase

    def twin(self, match: Match[Any], seat: int, random: Random) -> Any:
        """Another state that differs from the match's in what this seat may not know, if it can.

        Make it from a copy (`copy_state(match)`); never change the match's own.
        """
        raise NotImplementedError("say which states a seat cannot tell apart")

    # Making matches

    def start(self, players: int, seed: int, options: dict[str, Any]) -> AnyMatch:
        names = [f"Player {number}" for number in range(players)]
        return Match(self.game, new_header(self.game, names, options, seed, None))

    def draw_match(self, data: st.DataObject) -> AnyMatch:
        players = data.draw(st.sampled_from(self.game.players), label="players")
        seed = data.draw(st.integers(0, 2**32), label="seed")
        return self.start(players, seed, data.draw(self.options, label="options"))

    def bots(self, match: AnyMatch, kind: str, seed: int) -> list[Bot]:
        random = Random(seed)
        return [self.game.bots[kind](seat, random) for seat in range(len(match.header.players))]

    def walk(self, data: st.DataObject, match: AnyMatch) -> Iterator[None]:
        """Some of the match's steps, bots playing; a drawn number of them between two stops."""
        bots = self.bots(match, "random", data.draw(st.integers(0, 99), label="bots"))
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

    # The laws

    @RELAXED
    @given(st.data())
    def test_any_action_works_or_is_refused_and_a_refusal_changes_nothing(
        self, data: st.DataObject
    ) -> None:
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            before = snapshot(match)
            seat = data.draw(st.integers(-1, len(match.header.players)), label="seat")
            action = data.draw(any_action(self.game), label="action")
            later = data.draw(st.sampled_from([0, 1, 500, 20_000, 700_000]), label="later")
            try:
                events = match.act(seat, action, match.now + later)
            except Rejected as refused:
                self.check_refusal(match, before, refused)
            else:
                plain = [msgspec.to_builtins(event) for event in events]
                assert [msgspec.convert(e, self.game.kinds.event) for e in plain] == events

    def check_refusal(self, match: AnyMatch, before: object, refused: Rejected) -> None:
        assert snapshot(match) == before
        assert all(refused.sentence(language) for language in LANGUAGES)

    @WHOLE_MATCHES
    @given(st.data())
    def test_every_card_is_in_exactly_one_place(self, data: st.DataObject) -> None:
        match = self.draw_match(data)
        cards = Counter(self.game.inventory(match.state))
        bots = self.bots(match, "random", data.draw(st.integers(0, 99), label="bots"))
        for _ in steps(match, bots):
            assert Counter(self.game.inventory(match.state)) == cards

    @RELAXED
    @given(st.data())
    def test_a_log_replays_to_the_same_state(self, data: st.DataObject) -> None:
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            pass
        log = msgspec.convert(json.loads(json.dumps(match.log)), Log)
        again = replay(self.game, log)
        assert snapshot(again) == snapshot(match)
        assert again.public() == match.public()
        assert again.log == match.log

    @RELAXED
    @given(st.data())
    def test_a_seat_sees_nothing_it_may_not_know(self, data: st.DataObject) -> None:
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            seat = data.draw(st.integers(0, len(match.header.players) - 1), label="seat")
            twin = self.twin(match, seat, Random(data.draw(st.integers(0, 99), label="twin")))
            assert self.game.public(twin) == self.game.public(match.state)
            assert self.game.private(twin, seat) == self.game.private(match.state, seat)
            assert self.game.due(twin) == self.game.due(match.state)

    def test_there_is_something_it_may_not_know(self) -> None:
        """Else the law above would prove nothing."""
        match = self.start(self.game.players.stop - 1, 1, {})
        before = msgspec.msgpack.encode(match.state)
        twins = [self.twin(match, 0, Random(number)) for number in range(10)]
        assert any(msgspec.msgpack.encode(twin) != before for twin in twins)
        assert msgspec.msgpack.encode(match.state) == before

    @RELAXED
    @given(st.data())
    def test_time_never_goes_backwards(self, data: st.DataObject) -> None:
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            match.advance(match.now + 1)
            before = snapshot(match)
            try:
                match.advance(match.now - 1)
            except Rejected as refused:
                self.check_refusal(match, before, refused)
            else:
                raise AssertionError("an earlier time was taken")

    @WHOLE_MATCHES
    @given(st.data())
    def test_every_match_ends_and_then_nothing_is_allowed(self, data: st.DataObject) -> None:
        match = self.draw_match(data)
        kind = data.draw(st.sampled_from(sorted(self.game.bots)), label="kind")
        play_out(match, self.bots(match, kind, data.draw(st.integers(0, 99), label="bots")))
        result, seats = result_of(match), len(match.public().seats)
        assert sorted(seat for equals in result.ranking for seat in equals) == list(range(seats))
        assert result.winners == result.ranking[0]
        self.look_on_until_the_end(match)
        assert match.result == result
        before = snapshot(match)
        for seat in range(len(match.header.players)):
            try:
                match.act(seat, data.draw(any_action(self.game), label="action"), match.now)
            except Rejected as refused:
                self.check_refusal(match, before, refused)
            else:
                raise AssertionError("something was allowed after the end")

    @RELAXED
    @given(st.data())
    def test_a_match_whose_time_has_run_out_is_over(self, data: st.DataObject) -> None:
        """In whichever phase it is, also without clocks, if the game says so; else a table gives a
        match up that has become too long. Its log is played again to the same state."""
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            pass
        match.run_out(match.now + 1)
        assert match.over or not self.clocks_end_it
        again = replay(self.game, msgspec.convert(json.loads(json.dumps(match.log)), Log))
        assert snapshot(again) == snapshot(match)

    def look_on_until_the_end(self, match: AnyMatch) -> None:
        """The result is there; showing it goes on until everybody has seen it or time is up."""
        for _ in range(100):
            if match.due is None:
                break
            match.advance(match.due)
        assert match.public().phase == "end"

    @WHOLE_MATCHES
    @given(st.data())
    def test_bots_are_deterministic(self, data: st.DataObject) -> None:
        first = self.draw_match(data)
        second = Match(self.game, first.header)
        kind = data.draw(st.sampled_from(sorted(self.game.bots)), label="kind")
        seed = data.draw(st.integers(0, 99), label="bots")
        logs = [play_out(m, self.bots(m, kind, seed)).log for m in (first, second)]
        assert logs[0] == logs[1]

    def test_nothing_that_an_event_holds_can_change(self) -> None:
        assert list(what_can_change(type_info(self.game.kinds.event))) == []

    def test_every_refusal_says_why_in_every_language(self) -> None:
        known = (*refusals_of(shared), *self.game.refusals)
        assert len({refusal.code for refusal in known}) == len(known)
        assert all(refusal.en and refusal.fr and refusal.en != refusal.fr for refusal in known)

    def test_views_are_of_their_types_and_keep_their_names(self) -> None:
        match = self.start(self.game.players.stop - 1, 1, {})
        assert everybody_plans(match, match.public(), []) == []
        public = msgspec.to_builtins(match.public())
        assert {"phase", "scene", "seats", "deadline"} <= public.keys()
        again: object = msgspec.convert(public, self.game.kinds.public)
        assert again == match.public()


def copy_state(match: Match[Any]) -> Any:
    """The match's state, to make a twin of."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=match.game.kinds.state)
