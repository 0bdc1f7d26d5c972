"""For all tests: the stores' places, what Hypothesis remembers, and what is not traced for coverage.

Hypothesis remembers nothing from one run to the next. Faults are planted in the same laws that honest
games keep; what failed with one game would be tried first with the next one, and nothing else. That
a loaded machine is slow is no finding either.

A test marked `no_cover` runs many matches or words through code that others already cover; tracing
it would cost minutes and show nothing new. What the test starts beside its own process is not traced
either. (pytest-cov pauses for it, but in a worker of pytest-xdist coverage was started three times, and
where the last one pauses, the one before goes on.)
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.store.fixtures import (
    database,
    kind,
    new_url,
    postgres,
    sqlite_path,
    store,
    url,
    url_of_kind,
)

__all__ = [
    "database",
    "kind",
    "new_url",
    "postgres",
    "sqlite_path",
    "store",
    "url",
    "url_of_kind",
]

settings.register_profile(
    "unhurried",
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")

TRACES_SUBPROCESSES = "COVERAGE_PROCESS_CONFIG"


@pytest.fixture(autouse=True)
def untraced_subprocesses(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("no_cover"):
        monkeypatch.delenv(TRACES_SUBPROCESSES, raising=False)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    if not pyfuncitem.get_closest_marker("no_cover"):
        return (yield)
    tracer, tracer_of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        threading.settrace(tracer_of_threads)
        sys.settrace(tracer)
