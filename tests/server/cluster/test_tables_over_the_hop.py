"""What holds at a table holds for those whose sockets are in another process: the same tests, with a
link of a cluster between the clients and their table."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import tests.table
from tests.server.cluster.hop_link import HopLink
from tests.table.test_several_seats import any_game

__all__ = ["any_game"]  # a fixture of the tests that come from there

TESTS = [
    importlib.import_module(f"tests.table.{found.name}")
    for found in pkgutil.iter_modules(tests.table.__path__)
    if found.name.startswith("test_")
]
NOT_THE_LINKS = (
    "test_restore",  # the log's
    "test_storms",  # long, and the table's alone
    "test_two_tables",  # these tables are moved by the test; over the bus: test_party.py
    "test_hello_comes_first_and_once",  # who has no link yet is the edge's
    "test_the_longest_match_can_be_written_and_read_again",  # the log's
)
MODULES = [
    module
    for module in TESTS
    if hasattr(module, "Link") and module.__name__.rpartition(".")[2] not in NOT_THE_LINKS
]
globals().update({
    name: test for module in MODULES for name, test in vars(module).items()
    if name.startswith("test_") and name not in NOT_THE_LINKS
})  # fmt: skip
pytestmark = pytest.mark.no_cover  # the same branches as in tests/table


@pytest.fixture(autouse=True)
def over_the_hop(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in MODULES:
        monkeypatch.setattr(module, "Link", HopLink)
