"""The same numbers, counted in another way: all matches at once, with nothing kept between them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby, permutations
from typing import Any, NamedTuple

import msgspec
from openskill.models import PlackettLuce

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.statistics import Value
from brouhaha.store import ArchivedMatch
from brouhaha.table.finished import RacedLog


class Seat(NamedTuple):
    match: ArchivedMatch
    number: int
    place: int
    won: bool
    chance: float


def seats_of(match: ArchivedMatch) -> list[Seat]:
    result = json.loads(bytes(match.result))
    ranked = sum(map(len, result["ranking"]))
    found = []
    for number in range(len(match.players)):
        better = sum(len(equals) for equals in result["ranking"][: _group(result, number)])
        won = number in result["winners"]
        chance = len(result["winners"]) / ranked
        found.append(Seat(match, number, better + 1, won, chance))
    return found


def _group(result: dict[str, Any], seat: int) -> int:
    return next(at for at, equals in enumerate(result["ranking"]) if seat in equals)


def is_person(match: ArchivedMatch, seat: int) -> bool:
    return match.bots is None or match.bots[seat] is None


def by_person(matches: Sequence[ArchivedMatch]) -> dict[str, list[Seat]]:
    found = defaultdict(list)
    for match in sorted(matches, key=lambda one: (one.ended, one.id)):
        for seat in seats_of(match):
            if is_person(match, seat.number):
                found[match.players[seat.number]].append(seat)
    return found


def longest_run(won: Sequence[bool]) -> int:
    return max((len(list(run)) for is_won, run in groupby(won) if is_won), default=0)


def last_run(won: Sequence[bool]) -> int:
    lost = [at for at, is_won in enumerate(won) if not is_won]
    return len(won) - (lost[-1] + 1 if lost else 0)


def meetings(matches: Sequence[ArchivedMatch]) -> dict[tuple[str, str], Counter[str]]:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for match in matches:
        people = [seat for seat in seats_of(match) if is_person(match, seat.number)]
        for one, other in permutations(people, 2):
            pair = match.players[one.number], match.players[other.number]
            found[pair]["matches"] += 1
            found[pair]["ahead"] += one.place < other.place
            found[pair]["behind"] += one.place > other.place
    return found


class Figure(NamedTuple):
    """Of one person in one game: how many matches have it, their mean, and the best."""

    matches: int
    mean: float
    best: float
    text: str
    match: str


def figures(matches: Sequence[ArchivedMatch]) -> dict[tuple[str, str, str], Figure]:
    """By person, game and figure. What one match brings is the game's own; the rest is here."""
    found: dict[tuple[str, str, str], list[tuple[str, Value]]] = defaultdict(list)
    better: dict[tuple[str, ...], str] = {}
    for match in sorted(matches, key=lambda one: (one.ended, one.id)):
        game = games.find(match.game)
        better |= {(match.game, one.id): one.better for one in game.presented().figures}
        told = replay.statistics(game, msgspec.json.decode(match.log, type=RacedLog))
        for seat, by_id in enumerate(told):
            if is_person(match, seat):
                for id, value in by_id.items():
                    found[match.players[seat], match.game, id].append((match.id, value))
    return {key: _figure(values, better[key[1:]]) for key, values in found.items()}


def _figure(values: list[tuple[str, Value]], better: str) -> Figure:
    numbers = [value.value for _, value in values]
    best = max(numbers) if better == "more" else min(numbers)
    match, value = next(one for one in values if one[1].value == best)
    return Figure(len(values), sum(numbers) / len(numbers), best, value.text, match)


def standings(
    matches: Sequence[ArchivedMatch], same: Callable[[ArchivedMatch], str]
) -> dict[tuple[str, str], tuple[int, int, float]]:
    """By evening (what `same` gives) and person: matches, wins, and wins by luck alone."""
    found: dict[tuple[str, str], list[Seat]] = defaultdict(list)
    for match in matches:
        for seat in seats_of(match):
            if is_person(match, seat.number):
                found[same(match), match.players[seat.number]].append(seat)
    return {
        key: (len(seats), sum(seat.won for seat in seats), sum(seat.chance for seat in seats))
        for key, seats in found.items()
    }


def ladder(matches: Sequence[ArchivedMatch], game: str) -> dict[str, tuple[float, float]]:
    """All time. Bots stay where they are."""
    model = PlackettLuce()
    found: dict[str, tuple[float, float]] = {}
    for match in sorted(matches, key=lambda one: (one.ended, one.id)):
        if match.game != game:
            continue
        teams = []
        for seat, name in enumerate(match.players):
            level = match.bots[seat] if match.bots else None
            if level is not None:
                fixed = games.find(game).bot_ratings.get(level, 25.0)
                teams.append([model.rating(mu=fixed, sigma=2.0)])
            else:
                mu, sigma = found.get(name, (25.0, 25.0 / 3))
                teams.append([model.rating(mu=mu, sigma=sigma)])
        places = [float(seat.place) for seat in seats_of(match)]
        for seat, [new] in enumerate(model.rate(teams, ranks=places)):
            if is_person(match, seat):
                found[match.players[seat]] = new.mu, new.sigma
    return found
