"""A match at the table: moves and answers, pauses, lost connections, rematch, party."""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest

import brouhaha.games
from brouhaha.table import Send, party, wire
from tests.known import known
from tests.table.fake_link import Link

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

DISCARD, NOW, READY = {"type": "discard"}, {"type": "now"}, {"type": "ready"}


def play_to_the_end(link: Link, most: int = 2000) -> None:
    """Bots and clocks bring every match to its end."""
    for _ in range(most):
        if link.table.state.status == "ended":
            return
        link.wait(1000)
    raise AssertionError("the match never ended")


def test_a_move_reaches_everybody_with_their_own_views() -> None:
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    card = ana.private["active"]
    ana.act(DISCARD)
    for person in (ana, bo, cy):
        assert person.public["seats"][0]["discards"] == [card]
        assert msgspec.json.decode(person.update.events) == [
            {"type": "discarded", "seat": 0, "value": card}
        ]
    assert ana.update.heard == 1
    assert bo.update.heard == 0
    match = known(link.table.live_match).match
    for seat, person in enumerate((ana, bo, cy)):
        assert person.private == brouhaha.to_json(match.private(seat))
        assert person.public == brouhaha.to_json(match.public())


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (b'{"type":"ready"}', "wrong_phase"),
        (b'{"type":"fly"}', "unknown_action"),
        (b'{"type":"now","x":1}', "bad_action"),
        (b"[]", "bad_action"),
        (b"3", "bad_action"),
    ],
)
def test_a_refused_move_changes_nothing(action: bytes, code: str) -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    before = (list(link.log), known(link.table.live_match).match.log, len(bo.frames))
    ana.say(wire.ClientInAct(1, ana.update.seq, 5, msgspec.Raw(action)))
    assert ana.heard[-1].code == code
    assert (ana.heard[-1].id, ana.heard[-1].request) == (1, "act")
    assert (link.log, known(link.table.live_match).match.log, len(bo.frames)) == before


def test_a_double_tap_is_played_once() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    ana.act(DISCARD, move=1).act(DISCARD, move=1)
    assert ana.public["seats"][0]["cards_left"] == 15
    assert ana.refused == []
    assert ana.update.heard == 1


def test_a_refused_move_that_is_sent_again_gets_its_answer_again() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    ana.act(NOW, move=1).act(DISCARD, move=2).act(DISCARD, move=2)
    assert ana.refused == ["already_said_now"] * 2


def test_a_move_from_before_a_crash_is_not_played_again() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    ana.act(DISCARD, move=7)
    link.restart()
    ana = link.connect(token=ana.token)
    assert ana.heard[0].heard == 7
    ana.act(DISCARD, move=7)
    assert ana.public["seats"][0]["cards_left"] == 15
    ana.act(DISCARD, move=8)
    assert ana.public["seats"][0]["cards_left"] == 14


def test_moves_outside_a_match_are_refused() -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    ana.say(wire.ClientInAct(1, 0, 0, msgspec.Raw(b'{"type":"now"}')))
    assert ana.refused == ["not_now"]


def test_what_was_told_had_been_written() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    table, seen = link.table, len(ana.frames)
    raw = msgspec.Raw(b'{"type":"discard"}')
    table.receive(ana.conn, wire.ClientInAct(1, 0, 0, raw), link.now)
    batch = table.flush()
    assert len(ana.frames) == seen
    assert b'"discard"' in batch.entries[0]
    table.receive(ana.conn, wire.ClientInAct(2, 0, 0, raw), link.now)  # while it is being written
    effects = table.committed(batch, link.now)
    told = [effect.frame for effect in effects if isinstance(effect, Send)]
    assert len(told) == len(effects)
    assert all(
        msgspec.json.decode(frame)["public"]["seats"][0]["cards_left"] == 15 for frame in told
    )
    second = table.flush()
    assert second.first == batch.first + 1
    assert second.seq == known(batch.seq) + 1


def test_pause_stops_the_clock_and_resume_goes_on() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    at = bo.say(wire.ClientInPause()).update.at
    assert (ana.table.status, ana.table.paused_by) == ("paused", 1)
    link.wait(120_000)
    assert ana.public["phase"] == "action"
    ana.act(DISCARD)
    assert ana.refused == ["not_now"]
    ana.say(wire.ClientInResume())
    assert ana.table.status == "playing"
    assert at <= ana.update.at <= at + 1
    link.wait(59_000)
    assert ana.public["phase"] == "action"
    link.wait(1_000)
    assert ana.public["phase"] == "resolution"


