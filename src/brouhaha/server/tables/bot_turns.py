"""What bots do is charged to the address that opened their table, and has its turn as all that
strangers cause (`server/edge/turnstile`): scores of tables full of bots may wake in one moment.

Where only people play a table wakes at once, and so does one that nobody is known to have opened:
of a tournament, or read from its log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from brouhaha.table import Table

TOLD: Final = 0.0003  # seconds of the processor: what is written and told of a bot's move


class Stile(Protocol):
    """The part of a turnstile that is needed here."""

    def let_in(self, address: str, enter: Callable[[], None]) -> None: ...

    def charge(self, address: str, seconds: float) -> None: ...


class BotTurns:
    def __init__(self, tables: dict[str, Table]) -> None:
        self.stile: Stile | None = None  # nobody is a stranger
        self._tables = tables
        self._openers: dict[str, str] = {}  # addresses, by the table's code
        self._waiting: set[Table] = set()
        self._entering = False  # one has its turn

    def opened(self, table: Table, address: str) -> None:
        if address:
            self._openers[table.state.code] = address

    def forget(self, code: str) -> None:
        """There is no such table any more, or it will be read from its log."""
        self._openers.pop(code, None)

    def opened_beside(self, table: Table, other: Table) -> None:
        """A party's second table is whose the first one is."""
        self.opened(table, self._openers.get(other.state.code, ""))

    def has_to_wait(self, table: Table, wake: Callable[[str], None]) -> bool:
        """A table where bots play wakes. True: it is woken when it has its turn."""
        opener, stile = self._openers.get(table.state.code), self.stile
        if opener is None or stile is None or self._entering:
            return False
        if table not in self._waiting:
            self._waiting.add(table)
            stile.let_in(opener, partial(self._enter, table, opener, stile, wake))
        return True

    def _enter(self, table: Table, opener: str, stile: Stile, wake: Callable[[str], None]) -> None:
        self._waiting.discard(table)
        code = table.state.code
        if self._tables.get(code) is not table:  # it was dropped meanwhile
            return
        stile.charge(opener, TOLD)
        self._entering = True
        try:
            wake(code)
        finally:
            self._entering = False
