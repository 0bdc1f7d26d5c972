"""What a commit is: what tables accepted since the last one, as the rows that a store keeps."""

from __future__ import annotations

from collections.abc import Iterable

from brouhaha.commits.part import Part
from brouhaha.store import ArchivedMatch, Commit, Row
from brouhaha.table import FinishedMatch


def commit_of(parts: Iterable[Part], at: int) -> Commit | None:
    """One commit of many tables' parts; None if they only have something to tell."""
    rows: list[Row] = []
    finished: list[ArchivedMatch] = []
    closed: list[tuple[str, int]] = []
    together: list[tuple[str, str]] = []
    for each in parts:
        part = each.commit
        for entry, payload in enumerate(part.entries, part.first):
            rows.append(Row(part.code, entry, payload, at))
        for match in part.finished:
            finished.append(_archived(part.code, match, at))
        if part.closes:
            closed.append((part.code, at))
        for other in part.written_with:
            together.append((part.code, other))
    return Commit(rows, finished, closed, together) if rows else None


def _archived(code: str, match: FinishedMatch, ended: int) -> ArchivedMatch:
    """As the archive keeps it. The table encoded its result and log; they are only copied now."""
    return ArchivedMatch(
        id=match.replay,
        table=code,
        game=match.game,
        players=match.names,
        bots=match.bots,
        result=match.result,
        started=ended - match.lasted,
        ended=ended,
        log=match.log,
    )
