"""NOW!: does every deck have an equal chance, as the book claims? And every seat?

Greedy bots play compiled, by the thousand; the four levels play under the referee.
"""

from __future__ import annotations

from brouhaha.engine.match import Match
from brouhaha.games.now import GAME
from brouhaha.games.now.cards import COLOURS, default_cards
from brouhaha.games.now.types import State
from brouhaha.lab.balance import Section, levels_of, worst
from brouhaha.lab.lineups import Lineup, sampled, seats
from brouhaha.lab.optional_packages import need
from brouhaha.lab.shares import share_of

NUMBERS = (2, 3, 4, 6, 8)
REFEREED = 20  # compiled matches for each that the referee plays


def sections(matches: int, seed: int, jobs: int) -> list[Section]:
    need("numba", "numpy")
    found = [section for players in NUMBERS for section in compiled(players, matches, seed)]
    return found + refereed(max(100, matches // REFEREED), seed, jobs)


def compiled(players: int, matches: int, seed: int) -> list[Section]:
    from brouhaha.games.now.lab.rollouts import greedy_wins

    wins = greedy_wins(default_cards(), players, matches, seed + players)
    around = len(wins.by_seat)
    names = [*(f"seat {seat}" for seat in range(players)), "Silvano"][:around]
    (won, sat), fair = wins.by_deck, 1 / around
    decks = [
        share_of(colour, float(won[place]), int(sat[place]), fair)
        for place, colour in enumerate(COLOURS)
    ]
    chairs = [
        share_of(name, float(gained), matches, fair)
        for name, gained in zip(names, wins.by_seat, strict=True)
    ]
    who = f"{players} players" + (" and Silvano" if around > players else "")
    text = f"{matches:,} matches of greedy bots, decks drawn, played by the compiled path. "
    return [
        Section(f"Decks, {who}", text + worst(decks), decks),
        Section(f"Seats, {who}", text + worst(chairs), chairs),
    ]


def colours(match: Match[State]) -> list[str]:
    return [place.colour for place in match.state.public.seats]


def refereed(matches: int, seed: int, jobs: int) -> list[Section]:
    lineups = {level: Lineup("now", 4, level, seed, range(matches)) for level in levels_of(GAME)}
    found = []
    for level, (decks, chairs) in sampled(lineups, (colours, seats), jobs).items():
        text = f"{matches:,} matches of four {level} bots under the referee. "
        for what, shares in (("Decks", decks.shares(COLOURS)), ("Seats", chairs.shares())):
            found.append(Section(f"{what}, 4 players, {level}", text + worst(shares), shares))
    return found
