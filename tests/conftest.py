"""For all tests: the stores' places, and what Hypothesis remembers.

Hypothesis remembers nothing from one run to the next. Faults are planted in the same laws that honest
games keep; what failed with one game would be tried first with the next one, and nothing else. That
a loaded machine is slow is no finding either.
"""

from __future__ import annotations

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
