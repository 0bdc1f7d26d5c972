"""A turn from the roll to the next card: who may do what, what each clock does, what is seen."""

from __future__ import annotations

from typing import Any

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.engine.reading import decode_action
from brouhaha.games.nono.types import Result, State
from brouhaha.lab.arena import result_of
from tests.games.nono.table import GO, SPORTS, act, say, searching, start, vote_all
from tests.known import known

FARM: dict[str, Any] = {"category": "On the Farm", "order": [["P", 1]], "multiplier": 1}
KITCHEN: dict[str, Any] = {"category": "In the Kitchen", "order": [["T", 1]], "multiplier": 1}


def kinds(events: list[Any]) -> list[str]:
    return [event["type"] for event in events]


def scores(match: Match[State]) -> list[int]:
    return [place.score for place in match.public().seats]


def test_nobody_sees_the_card_before_go() -> None:
    match = start(SPORTS)
    table = match.public()
    assert (table.phase, table.turn, table.card, table.dice) == ("countdown", 1, None, None)
    assert match.due == GO
    (turned,) = [brouhaha.to_json(event) for event in match.advance(GO)]
    assert turned["type"] == "turned"
    assert turned["turn"] == 1


def test_the_search_starts_with_the_roll() -> None:
    match = searching(SPORTS)
    table = brouhaha.to_json(match.public())
    assert (table["phase"], table["deadline"]) == ("search", GO + 90_000)
    assert table["card"] == {
        "category": "In Sports",
        "names": {"en": "In Sports", "fr": "Dans le sport"},
        "dice": ["order_1", "order_2", "ban"],
        "multiplier": 2,
    }
    assert table["dice"] == {"order": [["F", 1], ["N", 2]], "ban": "U", "syllables": None}


def test_without_a_countdown_the_first_card_is_there_at_once() -> None:
    match = start(SPORTS, countdown=0)
    assert match.public().phase == "search"
    assert match.due == 90_000


def test_the_book_example_from_stop_to_the_result() -> None:
    match = searching(SPORTS)
    assert kinds(act(match, 0, "stop", 5000)) == ["stopped"]
    assert (match.public().phase, match.public().stopper) == ("answer", 0)
    assert match.due == GO + 5000 + 15_000
    (answered,) = act(match, 0, "answer", 2000, word="Ski de fond")
    assert answered == {
        "type": "answered",
        "seat": 0,
        "word": "Ski de fond",
        "cut": "Ski·de·fond",
        "asks_syllables": False,
    }
    assert (match.public().phase, match.public().word) == ("vote", "Ski de fond")
    assert match.due == GO + 7000 + 15_000
    act(match, 1, "vote", 1000, fits=True)
    assert match.result is None
    voted, judged = act(match, 2, "vote", 1000, fits=True)
    assert voted == {"type": "voted", "seat": 2}
    assert judged["verdict"] == brouhaha.to_json(match.public().verdict)
    assert judged["verdict"]["change"] == 6
    assert (match.public().phase, match.due) == ("verdict", GO + 9000 + 10_000)
    assert match.result == Result([0], [[0], [1, 2]], [6, 0, 0])


def test_votes_are_secret_until_all_have_voted() -> None:
    match = searching(SPORTS, players=4)
    say(match, 3, "ski de fond")
    for seat, fits in ((0, False), (2, True)):
        assert act(match, seat, "vote", fits=fits) == [{"type": "voted", "seat": seat}]
    assert [place.voted for place in match.public().seats] == [True, False, True, False]
    assert match.public().verdict is None
    assert [brouhaha.to_json(match.private(seat).vote) for seat in range(4)] == [
        {"fits": False, "syllables": None},
        None,
        {"fits": True, "syllables": None},
        None,
    ]
    act(match, 1, "vote", fits=True)
    votes = [ballot and ballot.fits for ballot in known(match.public().verdict).votes]
    assert votes == [False, True, True, None]


def test_only_the_stopper_loses_or_wins_points() -> None:
    match = searching(SPORTS, players=5)
    say(match, 2, "curling")
    vote_all(match, [False, True, False, False])
    assert scores(match) == [0, 0, -3 - 10 - 10, 0, 0]


def test_no_word_in_time_costs_ten_and_the_turn_is_over() -> None:
    match = searching(SPORTS, FARM)
    act(match, 1, "stop")
    match.advance(GO + 14_999)
    assert match.public().phase == "answer"
    (judged,) = [brouhaha.to_json(event) for event in match.advance(GO + 15_000)]
    assert judged["verdict"]["penalties"] == [{"reason": "no_word", "amount": -10, "letter": None}]
    assert (match.public().phase, scores(match)) == ("verdict", [0, -10, 0])
    match.advance(GO + 25_000)
    assert (match.public().phase, match.public().turn) == ("search", 2)


def test_a_missing_vote_is_none() -> None:
    match = searching(SPORTS, players=4)
    say(match, 0, "ski de fond")
    act(match, 1, "vote", fits=False)
    match.advance(GO + 15_000)
    assert match.public().phase == "verdict"
    assert known(match.public().verdict).fits is False
    assert scores(match)[0] == -3


