"""Guests behind a balancer without stickiness: each time they come, they land on the next server."""

from __future__ import annotations

import asyncio
import time
from itertools import cycle
from typing import Any

from brouhaha.server.commands.bot import Message
from tests.server.guests import SOON, Guest, all_ready


class RoamingGuest(Guest):
    def __init__(self, urls: list[str], code: str, name: str, **more: Any) -> None:
        self._addresses = cycle([url.replace("http", "ws", 1) + "/ws" for url in urls])
        super().__init__(urls[0], code, name, **more)
        self.port = 0  # of the server that it landed on last
        self.told_at: list[float] = []  # when each update came
        self.came_at = 0.0  # the last time

    @property
    def address(self) -> str:
        landed = next(self._addresses)
        self.port = int(landed.split(":")[2].removesuffix("/ws"))
        return landed

    @address.setter
    def address(self, url: str) -> None:
        """Where it would go without a balancer."""

    async def heard_welcome(self, socket: Any, message: Message) -> None:
        self.came_at = time.monotonic()
        await super().heard_welcome(socket, message)

    async def heard_update(self, socket: Any, message: Message) -> None:
        self.told_at.append(time.monotonic())
        await super().heard_update(socket, message)


async def seated(
    urls: list[str], code: str, count: int, haste: float, guests: list[RoamingGuest]
) -> None:
    """So many people at this table, each of whom lands on another server first; it has started."""
    for number in range(count):
        turned = urls[number % len(urls) :] + urls[: number % len(urls)]
        guests.append(RoamingGuest(turned, code, f"Guest {number}", haste=haste))
        guests[-1].sit_down()
        await asyncio.wait_for(guests[-1].here.wait(), SOON)
    await all_ready(list(guests))
    await guests[0].say(type="start")
