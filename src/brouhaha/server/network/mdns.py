"""A name on the home network: `brouhaha.local`, announced by multicast DNS.

Not every phone understands such names, so the number stays the way out; and not every network
carries multicast, so nothing waits for it and its failure stops nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address
from typing import Final

from zeroconf import IPVersion, NonUniqueNameException, ServiceInfo
from zeroconf._services.info import AddressResolverIPv4
from zeroconf.asyncio import AsyncZeroconf

from brouhaha.server import logs

NAMES: Final = ("brouhaha", *(f"brouhaha-{number}" for number in range(2, 10)))
SERVICE: Final = "_http._tcp.local."
ASK_MS: Final = 750  # how long another server may take to say that a name is its own
LOOK_AGAIN: Final = 15.0  # seconds: how soon a changed network is noticed


class NameAnnouncer:
    """Announces a free name for as long as `run` runs; `name` is it, once it is announced."""

    def __init__(self, port: int, numbers: Callable[[], Sequence[IPv4Address]]) -> None:
        self._port = port
        self._numbers = numbers
        self.name = ""

    async def run(self) -> None:
        while True:
            numbers = list(self._numbers())
            try:
                await self._announce_while_unchanged(numbers)
            except (OSError, NonUniqueNameException) as error:
                logs.event("mdns_failed", logging.WARNING, reason=str(error))
                await asyncio.sleep(LOOK_AGAIN)

    async def _announce_while_unchanged(self, numbers: list[IPv4Address]) -> None:
        if not numbers:
            await asyncio.sleep(LOOK_AGAIN)
            return
        interfaces = [str(number) for number in numbers]
        zeroconf = AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
        try:
            name = await _free_name(zeroconf, interfaces)
            service = _service(name, self._port, numbers)
            await zeroconf.async_register_service(service, allow_name_change=True)
            self.name = f"{name}.local"
            logs.event("mdns_announced", host=self.name)
            while list(self._numbers()) == numbers:
                await asyncio.sleep(LOOK_AGAIN)
        finally:
            self.name = ""
            await zeroconf.async_close()


async def _free_name(zeroconf: AsyncZeroconf, own: Sequence[str]) -> str:
    """The first name that no other machine answers to."""
    for name in NAMES:
        resolver = AddressResolverIPv4(f"{name}.local.")
        await resolver.async_request(zeroconf.zeroconf, ASK_MS)
        if set(resolver.parsed_addresses()) <= set(own):
            return name
    raise OSError("every name from brouhaha to brouhaha-9 is taken on this network")


def _service(name: str, port: int, numbers: Sequence[IPv4Address]) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=port,
        addresses=[number.packed for number in numbers],
        server=f"{name}.local.",
    )
