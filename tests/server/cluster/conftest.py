"""A real PostgreSQL and a real NATS, shared by all tests of clusters in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.bus.nats_servers import running_nats, urls


@pytest.fixture(scope="session")
def nats() -> Iterator[str]:
    with running_nats() as servers:
        yield urls(servers)


@pytest.fixture
def store(url_of_kind: Callable[[str], str]) -> str:
    """The URL of an empty place in PostgreSQL."""
    return url_of_kind("postgresql")
