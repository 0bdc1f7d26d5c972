"""What is not traced for coverage.

A test marked `no_cover` runs many matches or words through code that others already cover; tracing
it would cost minutes and show nothing new. What the test starts beside its own process is not traced
either. (pytest-cov pauses for it, but in a worker of pytest-xdist coverage was started three times, and
where the last one pauses, the one before goes on.)
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

TRACES_SUBPROCESSES = "COVERAGE_PROCESS_CONFIG"


@contextmanager
def untraced() -> Iterator[None]:
    """What this process does meanwhile."""
    tracer, tracer_of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(tracer_of_threads)
        sys.settrace(tracer)


@contextmanager
def untraced_subprocesses() -> Iterator[None]:
    """What is started meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(TRACES_SUBPROCESSES, raising=False)
        yield
