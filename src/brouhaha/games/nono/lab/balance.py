"""NoNo: do harder cards bring more? For each card, every roll of its dice is tried.

A card is hard if the lexicon has few right words for its rolls. How long merciless needs follows
from its level: the more words fit, the sooner one of them comes to mind.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from statistics import fmean

from brouhaha.games.nono import GAME
from brouhaha.games.nono.bots import MercilessBot
from brouhaha.games.nono.cards import ORDER_DICE, Box, Card, Roll, default_box
from brouhaha.games.nono.judging import Lang
from brouhaha.games.nono.lexicon import Entry, typical
from brouhaha.lab.balance import Point, Section, levels_of, worst
from brouhaha.lab.lineups import Lineup, sampled, seats

LANGUAGES: tuple[Lang, ...] = ("en", "fr")
FEWER = 200  # the figure asked for is meant for compiled matches


def sections(matches: int, seed: int, jobs: int) -> list[Section]:
    cards = [cards_section(language) for language in LANGUAGES]
    return [*cards, *seat_sections(max(40, matches // FEWER), seed, jobs)]


def cards_section(language: Lang) -> Section:
    box = default_box(language)
    points = sorted((judged(card, box, language) for card in box.cards), key=lambda p: p.x)
    by_points = correlation([p.x for p in points], [p.y for p in points])
    least, most = points[0], points[-1]
    return Section(
        f"Cards, {'English' if language == 'en' else 'French'}",
        "For each card, over all rolls of its dice: the seconds until merciless finds a word, "
        "where there is one, against the points that the word brings. Harder cards should bring "
        f"more: the correlation is {by_points:+.2f}. Easiest: {least.label} ({least.x:.1f} s); "
        f"hardest: {most.label} ({most.x:.1f} s).",
        points=points,
        axes=("seconds to find", "mean points"),
    )


def judged(card: Card, box: Box, language: Lang) -> Point:
    words, level = typical(language, card.category), MercilessBot.level
    fitting, points, waits = [], [], []
    for roll in rolls(card, box):
        count = sum(entry.keeps_to(roll, None) for entry in having(roll.letters, words))
        fitting.append(count > 0)
        points.append(roll.points * card.multiplier)
        if count:
            waits.append(level.least + level.effort / (count * level.recall))
    seconds = fmean(waits or [level.patience]) / 1000
    note = f"{', '.join(card.dice)}; a right word for {fmean(fitting):.1%} of the rolls"
    return Point(card.category, seconds, fmean(points), note)


@lru_cache(1)  # rolls with the same letters follow each other
def having(letters: tuple[str, ...], words: tuple[Entry, ...]) -> list[Entry]:
    """The few words that are worth asking about."""
    return [entry for entry in words if all(letter in entry.letters for letter in letters)]


def rolls(card: Card, box: Box) -> Iterator[Roll]:
    """Every way its dice can fall; equal faces come as often as they are on the die."""
    order = [getattr(box, die) for die in ORDER_DICE if die in card.dice]
    bans = box.ban if "ban" in card.dice else [None]
    counts = box.syllables if "syllables" in card.dice else [None]
    for *faces, ban, syllables in product(*order, bans, counts):
        yield Roll(tuple(faces), ban, syllables)


def correlation(xs: list[float], ys: list[float]) -> float:
    mean_x, mean_y = fmean(xs), fmean(ys)
    together = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    apart = sum((x - mean_x) ** 2 for x in xs) * sum((y - mean_y) ** 2 for y in ys)
    return together / apart**0.5 if apart else 0.0


def seat_sections(matches: int, seed: int, jobs: int) -> list[Section]:
    levels = levels_of(GAME)
    lineups = {
        f"{players} players, {level}": Lineup("nono", players, level, seed, range(matches))
        for players, level in ((4, levels[0]), (4, levels[-1]), (8, levels[1]))
    }
    found = []
    for name, (chairs,) in sampled(lineups, (seats,), jobs).items():
        shares = chairs.shares()
        text = f"{matches:,} matches under the referee. {worst(shares)}"
        found.append(Section(f"Seats, {name}", text, shares))
    return found
