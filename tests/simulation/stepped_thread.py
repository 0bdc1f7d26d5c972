"""A second thread that runs only while the first one waits for it: from one step to the next.

So the store's thread and the event loop take turns at every change of a file, in an order that a seed
decides, and never run at once.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Semaphore, Thread, current_thread

from tests.simulation.timeline import Killed


class _Thread(Thread):
    stepped: SteppedThread


def stand() -> None:
    """If this is the second thread, it is the first one's turn now."""
    thread = current_thread()
    if isinstance(thread, _Thread):
        thread.stepped.stand()


class SteppedThread:
    def __init__(self, target: Callable[[], None]) -> None:
        self.done = False
        self._target = target
        self._error: BaseException | None = None
        self._abandoned = False
        self._goes_on, self._stands = Semaphore(0), Semaphore(0)
        self._thread = _Thread(target=self._run, daemon=True)
        self._thread.stepped = self
        self._thread.start()

    def _run(self) -> None:
        self._goes_on.acquire()
        try:
            if not self._abandoned:
                self._target()
        except BaseException as error:
            self._error = error
        self.done = True
        self._stands.release()

    def go_on(self) -> None:
        """Until its next step, or its end. Raises what it raised."""
        self._goes_on.release()
        self._stands.acquire()
        if self._error is not None and not self._abandoned:
            raise self._error

    def stand(self) -> None:
        """In the thread itself, until the other one says `go_on`."""
        self._stands.release()
        self._goes_on.acquire()
        if self._abandoned:
            raise Killed

    def abandon(self) -> None:
        """Its process has died."""
        self._abandoned = True
        while not self.done:
            self.go_on()
        self._thread.join()
