"""A second thread that runs only while the first one waits for it: from one step to the next.

So the store's thread and the event loop take turns at every change of a file, in an order that a seed
decides, and never run at once. It is a greenlet: a thread of the system would wait for its turn at the
processor, which took a third of a run.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from greenlet import getcurrent, greenlet

from tests.simulation.timeline import Killed


def stand() -> None:
    """If this is the second thread, it is the first one's turn now."""
    thread = getcurrent()
    if isinstance(thread, SteppedThread):
        thread.first.switch()


class SteppedThread(greenlet):  # type: ignore[misc]
    def __init__(self, target: Callable[[], None]) -> None:
        super().__init__(target)
        self.first = getcurrent()

    def go_on(self) -> None:
        """Until its next step, or its end. Raises what it raised."""
        self.switch()

    def abandon(self) -> None:
        """Its process has died."""
        while not self.dead:
            with suppress(BaseException):
                self.throw(Killed)
