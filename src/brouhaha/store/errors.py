"""Everything that can go wrong with a store, in one tree; no driver's exception gets past it.

    StoreError
    ├── BadStoreUrl        no such kind of store, or its driver is not installed
    ├── NotAStore          there is something, but it is not a store of ours
    ├── NewerStore         written by a later release
    ├── TablesRefused      what these tables wrote cannot be stored; `tables` names them
    │   └── Fenced         because another writer has them
    ├── StoreLocked        somebody else holds it; trying again may help
    ├── StoreReadOnly      it may be read, not written
    ├── StoreFull          no space left
    ├── StoreUnreachable   the file or the server cannot be reached, or went away
    └── StoreDamaged       what was written cannot be read back

After `TablesRefused`, everything of the commit that is not of `tables` is written. After any other
error, nothing is, with two exceptions: a connection that breaks during a commit leaves open whether
it was, and a commit of which something was refused is written in parts. Whoever is told of one
reads the log again before going on, as after a crash: what is in the log is what happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar


class StoreError(Exception):
    """The root; raised itself only for what no branch foresees."""


class BadStoreUrl(StoreError):
    pass


class NotAStore(StoreError):
    pass


class NewerStore(StoreError):
    pass


class TablesRefused(StoreError):
    why: ClassVar = "the store does not take what was written at"

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = frozenset(tables)
        super().__init__(f"{self.why} {', '.join(sorted(self.tables))}")


class Fenced(TablesRefused):
    why = "another writer has"


class StoreLocked(StoreError):
    pass


class StoreReadOnly(StoreError):
    pass


class StoreFull(StoreError):
    pass


class StoreUnreachable(StoreError):
    pass


class StoreDamaged(StoreError):
    pass
