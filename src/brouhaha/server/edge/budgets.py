"""How much one address, and one seat, may still do: in actions and in bytes.

A budget fills with time up to what may be spent at once (a token bucket for each of its measures).
It belongs to an address or to a seat and not to a connection, so coming back brings nothing new.

- `Account`: what one address has. It pays for requests and their answers (`visits`), and for what
  is said over its sockets and what others receive because of it (`talk`).
- A seat has a share of its own, smaller than its address's: one player who floods does not use up
  what the others behind that address have.

`limits.py` has every figure with its reason.
"""

from __future__ import annotations

from math import inf
from typing import Final, Literal, NamedTuple

from brouhaha.server.edge.last_used import LastUsed
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.rates import Bucket
from brouhaha.server.edge.tally import Tally

Measure = Literal["visits", "talk", "seats"]
OF_AN_ADDRESS: Final[tuple[Measure, Measure]] = ("visits", "talk")
Costs = tuple[float, float, float, float]  # by measure, as in Rates


class Rate(NamedTuple):
    """What one measure of a budget gets, and how much of it is kept."""

    a_second: float
    at_once: float


FREE: Final = Rate(1e18, 1e18)


class Rates(NamedTuple):
    """By measure: frames (or requests) and bytes that are said, and what others receive by it."""

    frames: Rate
    size: Rate
    told: Rate = FREE
    told_size: Rate = FREE


class Budget:
    """What was spent of each measure and time has not given back yet. What costs more than is left
    makes a debt, which time pays too."""

    __slots__ = ("frames", "looked_at", "rates", "size", "told", "told_size")

    def __init__(self, rates: Rates, now: float) -> None:
        self.rates = rates
        self.frames = self.size = self.told = self.told_size = 0.0
        self.looked_at = now

    def owe(self, costs: Costs) -> None:
        """What has been had already is paid for, whatever is left."""
        frames, size, told, told_size = costs
        self.frames += frames
        self.size += size
        self.told += told
        self.told_size += told_size

    def debt(self, now: float) -> float:
        """How many frames too many have been said."""
        a_second, at_once = self.rates.frames
        return self.frames - (now - self.looked_at) * a_second - at_once


class SharedBudget(Budget):
    """What is taken from it is noted, for the other processes that count the same address."""

    __slots__ = ("_key", "_tally")

    def __init__(self, rates: Rates, now: float, key: str, tally: Tally) -> None:
        super().__init__(rates, now)
        self._key = key
        self._tally = tally

    def owe(self, costs: Costs) -> None:
        super().owe(costs)
        self._tally.add(self._key, costs)


def spend(now: float, costs: Costs, *budgets: Budget) -> Budget | None:
    """Take the costs out of all these budgets, unless one has less than one left of any measure:
    then that one is given, and the first budget pays for the attempt.

    The measures are written out: this runs often.
    """
    for budget in budgets:
        frames_rate, size_rate, told_rate, told_size_rate = budget.rates
        passed, budget.looked_at = now - budget.looked_at, now
        frames = budget.frames - passed * frames_rate[0]
        size = budget.size - passed * size_rate[0]
        told = budget.told - passed * told_rate[0]
        told_size = budget.told_size - passed * told_size_rate[0]
        budget.frames = frames if frames > 0 else 0.0
        budget.size = size if size > 0 else 0.0
        budget.told = told if told > 0 else 0.0
        budget.told_size = told_size if told_size > 0 else 0.0
        if (
            frames > frames_rate[1] - 1
            or size > size_rate[1] - 1
            or told > told_rate[1] - 1
            or told_size > told_size_rate[1] - 1
        ):
            budgets[0].frames += 1
            return budget
    for budget in budgets:
        budget.owe(costs)
    return None


class Account:
    """One address's budgets, how many bytes its sockets have not read yet, when its share of the
    processor has caught up, when the next of its messages goes ahead (`inflow`), and when the last
    of its frames that wait in line has its turn."""

    __slots__ = ("ahead_from", "controls", "share_from", "talk", "talk_turn", "unsent", "visits")

    def __init__(self, visits: Budget, talk: Budget, controls: Rate, now: float) -> None:
        self.visits = visits
        self.talk = talk
        self.controls = Bucket(controls.a_second, controls.at_once, now)
        self.unsent = 0
        self.ahead_from = self.share_from = self.talk_turn = -inf


