"""Where can the server be reached? Asked anew each time: a laptop changes networks during a party.

The first address is the one for phones. `public_url` goes before everything else; then come the
numbers of this machine on its networks, the one that it sends from first and those of virtual
networks last; then the name that mDNS announces. Loopback is never among them: it leads a phone to
itself.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, Literal, NamedTuple

import ifaddr
from msgspec import Struct

from brouhaha.server.settings import Settings

ANY: Final = ("0.0.0.0", "::", "")
SOMEWHERE: Final = ("192.0.2.1", 9)  # an address for documentation: nothing is sent there
VIRTUAL: Final = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "lxc", "cni")

Kind = Literal["public", "number", "name"]


class Address(Struct, frozen=True):
    """One way to the server, as a phone would type it (without a path)."""

    url: str
    kind: Kind
    network: str = ""  # the interface that it belongs to, such as wlan0; for whoever has several


class OwnNumber(NamedTuple):
    """An IP address of this machine, and the interface that has it."""

    address: IPv4Address | IPv6Address
    network: str


class Listening(NamedTuple):
    """Where the server listens, once it does."""

    port: int
    secure_port: int | None = None  # the one with TLS, if there are two
    secure: bool = False  # `port` itself speaks TLS
    name: str = ""  # announced by mDNS, such as brouhaha.local


def reachable(settings: Settings, listening: Listening) -> list[Address]:
    """Every way for other devices, the best first; none: this machine only."""
    if settings.public_url:
        return [Address(settings.public_url.rstrip("/"), "public")]
    scheme = "https" if listening.secure else "http"
    numbers = [
        Address(url(scheme, str(number.address), listening.port), "number", number.network)
        for number in listened_on(settings.host)
    ]
    if numbers and listening.name:
        return [*numbers, Address(url(scheme, listening.name, listening.port), "name")]
    return numbers


def local_url(settings: Settings, listening: Listening) -> str:
    """How this machine itself reaches the server."""
    host = "localhost" if settings.host in ANY else settings.host
    return url("https" if listening.secure else "http", host, listening.port)


def url(scheme: str, host: str, port: int) -> str:
    written = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{written}" + ("" if port == usual else f":{port}")


def listened_on(host: str) -> list[OwnNumber]:
    if host in ANY:
        wanted = (IPv4Address,) if host == "0.0.0.0" else (IPv4Address, IPv6Address)
        return [number for number in own_numbers() if isinstance(number.address, wanted)]
    try:
        address = ip_address(host)
    except ValueError:  # a name: whoever chose it knows where it leads, unless it is this machine
        return []
    return [OwnNumber(address, "")] if _leads_here(address) else []


def own_numbers() -> list[OwnNumber]:
    """This machine's numbers on its networks, the most likely one first."""
    numbers = [
        OwnNumber(ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]), adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return ranked((number for number in numbers if _leads_here(number.address)), sends_from())


def ranked(numbers: Iterable[OwnNumber], sends_from: str | None) -> list[OwnNumber]:
    """IPv4 before IPv6 (people can type it), true networks before virtual ones."""

    def key(number: OwnNumber) -> tuple[bool, bool, bool]:
        address, network = number
        return (
            address.version == 6,
            network.lower().startswith(VIRTUAL),
            str(address) != sends_from,
        )

    return sorted(numbers, key=key)


def sends_from() -> str | None:
    """The number that this machine would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        number: str = probe.getsockname()[0]
    return number


def _leads_here(address: IPv4Address | IPv6Address) -> bool:
    """From another device too, and not for a moment only."""
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
