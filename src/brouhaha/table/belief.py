"""Which round trips of a seat are believed, and what a claim is worth by them. `rtt` says why."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from msgspec import Struct

DOUBT: Final = 1 / 16  # a round trip is likely if more than this share of the measured is like it
FARTHEST: Final = 8.0  # times as far: then it is not like it at all


class Belief(Struct, frozen=True, gc=False):
    """Which round trips of a seat are believed, in ms."""

    least: float  # a claim that implies a shorter one counts as this: nobody lies to lose
    most: float  # one that implies a longer one is unlikely: `instead` counts
    usual: float  # of a move that claims nothing
    reach: float  # hardly any takes longer: so long an earlier move is waited for
    trips: tuple[float, ...]  # how long it takes if nothing is claimed: each as likely, in order
    nearly: float  # how far away a trip is like another

    def claims_weight(self, trip: float) -> float:
        """The chance that a claim with this trip is true, rather than one that says nothing."""
        if trip <= self.most:
            return 1.0
        if trip - self.most > self.nearly * FARTHEST:
            return 0.0
        like = sum(exp(-abs(trip - each) / self.nearly) for each in self.trips) / len(self.trips)
        return like / (like + DOUBT)

    def instead(self, trip: float) -> float:
        """The median of what is likely after a claim that is not: as much of the claim as is true,
        and the line's own trips. The less likely the claim, the nearer to the line's usual one."""
        weight = self.claims_weight(trip)
        beyond = max(0.0, 0.5 - weight) / (1 - weight)
        return min(quantile(self.trips, 1 - beyond), self.most)


def quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[int(share * (len(ordered) - 1) + 0.5)]
