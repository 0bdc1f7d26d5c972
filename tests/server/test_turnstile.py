"""Strangers' work is cut into turns of the loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec

import pytest

from brouhaha.server.edge import turnstile
from brouhaha.server.edge.budgets import Budgets
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.turnstile import Turnstile

P = ParamSpec("P")
A_STEP = turnstile.SLICE / 4  # of the processor


def on_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def a_turn() -> None:
    await asyncio.sleep(0)


class Processor:
    """In the place of the thread's own clock: it runs while somebody works."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.used = 0.0
        patch.setattr(time, "thread_time", lambda: self.used)

    def work(self, seconds: float = A_STEP) -> None:
        self.used += seconds


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    return Processor(monkeypatch)


def a_turnstile(**limits: Any) -> Turnstile:
    chosen = Limits(**limits)
    return Turnstile(Budgets(chosen), chosen)


@on_a_loop
async def test_only_a_slice_of_a_turn_is_used(processor: Processor) -> None:
    stile, passed = a_turnstile(), list[int]()

    def enter(number: int) -> None:
        processor.work()
        passed.append(number)

    for number in range(12):
        stile.let_in("an address", partial(enter, number))
    for times in (4, 8, 12):
        assert passed == list(range(times))
        await a_turn()


@on_a_loop
async def test_what_players_are_told_goes_before_a_slice_but_not_for_ever(
    processor: Processor,
) -> None:
    stile, passed = a_turnstile(), list[int]()
    stile.moves_are_told = lambda: True  # in every turn: many play

    def enter(number: int) -> None:
        processor.work(turnstile.SLICE)
        passed.append(number)

    for number in range(3):
        stile.let_in("an address", partial(enter, number))
    for let_in in (1, 1, 2, 2, 3):
        assert len(passed) == let_in
        await a_turn()


@on_a_loop
async def test_what_is_answered_later_counts_when_it_is_let_in(processor: Processor) -> None:
    stile = a_turnstile()
    waiting = [asyncio.create_task(stile.passed("an address")) for _ in range(6)]
    await a_turn()
    assert sum(each.done() for each in waiting) <= 1 + turnstile.SLICE / turnstile.FOLLOWS
    await asyncio.wait(waiting, timeout=5)
    assert all(each.done() for each in waiting)


@on_a_loop
async def test_who_comes_later_from_elsewhere_does_not_wait_behind_hundreds(
    processor: Processor,
) -> None:
    stile, passed = a_turnstile(), list[str]()

    def enter(name: str) -> None:
        processor.work()
        passed.append(name)

    for _ in range(100):
        stile.let_in("a stranger", partial(enter, "a stranger"))
    stile.let_in("somebody", partial(enter, "somebody"))
    await a_turn()
    assert "somebody" in passed


@on_a_loop
async def test_an_address_has_its_share_of_the_core_and_no_more(processor: Processor) -> None:
    stile, passed = a_turnstile(core_share=0.1, core_seconds_at_once=0.01), list[float]()
    began = time.monotonic()

    def enter() -> None:
        processor.work(0.005)
        passed.append(time.monotonic() - began)

    for _ in range(6):
        stile.let_in("a stranger", enter)
    elsewhere = list[float]()
    async with asyncio.timeout(20):
        while len(passed) < 6:
            await asyncio.sleep(0.001)
            if len(passed) == 4 and not elsewhere:
                stile.let_in("somebody", lambda: elsewhere.append(time.monotonic() - began))
    # 10 ms were saved up; then 5 ms take 50 ms each
    assert passed[5] > 0.14
    assert elsewhere
    assert elsewhere[0] < passed[4]


@on_a_loop
async def test_a_proxy_has_no_share_of_its_own(processor: Processor) -> None:
    stile, passed = a_turnstile(core_share=0.001, core_seconds_at_once=0.001), list[int]()

    def enter(number: int) -> None:
        processor.work()
        passed.append(number)

    for number in range(12):
        stile.let_in(turnstile.NOBODY, partial(enter, number))
    for _ in range(3):
        await a_turn()
    assert len(passed) == 12


