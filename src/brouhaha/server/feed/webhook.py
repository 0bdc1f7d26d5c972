"""What the house is told, sent to an address of the host's choice, signed.

    Brouhaha-Signature: t=1700000000,v1=<HMAC-SHA256 of "1700000000." + body, hexadecimal>

One event at a time, in order. An address that does not answer, or answers with trouble, is tried a
few times more; then the event is given up. What waits is bounded: the oldest makes way. Play never
waits for any of it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections import deque
from hashlib import sha256
from typing import Final

import aiohttp
import msgspec

from brouhaha.server import authorities, logs
from brouhaha.server.feed.types import Told
from brouhaha.server.metrics import Metrics

HEADER: Final = "Brouhaha-Signature"
WAITING: Final = 1_000  # events: a few hundred kB
TRIES: Final = 5
SECONDS: Final = 10.0  # for an answer
PAUSE: Final = 1.0  # seconds after the first failure; then twice as long each time


def signature(secret: str, moment: int, body: bytes) -> str:
    signed = b"%d.%b" % (moment, body)
    return f"t={moment},v1={hmac.new(secret.encode(), signed, sha256).hexdigest()}"


class Webhook:
    def __init__(self, url: str, secret: str, metrics: Metrics, pause: float = PAUSE) -> None:
        self._url = url
        self._secret = secret
        self._metrics = metrics
        self._pause = pause
        self._waiting: deque[Told] = deque()
        self._news = asyncio.Event()

    def tell(self, told: Told) -> None:
        if len(self._waiting) >= WAITING:
            self._waiting.popleft()
            self._metrics.add("webhook_failures")
        self._waiting.append(told)
        self._news.set()

    async def run(self) -> None:
        """As long as the server runs."""
        await asyncio.to_thread(authorities.read)
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            while True:
                await self._news.wait()
                self._news.clear()
                while self._waiting:
                    body = msgspec.json.encode(self._waiting.popleft())
                    if not await self._delivered(session, body):
                        self._metrics.add("webhook_failures")
                        logs.event("webhook_gave_up", logging.WARNING, tries=TRIES)

    async def _delivered(self, session: aiohttp.ClientSession, body: bytes) -> bool:
        for number in range(TRIES):
            if number:
                await asyncio.sleep(self._pause * 2 ** (number - 1))
            if await self._sent(session, body):
                return True
        return False

    async def _sent(self, session: aiohttp.ClientSession, body: bytes) -> bool:
        signed = signature(self._secret, int(time.time()), body)
        headers = {"Content-Type": "application/json", HEADER: signed}
        try:
            async with session.post(
                self._url, data=body, headers=headers, allow_redirects=False
            ) as answer:
                return answer.status < 300
        except (aiohttp.ClientError, TimeoutError, OSError):
            return False
