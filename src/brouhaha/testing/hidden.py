"""What a seat may not know of a state, and whether two states differ in nothing else.

Secrets are compared by their places: the way through fields and lists to each value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple, Protocol, cast

import msgspec

from brouhaha.engine.game import Action, AnyGame
from brouhaha.engine.match import Match
from brouhaha.testing.changes import Change
from brouhaha.testing.watching import WatchedMatch, leaves, plain, state_at

SIMPLE: Final = (str, int, float, type(None))  # bool is an int
TWINS: Final = 6  # how often `twin` is asked what a seat may not know

Path = tuple[Any, ...]
Value = tuple[type, Any]  # True is not 1, nor is 1 1.0
Leaves = dict[Path, Value]


class Subject(Protocol):
    """What the law asks of a conformance test."""

    @property
    def game(self) -> AnyGame: ...
    @property
    def dealt_again(self) -> int: ...
    @property
    def has_twin(self) -> bool: ...
    @property
    def names_secrets(self) -> bool: ...
    def secrets(self, state: Any, seat: int | None) -> Any: ...
    def twin(self, match: Match[Any], seat: int, random: Random) -> Any: ...


class Differing(NamedTuple):
    """Two states of the same moment, as one seat must not know them apart."""

    places: list[Path]  # where their secrets differ
    new: list[Path]  # those that hold what the other state does not hide anywhere
    only: tuple[Counter[Value], Counter[Value]]  # the values there


def secrets_of(subject: Subject, state: Any, seat: int | None) -> Leaves:
    secrets = subject.secrets(state, seat)
    if isinstance(secrets, tuple):
        secrets = {str(number): part for number, part in enumerate(secrets)}
    return places(secrets)


def secrets_at(subject: Subject, match: WatchedMatch, number: int, seat: int | None) -> Leaves:
    """Those after the input of this number; looked for once."""
    key = "secrets", number, seat
    if key not in match.notes:
        match.notes[key] = secrets_of(subject, state_at(match, number), seat)
    return cast("Leaves", match.notes[key])


def places(value: Any) -> Leaves:
    """Every value by the way that leads to it. What cannot change, a card say, is one value."""
    found: Leaves = {}
    _find(value, (), found)
    return found


def _find(value: Any, path: Path, found: Leaves) -> None:
    if isinstance(value, SIMPLE):
        found[path] = type(value), value
    elif isinstance(value, list):
        for number, part in enumerate(value):
            _find(part, (*path, number), found)
    elif isinstance(value, msgspec.Struct) and not value.__struct_config__.frozen:
        for name in value.__struct_fields__:
            _find(getattr(value, name), (*path, name), found)
    elif isinstance(value, dict):
        for key, part in value.items():
            _find(part, (*path, str(key)), found)
    elif isinstance(value, set):
        for number, part in enumerate(sorted(value, key=repr)):
            _find(part, (*path, number), found)
    else:
        found[path] = bytes, msgspec.json.encode(value)


def difference(one: Leaves, other: Leaves) -> Differing | None:
    """None: something has left its hidden place or come there, or nothing differs."""
    if one.keys() != other.keys():
        return None
    places = [path for path, value in one.items() if value != other[path]]
    if not places:
        return None
    here, there = (Counter([side[path] for path in places]) for side in (one, other))
    if dict.__eq__(here, there):  # as when cards have changed places; a Counter's own is slow
        return Differing(places, [], (Counter(), Counter()))
    only = (here - there, there - here)
    new = [path for path in places if one[path] in only[0] or other[path] in only[1]]
    return Differing(places, new, only)


def seat_cannot_tell(
    subject: Subject,
    first: WatchedMatch,
    second: WatchedMatch,
    number: int,
    seat: int | None,
    change: Change,
) -> Differing | None:
    """How the two differ after this input, if it is in nothing but what the seat may not know."""
    found = difference(*(secrets_at(subject, match, number, seat) for match in (first, second)))
    if found is None:
        return None
    if subject.has_twin:
        secret = _is_as_in_twins(subject, first, second, number, seat, found)
    elif change.instead is not None:
        secret = _is_kept_to_oneself(subject, first, change, found)
    elif not subject.names_secrets and _was_played(subject, first, second, number, seat, found):
        secret = False
    else:
        secret = not found.new or (
            _are_fields(subject, first, seat, found.new)
            and not _is_turned_up(first, second, number, seat, found)
        )
    return found if secret else None


# Without a twin: the same things are hidden, or one thing was drawn otherwise and is hidden


def _was_played(
    subject: Subject,
    first: WatchedMatch,
    second: WatchedMatch,
    number: int,
    seat: int | None,
    found: Differing,
) -> bool:
    """It lies in the deck in one match and in the discard pile in the other, or has come to
    another part of the state just now: the rules have moved it, for everybody to see."""
    parts = _parts_of_state(found)
    if len(parts) > 1 or number == 0:
        return len(parts) > 1
    before = difference(*(secrets_at(subject, m, number - 1, seat) for m in (first, second)))
    return before is not None and _parts_of_state(before) != parts


def _parts_of_state(found: Differing) -> set[Any]:
    """The parts beside the private views in which the two differ."""
    return {path[0] for path in found.places} - {"private"}


def _are_fields(subject: Subject, match: WatchedMatch, seat: int | None, paths: list[Path]) -> bool:
    """Values in fields of their own, or one for each seat; not cards of a pile or a hand."""
    sizes: dict[Path, set[int]] = {}
    for path in secrets_at(subject, match, 0, seat):
        for depth, key in enumerate(path):
            if isinstance(key, int):
                sizes.setdefault(path[:depth], set()).add(key)
    return all(
        path[0] != "private" and len(sizes.get(path[:depth], ())) == match.seats
        for path in paths
        for depth, key in enumerate(path)
        if isinstance(key, int)
    )


def _is_turned_up(
    first: WatchedMatch, second: WatchedMatch, number: int, seat: int | None, found: Differing
) -> bool:
    """Each match shows what only the other still hides: so it is when a card is turned up."""
    here, there = (
        Counter(map(_key, leaves(match.seen[number].told(seat)).values()))
        for match in (first, second)
    )
    return (
        _parts(found.only[0]) <= (there - here).keys()
        and _parts(found.only[1]) <= (here - there).keys()
    )


def _is_kept_to_oneself(
    subject: Subject, match: WatchedMatch, change: Change, found: Differing
) -> bool:
    """What the seat did otherwise lies where only it may see it."""
    assert change.instead is not None
    done, instead = (_values(g.action) for g in (match.inputs[change.number], change.instead))
    own = ("private", str(change.actor))
    return (
        bool(found.new)
        and (subject.names_secrets or all(path[:2] == own for path in found.places))
        and _parts(found.only[0]) <= done
        and _parts(found.only[1]) <= instead
    )


# With a twin: what it changes may differ


class Twins:
    """What the twins of one state have in common: where they differ from it."""

    def __init__(self, own: Leaves, twins: Iterable[Leaves]) -> None:
        self.own = own
        self.others: list[Leaves] = []  # of each twin, what differs
        self.moved: set[Path] = set()
        self.new: set[Path] = set()
        for twin in twins:
            if differing := difference(own, twin):
                self.others.append({path: twin[path] for path in differing.places})
                self.moved.update(differing.places)
                self.new.update(differing.new)

    @cached_property
    def groups(self) -> list[set[Path]]:
        """What lies in one place may lie in another one of its group: where a value went that is
        hidden only once, there it could have been from the beginning."""
        times = Counter(self.own.values())
        groups: dict[Path, set[Path]] = {}  # a place that is in none yet is one of its own
        for twin in self.others:
            lay = {self.own[path]: path for path in twin if times[self.own[path]] == 1}
            moves = ((lay[value], path) for path, value in twin.items() if value in lay)
            for move in moves:
                one, other = (groups.get(place) or {place} for place in move)
                if one is not other:
                    both = one | other
                    groups.update(dict.fromkeys(both, both))
        joined = {id(group): group for group in groups.values() if not group & self.new}
        return list(joined.values())


def _is_as_in_twins(
    subject: Subject,
    first: WatchedMatch,
    second: WatchedMatch,
    number: int,
    seat: int | None,
    found: Differing,
) -> bool:
    """The author's twins differ in these places too, hold new things where these do, and have
    what was taken from one place in another one of the same group."""
    twins = _twins_at(subject, first, number, seat)
    if not (twins.moved.issuperset(found.places) and twins.new.issuperset(found.new)):
        return False
    own, other = (secrets_at(subject, match, number, seat) for match in (first, second))
    return all(_all(own, group) == _all(other, group) for group in twins.groups)


def _twins_at(subject: Subject, match: WatchedMatch, number: int, seat: int | None) -> Twins:
    """Asked once for each moment and seat."""
    key = "twins", number, seat
    if key not in match.notes:
        own, state = secrets_at(subject, match, number, seat), state_at(match, number)
        # A watcher knows less than the first and the last seat.
        seats = {0, match.seats - 1} if seat is None else {seat}
        match.notes[key] = Twins(
            own,
            (secrets_of(subject, t, seat) for s in seats for t in twins(subject, match, state, s)),
        )
    return cast("Twins", match.notes[key])


def _all(values: Leaves, paths: set[Path]) -> Counter[Value]:
    return Counter([values[path] for path in paths])


def twins(subject: Subject, match: WatchedMatch, state: Any, seat: int) -> list[Any]:
    moment = copy(match)
    moment.state, moment.due = state, match.game.due(state)
    return [subject.twin(moment, seat, Random(number)) for number in range(TWINS)]


def _values(action: Action | None) -> set[Value]:
    return {_key(value) for value in leaves(plain(action)).values()}


def _parts(values: Counter[Value]) -> set[Value]:
    """What these values are made of: a frozen struct is more than one thing."""
    whole = (msgspec.json.decode(v) if isinstance(v, bytes) else v for _, v in values)
    return {_key(part) for value in whole for part in leaves(value).values()}


def _key(value: Any) -> Value:
    return type(value), value
