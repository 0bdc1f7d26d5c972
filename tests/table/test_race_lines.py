"""Whose line is believed in a race, and when it is measured."""

from __future__ import annotations

from brouhaha.table.race import begin_race
from brouhaha.table.rtt import SLACK, WELL_KNOWN, Line
from brouhaha.table.wire import ClientInPolicy, PolicyChange, TablePolicy
from tests.known import known
from tests.table.fake_link import Link
from tests.table.racing import far_apart, tap

# Whom it believes


def test_strangers_are_held_to_what_is_proven_whenever_the_host_decides_it() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    ana.say(ClientInPolicy(PolicyChange(trust="strangers")))
    tap(link, ana, {"type": "stop"}, 800, 5)
    tap(link, bo, {"type": "stop"}, 790, 120)
    link.wait(300)
    assert ana.public["stopper"] == 0


def test_a_stranger_who_reconnects_is_no_farther_than_they_were() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    ana.say(ClientInPolicy(PolicyChange(trust="strangers")))
    far_apart(link, [ana, bo, cy], 5, 8, 40)
    bo.drop()
    again = link.connect(token=bo.token)
    link.table.proven(again.conn, 200)
    assert link.table.seating.players[1].line.belief.most == 8 + SLACK


def test_everybody_sees_who_is_far_and_who_is_shaky() -> None:
    link = Link("nono")
    ana, bo, _ = link.seat("Ana", "Bo", "Cy")
    for trip in (20, 90) * 4:
        link.table.answered(bo.conn, trip, 0)
    link.tell()
    link.wait(1000)
    line = known(ana.table.seats[1].line)
    assert (line.word, line.jitter) == ("shaky", 70)
    assert ana.table.seats[0].line is None


# Measured around races


def test_whoever_is_in_a_race_is_measured_then_but_not_all_the_time() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 8, 40)
    cy.act({"type": "pass"})
    tap(link, ana, {"type": "stop"}, 800, 5)
    link.wait(100)
    assert [person.measures for person in (ana, bo, cy)] == [1, 1, 0]


def test_races_in_a_row_measure_a_line_every_two_seconds() -> None:
    lines = {seat: Line(TablePolicy()) for seat in range(2)}
    asked = [begin_race(lines, None, of=0, now=at) for at in (0.0, 500.0, 1999.0, 2000.0, 2500.0)]
    assert asked == [[0, 1], [], [], [0, 1], []]


def test_a_line_that_is_well_known_is_measured_less_often_and_its_pongs_cost_nothing() -> None:
    line = Line(TablePolicy())
    for trip in range(WELL_KNOWN):
        line.answered(20.0 + trip, 0.0)
    asked = [line.to_measure(at) for at in (0.0, 2000.0, 9999.0, 10_000.0)]
    assert asked == [True, False, False, True]
    before = line.belief
    line.ponged(500.0)
    assert line.belief is before
