"""What one connection says: who pays, and whose turn it is. With given time."""

from __future__ import annotations

from typing import ClassVar, cast

from brouhaha.server.cluster.remote_link import OwnersWeight
from brouhaha.server.edge.budgets import Budgets
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.meter import FREE_SECONDS, LOT, Meter
from brouhaha.server.tables.link import Link

MOVE = b"x" * 100
LIMITS = Limits()
A_TURN = 1 / LIMITS.frames_in_line
AT_ONCE = int(FREE_SECONDS * LIMITS.frames_in_line)


def meters(addresses: list[str], limits: Limits = LIMITS) -> list[Meter]:
    budgets = Budgets(limits)
    return [Meter(budgets, address, limits, 0.0) for address in addresses]


def test_quick_fingers_never_wait() -> None:
    (meter,) = meters(["a"])
    for frame in range(600):
        assert meter.heard(MOVE, None, frame / 25) is None
        assert meter.turn <= frame / 25


def test_a_roomful_of_quick_fingers_does_not_wait_either() -> None:
    room = meters(["a"] * 40)
    for frame in range(200):
        for meter in room:
            assert meter.heard(MOVE, None, frame / 10) is None
            assert meter.turn <= frame / 10


def test_a_flood_waits_for_its_turns() -> None:
    (meter,) = meters(["a"])
    for _ in range(AT_ONCE):
        meter.heard(MOVE, None, 10.0)
        assert meter.turn <= 10 + 1e-9
    for frame in range(1, 50):
        meter.heard(MOVE, None, 10.0)
        assert abs(meter.turn - 10 - frame * A_TURN) < 1e-9


def test_all_sockets_of_an_address_stand_in_one_line_and_nobody_else_does() -> None:
    first, second, stranger = meters(["a", "a", "b"])
    for _ in range(AT_ONCE + 100):
        first.heard(MOVE, None, 10.0)
    second.heard(MOVE, None, 10.0)
    stranger.heard(MOVE, None, 10.0)
    assert second.turn > 10 + 100 * A_TURN
    assert stranger.turn <= 10
    second.heard(MOVE, None, 11.0)  # the line has gone
    assert second.turn <= 11


def test_a_lot_that_is_refused_is_owed_nevertheless() -> None:
    """All but its last frame were heard before it was paid for."""
    (meter,) = meters(["a"], Limits(frames_a_second=0.001, frames_at_once=80))
    frames = 0
    while meter.heard(MOVE, None, 10.0) is None:
        frames += 1
    assert meter.budget.frames >= frames > 80 - LOT
    assert meter.budget.debt(10.0) > 0


def test_after_a_refusal_every_frame_is_looked_at() -> None:
    (meter,) = meters(["a"], Limits(frames_a_second=0.001, frames_at_once=80))
    while meter.heard(MOVE, None, 10.0) is None:
        pass
    assert all(meter.heard(MOVE, None, 10.0) is meter.budget for _ in range(LOT))


class Tablet:
    """A link of a device with two seats."""

    code, known, holder, clients, person = "HJKMNP", True, 0, 2, 0
    held: ClassVar = {0: 0, 3: 7}
    weight = OwnersWeight(100)


def test_each_seat_of_a_device_pays_for_what_is_said_for_it() -> None:
    (meter,) = meters(["a"], Limits(frames_a_second=0.001, frames_at_once=20))
    link = cast("Link", Tablet())
    meter.claim_seat(link, 0, 10.0)
    own = meter.budget
    flood = b'{"type":"act","by": 3,"id":1}'
    assert any(meter.heard(flood, link, 10.0) is meter.budget for _ in range(40))
    assert meter.person == 7
    for _ in range(10):
        assert meter.heard(b'{"type":"act","by":0,"id":1}', link, 10.0) is None
    assert meter.heard(b'{"type":"pause"}', link, 10.0) is None  # the first one's
    assert meter.budget is own
    assert meter.heard(b'{"type":"act","by":63}', link, 10.0) is None  # nobody's: it pays, too
    assert meter.budget is own
