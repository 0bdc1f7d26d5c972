"""Questions to the store that somebody waits for: not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from brouhaha.store import StoreUnreachable

T = TypeVar("T")


async def patiently(answer: Awaitable[T], seconds: float) -> T:
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        raise StoreUnreachable("it does not answer") from None
