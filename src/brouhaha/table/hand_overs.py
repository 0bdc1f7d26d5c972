"""Handing a seat over to another device: a secret that the first device shows, for a short time.

It opens the seat once, and then the seat has another token: what the first device kept opens
nothing any more. The second device makes that token itself, and keeps it before it asks: if its
line dies before the answer is there, it comes back with the token. The secret is not in the log:
a restart forgets those that are open, and another one can be asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from brouhaha.engine.errors import Rejected
from brouhaha.table import tokens
from brouhaha.table.refusals import HAND_OVER_EXPIRED, HAND_OVER_USED


class HandOver(Struct):
    fingerprint: str
    expires_at: float
    used: bool = False


class HandOvers:
    """The last one of each person."""

    def __init__(self, lasts: float, entropy: Callable[[int], bytes]) -> None:
        self.lasts = lasts
        self._entropy = entropy
        self._by_person: dict[int, HandOver] = {}

    def offer(self, person: int, now: float) -> str:
        """A new secret for this person's seat; an earlier one opens nothing any more."""
        secret = tokens.new_token(self._entropy)
        self._by_person[person] = HandOver(tokens.fingerprint(secret), now + self.lasts)
        return secret

    def find(self, secret: str, now: float) -> int:
        """Whose seat the secret opens, still unused and in time."""
        people, offers = list(self._by_person), list(self._by_person.values())
        found = tokens.position(secret, [offer.fingerprint for offer in offers])
        if found is not None and offers[found].used:
            raise Rejected(HAND_OVER_USED)
        if found is None or now > offers[found].expires_at:
            raise Rejected(HAND_OVER_EXPIRED)
        return people[found]

    def use(self, person: int) -> None:
        self._by_person[person].used = True
