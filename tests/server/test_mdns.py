"""`brouhaha.local`, announced and found by real multicast, on a network of the test's own."""

from __future__ import annotations

import asyncio
from ipaddress import IPv4Address

from zeroconf._services.info import AddressResolverIPv4
from zeroconf.asyncio import AsyncZeroconf

from brouhaha.server.network.mdns import NameAnnouncer
from tests.namespaces import NUMBER, run_in_namespace


def test_a_name_is_announced_and_a_taken_one_left_alone() -> None:
    assert run_in_namespace("-m", "tests.server.test_mdns").split() == [
        "brouhaha.local", NUMBER, "brouhaha-2.local",
    ]  # fmt: skip


async def _announced(announcer: NameAnnouncer) -> tuple[str, asyncio.Task[None]]:
    running = asyncio.create_task(announcer.run())
    async with asyncio.timeout(30):
        while not announcer.name:
            await asyncio.sleep(0.02)
    return announcer.name, running


async def _scenario() -> None:
    name, first = await _announced(NameAnnouncer(8000, lambda: [IPv4Address(NUMBER)]))
    print(name)
    phone = AsyncZeroconf(interfaces=[NUMBER])
    resolver = AddressResolverIPv4(f"{name}.")
    assert await resolver.async_request(phone.zeroconf, 5000)
    print(*resolver.parsed_addresses())
    other, second = await _announced(NameAnnouncer(8001, lambda: [IPv4Address("127.0.0.1")]))
    print(other)
    for running in (first, second):
        running.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    await phone.async_close()


if __name__ == "__main__":
    asyncio.run(_scenario())