def test_pauses_are_bounded_in_number_and_length() -> None:
    link = Link(pauses=2, longest_pause=60_000)
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    for _ in range(2):
        ana.say(wire.ClientInPause()).say(wire.ClientInResume())
    ana.say(wire.ClientInPause())
    assert ana.refused == ["too_many_pauses"]
    bo.say(wire.ClientInPause())
    link.wait(59_000)
    assert ana.status == "paused"
    link.wait(2_000)
    assert ana.status == "playing"


def test_a_dropped_player_comes_back_to_the_same_hand() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    seen, private = bo.update.seq, bo.private
    bo.drop()
    assert not ana.table.seats[1].connected
    ana.act(DISCARD)
    bo = link.connect(token=bo.token, seq=seen)
    assert bo.private == private
    assert [type(message).__name__ for message in bo.heard] == [
        "ClientOutWelcome", "ClientOutTable", "ClientOutUpdate",
    ]  # fmt: skip
    events = msgspec.json.decode(bo.update.events)
    assert [event["type"] for event in events] == ["discarded"]
    assert ana.table.seats[1].connected


def test_a_second_window_takes_the_seat_over() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    again = link.connect(token=ana.token)
    assert (ana.notices, ana.closed) == (["replaced"], "replaced")
    again.act(DISCARD)
    assert again.public["seats"][0]["cards_left"] == 15


def test_a_bot_minds_a_seat_until_its_player_returns() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    bo.drop()
    link.wait(19_000)
    assert not ana.table.seats[1].minded
    assert not ana.public["seats"][1]["said_now"]
    link.wait(40_000)
    assert ana.table.seats[1].minded
    moved = [entry for entry in link.log if b'"seat":1,"action"' in entry]
    assert moved
    bo = link.connect(token=bo.token)
    assert not ana.table.seats[1].minded
    link.wait(200_000)
    assert [entry for entry in link.log if b'"seat":1,"action"' in entry] == moved


def test_who_leaves_a_match_is_played_on_by_a_bot_and_gone_afterwards() -> None:
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    ana.say(wire.ClientInRemove(1))
    cy.say(wire.ClientInLeave())
    assert [seat.gone for seat in ana.table.seats] == [False, True, True]
    assert (bo.closed, cy.closed) == ("kicked", "left")
    play_to_the_end(link)
    assert any(b'"seat":1,"action"' in entry for entry in link.log)
    ana.say(wire.ClientInNext("nimble"))
    assert [seat.name for seat in ana.table.seats] == ["Ana"]


def test_a_match_waits_when_everybody_is_gone() -> None:
    link = Link()
    people = link.start("Ana", "Bo", "Cy")
    for person in people:
        person.drop()
    link.wait(600_000)
    assert link.table.state.status == "paused"
    ana = link.connect(token=people[0].token)
    assert ana.table.status == "playing"
    assert ana.public["phase"] == "action"


def test_the_end_shows_the_seed_and_goes_to_the_archive() -> None:
    link = Link()
    ana, *_ = link.seat("Ana", "Bo")
    for _ in range(2):
        ana.say(wire.ClientInSeatBot("steady"))
    ana.say(wire.ClientInStart())
    promised = ana.table.seed_hash
    assert (ana.table.seed, ana.table.replay, ana.result) == (None, None, None)
    assert link.log[-1].count(b"seed")
    play_to_the_end(link)
    assert sha256(bytes.fromhex(known(ana.table.seed))).hexdigest() == promised
    (match,) = link.finished
    assert match.replay == ana.table.replay
    assert match.names == [seat.name for seat in ana.table.seats]
    assert match.bots == [None, None, "steady", "steady"]
    assert match.result == ana.result
    replayed = brouhaha.replay(match.log)
    assert brouhaha.to_json(replayed.public()) == ana.public
    assert brouhaha.to_json(replayed.result) == match.result


