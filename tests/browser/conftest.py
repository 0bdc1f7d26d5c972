"""One server and one browser for all tests of a worker; windows as good as new for each test (`tools/windows.py`).

    def test_something(house: House) -> None:
        page = house.person(language="fr").sit(house.open_table("now", bots=["steady"], start=True))

A test fails if a console said something, unless it called `house.expect_noise`. Tests marked `together` use something
that takes long to bring about, and are run one after the other.
"""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.tracing import untraced_subprocesses
from tools.house import House, Server, browsing, serving
from tools.windows import Windows

ROOT = Path(__file__).resolve().parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers begin with what lies side by side and take from each other later, so most of them stay in one. (A distribution
    of pytest-xdist that keeps groups in one, `loadgroup`, waits for ever once a worker has died.)"""
    places: dict[str, int] = {}
    for place, item in enumerate(items):
        places.setdefault(_group(item), place)
    items.sort(key=lambda item: places[_group(item)])


def _group(item: pytest.Item) -> str:
    mark = item.get_closest_marker("together")
    return item.nodeid if mark is None else str(mark.args[0])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    runpy.run_path(str(ROOT / "hatch_build.py"))["build_client"]()
    with untraced_subprocesses(), serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as opened:
        yield opened


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def house(server: Server, windows: Windows) -> Iterator[House]:
    visited = House(server, windows)
    yield visited
    visited.send_home()
    assert visited.noise == []
