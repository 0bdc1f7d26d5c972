"""A party: several matches at one table, also of different games, with a running total.

A match gives a seat one point for each rival that it leaves behind: games of three and of eight
players, won or nearly won, add up. Equals get nothing from each other. A seat that the game plays
itself is a rival too.
`wins` counts matches won, alone or shared, and tells equal totals apart.

If there are more people than seats, some sit out (`arrangement`), or half of them go to a second
table (`second_half`). `ways` proposes.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.table.refusals import ONE_DEVICE, TOO_FEW_FOR_TWO
from brouhaha.table.state import Seat, TableState
from brouhaha.table.wire import Arrangement


class BadResult(Exception):
    """A fault of the game: its result does not rank everybody once."""


def award(result: Any, players: int) -> tuple[list[int], list[int]]:
    """Points and wins of one match by seat, from its `ranking` and `winners`. A game may rank seats
    that it plays itself, behind the players' own."""
    ranked = sorted(seat for equals in result.ranking for seat in equals)
    if ranked != list(range(max(players, len(ranked)))) or not set(result.winners) <= set(ranked):
        raise BadResult(f"{players} players are ranked {result.ranking}")
    points, wins = [0] * players, [0] * players
    behind = 0
    for equals in reversed(result.ranking):
        for seat in equals:
            if seat < players:
                points[seat] = behind
        behind += len(equals)
    for seat in result.winners:
        if seat < players:
            wins[seat] = 1
    return points, wins


def ways(state: TableState, *, alone: bool) -> list[Arrangement]:
    """How more people than seats can be seated, the proposed way first. `alone`: the party has no
    other table yet. Who would wait could fill a table of their own: then that is proposed."""
    players, people = games.find(state.game).players, len(_people(state))
    waiting = people - (players.stop - 1)
    if state.status != "lobby" or waiting <= 0:
        return []
    rotations: list[Arrangement] = ["in_turn", "winner_stays"]
    if not alone or people < 2 * players.start:
        return rotations
    return ["two_tables", *rotations] if waiting >= players.start else [*rotations, "two_tables"]


def second_half(state: TableState, devices: list[list[int]], here: Container[int]) -> list[int]:
    """Who goes to a second table: every second person, and all at a device together, the host's
    never; who is here first."""
    least = games.find(state.game).players.start
    staying, going = 0, list[int]()
    for people in sorted(devices, key=lambda people: state.host not in people):
        if staying > len(going):
            going += people
        else:
            staying += len(people)
    if min(staying, len(going)) < least:
        raise Rejected(TOO_FEW_FOR_TWO, least=2 * least)
    return sorted(going, key=lambda one: one not in here)


def check_devices(state: TableState, game: AnyGame, playing: list[int]) -> None:
    """Some games have a switch without which several people at one device cannot play them."""
    option = game.presented().one_device_option
    if not option or state.options.get(option):
        return
    devices = [seat.device for seat in (state.seats[n] for n in playing) if seat.bot is None]
    if len(set(devices)) < len(devices):
        raise Rejected(ONE_DEVICE)


def _people(state: TableState) -> list[Seat]:
    return [seat for seat in state.seats if seat.bot is None and not seat.gone]


def arrangement(state: TableState, here: Container[int], most: int) -> list[int]:
    """The seats of the next match, by number, and then those who wait, the next one first.

    Nobody moves who need not. Bots make way for people if the host lets them, and never wait.
    `here`: the persons who are not away; who is away does not keep one of them out.
    """
    numbers = [number for number, seat in enumerate(state.seats) if not seat.gone]
    if len(numbers) <= most:
        return numbers
    winner_stays = state.policy.rotation == "winner_stays"

    def claim(number: int) -> tuple[int, bool, int, int, int]:
        """Who has the least comes first: those who have waited longest, then who played least."""
        seat = state.seats[number]
        rank = _rank(seat, here, bots_make_way=state.policy.bots_make_way)
        loser = not (winner_stays and seat.won)
        return rank, loser, -seat.waited, seat.played, number

    claims = sorted(numbers, key=claim)
    waiting = [number for number in claims[most:] if state.seats[number].bot is None]
    return sorted(claims[:most]) + waiting


def _rank(seat: Seat, here: Container[int], *, bots_make_way: bool) -> int:
    """People who are here, people who are away, bots; or bots first, if they do not make way."""
    if seat.bot is not None:
        return 3 if bots_make_way else 0
    return 1 if seat.person in here else 2
