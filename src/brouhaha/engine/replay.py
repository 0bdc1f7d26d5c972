"""A log is played again: the only place that does it, whoever asks.

`brouhaha.replay`, a table that is restored after a restart and the pages that show a finished match
all come through `steps`. A log is checked like anything else from outside: its header as `start`
checks what it is given, its actions as a player's. A log of other rules is refused before
anything of it is played: today's rules would make another match of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Generic, NamedTuple

import msgspec

from brouhaha.engine.errors import Refusal, Rejected, Words
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import Action, AnyGame, Event, Game, Mask, StateT
from brouhaha.engine.highlights import Heard, Highlight
from brouhaha.engine.log import RUN_OUT, Entry, Header, Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.reading import check_time, decode_action
from brouhaha.engine.refusals import BAD_LOG
from brouhaha.engine.statistics import Statistics

OTHER_RULES: Final = Refusal(
    BAD_LOG.code,  # programs know every log that cannot be replayed by this one code
    "This match was played with version {played} of the rules; only version {known} is known here.",
    "Cette partie a été jouée avec la version {played} des règles ; "
    "on ne connaît ici que la version {known}.",
)

MOST_HIGHLIGHTS: Final = 3


class Step(NamedTuple, Generic[StateT]):
    """The match after one entry of its log: when that was, and what everybody heard."""

    match: Match[StateT]  # the same one in every step, moved on
    at: int
    events: list[Event]


def steps(
    game: Game[StateT, Any, Any], header: Header, entries: Iterable[Entry]
) -> Iterator[Step[StateT]]:
    """The match at its beginning, then after each entry; `Rejected` where the rules say no.

    An entry's action may be typed or plain, as it is read from a file.
    """
    if header.rules != game.version:
        raise _other_rules(header.rules, game.version)
    match = Match(game, _checked(game, header))
    yield Step(match, 0, [])
    for entry in entries:
        yield Step(match, entry.at, play_entry(match, entry))


def play_again(
    game: Game[StateT, Any, Any], header: Header, entries: Iterable[Entry]
) -> Match[StateT]:
    """The match as it stood after the last of these entries."""
    for step in steps(game, header, entries):
        match = step.match
    return match


def replay(game: Game[StateT, Any, Any], log: Log) -> Match[StateT]:
    """The match as it stood when its log was taken."""
    match = play_again(game, log.header, log.entries)
    match.advance(log.now)
    return match


def highlights(game: AnyGame, log: Log, mask: Mask | None = None) -> list[Highlight]:
    """The moments of a finished match that its game finds worth telling; few are remembered.

    With a mask, as somebody tells them who was not to see coarse words.
    """
    heard: list[Heard] = []
    for match, at, events in steps(game, log.header, log.entries):
        if mask is not None:
            public = game.public(match.state)
            events = [game.masked_event(public, event, mask) for event in events]
        heard.append(Heard(at, events))
    return game.highlights(match.state, heard)[:MOST_HIGHLIGHTS]


def statistics(game: AnyGame, log: Log) -> Statistics:
    """The figures of a finished match, by seat, as its game finds them."""
    heard: list[Heard] = []
    for step in steps(game, log.header, log.entries):
        heard.append(Heard(step.at, step.events))
    return game.statistics(step.match.state, heard)


def play_entry(match: AnyMatch, entry: Entry) -> list[Event]:
    """Move a match on by what an entry says: a seat's action, or the time alone."""
    if entry.seat is None:
        return match.run_out(entry.at) if entry.action == RUN_OUT else match.advance(entry.at)
    check_time(entry.at)
    return match.play(entry.seat, _typed(match.game, entry.action), entry.at)


def _typed(game: AnyGame, action: object) -> Action:
    return action if isinstance(action, msgspec.Struct) else decode_action(game, action)


def _checked(game: AnyGame, header: Header) -> Header:
    try:
        seed = bytes.fromhex(header.seed)
    except ValueError as error:
        raise Rejected(BAD_LOG, reason=fault_in(error)) from None
    return new_header(game, header.players, header.options, seed, header.deal)


def _other_rules(played: int, known: int) -> Rejected:
    reason = Words(  # for whoever has the code's general sentence only
        f"it was played under version {played} of the rules",
        f"la partie suit la version {played} des règles",
    )
    return Rejected(OTHER_RULES, played=played, known=known, reason=reason)
