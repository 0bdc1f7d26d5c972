"""The laws of a game, as tests. Hypothesis draws players, seed and disturbances.

A *walk* is a match among random bots that stops after each action; between two of them anybody
may try anything at any time. What is proved:

- any action at any time either works or is refused, and a refusal changes nothing, to the byte;
  each kind of action is tried in each phase (`action_laws.py`);
- every card is in exactly one place after every action;
- a log replays to the same state, bit for bit, also after a way through JSON;
- what a seat or a watcher sees and hears does not depend on what it may not know (`secrecy.py`);
- a label is drawn once, and a game in which nothing is hidden says so;
- asking changes nothing: views, `contested`, `masked`, `highlights`, `statistics` (`purity.py`);
- time never goes backwards, a new phase is a new scene, a result is final;
- every match ends, with a ranking of all seats, and then nothing more is allowed;
- options have bounds, and whatever they are, a match is refused or can be played;
- bots are deterministic, do what is allowed, and change nothing by thinking (`supervised.py`);
- nothing that an event holds can change;
- every refusal is one that the game names, and says why in every language.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.inspect import type_info

from brouhaha.engine.errors import Rejected
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.replay import replay
from brouhaha.lab.arena import everybody_plans, play_out, result_of, steps
from brouhaha.testing.action_laws import ActionLaws
from brouhaha.testing.actions import any_action
from brouhaha.testing.bot_laws import BotLaws
from brouhaha.testing.game_under_test import RELAXED, WHOLE_MATCHES, copy_state
from brouhaha.testing.option_laws import OptionLaws
from brouhaha.testing.question_laws import QuestionLaws
from brouhaha.testing.refusing import details_of, known_refusals, snapshot
from brouhaha.testing.secrecy_laws import SecrecyLaws
from brouhaha.testing.unchanging import what_can_change
from brouhaha.testing.watching import WatchedMatch


class Conformance(ActionLaws, SecrecyLaws, QuestionLaws, BotLaws, OptionLaws):
    """Inherit and name the game; say `no_secrets`, or what is secret, if the default is wrong."""

    @WHOLE_MATCHES
    @given(st.data())
    def test_every_card_is_in_exactly_one_place(self, data: st.DataObject) -> None:
        match = self.draw_match(data)
        cards = Counter(self.game.inventory(match.state))
        bots = self.bots(match, self.any_bot(), data.draw(st.integers(0, 99), label="bots"))
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

    @WHOLE_MATCHES
    @given(st.data())
    def test_a_scene_is_new_with_its_phase_and_a_result_is_final(self, data: st.DataObject) -> None:
        self.check_story(*self.draw_seed_and_options(data))

    def check_story(self, seed: int, options: dict[str, Any] | None = None) -> None:
        seen = self.played(seed, options).seen
        for before, after in pairwise(one.told() for one in seen):
            was, is_ = before["public"], after["public"]
            assert is_["scene"] >= was["scene"], "`scene` counts up"
            if is_["phase"] != was["phase"]:
                assert is_["scene"] > was["scene"], f"no new scene, but {is_['phase']!r} begins"
                assert was["phase"] != "end", "it goes on after the end"
            assert before["result"] in (None, after["result"]), "a result has changed"

    @WHOLE_MATCHES
    @given(st.data())
    def test_a_state_is_all_there_is(self, data: st.DataObject) -> None:
        """Written down and read again after every input, a match goes on the same: no list is in
        two places of a state, and nothing is kept outside of it."""
        self.check_state(*self.draw_seed_and_options(data))

    def check_state(self, seed: int, options: dict[str, Any] | None = None) -> None:
        match = self.played(seed, options)
        again = WatchedMatch(self.game, match.header)
        for number, one in enumerate(match.inputs):
            if number:
                again.feed(one)
            assert again.seen[number] == match.seen[number], f"otherwise after {one}"
            again.state = copy_state(again)

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

    def test_nothing_that_an_event_holds_can_change(self) -> None:
        found = list(what_can_change(type_info(self.game.kinds.event)))
        assert not found, f"what an event holds could change behind one's back: {found}"

    def test_every_refusal_says_why_in_every_language(self) -> None:
        known = known_refusals(self.game)
        assert len({refusal.code for refusal in known}) == len(known)
        assert all(refusal.en and refusal.fr and refusal.en != refusal.fr for refusal in known)
        apart = [r.code for r in known if details_of(r.en) != details_of(r.fr)]
        assert not apart, f"one language names a detail that the other does not: {apart}"

    def test_views_are_of_their_types_and_keep_their_names(self) -> None:
        match = self.start(self.game.players.stop - 1, 1, {})
        assert everybody_plans(match, match.public(), []) == []
        public = msgspec.to_builtins(match.public())
        assert {"phase", "scene", "seats", "deadline"} <= public.keys()
        again: object = msgspec.convert(public, self.game.kinds.public)
        assert again == match.public()
