"""Brouhaha: a referee for games in which everybody plays at once.

match = brouhaha.start("now", players=["Ana", "Bo", "Cy"], seed=7)
match.act(seat=0, action={"type": "discard"}, at=4200)
match.advance(at=60_000)
brouhaha.replay(match.log).public() == match.public()
"""

from __future__ import annotations

import secrets
from typing import Any, overload

import msgspec

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import AnyGame, Game, StateT
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.refusals import BAD_LOG, UNKNOWN_GAME
from brouhaha.engine.replay import replay as _replay

__all__ = ["AnyMatch", "Match", "Rejected", "replay", "start", "to_json"]


@overload
def start(
    game: Game[StateT, Any, Any],
    players: list[str],
    options: dict[str, Any] | None = None,
    seed: int | bytes | None = None,
    deal: dict[str, Any] | None = None,
) -> Match[StateT]: ...


@overload
def start(
    game: str,
    players: list[str],
    options: dict[str, Any] | None = None,
    seed: int | bytes | None = None,
    deal: dict[str, Any] | None = None,
) -> AnyMatch: ...


def start(
    game: str | AnyGame,
    players: list[str],
    options: dict[str, Any] | None = None,
    seed: int | bytes | None = None,
    deal: dict[str, Any] | None = None,
) -> AnyMatch:
    """Begin a match at 0 ms; the action begins after the countdown. No seed: a secret one.

    A game is named, or given itself (`brouhaha.games.now.GAME`): then its views are typed.
    """
    rules = _find(game)
    chosen = secrets.token_bytes(32) if seed is None else seed
    return Match(rules, new_header(rules, players, options, chosen, deal))


def _find(game: object) -> AnyGame:
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise Rejected(UNKNOWN_GAME, game=game)
    return games.find(game)


def replay(log: dict[str, Any]) -> AnyMatch:
    """Play a match's log again: the same state, bit for bit."""
    try:
        typed = msgspec.convert(log, Log)
    except msgspec.ValidationError as error:
        raise Rejected(BAD_LOG, reason=fault_in(error)) from None
    return _replay(games.find(typed.header.game), typed)


def to_json(value: object) -> Any:
    """Views, events and results as plain dicts and lists, just as JSON would give them back."""
    return msgspec.json.decode(msgspec.json.encode(value))
