"""For all tests: which of them are not traced for coverage.

A test marked `no_cover` runs many matches or words through code that others already cover; tracing
it would cost minutes and show nothing new. pytest-cov pauses in the test's own process; what the
test starts beside it is not traced either.
"""

from __future__ import annotations

import pytest

TRACES_SUBPROCESSES = "COVERAGE_PROCESS_CONFIG"


@pytest.fixture(autouse=True)
def untraced_subprocesses(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("no_cover"):
        monkeypatch.delenv(TRACES_SUBPROCESSES, raising=False)