def test_rematch_and_a_party_of_two_games() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.say(wire.ClientInSeatBot("steady")).say(wire.ClientInStart())
    play_to_the_end(link)
    first = [(seat.points, seat.wins) for seat in ana.table.seats]
    assert sum(wins for _, wins in first) >= 1
    ana.say(wire.ClientInRematch())
    assert (ana.table.status, ana.table.match) == ("playing", 2)
    assert ana.public["round"] == 1
    play_to_the_end(link)
    ana.say(wire.ClientInNext("nimble", {"round": 30}))
    assert (ana.table.status, ana.result) == ("lobby", None)
    dee = link.connect(name="Dee")
    for person in (bo, dee):
        person.say(wire.ClientInReady())
    ana.say(wire.ClientInStart())
    play_to_the_end(link)
    assert ana.table.played == ["now", "now", "nimble"]
    assert [match.number for match in link.finished] == [1, 2, 3]
    totals = [0] * 4
    for match in link.finished:
        result = msgspec.convert(match.result, Outcome)
        for seat, points in enumerate(party.award(result, len(match.names))[0]):
            totals[seat] += points
    assert [seat.points for seat in ana.table.seats] == totals


def test_given_cards_are_for_one_match_and_everybody_is_told() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    turn = {"category": "In Sports", "order": [["F", 1]], "multiplier": 2}
    ana.say(wire.ClientInChoose("nono", {}, {"turns": [turn]}))
    assert bo.table.dealt  # from the lobby on
    ana.say(wire.ClientInSeatBot("steady"))
    bo.say(wire.ClientInReady())
    ana.say(wire.ClientInStart())
    assert bo.table.dealt
    play_to_the_end(link)
    assert bo.table.dealt
    assert link.finished[0].log["header"]["deal"] is not None
    ana.say(wire.ClientInRematch())
    assert not bo.table.dealt
    play_to_the_end(link)
    assert link.finished[1].log["header"]["deal"] is None
    ana.say(wire.ClientInNext("nono"))
    assert not bo.table.dealt


class Outcome(msgspec.Struct):
    ranking: list[list[int]]
    winners: list[int]


@pytest.mark.parametrize(
    ("ranking", "winners", "points", "wins"),
    [
        ([[2], [0], [1]], [2], [1, 0, 2], [0, 0, 1]),
        ([[0, 1], [2]], [0, 1], [1, 1, 0], [1, 1, 0]),
        ([[3], [1], [0], [2]], [3], [1, 2, 0], [0, 0, 0]),  # Silvano wins
        ([[0, 1, 2]], [0, 1, 2], [0, 0, 0], [1, 1, 1]),
    ],
)
def test_party_points(
    ranking: list[list[int]], winners: list[int], points: list[int], wins: list[int]
) -> None:
    assert party.award(Outcome(ranking, winners), 3) == (points, wins)


def test_who_comes_after_a_match_and_goes_again_leaves_no_empty_seat() -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    for _ in range(2):
        ana.say(wire.ClientInSeatBot("random"))
    ana.say(wire.ClientInStart())
    play_to_the_end(link)
    dee, eve = link.connect(name="Dee"), link.connect(name="Eve")
    assert (dee.table.you, dee.private) == (3, None)
    dee.say(wire.ClientInLeave())
    assert [seat.name for seat in ana.table.seats][3:] == ["Eve"]
    assert eve.table.you == 3
    ana.say(wire.ClientInRematch())
    assert eve.private["active"]


def test_a_repeated_move_does_not_repeat_events() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    ana.drop()
    ana = link.connect(token=ana.token, seq=ana.update.seq)
    ana.act(DISCARD, move=1).act(DISCARD, move=1)
    updates = ana.all(wire.ClientOutUpdate)[1:]
    assert [len(msgspec.json.decode(update.events)) for update in updates] == [1, 0]


def test_matches_of_a_party_are_bounded() -> None:
    link = Link(matches=1)
    ana, *_ = link.seat("Ana")
    for _ in range(2):
        ana.say(wire.ClientInSeatBot("random"))
    ana.say(wire.ClientInStart())
    play_to_the_end(link)
    ana.say(wire.ClientInRematch())
    assert ana.refused == ["too_many_matches"]


@pytest.mark.parametrize("game", brouhaha.games.names())
def test_bots_alone_play_every_game_to_its_end_before_spectators(game: str) -> None:
    link = Link(game)
    (ana,) = link.seat("Ana")
    players = brouhaha.games.find(game).players
    while len(ana.table.seats) < players.stop - 1:
        ana.say(wire.ClientInSeatBot("random"))
    watcher = link.connect(role="spectator")
    ana.say(wire.ClientInStart())
    ana.say(wire.ClientInLeave())
    play_to_the_end(link)
    assert watcher.result is not None
    assert watcher.public["phase"] == "end"
