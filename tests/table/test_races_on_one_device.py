"""Races among seats of one device, and with others: the device's own clock is exact."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brouhaha.table import wire
from tests.table.fake_link import Client, Link
from tests.table.racing import far_apart
from tests.table.tablet import STOP, act, playing, sit, tablet


def stops(link: Link, device: Client, *taps: tuple[int, float, float]) -> Client:
    """Each (seat, ms after the update, ms that it took to come in)."""
    sent, seen = link.now, device.update.seq
    for seat, after, late in taps:
        link.now = max(link.now, sent + after + late)
        device.say(wire.ClientInAct(1, seen, after, msgspec.Raw(b'{"type":"stop"}'), seat))
    link.wait(400)
    return device


def racing(rtt: float = 8) -> tuple[Link, Client, Client]:
    """The tablet is 8 ms away, the phone so many."""
    link, ana, device, _ = playing(Link("nono"))
    far_apart(link, [ana, device], rtt, 8)
    device.say(wire.ClientInPause())
    device.say(wire.ClientInResume())  # so that an update goes out now
    return link, ana, device


LATE = [8.0, 60.0, 500.0]  # beyond 38 ms this line is not believed


@pytest.mark.parametrize("late", LATE)
@pytest.mark.parametrize("gap", [0.2, 3.0, 5.0])
def test_taps_of_two_seats_are_ordered_by_the_devices_own_clock(gap: float, late: float) -> None:
    link, _, device = racing()
    stops(link, device, (2, 800, late), (1, 800 + gap, late))
    assert device.public["stopper"] == 2
    lost = device.all(wire.ClientOutRefused)[-1]
    assert (lost.code, lost.by, lost.race.seat, lost.race.odds) == ("wrong_phase", 1, 2, 1.0)
    assert lost.race.by == gap


@pytest.mark.parametrize("late", LATE)
def test_also_if_it_sends_them_the_other_way_round(late: float) -> None:
    """While a race waits for somebody far away, nothing that the table believes of the device
    changes which of its own taps was the first."""
    link, _, device = racing(200)
    stops(link, device, (2, 803, late), (1, 800, late))
    assert device.public["stopper"] == 1


def test_a_phone_that_was_first_beats_both() -> None:
    link, ana, device = racing()
    sent = link.now
    link.now = sent + 812
    act(act(device, 1, STOP, 1, 804), 2, STOP, 1, 806)
    act(ana, 0, STOP, 1, 802)
    link.wait(400)
    assert device.public["stopper"] == 0


def test_a_close_race_on_one_clock_is_not_drawn_by_lot() -> None:
    for seed in range(8):
        link = Link("nono", seed)
        device, _ = tablet(link, "Ana", "Bo", "Cy")
        device.say(wire.ClientInPolicy(wire.PolicyChange(draw=True)))
        device.say(wire.ClientInStart())
        link.wait(3500)
        far_apart(link, [device], 8)
        device.say(wire.ClientInPause()).say(wire.ClientInResume())
        stops(link, device, (1, 801, 8), (2, 800, 8))
        assert device.public["stopper"] == 2


def test_seats_of_one_device_stay_out_of_races_one_by_one() -> None:
    link, ana, device = racing()
    lines = known_lines(link)
    assert len({id(line) for line in lines.values()}) == 4
    stops(link, device, (1, 800, 8))
    assert [lines[seat]._raced_out for seat in range(4)] == [1, 0, 1, 1]
    assert ana.public["stopper"] == 1


def known_lines(link: Link) -> dict[int, Any]:
    live = link.table.live_match
    assert live is not None
    return dict(live.lines)


def test_who_sits_down_at_a_device_has_the_line_that_is_known_of_it() -> None:
    link = Link("nono")
    device = link.connect(name="Ana")
    far_apart(link, [device], 120)
    sit(device, name="Bo")
    assert [seat.line.rtt for seat in device.table.seats if seat.line] == [120, 120]
