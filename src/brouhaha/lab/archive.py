"""Matches as an archive would hold them, played by bots under people's names.

For whoever needs many finished matches: tests of the club, and its bench.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from brouhaha import games
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.lab.arena import pass_time, play_out
from brouhaha.store import ArchivedMatch


def play(
    game: str,
    names: Sequence[str],
    levels: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
) -> AnyMatch:
    """To its very end, as at a table."""
    found, random = games.find(game), Random(seed)
    match = Match(found, new_header(found, list(names), dict(options or {}), seed.encode(), None))
    play_out(match, [found.bots[level](seat, random) for seat, level in enumerate(levels)])
    while not match.over:
        pass_time(match)
    return match


def archived(
    match: AnyMatch,
    id: str,
    ended: int,
    *,
    table: str = "TABL",
    bots: Sequence[str | None] | None = None,
) -> ArchivedMatch:
    """`bots`: the level by seat, where one is to count as a bot."""
    players = match.header.players
    return ArchivedMatch(
        id=id,
        table=table,
        game=match.header.game,
        players=list(players),
        bots=list(bots) if bots is not None else [None] * len(players),
        result=msgspec.Raw(msgspec.json.encode(match.result)),
        started=ended - match.now,
        ended=ended,
        log=msgspec.Raw(msgspec.json.encode(Log(match.header, match.entries, match.now))),
    )
