"""A match: time, deadlines, log and replay, whatever the game."""

import json
from itertools import cycle
from typing import Any

import pytest

import brouhaha
from brouhaha.engine.errors import Overtaken
from brouhaha.engine.match import StuckClock
from brouhaha.engine.refusals import TIME_BACKWARDS
from brouhaha.games.now import GAME
from brouhaha.games.now.game import NowGame
from brouhaha.games.now.types import State
from brouhaha.lab.arena import result_of

NAMES = ["Ana", "Bo", "Cy"]


def begun() -> brouhaha.Match[State]:
    return brouhaha.start(GAME, players=NAMES, seed=7)


def test_the_example_of_the_public_surface() -> None:
    match = brouhaha.start("now", players=NAMES, options={}, seed=7, deal=None)
    events = match.act(seat=0, action={"type": "discard"}, at=4200)
    assert [brouhaha.to_json(event)["type"] for event in events] == ["go", "discarded"]
    match.advance(at=60_000)
    assert match.due == 63_000
    assert match.result is None
    assert brouhaha.replay(match.log).public() == match.public()


def test_views_are_copies_that_later_moves_do_not_change() -> None:
    match = begun()
    before = match.public()
    plain = brouhaha.to_json(before)
    match.act(0, {"type": "discard"}, 4000)
    assert brouhaha.to_json(before) == plain
    assert match.public() != before


def test_deadlines_fire_in_order_and_before_an_action_of_their_time() -> None:
    match = begun()
    match.act(0, {"type": "discard"}, 3000)
    assert match.public().phase == "action"
    with pytest.raises(brouhaha.Rejected, match="wrong_phase"):
        match.act(0, {"type": "discard"}, 63_000)
    match.advance(10**9)
    assert match.public().phase == "end"


def test_a_log_is_json_and_holds_the_deal() -> None:
    match = begun()
    match.act(1, {"type": "discard"}, 5000)
    match.advance(70_000)
    log = json.loads(json.dumps(match.log))
    assert set(log) == {"header", "entries", "now"}
    assert log["header"]["deal"] is None
    again = brouhaha.replay(log)
    assert (again.log, again.due, again.now) == (match.log, match.due, match.now)


def test_the_seed_is_committed_to() -> None:
    match = brouhaha.start("now", players=NAMES, seed=b"secret")
    import hashlib

    assert match.seed_hash == hashlib.sha256(b"secret").hexdigest()
    assert "secret" not in json.dumps(brouhaha.to_json(match.public()))


def test_without_a_seed_no_two_matches_are_alike() -> None:
    first, second = (brouhaha.start("now", players=NAMES) for _ in range(2))
    assert first.log["header"]["seed"] != second.log["header"]["seed"]
    assert len(first.log["header"]["seed"]) == 64


def broken(**parts: object) -> dict[str, object]:
    match = begun()
    match.act(0, {"type": "discard"}, 4000)
    return match.log | parts


@pytest.mark.parametrize(
    ("code", "log"),
    [
        ("bad_log", {}),
        ("bad_log", broken(entries="none")),
        ("bad_log", broken(header=begun().log["header"] | {"rules": 99})),
        ("bad_log", broken(header=begun().log["header"] | {"seed": "not hex"})),
        ("unknown_game", broken(header=begun().log["header"] | {"game": "chess"})),
        ("too_few_players", broken(header=begun().log["header"] | {"players": []})),
        ("wrong_phase", broken(entries=[[100, 0, {"type": "discard"}]])),
        ("time_backwards", broken(entries=[[9000, None, None], [4000, 0, {"type": "now"}]])),
        ("time_backwards", broken(now=100)),
    ],
)
def test_a_log_that_the_rules_would_not_have_allowed_is_refused(
    code: str, log: dict[str, Any]
) -> None:
    with pytest.raises(brouhaha.Rejected) as refused:
        brouhaha.replay(log)
    assert refused.value.code == code


def test_refusals_can_be_sent_between_processes() -> None:
    import pickle

    with pytest.raises(brouhaha.Rejected) as refused:
        begun().advance(-1)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.code, again.sentence("fr")) == (refused.value.code, refused.value.sentence("fr"))
    late = pickle.loads(pickle.dumps(Overtaken(TIME_BACKWARDS, by=2, now=5, at=3)))
    assert (type(late), late.by, late.details) == (Overtaken, 2, {"by": 2, "now": 5, "at": 3})


class ClockOf(NowGame):
    """Whose deadline comes again and again."""

    def __init__(self, deadlines: list[int]) -> None:
        self.deadlines = cycle(deadlines)

    def expire(self, state: Any, at: int, chance: Any) -> list[Any]:
        state.public.deadline = next(self.deadlines)
        return []


@pytest.mark.parametrize("deadlines", [[3000], [2000, 3000], [2999, 3000, 1]])
def test_a_deadline_that_does_not_move_on_is_a_fault_of_the_game(deadlines: list[int]) -> None:
    match = brouhaha.start(ClockOf(deadlines), ["Ana", "Bo", "Cy"], seed=1)
    with pytest.raises(StuckClock, match="now: the deadline at"):
        match.advance(10_000)


def test_many_deadlines_one_after_the_other_are_none() -> None:
    match = brouhaha.start(ClockOf(list(range(3_000, 9_000))), ["Ana", "Bo", "Cy"], seed=1)
    match.advance(8_998)
    assert match.due == 8_999


@pytest.mark.parametrize("name", ["A\ud800", "A\0", " ", "", "a\nb", "x" * 41, "\u202e"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(brouhaha.Rejected, match="bad_players"):
        brouhaha.start("now", players=["Ana", "Bo", name])


@pytest.mark.parametrize("name", ["Zoé", "王芳", "🎲", "👨‍👩‍👧", "José María", "Ünal-Øk", "O'Neil"])
def test_names_of_any_script(name: str) -> None:
    match = brouhaha.start("now", players=["Ana", "Bo", name], seed=1)
    assert brouhaha.replay(match.log).public().seats[2].name == name


def test_broken_text_in_an_action_is_refused() -> None:
    for action in ({"type": "now\ud800"}, {"type\ud800": "now"}):
        with pytest.raises(brouhaha.Rejected, match="_action"):
            begun().act(0, action, 4000)


def test_time_stays_within_what_json_can_count() -> None:
    with pytest.raises(brouhaha.Rejected, match="bad_time"):
        begun().advance(2**53)
    log = broken(entries=[[2**60, None, None]])
    with pytest.raises(brouhaha.Rejected, match="bad_time"):
        brouhaha.replay(log)


def test_a_result_is_a_copy() -> None:
    match = begun()
    match.advance(10**9)
    result_of(match).winners.append(99)
    assert 99 not in result_of(match).winners


def test_a_deal_too_large_to_be_true_is_refused_at_once() -> None:
    with pytest.raises(brouhaha.Rejected, match="bad_deal"):
        brouhaha.start("now", players=NAMES, deal={"targets": [{"refresh": True}] * 10**5})


def test_an_entry_that_is_no_action_is_refused() -> None:
    with pytest.raises(brouhaha.Rejected, match="bad_action"):
        brouhaha.replay(broken(entries=[[4000, 0, object()]]))
