"""Bots are deterministic, and do what is allowed."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from brouhaha.engine.game import Bot
from brouhaha.engine.match import Match, new_header
from brouhaha.lab.arena import EndlessMatch, play_out, steps
from brouhaha.testing.game_under_test import MOST_INPUTS, WHOLE_MATCHES, GameUnderTest
from brouhaha.testing.supervised import Supervised, ask_again
from brouhaha.testing.watching import WatchedMatch

FEW_STEPS: Final = 30


class BotLaws(GameUnderTest):
    @WHOLE_MATCHES
    @given(st.data())
    def test_bots_are_deterministic(self, data: st.DataObject) -> None:
        first = self.draw_match(data)
        second = Match(self.game, first.header)
        kind = data.draw(st.sampled_from(sorted(self.game.bots)), label="kind")
        seed = data.draw(st.integers(0, 99), label="bots")
        logs = [play_out(m, self.bots(m, kind, seed)).log for m in (first, second)]
        assert logs[0] == logs[1]

    @WHOLE_MATCHES
    @given(st.data())
    def test_bots_do_what_is_allowed(self, data: st.DataObject) -> None:
        seed, options = self.draw_seed_and_options(data)
        kind = data.draw(st.sampled_from(sorted(self.game.bots)), label="kind")
        self.check_bots(seed, kind, options)

    def check_bots(self, seed: int, kind: str, options: dict[str, Any] | None = None) -> None:
        players = Random(seed).choice(self.game.players)
        bots = self.supervised(seed, kind, players, options or {})
        self.play_another(seed + 1, kind, players)
        for bot in bots:
            ask_again(self.game, self.one_bot(kind, bot.seat, seed), bot.asked_so_far)

    def supervised(
        self, seed: int, kind: str, players: int, options: dict[str, Any]
    ) -> list[Supervised]:
        """They have played a match."""
        names = [f"Player {number}" for number in range(players)]
        match = WatchedMatch(self.game, new_header(self.game, names, options, seed, None))
        bots = [Supervised(self.one_bot(kind, seat, seed), match) for seat in range(players)]
        with suppress(EndlessMatch):  # without clocks, bots may wait for somebody for ever
            for _ in steps(match, bots):
                if len(match.inputs) > MOST_INPUTS:
                    break
        return bots

    def play_another(self, seed: int, kind: str, players: int) -> None:
        """So that whatever bots keep outside of themselves is of another match."""
        match = self.start(players, seed, {})
        with suppress(EndlessMatch):
            bots = [self.one_bot(kind, seat, seed) for seat in range(players)]
            for _ in zip(steps(match, bots), range(FEW_STEPS), strict=False):
                pass

    def one_bot(self, kind: str, seat: int, seed: int) -> Bot:
        return self.game.bots[kind](seat, Random(f"{seed}/{seat}"))
