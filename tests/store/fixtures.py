"""Every test that asks for `url` or `new_url` runs on SQLite and on a real PostgreSQL.

`tests/conftest.py` has them for all folders: a fixture that two folders import is two fixtures to pytest, and
each would start a PostgreSQL of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from brouhaha.store import Store
from brouhaha.store.database import Database
from brouhaha.store.opening import connect
from brouhaha.store.schema import migrate
from tests.store.throwaway_postgres import new_schema, running_postgres

KINDS = ("sqlite", "postgresql")
NewUrl = Callable[..., str]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """One server for each process that runs tests: nothing is shared between workers."""
    with running_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def url_of_kind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewUrl:
    """Makes URLs of empty places: files, and schemas in one PostgreSQL."""
    numbers = count()

    def new(kind: str) -> str:
        name = f"store{next(numbers)}"
        if kind == "sqlite":
            return str(tmp_path_factory.mktemp("store") / f"{name}.db")
        return new_schema(request.getfixturevalue("postgres"), name)

    return new


@pytest.fixture(params=KINDS, scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def new_url(kind: str, url_of_kind: NewUrl) -> NewUrl:
    return lambda: url_of_kind(kind)


@pytest.fixture
def url(new_url: NewUrl) -> str:
    return new_url()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """The connection that `store` writes over: to look beneath it, or to make it fail."""
    with closing(connect(url, read_only=False)) as connected:
        migrate(connected)
        yield connected


@pytest.fixture
def store(url: str, database: Database) -> Store:
    return Store(url, database)


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    return tmp_path / "brouhaha.db"
