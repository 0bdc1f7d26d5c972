"""nimble: is it better to give two cards, one or none to the piles? And does the seat matter?"""

from __future__ import annotations

from brouhaha.engine.match import Match
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.cards import DECK
from brouhaha.games.nimble.types import State
from brouhaha.lab.balance import Section, levels_of, worst
from brouhaha.lab.lineups import Lineup, sampled, seats

GIVEN = ("gives none", "gives one", "gives two")
FEWER = 10  # the figure asked for is meant for compiled matches


def sections(matches: int, seed: int, jobs: int) -> list[Section]:
    count = max(20, matches // FEWER)
    lineups = {
        f"{players} players, {level}": Lineup("nimble", players, level, seed, range(count))
        for players in (2, 3, 4)
        for level in levels_of(GAME)
    }
    found = []
    for name, (givers, chairs) in sampled(lineups, (given, seats), jobs).items():
        text = f"{count:,} matches under the referee. "
        if len(givers.sat) > 1:
            shares = givers.shares(GIVEN)
            found.append(Section(f"Who gives, {name}", text + worst(shares), shares))
        shares = chairs.shares()
        found.append(Section(f"Seats, {name}", text + worst(shares), shares))
    return found


def given(match: Match[State]) -> list[str]:
    return [GIVEN[len(DECK) - seat_view.deck] for seat_view in match.state.public.seats]
