"""Records all frames of many matches of each game over real sockets, and has them judged.

    python bench/secrecy.py [--matches 1000] [--games now nimble nono] [--side-by-side 8]

The judge (tests/server/secrecy.py) does not ask the views. Ends with status 1 at the first leak.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import uvloop

from brouhaha import games
from tests.server.guests import house
from tests.server.secrecy import Leak, judge
from tests.server.test_secrets import recorded

HASTE = 300.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="of each game")
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--side-by-side", type=int, default=8)
    asked = parser.parse_args()
    for game in asked.games:
        began = time.perf_counter()
        try:
            frames = uvloop.run(many(game, asked.matches, asked.side_by_side))
        except Leak as leak:
            print(f"{game}: {leak}")
            return 1
        took = time.perf_counter() - began
        print(f"{game}: {asked.matches} matches, {frames} updates, no leak ({took:.0f} s)")
    return 0


async def many(game: str, matches: int, side_by_side: int) -> int:
    """So many matches, some at a time; gives how many updates were judged."""
    numbers = iter(range(matches))
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder) / "store.db", haste=HASTE) as server:

            async def play() -> int:
                judged = 0
                for number in numbers:
                    log, told, tokens = await recorded(server, game, HASTE)
                    judged += sum(judge(log, seat, frames, tokens) for seat, frames in told)
                    if number % 100 == 99:
                        print(f"  {game}: {number + 1}", file=sys.stderr)
                return judged

            return sum(await asyncio.gather(*(play() for _ in range(side_by_side))))


if __name__ == "__main__":
    sys.exit(main())
