"""A game that brings no bots is played by one that tries whatever may be done."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

import brouhaha
from brouhaha.engine.bot import Bot
from brouhaha.engine.errors import Refusal
from brouhaha.engine.game import Game, Kinds, Legal
from brouhaha.lab.arena import play_out
from brouhaha.testing import Conformance


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True): ...


class Take(msgspec.Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    stones: int
    note: str = ""


class Rest(msgspec.Struct, frozen=True, tag="rest", forbid_unknown_fields=True): ...


class Seat(msgspec.Struct):
    name: str


class Public(msgspec.Struct):
    phase: str
    seats: list[Seat]
    stones: int = 12
    scene: int = 0
    deadline: int | None = None


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]


class State(msgspec.Struct):
    public: Public
    private: list[Nothing]
    result: Result | None = None


def take(state: State, seat: int, action: Take, at: int, chance: Any) -> list[Any]:
    """Any number from one to three; who takes the last stone wins."""
    left = state.public.stones
    if not 1 <= action.stones <= min(3, left):
        raise brouhaha.Rejected(TOO_MANY, left=left)
    state.public.stones -= action.stones
    if state.public.stones == 0:
        scores = [int(one == seat) for one in range(len(state.private))]
        others = [one for one, score in enumerate(scores) if not score]
        state.result = Result([seat], [[seat], others], scores)
        state.public.phase = "end"
        state.public.scene += 1
    return []


TOO_MANY = Refusal("too_many", "One to three of {left}.", "De un à trois, sur {left}.")


LEGAL: Legal[State] = {"take": {Take: take}}


class Stones(Game[State, Nothing, Nothing]):
    id, version, players = "stones", 1, range(2, 4)
    kinds = Kinds(Nothing, Nothing, State, Take | Rest, Take, Public, Nothing, Result)
    refusals = (TOO_MANY,)
    legal = LEGAL

    def setup(self, players: Any, options: Any, deal: Any, chance: Any) -> State:
        return State(Public("take", [Seat(name) for name in players]), [Nothing() for _ in players])

    def expire(self, state: State, at: int, chance: Any) -> list[Any]:
        return take(state, 0, Take(min(3, state.public.stones)), at, chance)


class TestStones(Conformance):
    """Neither bots nor secrets nor a clock: it keeps the laws all the same."""

    game = Stones()
    no_secrets = True
    clocks_end_it = True


def test_it_tries_what_is_legal_and_comes_to_an_end() -> None:
    match = brouhaha.start(Stones(), ["Ana", "Bo"])
    bots = [match.game.bots["random"](seat, Random(seat)) for seat in range(2)]
    assert play_out(match, bots).result is not None
    assert bots[0].asked(match.public(), match.private(0), 0) is None  # nothing is legal any more


def test_bots_of_a_base_class_are_of_the_game_that_is_played() -> None:
    class More(Stones):
        id = "more"

    class WithBot(More):
        bots: ClassVar[Any] = {"own": Bot}

    class Below(WithBot):
        id = "below"

    assert More.bots["random"].game is More  # type: ignore[attr-defined]
    assert list(Below.bots) == list(WithBot.bots) == ["own"]
