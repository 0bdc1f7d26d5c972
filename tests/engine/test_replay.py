"""A log is played again: step by step, typed or plain, and only by the rules that it was made with."""

from __future__ import annotations

from itertools import islice
from random import Random

import msgspec
import pytest

import brouhaha
from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.log import Entry, Log
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.replay import OTHER_RULES, play_again, replay, steps
from brouhaha.games.now import GAME
from brouhaha.games.now.game import NowGame
from brouhaha.lab.arena import play_out

NAMES = ["Ana", "Bo", "Cy"]


class NewerNow(NowGame):
    """The same game after its rules changed."""

    version = NowGame.version + 1


def played(game: str = "now") -> AnyMatch:
    match = brouhaha.start(game, NAMES, seed=3)
    return play_out(match, [match.game.bots["random"](seat, Random(seat)) for seat in range(3)])


def from_a_file(match: AnyMatch) -> Log:
    return msgspec.convert(match.log, Log)


@pytest.mark.parametrize("name", games.names())
def test_every_step_of_a_match_is_seen_again(name: str) -> None:
    match = played(name)
    seen = [
        (step.at, msgspec.msgpack.encode(step.match.state))
        for step in steps(match.game, match.header, match.entries)
    ]
    assert [at for at, _ in seen] == [0, *(entry.at for entry in match.entries)]
    assert seen[0][1] == msgspec.msgpack.encode(brouhaha.start(name, NAMES, seed=3).state)
    assert seen[-1][1] == msgspec.msgpack.encode(match.state)


def test_plain_and_typed_actions_give_the_same_events() -> None:
    match, log = played(), from_a_file(played())
    assert isinstance(log.entries[1].action, dict)
    typed, plain = (list(steps(GAME, log.header, e)) for e in (match.entries, log.entries))
    assert [step.events for step in typed] == [step.events for step in plain]
    assert any(step.events for step in plain)


def test_a_match_can_be_taken_up_in_its_middle() -> None:
    match = played()
    half = match.entries[: len(match.entries) // 2]
    again = play_again(GAME, match.header, half)
    assert (again.entries, again.now, again.result) == (half, half[-1].at, None)


def test_what_is_not_asked_for_is_not_played() -> None:
    match = played()
    spoilt = [*match.entries[:2], Entry(0, 0, {"type": "no such action"})]
    assert len(list(islice(steps(GAME, match.header, spoilt), 3))) == 3
    with pytest.raises(Rejected):
        play_again(GAME, match.header, spoilt)


def test_a_log_of_other_rules_is_refused_before_anything_is_played() -> None:
    log = from_a_file(played())
    with pytest.raises(Rejected) as refused:
        next(steps(NewerNow(), log.header, log.entries))
    assert refused.value.refusal == OTHER_RULES
    assert refused.value.code == "bad_log"
    assert refused.value.sentence("en") == (
        "This match was played with version 1 of the rules; only version 2 is known here."
    )
    assert refused.value.sentence("fr") == (
        "Cette partie a été jouée avec la version 1 des règles\u00a0; on ne connaît ici que la version 2."
    )


def test_everybody_who_replays_is_refused_other_rules() -> None:
    log = from_a_file(played())
    with pytest.raises(Rejected, match="version 1 of the rules"):
        replay(NewerNow(), log)
    with pytest.raises(Rejected, match="version 1 of the rules"):
        play_again(NewerNow(), log.header, log.entries)
