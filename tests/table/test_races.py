"""Contested actions of the three games at a table, and many of them in simulated time."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bench.races import EQUAL, FAR, LAN, race
from brouhaha.table.wire import ClientInAct, ClientOutRefused, Race
from tests.known import known
from tests.table.fake_link import Client, Link

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/conftest.py


def far_apart(link: Link, people: list[Client], *rtts: float) -> None:
    for person, rtt in zip(people, rtts, strict=True):
        for _ in range(10):
            link.table.measured(person.conn, rtt, rtt)


def tap(link: Link, person: Client, action: dict[str, Any], at: float, rtt: float) -> float:
    """The player reacts `at` ms after the update was drawn; gives when the message arrives."""
    person.moves += 1
    raw = msgspec.Raw(msgspec.json.encode(action))
    message = ClientInAct(person.moves, person.update.seq, at, raw)
    link.now = sent_at(link, person) + at + rtt
    person.say(message)
    return link.now


def sent_at(link: Link, person: Client) -> float:
    sent = link.table.outbox.sent(person.update.seq)
    assert sent is not None
    return sent.at


def refusal(person: Client) -> ClientOutRefused:
    answer: ClientOutRefused = person.all(ClientOutRefused)[-1]
    return answer


def race_of(person: Client) -> Race:
    """The race that they lost."""
    return known(refusal(person).race)


def test_stop_goes_to_who_acted_first_though_it_arrived_last() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    assert ana.public["stopper"] is None
    tap(link, bo, {"type": "stop"}, 790, 120)
    link.wait(300)
    assert ana.public["stopper"] == 1
    assert refusal(ana).code == "wrong_phase"
    assert (race_of(ana).seat, race_of(ana).by) == (1, 10.0)
    entry = next(msgspec.json.decode(e) for e in link.log if b'"stop"' in e)
    assert entry["arrived"] - entry["acted"] == 120


def test_a_stop_that_comes_too_late_is_told_that_it_was_first() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 500, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    seen = bo.update.seq
    sent = sent_at(link, bo)
    link.wait(260)
    assert ana.public["stopper"] == 0
    link.now = sent + 780 + 500
    bo.say(ClientInAct(1, seen, 780, msgspec.Raw(b'{"type":"stop"}')))
    assert (race_of(bo).seat, race_of(bo).by) == (0, -20.0)


def test_a_discard_made_before_the_last_now_counts_as_before_it() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    cy.act({"type": "now"})
    far_apart(link, [ana, bo, cy], 5, 100, 40)
    tap(link, ana, {"type": "now"}, 500, 5)
    assert ana.public["last_player"] is None
    tap(link, bo, {"type": "discard"}, 480, 100)
    assert bo.public["seats"][1]["cards_left"] == 15
    assert not bo.public["seats"][1]["said_now"]
    link.wait(300)
    assert bo.public["last_player"] == 1
    assert not bo.public["seats"][1]["said_now"]


def test_a_discard_made_after_the_last_now_is_the_last_players() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    cy.act({"type": "now"})
    far_apart(link, [ana, bo, cy], 5, 100, 40)
    tap(link, ana, {"type": "now"}, 500, 5)
    tap(link, bo, {"type": "discard"}, 520, 100)
    link.wait(300)
    assert bo.public["phase"] == "resolution"
    assert bo.public["seats"][1]["cards_left"] == 15


def test_a_placement_that_was_overtaken_bounces_with_who_was_quicker() -> None:
    link = Link("nimble")
    people = link.start("Ana", "Bo")
    ana, bo = people
    far_apart(link, people, 5, 60)
    for person in people:
        person.act({"type": "flip"})
    onto = ana.public["piles"][0]
    place = {"type": "place", "pile": 0, "onto": onto}
    tap(link, ana, place, 400, 5)
    tap(link, bo, place, 370, 60)
    link.wait(300)
    assert refusal(ana).code == "bounced"
    assert (race_of(ana).seat, race_of(ana).by) == (1, 30.0)
    assert bo.refused == []


def test_uncontested_moves_do_not_wait() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 250)
    tap(link, ana, {"type": "discard"}, 300, 5)
    assert cy.public["seats"][0]["cards_left"] == 15


def test_nobody_waits_for_bots_nor_for_who_is_away() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 250)
    bo.drop()
    cy.drop()
    ana.act({"type": "stop"})
    assert ana.public["stopper"] == 0


def test_a_move_made_before_a_deadline_counts_though_it_comes_in_after_it() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 150, 150)
    sent, seen = sent_at(link, bo), bo.update.seq
    link.wait(sent + 59_950 + 150 - link.now)
    assert known(link.table.live_match).clock(link.now) > bo.public["deadline"]
    bo.say(ClientInAct(1, seen, 59_950, msgspec.Raw(b'{"type":"discard"}')))
    assert bo.public["seats"][1]["cards_left"] == 15
    link.wait(200)
    assert bo.public["phase"] == "resolution"


def test_moves_that_wait_are_bounded() -> None:
    link = Link("nono", waiting_moves=3)
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 200, 200)
    for _ in range(5):
        ana.act({"type": "stop"}, after=500)
    assert ana.refused == ["too_many_moves"] * 2


def test_a_move_that_waits_when_the_match_ends_is_answered() -> None:
    link = Link("nimble")
    ana, bo = link.start("Ana", "Bo")
    link.wait(600_000)
    assert bo.public["phase"] == "check"
    far_apart(link, [ana, bo], 200, 5)
    bo.act({"type": "ready"})
    tap(link, bo, {"type": "place", "pile": 0, "onto": bo.public["piles"][0]}, 300, 5)
    assert bo.refused == []
    tap(link, ana, {"type": "ready"}, 290, 200)
    assert link.table.state.status == "ended"
    assert bo.refused == ["wrong_phase"]


# The figures, on fewer races than `bench/races.py`, with room for the luck of few


@pytest.mark.no_cover  # the same branches thousands of times over
def test_far_apart_the_race_goes_to_who_acted_first() -> None:
    figures = race(FAR, 400)
    assert figures.right >= 0.98 * figures.races
    assert figures.by_arrival < 0.75 * figures.races


@pytest.mark.no_cover  # the same branches thousands of times over
def test_near_each_other_it_always_does_and_nobody_waits_long() -> None:
    figures = race(LAN, 400)
    assert figures.right >= 0.995 * figures.races
    assert figures.waited < 20 * figures.races


@pytest.mark.no_cover  # the same branches thousands of times over
@pytest.mark.parametrize(
    "cheat",
    [
        {"lies": True},
        {"late_pongs": 200.0, "lies": True},
        {"late_pongs": 200.0, "lies": True, "direct": False},
    ],
)
def test_cheating_hardly_pays(cheat: dict[str, Any]) -> None:
    honest, cheated = race(EQUAL, 600), race(EQUAL, 600, **cheat)
    assert cheated.share(0) - honest.share(0) <= 5
