"""What is the best that a cheat can do among strangers? A search over everything that it can vary.

    python -m bench.cheats [--minutes 60] [--acks]

Each candidate is a client, or two that work together: what they claim, which answers they delay, by
how much and when, which they never give, what they say of their screen and clock, which update they
name, whether they come again over another line. They race in simulated time against honest people;
and so do, with the very same reactions race by race, the same clients being honest. What is won
more often is the gain, of two together its sum.

The search is a race of its own: a third of the steps try a new client, a third one of the best with
some knobs turned, a third let one of the best race again, so that luck is not taken for skill. The
figures that count come after it: the best ones race anew, with reactions that the search never saw.
`--acks`: their kernels may delay acknowledgements too, which no server can see through; then the
table's cap is all that holds them. Minutes are of the processor: a busy machine searches no less.
Interrupted (Ctrl+C), the best so far race anew.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from random import Random
from typing import Any

from bench.race_people import QUICK, Cheat, Person
from bench.race_rows import ALL, EQUAL, LAN, NEARBY, apart
from bench.race_world import run

BLOCK = 120  # races of one seed
BLOCKS_OF_THE_BEST = 32
KEPT = 12  # candidates that are worth another look
TOLD = 5
FRESH = 1_000_000  # the first seed that no search reaches
MOST_GAIN, MOST_GAIN_WITH_ACKS = 4.0, 8.0  # points

Turn = Callable[[Random], Any]


def one_of(*values: Any) -> Turn:
    return lambda luck: luck.choice(values)


def about(least: float, most: float) -> Turn:
    """Anything between them; each order of magnitude as often."""
    return lambda luck: round(least * (most / least) ** luck.random(), 2)


def mostly(usual: Any, otherwise: Turn, share: float = 0.5) -> Turn:
    return lambda luck: usual if luck.random() < share else otherwise(luck)


KNOBS: Mapping[str, Turn] = {
    "less": mostly(ALL, mostly(None, about(1, 500), 0.2), 0.4),
    "lies_over": mostly(0.0, about(200, 600), 0.7),
    "clock": mostly(1.0, about(0.3, 1), 0.7),
    "drift": mostly(0.0, about(0.5, 500), 0.7),
    "names": one_of("seen", "seen", "seen", "older", "unknown"),
    "paint": mostly(0.0, about(5, 500)),
    "late_answers": mostly(0.0, about(2, 3000), 0.3),
    "late_share": mostly(1.0, about(0.03, 1)),
    "late_from": mostly(0.0, about(1, 200), 0.7),
    "late_until": mostly(1e9, about(0.5, 200), 0.7),
    "late_every": mostly(0.0, about(0.5, 60), 0.7),
    "late_in_races": one_of(False, False, True),
    "skips": mostly(0.0, about(0.1, 1), 0.6),
    "which": one_of("all", "all", "pongs", "measures"),
    "watches": mostly(None, about(2, 50), 0.9),
    "comes_again": mostly(None, about(2, 120), 0.8),
}
KERNELS_KNOBS: Mapping[str, Turn] = {
    "late_acks": about(2, 400),
    "acks_from": mostly(0.0, about(1, 200), 0.8),
    "acks_until": mostly(1e9, about(0.5, 200), 0.8),
    "acks_in_races": one_of(False, False, True),
}


@dataclass(frozen=True)
class Setting:
    """Where four people race. The cheat sits first, and the one who helps it second."""

    rtts: tuple[float, ...]
    proxied: bool = False
    draw: bool = False

    def people(self) -> list[Person]:
        return apart(self.rtts, reactions=QUICK, jitter=0.05, proxied=self.proxied)


SETTINGS = (
    Setting(NEARBY),
    Setting(NEARBY, draw=True),
    Setting(EQUAL),
    Setting(EQUAL, proxied=True),
    Setting(LAN, draw=True),
    Setting((60.0, 10.0, 15.0, 20.0)),
)


@dataclass(frozen=True)
class Candidate:
    setting: Setting
    cheat: Cheat
    together: bool = False  # two do the same

    @property
    def team(self) -> range:
        return range(2 if self.together else 1)

    def cheating(self) -> list[Person]:
        people = self.setting.people()
        return [replace(people[seat], cheat=self.cheat) for seat in self.team] + people[
            len(self.team) :
        ]

    def honest(self) -> list[Person]:
        """On the nearest of its lines: to have one that is nearer is no cheat."""
        people = self.setting.people()
        others = [way for way in (self.cheat.comes_again, self.cheat.watches) if way is not None]
        near = [replace(people[seat], rtt=min([people[seat].rtt, *others])) for seat in self.team]
        return near + people[len(self.team) :]

    def told(self) -> str:
        honest = asdict(Cheat())
        knobs = {knob: value for knob, value in asdict(self.cheat).items() if value != honest[knob]}
        who = "two" if self.together else "one"
        where = " ".join(f"{rtt:.0f}" for rtt in self.setting.rtts)
        how = f"{' proxied' * self.setting.proxied}{' drawn' * self.setting.draw}"
        return f"{who} at {where} ms{how}: {knobs}"


@dataclass
class Gain:
    """What a candidate won more often than the same clients being honest, race by race."""

    races: int = 0
    more: int = 0  # races that it won only as a cheat
    less: int = 0  # that it won only when honest

    def add(self, cheating: list[int], honest: list[int], team: range) -> None:
        for one, other in zip(cheating, honest, strict=True):
            self.races += 1
            self.more += one in team and other not in team
            self.less += other in team and one not in team

    @property
    def points(self) -> float:
        return 100 * (self.more - self.less) / self.races

    @property
    def within(self) -> float:
        """Half of the 95 % interval, of pairs."""
        changed, net = self.more + self.less, self.more - self.less
        spread = max(changed, 1) / self.races - (net / self.races) ** 2
        return 196 * sqrt(spread / self.races)


@dataclass
class Trial:
    candidate: Candidate
    gain: Gain = field(default_factory=Gain)
    blocks: int = 0


class Search:
    def __init__(self, seed: int, *, acks: bool) -> None:
        self._luck = Random(seed)
        self._knobs = {**KNOBS, **(KERNELS_KNOBS if acks else {})}
        self._honest: dict[tuple[Any, ...], list[int]] = {}
        self.best: list[Trial] = []
        self.tried = self.races = 0

    def step(self) -> None:
        choice = self._luck.random()
        if self.best and choice < 1 / 3:
            trial = min(self.best, key=lambda one: one.blocks)
        else:
            trial = Trial(self._turned() if self.best and choice < 2 / 3 else self._new())
            self.best.append(trial)
            self.tried += 1
        self.race(trial, trial.blocks)
        self.best = sorted(self.best, key=lambda one: -one.gain.points)[:KEPT]

    def race(self, trial: Trial, seed: int) -> None:
        candidate = trial.candidate
        trial.gain.add(
            self._winners(candidate.cheating(), candidate.setting, seed),
            self._winners_if_honest(candidate, seed),
            candidate.team,
        )
        trial.blocks += 1

    def _new(self) -> Candidate:
        cheat = Cheat(**{knob: turn(self._luck) for knob, turn in self._knobs.items()})
        return Candidate(self._luck.choice(SETTINGS), cheat, self._luck.random() < 0.25)

    def _turned(self) -> Candidate:
        one = self._luck.choice(self.best).candidate
        turned = self._luck.sample(list(self._knobs), self._luck.choice((1, 1, 2, 4)))
        changes = {knob: self._knobs[knob](self._luck) for knob in turned}
        together = one.together != (self._luck.random() < 0.15)
        return Candidate(one.setting, replace(one.cheat, **changes), together)

    def _winners_if_honest(self, candidate: Candidate, seed: int) -> list[int]:
        people = candidate.honest()
        key = candidate.setting, tuple(person.rtt for person in people), seed
        if key not in self._honest:
            self._honest[key] = self._winners(people, candidate.setting, seed)
        return self._honest[key]

    def _winners(self, people: list[Person], setting: Setting, seed: int) -> list[int]:
        self.races += BLOCK
        return run(people, BLOCK, seed=seed, trust="strangers", draw=setting.draw).winners


def searched(minutes: float, seed: int, *, acks: bool) -> Search:
    search, told, interrupted = Search(seed, acks=acks), 0.0, False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True

    signal.signal(signal.SIGINT, interrupt)
    while (spent := time.process_time()) < 60 * minutes and not interrupted:
        search.step()
        if spent - told > 300:
            told, best = spent, search.best[0]
            luck = f"{best.gain.points:+.1f} in {best.gain.races} races"
            print(f"{spent / 60:.0f} min: {search.tried} clients tried, best {luck}", flush=True)
    return search


def raced_anew(search: Search) -> list[Trial]:
    """The best by what is least likely to be luck, with reactions that the search never saw."""
    sure = sorted(search.best, key=lambda one: one.gain.within - one.gain.points)[:TOLD]
    anew = [Trial(one.candidate) for one in sure]
    for trial in anew:
        for seed in range(FRESH, FRESH + BLOCKS_OF_THE_BEST):
            search.race(trial, seed)
    return sorted(anew, key=lambda one: -one.gain.points)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acks", action="store_true")
    args = parser.parse_args()
    search = searched(args.minutes, args.seed, acks=args.acks)
    spent = time.process_time() / 60
    print(f"{search.tried} clients tried in {search.races} races and {spent:.0f} minutes.")
    print("The best of them, raced anew:", flush=True)
    best = raced_anew(search)
    for trial in best:
        gain = trial.gain
        print(f"{gain.points:+.1f} ± {gain.within:.1f} points: {trial.candidate.told()}")
    return int(best[0].gain.points > (MOST_GAIN_WITH_ACKS if args.acks else MOST_GAIN))


if __name__ == "__main__":
    sys.exit(main())
