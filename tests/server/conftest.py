"""The stores' own fixtures: a file, and a real PostgreSQL."""

import logging
from collections.abc import Iterator

import pytest

from tests.store.conftest import kind, new_url, postgres, url, url_of_kind

__all__ = ["kind", "new_url", "postgres", "url", "url_of_kind"]


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """`serve` sets up logging for its process, which is ours here."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