class Budgets:
    """Everybody's."""

    def __init__(self, limits: Limits) -> None:
        self._rates: dict[Measure, Rates] = {
            "visits": visit_rates(limits),
            "talk": address_rates(limits),
            "seats": seat_rates(limits),
        }
        self._controls = control_rate(limits)
        self._remembered = limits.remembered_addresses
        self._accounts: LastUsed[Account] = LastUsed(self._remembered)
        self._seats: LastUsed[Budget] = LastUsed(self._remembered)
        self._tallies: dict[Measure, Tally] = {}  # of what others are told

    def account(self, address: str, now: float) -> Account:
        def new() -> Account:
            visits, talk = (self._new(measure, address, now) for measure in OF_AN_ADDRESS)
            return Account(visits, talk, self._controls, now)

        return self._accounts.get(address, new)

    def seat(self, table: str, person: int, now: float) -> Budget:
        return self.seat_named(f"{table}/{person}", now)

    def seat_named(self, key: str, now: float) -> Budget:
        return self._seats.get(key, lambda: self._new("seats", key, now))

    def _new(self, measure: Measure, key: str, now: float) -> Budget:
        rates, tally = self._rates[measure], self._tallies.get(measure)
        return Budget(rates, now) if tally is None else SharedBudget(rates, now, key, tally)

    def share(self, part: float) -> dict[str, Tally]:
        """From now on others are told of what is had here, in parts of what may be had at once."""
        for measure, rates in self._rates.items():
            worth = tuple(rate.at_once * part for rate in rates)
            self._tallies[measure] = Tally(worth, self._remembered)
        return dict(self._tallies.items())

    def of_a_seat(self, now: float) -> Budget:
        """As much as a seat has, for a connection without one."""
        return Budget(self._rates["seats"], now)


# Measures of talk: frames and bytes that are said, frames and bytes that others receive by it.
# Whoever raises what a seat may say raises what that weighs, and what an address has with it.


def seat_rates(limits: Limits) -> Rates:
    frames = Rate(limits.frames_a_second, limits.frames_at_once)
    return Rates(
        frames,
        _at_least(limits.bytes_a_second, limits.bytes_at_once, frames, 256),
        _at_least(limits.told_frames_a_second, limits.told_frames_at_once, frames, 8),
        _at_least(limits.told_bytes_a_second, limits.told_bytes_at_once, frames, 8_192),
    )


def address_rates(limits: Limits) -> Rates:
    frames, size, told, told_size = seat_rates(limits)
    return Rates(
        _at_least(limits.address_frames_a_second, limits.address_frames_at_once, frames),
        _at_least(limits.address_bytes_a_second, limits.address_bytes_at_once, size),
        _at_least(limits.address_told_frames_a_second, limits.address_told_frames_at_once, told),
        _at_least(limits.address_told_bytes_a_second, limits.address_told_bytes_at_once, told_size),
    )


def visit_rates(limits: Limits) -> Rates:
    """Requests, and bytes of their bodies and answers."""
    requests = Rate(limits.requests_a_second, limits.requests_at_once)
    return Rates(
        _at_least(limits.visits_a_second, limits.visits_at_once, requests),
        _at_least(limits.visit_bytes_a_second, limits.visit_bytes_at_once, requests, 65_536),
    )


def core_rate(limits: Limits) -> Rate:
    """Seconds of the processor."""
    more = generosity(limits)
    return Rate(limits.core_share * more, limits.core_seconds_at_once * more)


def generosity(limits: Limits) -> float:
    """How many times as much as by default a seat may say, and so an address may cause."""
    return max(1.0, limits.frames_a_second / Limits().frames_a_second)


def control_rate(limits: Limits) -> Rate:
    one = limits.control_frames_a_second
    a_second, at_once = (
        limits.address_control_frames_a_second,
        limits.address_control_frames_at_once,
    )
    return _at_least(a_second, at_once, Rate(one, one * 2))


def connection_rate(limits: Limits) -> Rate:
    requests = Rate(limits.requests_a_second, limits.requests_at_once)
    return _at_least(limits.connections_a_second, limits.connections_at_once, requests)


def _at_least(a_second: float, at_once: float, base: Rate, times: float = 1) -> Rate:
    return Rate(max(a_second, base.a_second * times), max(at_once, base.at_once * times))
