"""What others are told of an address: all of it, once, when it has become worth it."""

from __future__ import annotations

from brouhaha.server.edge.budgets import Budgets, spend
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.rates import Buckets
from brouhaha.server.edge.tally import Tally


def test_little_waits_until_it_has_grown_and_is_told_once() -> None:
    tally = Tally((10, 100), most=10)
    tally.add("ana", (4, 0))
    tally.add("bo", (0, 100))
    assert tally.take() == {"bo": (0, 100)}
    tally.add("ana", (5, 1))
    assert tally.take() == {}
    tally.add("ana", (2, 1))
    tally.add("ana", (1, 0))
    assert tally.take() == {"ana": (12, 2)}
    assert tally.take() == {}


def test_strangers_do_not_fill_the_memory() -> None:
    tally = Tally((10,), most=3)
    for number in range(1000):
        tally.add(f"address {number}", (1,))
    assert len(tally._little) <= 3


def test_what_is_taken_from_a_bucket_is_told_and_what_is_refused_is_not() -> None:
    buckets = Buckets(rate=0, most=4, remembered=10)
    tally = buckets.share(1 / 4)
    assert [buckets.take("ana", 0) for _ in range(6)] == [True] * 4 + [False] * 2
    assert buckets.take("bo", 0, 0)
    assert tally.take() == {"ana": (4,)}
    buckets.owe("bo", 0, 4)
    assert not buckets.take("bo", 0)
    assert tally.take() == {}


def test_what_an_address_and_a_seat_have_is_told_by_measure() -> None:
    budgets = Budgets(Limits())
    assert type(budgets.account("before", 0).talk).__name__ == "Budget"
    tallies = budgets.share(0)
    costs = (1.0, 2.0, 3.0, 4.0)
    assert spend(0, costs, budgets.seat("XXXXXX", 2, 0), budgets.account("ana", 0).talk) is None
    told = {measure: tally.take() for measure, tally in tallies.items()}
    assert told == {"visits": {}, "talk": {"ana": costs}, "seats": {"XXXXXX/2": costs}}
