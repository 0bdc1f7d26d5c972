"""How far away a seat is, as far as it is believed; when it acted, and how long it is waited for."""

from __future__ import annotations

from math import inf, log
from random import Random

import pytest

from brouhaha.engine.chance import Chance
from brouhaha.table.belief import DOUBT, Belief
from brouhaha.table.outcomes import Move
from brouhaha.table.race import (
    Queue,
    acted_at,
    begin_race,
    bent,
    chance_first,
    drawn,
    reach,
    reckoning,
    rivals_reach,
    too_close,
    waits_until,
)
from brouhaha.table.rtt import (
    FIRST_PINGS,
    NEARLY,
    NEVER_RACED,
    NEVER_RACED_MS,
    QUIET_MS,
    QUIET_RACES,
    SLACK,
    UNKNOWN,
    WINDOW,
    Line,
    Pings,
    is_measured,
)
from brouhaha.table.wire import TablePolicy

KINDNESS = NEARLY * log(1 / DOUBT)  # ms beyond a steady line that a friend's claim may lie
FRIENDS = TablePolicy()
STRANGERS = TablePolicy(trust="strangers")


def friend(*trips: float, paint: float = 0) -> Line:
    """Whose page answered after so many ms each time."""
    line = Line(FRIENDS)
    for trip in trips:
        line.answered(trip, paint)
    return line


def stranger(kernel: float | None, *pongs: float) -> Line:
    line = Line(STRANGERS)
    if kernel is not None:
        line.proven(kernel)
    for pong in pongs:
        line.ponged(pong)
    return line


# Friends


def test_a_friend_is_believed_as_far_as_their_line_reaches() -> None:
    belief = friend(*[100.0] * 10).belief
    assert belief.usual == 100
    assert belief.most == pytest.approx(100 + KINDNESS)
    assert belief.least == pytest.approx(100 - KINDNESS)
    assert 100 <= belief.reach <= 102


def test_a_stray_answer_makes_nothing_likely() -> None:
    belief = friend(*[100.0] * 19, 900.0).belief
    assert 100 < belief.most < 100 + KINDNESS
    assert belief.instead(900) == 100


def test_what_a_third_of_all_answers_take_is_likely() -> None:
    belief = friend(*[100.0, 100.0, 160.0] * 8).belief
    assert belief.least < 100 < 160 < belief.most


def test_an_unlikely_claim_counts_the_less_the_less_likely_it_is() -> None:
    luck = Random(3)
    belief = friend(*(max(10, luck.gauss(60, 40)) for _ in range(WINDOW))).belief
    counts = [belief.instead(belief.most + beyond) for beyond in (1, 10, 20, 40, 400)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1] == belief.usual
    assert all(count <= belief.most for count in counts)


def test_a_line_is_judged_by_all_of_its_trips_and_not_by_two_of_them() -> None:
    """Both have the same quartiles; what lies beyond them differs."""
    short = friend(*[50.0] * 6, *[60.0] * 12, *[90.0] * 6).belief
    long = friend(*[50.0] * 6, *[60.0] * 12, *[90.0] * 3, *[130.0] * 3).belief
    assert long.most > short.most + 30


def test_a_jittery_line_is_believed_farther_and_waited_for_longer() -> None:
    luck = Random(1)
    belief = friend(*(max(10, luck.gauss(60, 40)) for _ in range(WINDOW))).belief
    assert 120 < belief.reach < 260
    assert belief.most > 120


def test_a_slow_screen_counts_as_part_of_the_way() -> None:
    slow, quick = friend(*[9.0] * 5, paint=60).belief, friend(*[9.0] * 5).belief
    assert slow.most == pytest.approx(quick.most + 60)
    assert slow.reach == quick.reach + 60


def test_pongs_measure_a_client_that_answers_nothing_else() -> None:
    line = Line(FRIENDS)
    for _ in range(5):
        line.ponged(80)
    assert line.belief.usual == 80


def test_the_pages_own_answers_see_through_a_proxy_that_answers_pings_itself() -> None:
    line = friend(*[120.0] * 5)
    for _ in range(20):
        line.ponged(2)
    assert line.belief.usual == 120


def test_a_line_that_nothing_has_measured_is_an_unknown_one() -> None:
    assert UNKNOWN < Line(FRIENDS).belief.most <= UNKNOWN + KINDNESS
    assert Line(STRANGERS).belief.most == SLACK


