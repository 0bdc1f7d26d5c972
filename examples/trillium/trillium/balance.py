"""Does the seat matter, as in any game? And how many trios lie in a meadow when it is laid?"""

from __future__ import annotations

from collections import Counter

from brouhaha.engine.match import Match, new_header
from brouhaha.lab.balance import Point, Section, sections_of
from trillium.cards import trios
from trillium.game import GAME

MEADOWS = 500


def sections(matches: int, seed: int, jobs: int) -> list[Section]:
    return [*sections_of(GAME, matches, seed, jobs), meadows(min(MEADOWS, matches), seed)]


def meadows(count: int, seed: int) -> Section:
    laid = Counter(trios_at_first(seed + number) for number in range(count))
    points = [
        Point(f"{found} trios", found, 100 * laid[found] / count, f"{laid[found]} of {count}")
        for found in sorted(laid)
    ]
    text = f"{count:,} meadows of at least twelve cards, before anybody has found a trio."
    return Section("Trios in the first meadow", text, points=points, axes=("trios", "% of meadows"))


def trios_at_first(seed: int) -> int:
    match = Match(GAME, new_header(GAME, ["a", "b"], None, seed, None))
    return len(trios(match.state.public.meadow))
