"""Who wins a race, and who should have? Contested Stop!s at a real table.

    python -m bench.races [--races 5000] [--rows ABC] [--trust friends] [--checked]
    python -m bench.races --tcp [--through nginx] …

Four people play NoNo over a network with delays. Each reacts to the same card after a time of their
own, counted from the moment their screen shows it; who takes least truly won. The network is
simulated, or (`--tcp`, as root) real TCP over delayed packets to a real server, and where a row has
a proxy, through a real one (`--through`). `races.md` tells the model and the figures; what each row
must come to is checked here, and the command fails if one is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import Any, get_args

from bench.race_people import Cheat, Figures, Person, with_first
from bench.race_proxy import Through
from bench.race_rows import EQUAL, FAR, LAN, ROWS, Row, apart
from bench.race_tcp import run as run_over_tcp
from bench.race_world import run
from brouhaha.table.wire import Trust

__all__ = ["EQUAL", "FAR", "LAN", "race"]

HEAD = (
    "| | setting | table | right % | by arrival % | mean wait ms | gains, points |\n"
    "| --- | --- | --- | ---: | ---: | ---: | --- |"
)
ALONE = "BROUHAHA_BENCH_ALONE"
Network = Callable[[list[Person], int, Trust], Figures]


def race(rtts: tuple[float, ...], races: int, trust: Trust = "friends", **cheat: Any) -> Figures:
    """So many races in simulated time; `cheat`: what the first person does."""
    people = apart(rtts)
    if cheat:
        people = with_first(people, cheat=Cheat(**cheat))
    return run(people, races, trust=trust)


def simulated(people: list[Person], races: int, trust: Trust) -> Figures:
    return run(people, races, trust=trust)


def over_tcp(through: Through) -> Network:
    return lambda people, races, trust: run_over_tcp(people, races, trust, through)


def in_a_network_of_its_own() -> None:
    """Start again where nothing can be reached from outside."""
    if os.environ.get(ALONE) is None:
        program = ["unshare", "--net", sys.executable, "-m", "bench.races", *sys.argv[1:]]
        os.execvpe(program[0], program, {**os.environ, ALONE: "1"})


def line(row: Row, trust: Trust, figures: Figures) -> str:
    seats = [0] if row.liar else range(4)
    gains = " · ".join(f"{figures.gain(seat):+.1f}" for seat in seats)
    within = max(figures.gain_within(seat) for seat in seats)
    return (
        f"| {row.letter} | {row.what} | {trust} "
        f"| {figures.share_right:.1f} ± {figures.right_within:.1f} "
        f"| {100 * figures.by_arrival / figures.races:.0f} | {figures.mean_wait:.0f} "
        f"| {gains} (± {within:.1f}) |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=5_000)
    parser.add_argument("--rows", default="", help="their letters; all without it")
    parser.add_argument("--what", default="", help="only settings with this text")
    parser.add_argument("--trust", choices=get_args(Trust), action="append")
    parser.add_argument("--tcp", action="store_true")
    parser.add_argument("--through", choices=get_args(Through), default="bytes")
    parser.add_argument("--checked", action="store_true", help="only what something is asked of")
    args = parser.parse_args()
    if args.tcp:
        in_a_network_of_its_own()
    network: Network = over_tcp(args.through) if args.tcp else simulated
    missed = 0
    print(HEAD, flush=True)
    for row in ROWS:
        for trust in args.trust or get_args(Trust):
            if (args.rows and row.letter not in args.rows) or args.what not in row.what:
                continue
            if args.checked and trust not in row.demands:
                continue
            figures = network(row.people, args.races, trust)
            kept = trust not in row.demands or row.demands[trust](figures)
            missed += not kept
            print(line(row, trust, figures), "" if kept else "MISSED", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
