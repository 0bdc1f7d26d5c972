"""Tournaments played on paper: who wins is decided by a rule, and everything is counted again by
simpler means."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from brouhaha.tournaments import Tournament, decisions, read
from brouhaha.tournaments.pairing import paired
from brouhaha.tournaments.records import Came, Created, Reported, System
from brouhaha.tournaments.tournament import apply

SEED = "5eed" * 16


def created(
    system: System = "swiss", *, seats: int = 4, rounds: int = 6, late: bool = True
) -> Created:
    host = "a host's fingerprint"
    return Created("Cup", "nimble", {}, system, rounds, seats, 20, "cut", 60, late, SEED, host)


def tournament(people: int, system: System = "swiss", seats: int = 4) -> Tournament:
    begun = read([created(system, seats=seats)])
    for number in range(people):
        apply(begun, Came(f"P{number}", f"print {number}"))
    return begun


def play_round(cup: Tournament, least: int = 2, most: int = 4) -> None:
    """The next round; of a table whoever came first wins, but every fifth table ends in a draw."""
    pairing = paired(cup, least, most)
    codes = [f"R{len(cup.rounds)}T{number}" for number in range(len(pairing.tables))]
    apply(cup, decisions.draw(pairing, codes, 0))
    for number, people in enumerate(pairing.tables, 1):
        places = [[person] for person in sorted(people)]
        if sum(people) % 5 == 0:
            places = [people]
        apply(cup, Reported(len(cup.rounds), number, places, "match", "m"))


def points_again(cup: Tournament) -> dict[int, Fraction]:
    """By pairs: at a table of n everybody has 1/(n-1) for each one behind them, half for equals."""
    result = {person.number: Fraction(0) for person in cup.people}
    for round in cup.rounds:
        for person in round.byes:
            result[person] += 1
        for table in round.tables:
            place = {p: n for n, equals in enumerate(table.places or []) for p in equals}
            for one, other in combinations(table.people, 2):
                worth = Fraction(1, len(table.people) - 1)
                if place[one] == place[other]:
                    result[one] += worth / 2
                    result[other] += worth / 2
                else:
                    result[min(one, other, key=place.__getitem__)] += worth
    return result
