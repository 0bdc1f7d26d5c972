"""One person decides instead of everybody's thumbs (option `decides`)."""

from __future__ import annotations

import msgspec
import pytest

import brouhaha
from brouhaha.engine import replay
from brouhaha.engine.log import Log
from brouhaha.games.nono import GAME
from brouhaha.lab.archive import play
from tests.games.nono.table import SPORTS, act, say, searching


def test_the_moderator_alone_votes_and_the_verdict_comes_at_once() -> None:
    match = searching(SPORTS, players=4, decides="moderator", moderator=2)
    say(match, 0, "ski de fond")
    assert match.public().decider == 2
    for seat, code in ((0, "own_word"), (1, "moderated"), (3, "moderated")):
        with pytest.raises(brouhaha.Rejected, match=code):
            act(match, seat, "vote", fits=True)
    act(match, 2, "vote", fits=False)
    verdict = match.public().verdict
    assert verdict is not None
    assert [ballot is not None for ballot in verdict.votes] == [False, False, True, False]
    assert (verdict.fits, verdict.change) == (False, -3)


def test_what_the_moderator_calls_no_answer_is_none() -> None:
    match = searching(SPORTS, decides="moderator")
    say(match, 1, "ski de fond")
    act(match, 0, "vote", fits=False, no_answer=True)
    verdict = match.public().verdict
    assert verdict is not None
    assert [penalty.reason for penalty in verdict.penalties] == ["no_answer"]


def test_the_others_vote_on_the_moderators_own_word() -> None:
    match = searching(SPORTS, SPORTS, decides="moderator")
    say(match, 0, "ski de fond")
    assert match.public().decider is msgspec.UNSET
    act(match, 1, "vote", fits=True)
    assert match.public().phase == "vote"
    act(match, 2, "vote", fits=True)
    assert match.public().phase == "verdict"


def test_a_moderator_who_is_silent_leaves_it_to_what_a_tie_means() -> None:
    for tie, fits in (("fits", True), ("fails", False)):
        match = searching(SPORTS, decides="moderator", tie=tie)
        say(match, 1, "ski de fond")
        match.advance(match.due or 0)
        verdict = match.public().verdict
        assert verdict is not None
        assert verdict.fits is fits


def test_the_next_card_knows_no_decider() -> None:
    match = searching(SPORTS, SPORTS, decides="moderator")
    say(match, 1, "ski de fond")
    act(match, 0, "vote", fits=True)
    for seat in range(3):
        act(match, seat, "ready")
    assert (match.public().turn, match.public().decider) == (2, msgspec.UNSET)


def test_a_moderator_has_a_seat() -> None:
    with pytest.raises(brouhaha.Rejected, match="bad_option"):
        searching(SPORTS, players=3, decides="moderator", moderator=3)


def test_bots_leave_it_to_the_moderator_and_the_log_plays_again() -> None:
    options = {"decides": "moderator", "moderator": 1, "turns": 6}
    match = play("nono", ["Ana", "Bo", "Cy"], ["sharp"] * 3, "class", options)
    log = Log(match.header, match.entries, match.now)
    again = replay.replay(GAME, msgspec.json.decode(msgspec.json.encode(log), type=Log))
    assert brouhaha.to_json(again.result) == brouhaha.to_json(match.result)
    voters = {
        entry.seat
        for entry in match.entries
        if type(getattr(entry, "action", None)).__name__ == "Vote"
    }
    assert 1 in voters