@on_a_loop
async def test_what_a_handler_does_is_charged_and_what_it_waits_for_is_not(
    processor: Processor,
) -> None:
    stile = a_turnstile(core_share=0.1, core_seconds_at_once=0.001)

    async def answering(cost: float) -> str:
        await asyncio.sleep(0.01)
        processor.work(cost)
        return "answered"

    assert await stile.in_turns("waits", answering(0.0)) == "answered"
    assert await stile.in_turns("works", answering(0.01)) == "answered"
    assert stile._until_due("waits") <= 0
    assert 0.05 < stile._until_due("works") <= 0.1


@on_a_loop
async def test_handlers_that_were_all_waiting_for_the_same_thing_go_on_in_turns(
    processor: Processor,
) -> None:
    stile, answer, answered = a_turnstile(), asyncio.Event(), list[int]()

    async def answering(number: int) -> None:
        await answer.wait()
        processor.work(turnstile.SLICE)
        answered.append(number)

    handlers = [
        asyncio.create_task(stile.in_turns(f"address {number}", answering(number)))
        for number in range(100)
    ]
    for _ in range(100):
        await a_turn()
    answer.set()
    most = 0
    while len(answered) < 100:
        before = len(answered)
        await a_turn()
        most = max(most, len(answered) - before)
    assert most <= 1 + turnstile.SLICE / turnstile.FOLLOWS
    await asyncio.gather(*handlers)


@on_a_loop
async def test_a_handler_is_cancelled_as_it_would_be_without_being_charged() -> None:
    cancelled = list[bool]()

    async def answering() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    task = asyncio.create_task(a_turnstile().in_turns("an address", answering()))
    await a_turn()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cancelled == [True]


@on_a_loop
async def test_one_that_fails_costs_the_others_nothing(processor: Processor) -> None:
    stile, passed, failed = a_turnstile(), list[int](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    stile.let_in("an address", lambda: processor.work(turnstile.SLICE))
    stile.let_in("an address", lambda: 1 // 0)  # type: ignore[arg-type]
    stile.let_in("an address", partial(passed.append, 1))
    stile.let_in("another", partial(passed.append, 2))
    for _ in range(3):
        await a_turn()
    assert len(failed) == 1
    assert sorted(passed) == [1, 2]


@on_a_loop
async def test_whoever_goes_away_while_waiting_is_not_waited_for(processor: Processor) -> None:
    stile = a_turnstile()
    waiting = [asyncio.create_task(stile.passed("an address")) for _ in range(6)]
    await a_turn()
    assert not waiting[4].done()
    waiting[4].cancel()
    await asyncio.wait(waiting, timeout=5)
    assert waiting[4].cancelled()
    assert waiting[5].done()


@on_a_loop
async def test_of_those_who_wait_whoever_has_used_the_least_is_first(processor: Processor) -> None:
    stile, passed = a_turnstile(core_share=0.5), list[str]()
    for name, used in (("much", 0.2), ("little", 0.1), ("nothing", 0.0)):
        stile.charge(name, used)
    for name in ("much", turnstile.NOBODY, "little", "nothing", turnstile.GONE):
        stile.let_in(name, partial(passed.append, name))
    await a_turn()
    assert passed == [turnstile.GONE, "nothing", "little", "much", turnstile.NOBODY]


@on_a_loop
async def test_a_turn_that_is_long_by_itself_has_room_for_one(processor: Processor) -> None:
    """What was let in before is written and told: that is not measured as it passes."""
    stile, passed = a_turnstile(), list[int]()

    def enter(number: int) -> None:
        processor.work()
        passed.append(number)

    stile.charge("others", turnstile.SLICE)
    for number in range(5):
        stile.let_in("an address", partial(enter, number))
    processor.work(turnstile.SLICE)  # a commit, in the same turn
    await a_turn()
    assert passed == [0]
    await a_turn()
    assert passed == list(range(5))
