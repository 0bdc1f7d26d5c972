"""A failing plan made small: whatever can be taken out while it still breaks the same law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from tests.simulation.plan import Plan
from tests.simulation.violation import Violation

MOST_TRIES: Final = 200


def shrunk(plan: Plan, law: str, carry_out: Callable[[Plan], object]) -> Plan:
    """The smallest plan on the way from this one that breaks this law."""
    tries = 0
    smaller = _smaller(plan)
    while tries < MOST_TRIES and (candidate := next(smaller, None)) is not None:
        tries += 1
        if _breaks(candidate, law, carry_out):
            plan, smaller = candidate, _smaller(candidate)
    return plan


def _breaks(plan: Plan, law: str, carry_out: Callable[[Plan], object]) -> bool:
    try:
        carry_out(plan)
    except Violation as violation:
        return violation.law == law
    return False


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Plans with something less, the boldest first."""
    happenings, tables = plan.happenings, plan.tables
    half = len(happenings) // 2
    if half:
        yield replace(plan, happenings=happenings[:half])
        yield replace(plan, happenings=happenings[half:])
    if len(tables) > 1:
        for number in range(len(tables)):
            yield _without_table(plan, number)
    for number in range(len(happenings)):
        yield replace(plan, happenings=happenings[:number] + happenings[number + 1 :])
    for number, table in enumerate(tables):
        for name in ("late", "watchers", "rematches", "bots", "people"):
            count: int = getattr(table, name)
            if count > (name == "people"):
                fewer = replace(table, **{name: count - 1})
                yield replace(plan, tables=[*tables[:number], fewer, *tables[number + 1 :]])
    if plan.plays > 1:
        yield replace(plan, plays=plan.plays / 2)
    if plan.processes > 2:
        yield replace(plan, processes=plan.processes - 1)
    if plan.judged:
        yield replace(plan, judged=False)


def _without_table(plan: Plan, number: int) -> Plan:
    """The others move up, and what happens at them goes with them."""
    happenings = [
        replace(each, table=each.table - (each.table > number))
        for each in plan.happenings
        if each.table != number
    ]
    tables = plan.tables[:number] + plan.tables[number + 1 :]
    return replace(plan, tables=tables, happenings=happenings)
