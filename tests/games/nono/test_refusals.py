"""What is refused, with its code; and that a refusal changes nothing, to the byte."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.nono.types import State
from tests.games.nono.table import SPORTS, act, say, searching, start, vote_all


def counting_down() -> Match[State]:
    return start(SPORTS)


def search() -> Match[State]:
    match = searching(SPORTS, SPORTS)
    act(match, 2, "pass")
    return match


def answering() -> Match[State]:
    match = search()
    act(match, 0, "stop")
    return match


def voting() -> Match[State]:
    match = searching(SPORTS, SPORTS)
    say(match, 0, "ski de fond")
    act(match, 1, "vote", fits=True)
    return match


def looking() -> Match[State]:
    match = searching(SPORTS, SPORTS)
    say(match, 0, "ski de fond")
    vote_all(match, [True, False])
    act(match, 1, "ready")
    return match


def ended() -> Match[State]:
    match = searching(SPORTS)
    match.advance(100_000_000)
    return match


STOP, PASS, READY = {"type": "stop"}, {"type": "pass"}, {"type": "ready"}
VOTE = {"type": "vote", "fits": True}
WORD = {"type": "answer", "word": "ski de fond"}

REFUSED: list[tuple[Any, int, dict[str, Any], str]] = [
    *((counting_down, 0, action, "wrong_phase") for action in (STOP, PASS, READY, VOTE, WORD)),
    *((search, 0, action, "wrong_phase") for action in (READY, VOTE, WORD)),
    *((answering, 1, action, "wrong_phase") for action in (STOP, PASS, READY, VOTE)),
    *((voting, 2, action, "wrong_phase") for action in (STOP, PASS, READY, WORD)),
    *((looking, 2, action, "wrong_phase") for action in (STOP, PASS, VOTE, WORD)),
    *((ended, 0, action, "wrong_phase") for action in (STOP, PASS, READY, VOTE, WORD)),
    (search, 2, PASS, "already_passed"),
    (search, 2, STOP, "already_passed"),
    (answering, 1, WORD, "not_your_word"),
    (answering, 0, {"type": "answer", "word": "a" * 61}, "word_too_long"),
    (answering, 0, {"type": "answer", "word": " " * 61}, "word_too_long"),
    (answering, 0, {"type": "answer", "word": "ski\u0000"}, "unreadable_word"),
    (answering, 0, {"type": "answer", "word": "ski \ud800"}, "unreadable_word"),
    (answering, 0, {"type": "answer", "word": "\u202eski"}, "unreadable_word"),
    (answering, 0, {"type": "answer"}, "bad_action"),
    (answering, 0, {"type": "answer", "word": None}, "bad_action"),
    (voting, 0, VOTE, "own_word"),
    (voting, 1, VOTE, "already_voted"),
    (voting, 1, {"type": "vote", "fits": False}, "already_voted"),
    (voting, 2, {"type": "vote"}, "bad_action"),
    (voting, 2, {"type": "vote", "fits": 1}, "bad_action"),
    (voting, 2, {"type": "vote", "fits": True, "seat": 1}, "bad_action"),
    (looking, 1, READY, "already_ready"),
    (search, 3, STOP, "wrong_seat"),
    (search, -1, STOP, "wrong_seat"),
    (search, 0, {"type": "shout"}, "unknown_action"),
]


@pytest.mark.parametrize(("scene", "seat", "action", "code"), REFUSED)
@pytest.mark.parametrize("later", [0, 1000])
def test_refused_and_nothing_has_changed(
    scene: Any, seat: int, action: dict[str, Any], code: str, later: int
) -> None:
    match = scene()
    before = msgspec.msgpack.encode(match.state), match.now, match.due, len(match.entries)
    with pytest.raises(brouhaha.Rejected) as refused:
        match.act(seat, action, match.now + later)
    assert refused.value.code == code
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    assert (
        msgspec.msgpack.encode(match.state),
        match.now,
        match.due,
        len(match.entries),
    ) == before


def test_sixty_characters_are_allowed() -> None:
    match = answering()
    act(match, 0, "answer", word="anti" * 15)
    assert match.public().word == "anti" * 15
