"""Who was first? Judged by when a player acted, not by when the message came in.

All times are on the server's line, less the way there and back: who reacts sooner to the same
update acted sooner, however far away. What is known of a move is

    arrival          when it came in
    claim            sent(seen) + after: when its player acted, as the page says it
    belief           which round trips are likely on this seat's line (`rtt.py`)

A claim implies a round trip: arrival − claim. If that one is likely on the seat's line, the claim
is as good as any evidence can be, and it counts. If it is not, it may be a stray or a lie: then
`acted` is the median of what is likely by the line's whole distribution and what is left of the
claim. Without a claim the line's usual round trip counts.

    acted = arrival − round trip,  never before that seat's previous action nor after its arrival

So of every move there is a distribution of moments (`moments`): one, if the claim counted, else one
for each round trip of the line. Each has the error of a screen and a finger. The chance that A
acted before B is the sum over both,

    Σ Σ P(A at x) P(B at y) Φ((y − x) / error)

and since `acted` is the median, it is above one half exactly if `acted` of A is the earlier,
whenever one of the two is sure: the order by `acted` is the order by that chance. When it is hardly
above one half, a table may have the race drawn (`too_close`): from the match's seed, so that
everybody can check it afterwards.

A contested move waits while an earlier one may still be on its way, from a seat

- that could contest it, as the game says (`Game.contesters`),
- that has not stayed out of the last races altogether,

and for no longer than that seat's line hardly ever takes. That wait bends at the table's longest
wait (`bent`): a seat beyond it loses credit little by little. A move that nobody contests passes
at once, unless it would overtake a waiting one that was made before it. Which of the two a move
is, is judged when it is the first in the queue, and again when anything was played meanwhile:
a rival may have passed.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Container, Iterable, Mapping
from math import erf, exp
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from brouhaha.engine.chance import Chance
from brouhaha.table.belief import Belief
from brouhaha.table.outcomes import Move
from brouhaha.table.rtt import Line
from brouhaha.table.wire import Reckoning, Runner

ERROR: Final = 4.0  # ms, of every moment: a screen's frame, a finger's landing
ONE_CLOCK: Final = 0.1  # ms between two taps on one device: less, and its clock cannot tell
HAIR: Final = 0.001  # ms by which one of them comes before the other
TOO_CLOSE: Final = 0.6  # a chance below this is nearly even
BEND: Final = 0.5  # beyond the longest wait, so much of it at most is waited besides


def acted_at(arrived: float, claimed: float | None, belief: Belief, previous: float) -> float:
    """When the player acted, as far as they are believed."""
    # Plain comparisons: every move comes by here, and min and max cost four times as much.
    if claimed is None:
        acted = arrived - belief.usual
    elif arrived - claimed > belief.most:
        acted = arrived - belief.instead(arrived - claimed)
    elif arrived - claimed < belief.least:
        acted = arrived - belief.least
    else:
        acted = claimed
    if acted < previous:
        acted = previous
    return acted if acted < arrived else arrived


def chance_first(one: Move, other: Move, lines: Mapping[int, Line]) -> float:
    """That the first of these moves was made before the other."""
    if _on_one_device(one, other, lines):
        earlier = gap(one, other, lines)
        return 0.5 if abs(earlier) < ONE_CLOCK else float(earlier > 0)
    theirs = moments(other, lines)
    return sum(
        weight * their_weight * 0.5 * (1 + erf((their_moment - moment) / (2 * ERROR)))
        for weight, moment in moments(one, lines)
        for their_weight, their_moment in theirs
    )


def moments(move: Move, lines: Mapping[int, Line]) -> list[tuple[float, float]]:
    """When it may have been made, each with its chance. A bot's moment is known, and one that its
    seat's previous action bounds."""
    line = lines.get(move.seat)
    if move.id is None or move.claimed == move.acted or line is None:
        return [(1.0, move.acted)]
    weight, trips = 0.0, line.belief.trips
    if move.claimed is not None:
        weight = line.belief.claims_weight(move.arrived - move.claimed)
    share = (1 - weight) / len(trips)
    alone = [(share, move.arrived - trip) for trip in trips] if share else []
    return [*alone, (weight, move.acted if move.claimed is None else move.claimed)]


# One device, several seats


def among_its_own(move: Move, others: Iterable[Move], lines: Mapping[int, Line]) -> float:
    """When it was made beside the moves that wait: however little is believed of a device's line,
    its own taps keep the order in which it saw them."""
    acted = move.acted
    for other in others:
        if _on_one_device(move, other, lines):
            later = gap(other, move, lines) >= 0
            acted = max(acted, other.acted) if later else min(acted, other.acted - HAIR)
    return acted


