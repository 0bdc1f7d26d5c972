"""What holds at a table in the same process holds over the bus: the same tests, with every socket at
a process that does not have the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from brouhaha.server.server import Server
from tests.server import test_lines, test_play, test_sockets
from tests.server.guests import House, house

MODULES = test_play, test_sockets, test_lines
globals().update({
    name: test for module in MODULES for name, test in vars(module).items()
    if name.startswith("test_")
})  # fmt: skip
pytestmark = pytest.mark.no_cover  # the same branches as in these


class HopServer:
    """The edge's server, with the owner's tables."""

    def __init__(self, owner: Server, edge: Server) -> None:
        self._edge = edge
        self.registry = owner.registry

    def __getattr__(self, name: str) -> Any:
        return getattr(self._edge, name)


class HopHouse(House):
    """Tables are opened at the owner; everything else is asked of the edge."""

    def __init__(self, owner: House, edge: House) -> None:
        server = cast("Server", HopServer(owner.server, edge.server))
        super().__init__(server, int(edge.url.rpartition(":")[2]), edge.session)
        self._owner = owner

    async def post(self, body: Any, **headers: str) -> tuple[int, Any]:
        return await self._owner.post(body, **headers)


@pytest.fixture(autouse=True)
def over_the_hop(store: str, nats: str, monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def two_houses(_: object, **settings: Any) -> AsyncIterator[House]:
        chosen = {"bus": nats, **settings}
        async with house(store, **chosen) as owner, house(store, **chosen) as edge:
            yield HopHouse(owner, edge)

    for module in MODULES:
        monkeypatch.setattr(module, "house", two_houses)
