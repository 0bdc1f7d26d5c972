"""What each address has had here and other processes have not been told of yet.

Limits by address count what an address has of all processes together (`cluster/shared_limits.py`).
Where there is one process only, nothing is noted.
"""

from __future__ import annotations

Amounts = tuple[float, ...]


class Tally:
    """Of one measure: `worth` is how much others must know of; less waits until it has grown."""

    def __init__(self, worth: Amounts, most: int) -> None:
        self._worth = worth
        self._most = most  # addresses: memory that strangers cannot fill
        self._little: dict[str, Amounts] = {}
        self._worth_telling: dict[str, Amounts] = {}

    def add(self, address: str, amounts: Amounts) -> None:
        before = self._worth_telling.pop(address, None) or self._little.pop(address, None)
        if before is not None:
            amounts = tuple(had + more for had, more in zip(before, amounts, strict=True))
        if any(had >= worth for had, worth in zip(amounts, self._worth, strict=True)):
            self._worth_telling[address] = amounts
            return
        if len(self._little) >= self._most:
            self._little.clear()  # of each it is little
        self._little[address] = amounts

    def take(self) -> dict[str, Amounts]:
        """What is worth telling; it is not given again. Who has had little costs nothing here."""
        taken, self._worth_telling = self._worth_telling, {}
        return taken
