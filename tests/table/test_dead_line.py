"""A line that died without a word: nothing that was tapped is lost, or played twice, or too late."""

from __future__ import annotations

import msgspec

from brouhaha.table.outbox import REMEMBERED_UPDATES
from brouhaha.table.wire import (
    ClientInAct,
    ClientInBeat,
    ClientInRematch,
    ClientOutRefused,
    ClientOutWelcome,
    Missed,
)
from tests.table.fake_link import Client, Link
from tests.table.test_match import DISCARD, NOW, play_to_the_end


def tapped(person: Client, action: dict[str, str], move: int = 1) -> ClientInAct:
    """Made now, on what is on the screen; it may be sent later, and more than once."""
    return ClientInAct(move, person.update.seq, 0, msgspec.Raw(msgspec.json.encode(action)))


def cards(person: Client, seat: int) -> int:
    left: int = person.public["seats"][seat]["cards_left"]
    return left


def missed(person: Client) -> Missed | None:
    told: Missed | None = person.all(ClientOutWelcome)[-1].missed
    return told


def test_what_was_tapped_on_a_dead_line_is_played_once_when_it_is_sent_again() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    tap = tapped(bo, DISCARD)
    link.wait(7_000)  # it never arrived
    bo = link.connect(token=bo.token, seq=bo.update.seq)
    bo.say(tap)
    assert (cards(ana, 1), bo.update.heard) == (15, 1)
    bo.say(tap)
    assert (cards(ana, 1), bo.refused) == (15, [])


def test_what_did_arrive_is_not_played_again_on_the_new_line() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    tap = tapped(bo, DISCARD)
    bo.say(tap)  # it arrived; the answer did not
    again = link.connect(token=bo.token, seq=bo.update.seq - 1)
    assert again.all(ClientOutWelcome)[-1].heard == 1
    again.say(tap)
    assert cards(ana, 1) == 15


def test_what_was_tapped_in_one_scene_is_not_played_in_another() -> None:
    """A discard made in the first round is none of the second."""
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    tap, scene = tapped(bo, DISCARD), bo.public["scene"]
    for person in (ana, cy):
        person.act(NOW)
    for _ in range(200):
        if (ana.public["phase"], ana.public["round"]) == ("action", 2):
            break
        link.wait(1_000)
    assert ana.public["scene"] != scene
    before = cards(ana, 1)
    bo.say(tap)
    assert (cards(ana, 1), bo.refused) == (before, ["moment_passed"])
    bo.say(tap)  # its answer is given again
    assert (cards(ana, 1), bo.refused) == (before, ["moment_passed"] * 2)


def test_a_slow_line_is_no_dead_one() -> None:
    """Within two seconds the game itself says what has changed."""
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    tap = tapped(bo, DISCARD)
    ana.act(NOW)
    cy.act(NOW)
    link.wait(1_400)  # and half a second since the update
    bo.say(tap)
    assert "moment_passed" not in bo.refused


def test_a_tap_of_the_last_match_is_none_of_the_next() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    tap = tapped(bo, DISCARD)
    play_to_the_end(link)
    ana.say(ClientInRematch())
    link.wait(3_500)
    bo.say(tap)
    refused: ClientOutRefused = bo.all(ClientOutRefused)[-1]
    assert (refused.code, refused.id) == ("moment_passed", 1)


def test_a_tap_on_an_update_that_nobody_remembers_is_too_late() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    tap = tapped(bo, DISCARD)
    for _ in range(REMEMBERED_UPDATES):
        ana.drop()
        ana = link.connect(token=ana.token)
    bo.say(tap)
    assert bo.refused == ["moment_passed"]


def test_a_tap_from_before_a_restart_is_played() -> None:
    """The match stood still meanwhile; only the numbers of its updates are new."""
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    tap = tapped(bo, DISCARD)
    link.restart()
    ana, bo = (link.connect(token=person.token) for person in (ana, bo))
    link.wait(4_000)
    bo.say(tap)
    assert (cards(ana, 1), bo.refused) == (15, [])


def test_who_comes_back_is_told_what_a_bot_did_for_them() -> None:
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    bo.act(DISCARD)
    bo.drop()
    ana.act(DISCARD)
    link.wait(60_000)
    by_the_bot = sum(b'"seat":1,"action"' in entry for entry in link.log) - 1
    assert by_the_bot > 0
    others = sum(
        b'"seat":0,"action"' in entry or b'"seat":2,"action"' in entry for entry in link.log
    )
    bo = link.connect(token=bo.token)
    assert missed(bo) == Missed(60_000, others, by_the_bot)
    assert missed(link.connect(token=bo.token)) == Missed(0, 0, 0)  # told once
    cy.drop()
    link.wait(1_000)
    assert missed(link.connect(token=cy.token)) == Missed(1_000, 0, 0)


def test_nothing_is_told_of_another_match_nor_before_one() -> None:
    link = Link()
    ana, bo, _ = link.seat("Ana", "Bo", "Cy")
    bo.drop()
    bo = link.connect(token=bo.token)
    assert missed(bo) is None
    ana, bo, _ = Link().start("Ana", "Bo", "Cy")
    play_to_the_end(ana.link)
    bo.drop()
    ana.say(ClientInRematch())
    assert missed(ana.link.connect(token=bo.token)) is None


def test_a_page_out_of_sight_is_shown_as_away() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    bo.say(ClientInBeat(hidden=True))
    assert [(seat.connected, seat.away) for seat in ana.table.seats] == [
        (True, False), (True, True), (True, False),
    ]  # fmt: skip
    bo.say(ClientInBeat())
    assert not ana.table.seats[1].away
    screen = link.connect(role="screen")
    screen.say(ClientInBeat(hidden=True))
    assert (screen.closed, ana.table.screens) == (None, 1)


def test_a_phone_that_was_locked_before_its_line_died_is_away_since_then() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    bo.say(ClientInBeat(hidden=True))
    link.wait(25_000)
    assert not ana.table.seats[1].minded  # it may still be looked at
    bo.drop()
    link.wait(1)
    assert (ana.table.seats[1].away, ana.table.seats[1].minded) == (False, True)
    bo = link.connect(token=bo.token)
    assert not ana.table.seats[1].away
