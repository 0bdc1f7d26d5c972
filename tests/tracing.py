"""What is not traced for coverage.

Tracing doubles what a test takes, so `make` runs those marked `no_cover` first, in processes that no tracer looks
into, and then the others, traced. Marked is what takes long and reaches nothing, or
next to nothing, that others do not reach: many matches or words, storms, kills, the same law with every store.
Whoever is in doubt leaves the mark away. What the marked compile (numba keeps it) the others find.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

TRACES_SUBPROCESSES = "COVERAGE_PROCESS_CONFIG"


@contextmanager
def untraced_subprocesses() -> Iterator[None]:
    """What is started meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(TRACES_SUBPROCESSES, raising=False)
        yield
