"""A call into a game of another package that does not come back is interrupted.

The server's thread belongs to all tables. So a timer of the system (SIGALRM) rings twice a second
while plug-ins are installed, and its handler looks at the stack: a frame of a plug-in that was
there at ten looks in a row is one call that has lasted some five seconds. `Endless` is raised
where it hangs, and the call fails as if it had crashed: its match is given up, and the game is not
dealt again before the server is started anew (`games.suspend`). Looks are counted and not seconds:
after a machine has slept, nobody is too late. A move costs nothing more. The threads that play logs
again are looked after in the same way.

What it cannot do: interrupt C code that never asks for signals, catch a plug-in that swallows
`BaseException` and goes on, or wake one of those other threads while it sleeps. There is no such
timer on Windows.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from brouhaha import games

LOOKS_EVERY: Final = 0.5  # seconds
MOST_LOOKS: Final = 10  # that a call may last: meanwhile it holds all tables up


LOOPS: Final = frozenset({"asyncio", "uvloop"})


class Endless(BaseException):
    """Not an `Exception`: code that goes on after any of those would go on after this too."""

    def __str__(self) -> str:
        return f"the call had not come back after {MOST_LOOKS * LOOKS_EVERY:g} seconds"


class EndlessCalls:
    """Looks after the server's own thread and `others`, which gives the idents of further ones."""

    def __init__(self, others: Callable[[], list[int]]) -> None:
        self._others = others
        self._packages = {plug_in.module for plug_in in games.plug_ins()}
        self._calls: dict[int, tuple[FrameType, int]] = {}  # by thread: since how many looks
        self._own = threading.get_ident()

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """For as long as the block lasts."""
        possible = hasattr(signal, "setitimer") and (
            threading.current_thread() is threading.main_thread()
        )
        if not possible or not self._packages:
            yield
            return
        before = signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, LOOKS_EVERY, LOOKS_EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _look(self, number: int, frame: FrameType | None) -> None:
        """The server's thread stands still here, in `frame`."""
        stacks = sys._current_frames()
        for thread in self._others():
            if self._lasts(thread, stacks.get(thread)):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(Endless)
                )
        del stacks
        if self._lasts(self._own, frame):
            raise Endless

    def _lasts(self, thread: int, frame: FrameType | None) -> bool:
        """Is this thread in the same call of a plug-in as so many looks ago?"""
        call = self._call_in(frame)
        if call is None:
            self._calls.pop(thread, None)
            return False
        before, looks = self._calls.get(thread, (None, 0))
        looks = looks + 1 if call is before else 1
        self._calls[thread] = call, looks
        if looks <= MOST_LOOKS:
            return False
        games.suspend(_package(call), str(Endless()))
        return True

    def _call_in(self, frame: FrameType | None) -> FrameType | None:
        """The outermost frame of a plug-in on this stack, down to the event loop: where we called
        it. Whoever started the loop waits for it, and is not meant."""
        found = None
        while frame is not None and (package := _package(frame)) not in LOOPS:
            if package in self._packages:
                found = frame
            frame = frame.f_back
        return found


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