def test_moves_teach_how_long_to_wait_and_buy_no_credit() -> None:
    line = friend(*[10.0] * 10)
    before = line.belief
    line.trips.extend([35.0] * 10)
    line.reckon()
    assert line.belief.reach >= 35
    assert line.belief.most == before.most


# Strangers


def test_late_pongs_and_answers_bring_a_stranger_nothing() -> None:
    line = stranger(10, *[240.0] * 20)
    line.answered(300, 200)
    assert line.belief.most == 10 + SLACK


def test_jitter_brings_a_stranger_nothing() -> None:
    assert stranger(10, *[10.0, 70.0] * 12).belief == stranger(10, *[10.0] * 24).belief


def test_a_strangers_least_round_trip_stays() -> None:
    line = stranger(10)
    line.proven(200)
    assert line.belief.most == 10 + SLACK


def test_a_strangers_distance_is_credited_up_to_the_cap() -> None:
    assert stranger(250).belief.most == STRANGERS.credit
    assert Line(TablePolicy(trust="strangers", credit=0), 9).belief.most == SLACK


def test_the_least_of_earlier_connections_counts() -> None:
    line = Line(STRANGERS, least_proven=8)
    line.proven(150)
    assert line.belief.most == 8 + SLACK


def test_a_line_follows_the_tables_choice() -> None:
    line = friend(*[100.0] * 5)
    line.follow(STRANGERS)
    assert line.belief.most == SLACK
    line.follow(FRIENDS)
    assert line.belief.most == pytest.approx(100 + KINDNESS)


# Shown


@pytest.mark.parametrize(
    ("trips", "word"),
    [([12.0] * 8, "near"), ([200.0] * 8, "far"), ([20.0, 90.0] * 8, "shaky")],
)
def test_a_line_in_a_word(trips: list[float], word: str) -> None:
    view = friend(*trips).view
    assert view is not None
    assert view.word == word


def test_nothing_is_shown_before_it_was_measured() -> None:
    assert Line(FRIENDS).view is None


# Pings and what is asked inside the socket


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


def test_a_page_is_asked_with_the_first_pings_and_then_now_and_then() -> None:
    asked = [ping for ping in range(1, 13) if is_measured(ping)]
    assert asked == [*range(1, len(FIRST_PINGS) + 2), 6, 9, 12]


# When a player acted

BELIEF = Belief(least=60, most=110, usual=100, reach=105, trips=(90, 100, 104), nearly=12)


@pytest.mark.parametrize(
    ("claimed", "previous", "acted"),
    [
        (1500, 0, 1500),  # as it says: a round trip of 100
        (1505, 0, 1505),
        (1000, 0, 1500),  # a lie that nobody believes: the line's usual way
        (1487, 0, 1496),  # hardly believed: one of the line's longest
        (9000, 0, 1540),  # nobody lies to lose: as late as the line allows
        (None, 0, 1500),  # an update that nobody remembers
        (1495, 1498, 1498),  # never before the previous action
    ],
)
def test_when_a_player_acted(claimed: float | None, previous: float, acted: float) -> None:
    assert acted_at(1600, claimed, BELIEF, previous) == acted


def test_nobody_acts_after_the_message_came() -> None:
    near = Belief(0, 10, 0, 10, (0,), 1)
    assert acted_at(1600, 1640, near, 0) == 1600
    assert acted_at(1600, None, near, 1700) == 1600


def test_the_earlier_act_is_the_likelier_first() -> None:
    lines = {0: friend(*[20.0] * 5), 1: friend(*[20.0] * 5)}
    one, other = move(0, 100), move(1, 108)
    assert 0.9 < chance_first(one, other, lines) < 0.95
    assert chance_first(other, one, lines) == pytest.approx(1 - chance_first(one, other, lines))
    assert chance_first(one, move(1, 100), lines) == 0.5


def test_a_move_without_a_claim_is_less_sure() -> None:
    lines = {0: friend(*[20.0] * 5), 1: friend(*[20.0, 60.0] * 5)}
    claimed, silent = move(1, 108), move(1, 108)
    silent.claimed = None
    first = move(0, 100)
    assert chance_first(first, silent, lines) < chance_first(first, claimed, lines)


# Waiting


def test_a_contested_move_waits_for_the_farthest() -> None:
    assert waits_until(1000, 1010, 60, longest=400) == 1060


