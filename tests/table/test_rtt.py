"""How far away a seat is, as far as it is believed."""

from __future__ import annotations

from random import Random

import pytest

from brouhaha.table.race import LONGEST_WAIT, Move, Queue, acted_at, waits_until
from brouhaha.table.rtt import ALLOWANCE, LEAST_SLACK, MOST_SLACK, UNCHECKED, WINDOW, Line, Pings


def line(pings: list[float], kernel: float | None) -> Line:
    measured = Line()
    for ping in pings:
        measured.measured(ping, kernel)
    return measured


def test_nobody_is_believed_to_be_far_before_it_was_measured() -> None:
    assert (Line().rtt, Line().slack) == (0, LEAST_SLACK)


def test_the_low_quantile_is_the_distance() -> None:
    assert line([100, 101, 99, 400, 102, 98, 100, 100, 350, 101], 97).rtt == 99


def test_late_pongs_bring_nothing_where_the_kernel_knows() -> None:
    assert line([240.0] * 20, 40).rtt == 40 + ALLOWANCE


def test_late_pongs_bring_a_quota_where_nobody_knows() -> None:
    assert line([240.0] * 20, None).rtt == UNCHECKED
    assert line([12.0] * 20, None).rtt == 12


def test_a_client_cannot_seem_nearer_or_farther_than_its_window() -> None:
    moved = line([200.0] * WINDOW, 200)
    for _ in range(WINDOW):
        moved.measured(20.0, 18)
    assert moved.rtt == 20


@pytest.mark.parametrize(
    ("spread", "slack"), [(0, LEAST_SLACK), (4, LEAST_SLACK), (15, 30), (500, MOST_SLACK)]
)
def test_slack_comes_from_the_seats_own_jitter(spread: float, slack: float) -> None:
    pings = [50.0, 50.0, 50.0 + spread, 50.0 + spread] * 5
    assert line(pings, 50).slack == slack


def test_a_pong_is_believed_once_and_only_for_a_ping() -> None:
    pings = Pings(Random(1).randbytes)
    payload = pings.ping(100)
    assert pings.pong(b"12345678", 110) is None
    assert pings.pong(payload, 112.5) == 12.5
    assert pings.pong(payload, 113) is None


def test_pings_that_nobody_answers_are_forgotten() -> None:
    pings = Pings(Random(1).randbytes)
    first = pings.ping(0)
    for _ in range(Pings.MOST_OPEN):
        pings.ping(0)
    assert pings.pong(first, 10) is None


@pytest.mark.parametrize(
    ("sent", "after", "previous", "acted"),
    [
        (1000, 500, 0, 1500),  # as it says: arrival − RTT is 1500
        (1000, 505, 0, 1505),  # within the slack
        (1000, 0, 0, 1490),  # a liar gains the slack
        (1000, 9000, 0, 1510),
        (None, 77, 0, 1500),  # an update that nobody remembers
        (1000, 495, 1498, 1498),  # never before the previous action
    ],
)
def test_when_a_player_acted(
    sent: float | None, after: float, previous: float, acted: float
) -> None:
    assert acted_at(1600, sent, after, 100, 10, previous) == acted


def test_nobody_acts_after_the_message_came() -> None:
    assert acted_at(1600, 1590, 50, 2, 10, 0) == 1600
    assert acted_at(1600, None, 0, 2, 10, 1700) == 1600


def test_a_contested_move_waits_for_the_farthest_but_not_for_ever() -> None:
    assert waits_until(1000, 1010, 60) == 1060
    assert waits_until(1000, 1010, 1000) == 1010 + LONGEST_WAIT


def test_the_queue_is_ordered_by_when_they_acted() -> None:
    queue = Queue()
    for seat, acted in enumerate([30.0, 10.0, 20.0, 10.0]):
        queue.add(Move(seat, Move(0, None, 0, 0), 50, acted))  # type: ignore[arg-type]
    assert queue.waiting_of(3) == 1
    assert [queue.pop().seat for _ in range(4)] == [1, 3, 2, 0]
    assert queue.first is None
