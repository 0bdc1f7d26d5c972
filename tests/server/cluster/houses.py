"""Several servers of one cluster, in the loop of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.server.guests import House, house


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
