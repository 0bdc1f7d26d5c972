"""For tests of servers that run in the process of the test."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plug_ins import on_the_path


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """`serve` sets up logging for its process, which is ours here."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Path]:
    """Where plug-ins are installed for the test."""
    folder = tmp_path / "packages"
    folder.mkdir()
    with on_the_path(folder):
        yield folder