def test_the_longest_wait_bends() -> None:
    waits = [bent(wait, 400) for wait in (300, 400, 410, 500, 900, 5000)]
    assert waits[:2] == [300, 400]
    assert 409 < waits[2] < 410
    assert waits == sorted(waits)
    assert waits[-1] <= 600
    assert bent(300, 0) == 0


def test_only_seats_that_could_contest_are_waited_for() -> None:
    lines = {0: friend(*[5.0] * 5), 1: friend(*[250.0] * 5), 2: friend(*[40.0] * 5)}
    assert 40 <= rivals_reach(lines, [0, 2], but=0, now=0) < 43
    assert rivals_reach(lines, [0], but=0, now=0) == 0
    assert rivals_reach(lines, None, but=0, now=0) >= 250
    assert reach(lines, None) >= 250
    assert reach(lines, ()) == 0


def raced(lines: dict[int, Line], at: float) -> float:
    """Seat 0 is in a race; how long the other is waited for."""
    begin_race(lines, None, of=0, now=at)
    return rivals_reach(lines, None, but=0, now=at)


def test_who_stays_out_of_race_after_race_is_not_waited_for_until_they_are_in_one() -> None:
    lines = {0: friend(*[5.0] * 5), 1: friend(*[250.0] * 5)}
    lines[1].raced()
    waits = [raced(lines, at * QUIET_MS) for at in range(QUIET_RACES + 1)]
    assert all(waits[:-1])
    assert waits[-1] == 0
    lines[1].raced()
    assert raced(lines, 1e6) > 0


def test_who_has_never_raced_is_soon_not_waited_for() -> None:
    lines = {0: friend(*[5.0] * 5), 1: friend(*[250.0] * 5)}
    waits = [raced(lines, at * NEVER_RACED_MS) for at in range(NEVER_RACED + 1)]
    assert all(waits[:-1])
    assert waits[-1] == 0


def test_many_races_in_a_moment_are_no_absence() -> None:
    lines = {0: friend(*[5.0] * 5), 1: friend(*[250.0] * 5)}
    assert all(raced(lines, 100.0 * at) for at in range(20))


# The queue, and what is told


def move(seat: int, acted: float) -> Move:
    return Move(seat, Move(0, None, 0, 0), acted + 20, acted, 1, claimed=acted)  # type: ignore[arg-type]


def test_the_queue_is_ordered_by_when_they_acted() -> None:
    queue = Queue()
    for seat, acted in enumerate([30.0, 10.0, 20.0, 10.0]):
        queue.add(move(seat, acted))
    assert (len(queue.moves), queue.waiting_of(3)) == (4, 1)
    assert [queue.pop().seat for _ in range(4)] == [1, 3, 2, 0]
    assert queue.first is None


def test_a_move_that_was_drawn_comes_first_and_the_others_keep_their_order() -> None:
    queue = Queue()
    moves = [move(seat, seat) for seat in range(4)]
    for each in moves:
        queue.add(each)
    queue.move_up(moves[2])
    assert [queue.pop().seat for _ in range(4)] == [2, 0, 1, 3]


def test_a_seats_second_move_races_only_after_its_first() -> None:
    queue = Queue()
    for seat, acted in [(1, 10.0), (2, 11.0), (1, 12.0)]:
        queue.add(move(seat, acted))
    assert [(each.seat, each.acted) for each in queue.next_of_each] == [(1, 10.0), (2, 11.0)]


def test_a_race_is_told_with_its_odds() -> None:
    lines = {seat: friend(*[20.0] * 5) for seat in range(3)}
    race = reckoning([move(0, 100.0), move(2, 101.0), move(1, 150.0)], lines, origin=50)
    assert [(runner.seat, runner.acted) for runner in race.runners] == [(0, 50), (2, 51), (1, 100)]
    assert race.runners[0].behind == 0.5
    assert 0.5 < race.runners[1].behind < 0.6
    assert race.runners[2].behind == 1
    assert too_close(race) == 2


def test_a_draw_can_be_checked_with_the_seed_alone() -> None:
    lines = {seat: friend(*[20.0] * 5) for seat in range(2)}
    race = reckoning([move(0, 100.0), move(1, 100.5)], lines, origin=0)
    winners = [drawn(race, 2, Chance(bytes([seed])), 7).winner for seed in range(40)]
    assert winners == [Chance(bytes([seed])).below("race/7", 2) for seed in range(40)]
    assert 5 < sum(winners) < 35


def test_least_proven_is_unknown_at_first() -> None:
    assert Line(STRANGERS).least_proven == inf
