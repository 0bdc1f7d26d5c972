"""Who left a match may take the seat back while it is played."""

from __future__ import annotations

from brouhaha.table import wire
from brouhaha.table.entries import Left, encode
from tests.table.fake_link import Link
from tests.table.test_match import DISCARD, play_to_the_end


def test_who_left_takes_the_seat_back_while_the_match_is_played() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    bo.say(wire.ClientInLeave())
    assert ana.table.seats[1].gone
    link.wait(40_000)
    again = link.connect(token=bo.token)
    assert (again.refused, again.table.you) == ([], 1)
    assert [seat.gone for seat in ana.table.seats] == [False] * 3
    moves = sum(b'"seat":1,"action"' in entry for entry in link.log)
    link.wait(200_000)
    assert sum(b'"seat":1,"action"' in entry for entry in link.log) == moves  # no bot any more
    link.restart()
    assert link.connect(token=bo.token).refused == []


def test_after_the_match_the_seat_is_gone() -> None:
    link = Link()
    _, bo, _ = link.start("Ana", "Bo", "Cy")
    bo.say(wire.ClientInLeave())
    play_to_the_end(link)
    assert link.connect(token=bo.token).refused == ["bad_token"]


def test_who_left_before_a_match_has_given_the_seat_up() -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    bo.say(wire.ClientInLeave())
    assert link.connect(token=bo.token).refused == ["bad_token"]


def test_who_was_sent_away_has_no_seat_to_take_back() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    ana.say(wire.ClientInRemove(1))
    assert link.connect(token=bo.token).refused == ["kicked"]


def test_the_host_who_left_comes_back_as_a_guest() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    ana.say(wire.ClientInLeave())
    link.connect(token=ana.token)
    assert [seat.host for seat in bo.table.seats] == [False, True, False]


def test_everybody_left_and_one_comes_back() -> None:
    link = Link()
    people = link.start("Ana", "Bo", "Cy")
    for person in people:
        person.say(wire.ClientInLeave())
    again = link.connect(token=people[2].token)
    assert (again.table.seats[2].host, again.status) == (True, "playing")
    again.act(DISCARD)
    assert again.refused == []


def test_leaving_and_coming_back_is_bounded() -> None:
    link = Link(changes=20)
    _, bo, _ = link.start("Ana", "Bo", "Cy")
    refused: list[str] = []
    for _ in range(20):
        again = link.connect(token=bo.token)
        refused += again.refused
        if again.closed is None:
            again.say(wire.ClientInLeave())
    assert refused[0] == "too_many_changes"


def test_an_older_log_restores_as_it_was() -> None:
    """Before seats could be taken back, leaving gave up the token as well."""
    link = Link()
    _, bo, _ = link.start("Ana", "Bo", "Cy")
    table = link.restored([*link.log, encode(Left(1))])
    assert (
        encode(Left(1, may_return=False))
        == b'{"type":"left","seat":1,"kicked":false,"may_return":false}'
    )
    old = link.restored([*link.log, b'{"type":"left","seat":1,"kicked":false}'])
    assert old.seat_of(bo.token) is None
    assert old.state == table.state
