"""Cheats that somebody thought of, one by one, against tables of strangers.

    python -m bench.cheats_by_hand [--races 1500]

Each gains what it wins more often than the same client being honest, in points of a hundred; a pair
gains both's. What each may gain at most is beside it; the command fails if one gains more. The
search (`cheats.py`) turns the knobs of these; here is what a person would try first, and what no
knob describes.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace

from bench.race_people import QUICK, Cheat, Figures, Person
from bench.race_rows import ALL, NEARBY, SAME, apart
from bench.race_world import run

LIE, KERNELS = 4.0, 8.0  # points: of a client; of somebody whose kernel or way is long in truth
FAR_FIRST = 205.0  # ms


@dataclass(frozen=True)
class Attempt:
    what: str
    cheat: Cheat
    most: float = LIE
    rtts: tuple[float, ...] = NEARBY
    proxied: bool = False
    cheats: int = 1  # so many do the same: they share what they gain
    draw: bool = False
    honest_rtts: tuple[float, ...] | None = (
        None  # where it would sit if it were honest, if elsewhere
    )

    def people(self, cheat: Cheat | None) -> list[Person]:
        rtts = self.rtts if cheat is not None else self.honest_rtts or self.rtts
        everybody = apart(rtts, reactions=QUICK, jitter=0.05, proxied=self.proxied)
        mob = [replace(person, cheat=cheat) for person in everybody[: self.cheats]]
        return [*mob, *everybody[self.cheats :]]

    def gain(self, races: int) -> float:
        return self._won(self.cheat, races) - self._won(None, races)

    def _won(self, cheat: Cheat | None, races: int) -> float:
        figures: Figures = run(
            self.people(cheat), races, seed=11, trust="strangers", draw=self.draw
        )
        return sum(figures.share(seat) for seat in range(self.cheats))


ATTEMPTS = (
    Attempt("says that it took no time at all", Cheat(less=ALL)),
    Attempt("says just as much less as is believed", Cheat(less=6.0)),
    Attempt("its clock runs a tenth slow", Cheat(clock=0.9)),
    Attempt("says that it reacted to an older update", Cheat(names="older")),
    Attempt("names an update that there never was", Cheat(names="unknown")),
    Attempt("answers late, always", Cheat(less=ALL, late_answers=250.0)),
    Attempt("answers late, now and then", Cheat(less=ALL, late_answers=90.0, late_share=0.2)),
    Attempt(
        "answers late only while a card lies open",
        Cheat(less=ALL, late_answers=120.0, late_in_races=True),
    ),
    Attempt("is honest for a minute", Cheat(less=ALL, late_answers=200.0, late_from=60.0)),
    Attempt(
        "is slow for its first seconds, to the kernel too",
        Cheat(less=ALL, late_answers=300.0, late_until=3.0, late_acks=300.0, acks_until=3.0),
    ),
    Attempt("answers every other time", Cheat(less=ALL, skips=0.5)),
    Attempt("never answers", Cheat(less=ALL, skips=1.0)),
    Attempt("says that its screen is slow", Cheat(less=ALL, paint=250.0)),
    Attempt(
        "the same behind a proxy, with late answers",
        Cheat(less=ALL, paint=250.0, late_answers=250.0), rtts=SAME, proxied=True,
    ),
    Attempt("comes again for every race, over the same line", Cheat(less=ALL, comes_again=5.0)),
    Attempt(
        "comes again for every race over a long way, and races from there",
        Cheat(less=ALL, comes_again=FAR_FIRST),
    ),
    Attempt(
        "sits far away, and comes again nearby for every race",
        Cheat(less=ALL, comes_again=5.0), rtts=(FAR_FIRST, 10.0, 15.0, 20.0),
        honest_rtts=NEARBY,
    ),
    Attempt("draws: says nothing, to be uncertain", Cheat(names="unknown"), draw=True),
    Attempt("draws: says that it took no time", Cheat(less=ALL), draw=True),
    Attempt("two who lie together", Cheat(less=ALL), cheats=2),
    Attempt("two who lie together, at a table that draws", Cheat(less=ALL), cheats=2, draw=True),
    Attempt("delays acknowledgements by 25 ms", Cheat(less=ALL, late_acks=25.0), KERNELS),
    Attempt("delays acknowledgements by 250 ms", Cheat(less=ALL, late_acks=250.0), KERNELS),
    Attempt(
        "plays over a long way, and watches nearby",
        Cheat(less=ALL, watches=5.0), KERNELS, rtts=(FAR_FIRST, 10.0, 15.0, 20.0),
        honest_rtts=NEARBY,
    ),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=1_500)
    args = parser.parse_args()
    missed = 0
    print("| what it does | gains, points | at most |\n| --- | ---: | ---: |", flush=True)
    for attempt in ATTEMPTS:
        gain = attempt.gain(args.races)
        missed += gain > attempt.most
        print(f"| {attempt.what} | {gain:+.1f} | {attempt.most:.0f} |", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
