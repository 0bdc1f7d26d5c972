"""Non-interference: what a seat sees does not depend on what it may not know.

A match is played once and watched. Then it is dealt again with *one* thing changed that chance gave
(two cards of a shuffle change places, a die falls otherwise) or that another seat did (its vote is
another), and the same inputs are given to it. As long as a seat sees the same in both, all is well.
When it first sees a difference, there are two explanations: the rules have shown it (the card was
turned up, so it has left its hidden place), or it has leaked. It has leaked if the two states still
differ in nothing but what the seat may not know: the same things are hidden, in other places.

What a seat may not know is what `Conformance.secrets` says, or what `Conformance.twin` changes.
"""

from __future__ import annotations

from random import Random

from brouhaha.testing.changes import Change, changes
from brouhaha.testing.hidden import Path, Subject, seat_cannot_tell, secrets_at
from brouhaha.testing.watching import WatchedMatch, leaves


def look_for_a_leak(subject: Subject, match: WatchedMatch, random: Random) -> bool:
    """Deal the match again and again; a leak is an AssertionError. Was there a secret at all?"""
    again = changes(match, random, subject.dealt_again)
    kept = [_deal_again(subject, match, change) for change in again]
    return any(kept)


def _deal_again(subject: Subject, first: WatchedMatch, change: Change) -> bool:
    """Give the same inputs to a match with this change, and let everybody compare."""
    second = WatchedMatch(first.game, first.header, change.altered)
    comparing: list[int | None] = [None, *range(first.seats)]
    if change.actor is not None:
        comparing.remove(change.actor)  # who did otherwise knows it
    if change.number:
        second.resume(first, change.number)
    kept = False
    for number in range(change.number, len(first.inputs)):
        if number:
            second.feed(change.input(first, number))
        one, other = first.seen[number], second.seen[number]
        if one.shown == other.shown:
            continue
        for seat in tuple(comparing):
            if one.by(seat) != other.by(seat):
                _check(subject, first, second, number, seat, change)
                kept = kept or _secret_differed(subject, first, second, number - 1, seat)
                comparing.remove(seat)
        if not comparing:
            return kept
    last = len(first.inputs) - 1
    return kept or any(_secret_differed(subject, first, second, last, s) for s in comparing)


def _check(
    subject: Subject,
    first: WatchedMatch,
    second: WatchedMatch,
    number: int,
    seat: int | None,
    change: Change,
) -> None:
    secret = seat_cannot_tell(subject, first, second, number, seat, change)
    if secret is None:
        return
    who = "a watcher" if seat is None else f"seat {seat}"
    one, other = (leaves(match.seen[number].told(seat)) for match in (first, second))
    seen = [path for path in one | other if one.get(path) != other.get(path)]
    raise AssertionError(
        f"{who} sees what it may not know: {_named(seen) or 'an order'} tells of "
        f"{_named(secret.places)}.\n"
        f"Two matches differ, since {change.what}; after {first.inputs[number]}, their number "
        f"{number}, the seat can tell them apart. If it may know that by then, say so in `secrets`."
    )


def _named(paths: list[Path]) -> str:
    names = [".".join(map(str, path)) for path in paths[:3]]
    return ", ".join(names) + (", …" if len(paths) > len(names) else "")


def _secret_differed(
    subject: Subject, first: WatchedMatch, second: WatchedMatch, number: int, seat: int | None
) -> bool:
    """They differed while the seat could see nothing of it."""
    if number < 0 or first.seen[number].state == second.seen[number].state:
        return False
    one, other = (secrets_at(subject, match, number, seat) for match in (first, second))
    return one != other
