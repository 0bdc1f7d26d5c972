"""Under which name somebody is shown, and which matches may be seen again, to whom.

The host sees names, everybody else a pseudonym where the host gave one. A replay tells names: where
somebody in it has a pseudonym, only the host is given its link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from brouhaha.club.access import Viewer
from brouhaha.club.ledger import decoded
from brouhaha.club.page_types import Person
from brouhaha.store.database import Database

Rows = list[tuple[Any, ...]]


def among(values: Iterable[object]) -> str:
    """`IN (…)` with a place for each; at least one, as SQL wants it."""
    count = len(list(values))
    return f"IN ({', '.join('?' * count)})" if count else "IN (NULL)"


class NotThere(Exception):
    """No such evening or person."""


class Showing:
    """To one viewer, within one page. `mask` hides coarse words from whoever is not of the club."""

    def __init__(self, database: Database, viewer: Viewer, mask: Callable[[str], str]) -> None:
        self.database = database
        self.viewer = viewer
        self.mask = mask if viewer == "anybody" else str
        self._persons: dict[int, Person] = {}
        self._veiled: set[int] = set()

    def fetch(self, persons: Iterable[int | None]) -> None:
        """In one question, before they are asked for one by one."""
        wanted = {id for id in persons if id is not None} - self._persons.keys()
        if not wanted:
            return
        sql = f"SELECT id, name, pseudonym FROM persons WHERE id {among(wanted)}"
        for id, name, pseudonym in self.database.rows(sql, list(wanted)):
            self._persons[id] = self._shown(id, decoded(name), pseudonym)

    def _shown(self, id: int, name: str, pseudonym: bytes | None) -> Person:
        if pseudonym is None:
            return Person(id, self.mask(name))
        if self.viewer == "host":
            return Person(id, name, decoded(pseudonym))
        self._veiled.add(id)
        return Person(id, decoded(pseudonym))

    def person(self, id: int | None) -> Person | None:
        """None: a bot, or somebody who was forgotten."""
        if id is not None and id not in self._persons:
            self.fetch([id])
        return self._persons.get(id) if id is not None else None

    def is_veiled(self, persons: Iterable[int | None]) -> bool:
        """Has one of them a pseudonym that this viewer is not to look behind?"""
        return not self._veiled.isdisjoint(persons)
