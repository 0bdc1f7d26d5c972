"""Many matches among bots of one level, and what each seat had: the sample behind a report."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from brouhaha.engine.match import AnyMatch, Match
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.processes import chunks, in_order
from brouhaha.lab.shares import Share, share_of
from brouhaha.lab.simulate import Task, new_match

CHUNK = 20  # matches handed to a process at a time

Trait = Callable[[Match[Any]], Sequence[str]]  # what each seat has, at the start of a match
Counts = tuple[defaultdict[str, float], Counter[str]]  # who won and who sat, by trait


class Lineup(msgspec.Struct, frozen=True):
    """So many players of one level, and which matches they play."""

    game: str
    players: int
    level: str
    seed: int
    numbers: range

    @property
    def task(self) -> Task:
        return Task(self.game, self.players, self.seed, (self.level,) * self.players)


class Sample(msgspec.Struct):
    """Wins and how often, by trait and by seat; a shared win counts as its part."""

    won: defaultdict[str, float]
    sat: Counter[str]
    around: int  # how many may win, the game's own seats included

    def add(self, counts: Counts) -> None:
        won, sat = counts
        for label, wins in won.items():
            self.won[label] += wins
        self.sat.update(sat)

    def shares(self, labels: Sequence[str] | None = None) -> list[Share]:
        """One a trait, or those of these traits in this order."""
        wanted = [label for label in labels or sorted(self.sat) if self.sat[label]]
        fair = 1 / self.around
        return [share_of(label, self.won[label], self.sat[label], fair) for label in wanted]


def seats(match: AnyMatch) -> list[str]:
    """The trait that every game has."""
    return [f"seat {seat}" for seat in range(len(match.header.players))]


def rivals(lineup: Lineup) -> int:
    """Everybody around the table; a game may play a seat itself."""
    return len(new_match(lineup.task, 0).public().seats)


def play(lineup: Lineup, traits: Sequence[Trait]) -> list[Counts]:
    """For each trait, who won and who sat."""
    counts: list[Counts] = [(defaultdict(float), Counter()) for _ in traits]
    for number in lineup.numbers:
        match = new_match(lineup.task, number)
        had = [trait(match) for trait in traits]
        random, kind = Random(f"{lineup.seed}/{number}"), match.game.bots[lineup.level]
        play_out(match, [kind(seat, random) for seat in range(lineup.players)])
        winners = result_of(match).winners
        for (won, sat), labels in zip(counts, had, strict=True):
            sat.update(labels)
            for seat in winners:
                if seat < len(labels):
                    won[labels[seat]] += 1 / len(winners)
    return counts


def sampled(
    lineups: Mapping[str, Lineup], traits: Sequence[Trait], jobs: int
) -> dict[str, list[Sample]]:
    """All lineups, on so many cores; the same on any number of them."""
    parts = [(name, part) for name, lineup in lineups.items() for part in split(lineup)]
    samples = {
        name: [Sample(defaultdict(float), Counter(), rivals(lineup)) for _ in traits]
        for name, lineup in lineups.items()
    }
    played = in_order(partial(play, traits=traits), [part for _, part in parts], jobs)
    for (name, _), counts in zip(parts, played, strict=True):
        for sample, count in zip(samples[name], counts, strict=True):
            sample.add(count)
    return samples


def split(lineup: Lineup) -> list[Lineup]:
    """The same lineup in parts that play few matches each."""
    parts = chunks(lineup.numbers, CHUNK)
    return [msgspec.structs.replace(lineup, numbers=part) for part in parts]