def _on_one_device(one: Move, other: Move, lines: Mapping[int, Line]) -> bool:
    """Are these taps of two seats on the clock of one device?"""
    if one.claimed is None or other.claimed is None or one.seat == other.seat:
        return False
    if one.seat not in lines or other.seat not in lines:
        return False
    device = lines[one.seat].device
    return device is not None and device is lines[other.seat].device


def gap(one: Move, other: Move, lines: Mapping[int, Line]) -> float:
    """By how many ms the first of these moves was made earlier: on one device, by its own clock."""
    if one.claimed is None or other.claimed is None or not _on_one_device(one, other, lines):
        return other.acted - one.acted
    return other.claimed - one.claimed


# Waiting


def waits_until(acted: float, arrived: float, others: float, longest: float) -> float:
    """Until when a contested move waits; `others`: how far an earlier rival may be behind."""
    return arrived + bent(acted + others - arrived, longest)


def bent(wait: float, longest: float) -> float:
    """As it is up to the longest; beyond it ever less is added, and never more than half of it."""
    if wait <= longest:
        return wait
    most = longest * BEND
    return longest + most * (1 - exp(-(wait - longest) / most)) if most else longest


def reach(lines: Mapping[int, Line], seats: Container[int] | None) -> float:
    """How long an earlier action of any of these seats may still be on its way; 0: there is nobody.
    None: of any seat."""
    longest = 0.0
    for seat, line in lines.items():
        if line.belief.reach > longest and (seats is None or seat in seats):
            longest = line.belief.reach
    return longest


def rivals_reach(
    lines: Mapping[int, Line], seats: Container[int] | None, but: int, now: float
) -> float:
    """The same for a race of the seat `but`, in which the others of these seats could be. Those who
    have long stayed out are not waited for."""
    longest = 0.0
    for seat, line in lines.items():
        if seat != but and line.belief.reach > longest and (seats is None or seat in seats):
            longest = longest if line.is_quiet(now) else line.belief.reach
    return longest


def begin_race(
    lines: Mapping[int, Line], seats: Container[int] | None, of: int, now: float
) -> list[int]:
    """Who is in it, and who stays out of it so far; which of them are to be measured."""
    to_measure = []
    for seat, line in lines.items():
        if seat == of:
            line.raced()
        elif seats is None or seat in seats:
            line.stays_out(now)
        else:
            continue
        if line.to_measure(now):
            to_measure.append(seat)
    return to_measure


class Queue:
    """The moves that wait, the one that was made first in front."""

    __slots__ = ("first", "moves")

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.first: Move | None = None

    def add(self, move: Move) -> None:
        if self.first is None:
            self.moves.append(move)
            self.first = move
        else:
            insort(self.moves, move, key=_acted)
            self.first = self.moves[0]

    def pop(self) -> Move:
        move = self.moves.pop(0)
        self.first = self.moves[0] if self.moves else None
        return move

    def move_up(self, move: Move) -> None:
        """This one comes first, whenever it was made."""
        self.moves = [move, *(other for other in self.moves if other is not move)]
        self.first = move

    @property
    def next_of_each(self) -> list[Move]:
        """Each seat's first one, in order."""
        firsts: dict[int, Move] = {}
        for move in self.moves:
            firsts.setdefault(move.seat, move)
        return list(firsts.values())

    def waiting_of(self, seat: int) -> int:
        return sum(move.seat == seat for move in self.moves)


_acted: Final = attrgetter("acted")


# What is told of it


def reckoning(moves: list[Move], lines: Mapping[int, Line], origin: float) -> Reckoning:
    """The whole of a race: everybody who was in it, in the order in which they acted."""
    return Reckoning([_runner(move, chance_first(moves[0], move, lines), origin) for move in moves])


def _runner(move: Move, behind: float, origin: float) -> Runner:
    claimed = None if move.claimed is None else round(move.claimed - origin, 1)
    arrived, acted = round(move.arrived - origin, 1), round(move.acted - origin, 1)
    return Runner(move.seat, arrived, acted, claimed, round(behind, 3))


def too_close(race: Reckoning) -> int:
    """Among so many, from the first on, nobody can tell who acted first; 1: the first did."""
    return sum(runner.behind < TOO_CLOSE for runner in race.runners)


def drawn(race: Reckoning, among: int, chance: Chance, number: int) -> Reckoning:
    """It is decided by the match's seed; `number`: of the entry in the match's log."""
    return replace(race, among=among, winner=chance.below(f"race/{number}", among))
