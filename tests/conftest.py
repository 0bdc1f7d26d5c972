"""For all tests: the stores' places, what Hypothesis remembers, and what is not traced for coverage (`tracing`).

Hypothesis remembers nothing from one run to the next. Faults are planted in the same laws that honest
games keep; what failed with one game would be tried first with the next one, and nothing else. That
a loaded machine is slow is no finding either.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

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
from tests.tracing import untraced, untraced_subprocesses

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


@pytest.fixture(autouse=True)
def subprocesses_as_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    if not request.node.get_closest_marker("no_cover"):
        yield
        return
    with untraced_subprocesses():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    if not pyfuncitem.get_closest_marker("no_cover"):
        return (yield)
    with untraced():
        return (yield)
