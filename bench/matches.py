"""Many whole matches through the referee: all end, every card is accounted for, replays are equal.

python bench/matches.py now --games 100000           every player count, greedy and random bots
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from functools import partial

import msgspec

from brouhaha import games
from brouhaha.engine.log import Log
from brouhaha.engine.replay import replay
from brouhaha.lab.processes import CORES, chunks, in_order
from brouhaha.lab.simulate import Task, new_match, new_task, play_one

CHUNK = 250


def check(task: Task, number: int) -> None:
    """Play one match, look at its end, and play its log again."""
    match = play_one(task, number)
    assert match.result is not None
    assert len(match.result.scores if hasattr(match.result, "scores") else match.result.winners)
    before = Counter(match.game.inventory(new_match(task, number).state))
    assert Counter(match.game.inventory(match.state)) == before
    again = replay(match.game, Log(match.header, match.entries, match.now))
    assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(match.state)


def check_some(task: Task, numbers: range) -> int:
    for number in numbers:
        check(task, number)
    return len(numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=CORES)
    parser.add_argument("--bots", default="")
    arguments = parser.parse_args()
    rules = games.find(arguments.game)
    bots = arguments.bots.split(",") if arguments.bots else [rules.simplest_bot(), "random"]
    for players in rules.players:
        began = time.perf_counter()
        work = partial(check_some, new_task(arguments.game, players, 1, bots))
        done = sum(in_order(work, chunks(range(arguments.games), CHUNK), arguments.jobs))
        seconds = time.perf_counter() - began
        line = f"{players} players: {done} matches ended, cards and replays equal"
        print(f"{line}, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
