"""Several servers of one cluster, in the loop of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from brouhaha.server.tables.link import ComeAgain
from tests.server.guests import SOON, House, house


@asynccontextmanager
async def houses(
    count: int, store: str, nats: str, **settings: Any
) -> AsyncIterator[tuple[House, ...]]:
    async with AsyncExitStack() as stack:
        yield tuple([
            await stack.enter_async_context(house(store, bus=nats, **settings))
            for _ in range(count)
        ])  # fmt: skip


def owners(servers: tuple[House, ...], code: str) -> list[int]:
    """Which of them have the table."""
    return [n for n, each in enumerate(servers) if code in each.server.registry.tables]


async def moved(code: str, to: House) -> bool:
    """The table is at this process from now on. Who comes while it is under way comes again."""
    cluster = to.server.cluster
    assert cluster is not None
    async with asyncio.timeout(SOON):
        while True:
            with suppress(ComeAgain):
                return await cluster.ownership.fetch(code)
            await asyncio.sleep(0.05)
