"""When nobody can expect an answer, and how much a power cut may take: what trouble excuses."""

from __future__ import annotations

from math import inf
from typing import Final

from tests.simulation.timeline import Timeline

BACK_WITHIN: Final = 4.0  # seconds after a server is there again: people come back within two
RECOVERS_WITHIN: Final = 8.0  # seconds after a disk is well: tables are read again every five
SYNCED_WITHIN: Final = 2.0  # seconds: what is older survives a power cut


class Disturbances:
    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._until: dict[str | None, float] = {None: 0.0}  # by table; None: all
        self._disk = 0.0, 0.0  # since when it is in trouble, and until when that can be felt
        self.complete_before = inf  # a restart finds all that was written by then

    def disturb(
        self, seconds: float, code: str | None = None, afterwards: float = BACK_WITHIN
    ) -> None:
        """For so long, and for a while afterwards, nobody is answered (at this table)."""
        until = self._timeline.now + seconds + afterwards
        self._until[code] = max(self._until.get(code, 0.0), until)

    def disturb_disk(self, seconds: float) -> None:
        """The disk is in trouble for so long, and what waited for it a while longer."""
        now, (since, until) = self._timeline.now, self._disk
        self._disk = since if now < until else now, max(until, now + seconds + RECOVERS_WITHIN)
        self.disturb(seconds, afterwards=RECOVERS_WITHIN)

    def none_since(self, moment: float, code: str | None = None) -> bool:
        return max(self._until[None], self._until.get(code, 0.0)) < moment

    def power_cut(self) -> None:
        """What a disk in trouble could not sync is lost too."""
        now, (since, until) = self._timeline.now, self._disk
        synced = (since if now < until else now) - SYNCED_WITHIN
        self.complete_before = min(self.complete_before, synced)

    def rot(self) -> None:
        """Whatever is still in the write-ahead log may be lost."""
        self.complete_before = -inf

    def restarted(self) -> None:
        self.complete_before = inf