def test_all_ready_ends_the_verdict_before_its_clock() -> None:
    match = searching(SPORTS, FARM)
    say(match, 0, "ski de fond")
    vote_all(match, [True, True])
    assert kinds(act(match, 0, "ready")) == ["said_ready"]
    assert kinds(act(match, 2, "ready")) == ["said_ready"]
    assert kinds(act(match, 1, "ready", 1500)) == ["said_ready", "turned"]
    table = match.public()
    assert (table.turn, known(table.card).category) == (2, "On the Farm")
    assert (table.stopper, table.word, table.cut, table.verdict) == (None, None, None, None)
    assert not any(place.voted or place.ready or place.passed for place in table.seats)
    assert all(match.private(seat).vote is None for seat in range(3))


def test_when_all_have_passed_the_next_card_comes() -> None:
    match = searching(SPORTS, FARM)
    assert kinds(act(match, 0, "pass")) == ["passed"]
    assert kinds(act(match, 2, "pass")) == ["passed"]
    assert [place.passed for place in match.public().seats] == [True, False, True]
    passed, unsolved, turned = act(match, 1, "pass", 700)
    assert passed == {"type": "passed", "seat": 1}
    assert unsolved == {"type": "unsolved", "turn": 1, "by_clock": False}
    assert turned["turn"] == 2
    assert match.due == GO + 700 + 90_000
    assert not any(place.passed for place in match.public().seats)


def test_who_passed_may_still_vote() -> None:
    match = searching(SPORTS)
    act(match, 1, "pass")
    say(match, 0, "ski de fond")
    vote_all(match, [True, True])
    assert scores(match) == [6, 0, 0]


def test_the_search_clock_ends_the_turn() -> None:
    match = searching(SPORTS, FARM)
    unsolved, turned = map(brouhaha.to_json, match.advance(GO + 90_000))
    assert unsolved == {"type": "unsolved", "turn": 1, "by_clock": True}
    assert turned["card"]["category"] == "On the Farm"
    assert scores(match) == [0, 0, 0]


def test_a_stop_at_the_deadline_comes_too_late_for_that_card() -> None:
    match = searching(SPORTS, FARM)
    act(match, 0, "stop", 90_000)
    assert (match.public().turn, match.public().stopper) == (2, 0)


def test_the_last_card_left_unsolved_ends_the_match() -> None:
    match = searching(SPORTS, KITCHEN)
    match.advance(GO + 90_000)
    assert match.result is None
    events = [brouhaha.to_json(event) for event in match.advance(GO + 180_000)]
    assert events[-1] == {"type": "ended", "winners": [0, 1, 2]}
    assert result_of(match).ranking == [[0, 1, 2]]
    assert (match.public().phase, match.due) == ("end", None)


def test_the_result_is_there_with_the_last_verdict_and_showing_it_goes_on() -> None:
    match = searching(SPORTS)
    say(match, 2, "ski de fond")
    vote_all(match, [True, True])
    assert (match.public().phase, result_of(match).winners) == ("verdict", [2])
    events = [brouhaha.to_json(event) for event in match.advance(match.due or 0)]
    assert events == [{"type": "ended", "winners": [2]}]
    assert match.public().phase == "end"


def test_equals_share_their_place() -> None:
    match = searching(SPORTS, SPORTS, FARM, players=4)
    for seat, word in ((1, "ski de fond"), (3, "handball de fonte"), (0, "vache")):
        say(match, seat, word)
        vote_all(match, [True] * 3)
        match.advance(match.due or 0)
    assert result_of(match).scores == [-10, 6, 0, 6]
    assert result_of(match).ranking == [[1, 3], [2], [0]]
    assert result_of(match).winners == [1, 3]


def test_clocks_switched_off_wait_for_everybody() -> None:
    match = start(SPORTS, FARM, countdown=0, search=0, answer=0, vote=0, verdict=0)
    assert match.due is None
    say(match, 0, "ski de fond")
    assert match.due is None
    vote_all(match, [True, True])
    assert match.due is None
    match.advance(10_000_000)
    assert match.public().phase == "verdict"
    for seat in range(3):
        act(match, seat, "ready")
    assert match.public().turn == 2
    assert match.due is None


def test_each_clock_is_an_option() -> None:
    match = start(SPORTS, countdown=1.5, search=20, answer=4, vote=5, verdict=6.25)
    assert match.due == 1500
    match.advance(1500)
    assert match.due == 21_500
    act(match, 0, "stop")
    assert match.due == 5500
    act(match, 0, "answer", word="ski de fond")
    assert match.due == 6500
    match.advance(6500)
    assert match.due == 6500 + 6250


def test_stop_is_contested_and_pass_is_not() -> None:
    match = searching(SPORTS)
    contested = match.game.contested
    stop, passing = (decode_action(match.game, {"type": kind}) for kind in ("stop", "pass"))
    assert contested(match.state, 0, stop)
    assert not contested(match.state, 0, passing)
    act(match, 0, "stop")
    assert not contested(match.state, 1, stop)


def test_voters_are_asked_for_syllables_of_a_word_nobody_knows() -> None:
    match = searching({**FARM, "order": [["Z", 2]], "syllables": 3})
    (answered,) = say(match, 0, "zxqarf")[-1:]
    assert answered["asks_syllables"] is True
    assert match.public().asks_syllables is True
    vote_all(match, [[True, False], [True, False]])
    assert scores(match)[0] == -10


def test_a_match_replays_to_the_same_views() -> None:
    match = searching(SPORTS, FARM, handicap=["last"])
    say(match, 0, "ski de fond")
    vote_all(match, [True, None])
    act(match, 1, "ready", 10)
    again = brouhaha.replay(match.log)
    assert again.public() == match.public()
    assert again.log == match.log
