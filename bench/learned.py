"""Trained players under the referee, against the levels: NOW!'s judgement, nimble's search.

    python bench/learned.py [--matches 400]

A match has two sides, which sit in turn around the table of four; each deal is played twice with
the sides changed. Shares of wins with Wilson's interval. The figures are in learned.md beside this
file. How they were trained: `python -m brouhaha.games.now.lab.training`, and nimble's.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import msgspec

from brouhaha import games
from brouhaha.engine.game import Bot
from brouhaha.engine.match import Match, new_header
from brouhaha.games.nimble.bots.levels import Learned
from brouhaha.games.now.bots.levels import Merciless
from brouhaha.games.now.bots.odds import Judgement
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.shares import share_of
from brouhaha.lab.tournament import first_share

PLAYERS = 4
TRAINED = Path(__file__).parents[1] / "examples/now_judgement.json"


class Trained(Merciless):
    """NOW! with the judgement that training found: no stronger than merciless, so no level."""

    judgement = msgspec.json.decode(TRAINED.read_bytes(), type=Judgement)


PLAYERS_TRAINED: dict[str, type[Bot]] = {"now": Trained, "nimble": Learned}


def duel(game: str, trained: type[Bot], level: str, number: int) -> float:
    rules, seed = games.find(game), f"learned/{number // 2}"
    sides = ["trained" if (seat + number) % 2 == 0 else level for seat in range(PLAYERS)]
    names = [f"{side} {seat}" for seat, side in enumerate(sides)]
    match = Match(rules, new_header(rules, names, {}, seed.encode(), None))
    kinds = [trained if side == "trained" else rules.bots[side] for side in sides]
    bots = [kind(seat, Random(f"{seed}/{seat}")) for seat, kind in enumerate(kinds)]
    return first_share(result_of(play_out(match, bots)).ranking, sides, "trained")


def main() -> None:
    parser = argparse.ArgumentParser(description="Trained players against the levels")
    parser.add_argument("--matches", type=int, default=400)
    matches = parser.parse_args().matches
    print("| game | against | won | 95 % interval | matches |\n| --- | --- | ---: | --- | ---: |")
    for game, trained in PLAYERS_TRAINED.items():
        for level in ("sharp", "merciless"):
            won = sum(duel(game, trained, level, number) for number in range(matches))
            share = share_of("", won, matches)
            interval = f"{100 * share.low:.1f} to {100 * share.high:.1f} %"
            told = f"{100 * share.share:.1f} % | {interval} | {matches}"
            print(f"| {game} | {level} | {told} |", flush=True)


if __name__ == "__main__":
    main()
