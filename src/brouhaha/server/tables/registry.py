"""Which tables there are, and who is connected to each."""

from __future__ import annotations

from typing import Protocol

from brouhaha.table import Table
from brouhaha.table.wire import Notice


class Recipient(Protocol):
    """Whom a table talks to: a socket, or a request that took a seat for somebody."""

    def __hash__(self) -> int: ...

    def send(self, frame: bytes) -> None: ...

    def close(self, code: str) -> None: ...

    def measure(self) -> None:
        """Ask it how far away it is, if it answers that."""

    def notify(self, code: Notice) -> None:
        """Say why, and close."""


class Registry:
    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self._connected: dict[Table, set[Recipient]] = {}

    def connect(self, table: Table, recipient: Recipient) -> None:
        """Whatever the table says to the hello, this one is told of trouble."""
        self._connected.setdefault(table, set()).add(recipient)

    def disconnect(self, table: Table, recipient: Recipient) -> None:
        connected = self._connected.get(table)
        if connected is not None:
            connected.discard(recipient)
            if not connected:
                del self._connected[table]

    def drop(self, code: str) -> None:
        """It has closed, or its log is to be read again."""
        self.tables.pop(code, None)

    def ask_to_reconnect(self, table: Table) -> None:
        for recipient in self._connected.pop(table, ()):
            recipient.notify("restarting")
