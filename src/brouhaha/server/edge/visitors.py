"""Who is asking, and from which page? Addresses, proxies, origins, and what they may ask for."""

from __future__ import annotations

import re
import socket
import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from aiohttp import web

from brouhaha.server.edge.budgets import Account, Budgets, connection_rate, spend
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.rates import Buckets, Counts
from brouhaha.server.settings import Network, Settings, networks

HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::[0-9]*)?")  # others are no names
HANDSHAKE: Final = 4  # requests: what it costs the server, with its hello and goodbye
PATIENCE: Final = 50  # requests that are refused before whoever makes them is not listened to
NEARBY: Final = (".local", ".localhost")  # only a neighbour, or this machine itself, has these


class Visitor(NamedTuple):
    address: str  # whom the limits count: an IPv4 address, or an IPv6 /64
    host: str  # the address in full
    direct: bool  # no proxy between
    secure: bool  # over https


class Visitors:
    """How the server sees strangers, and how much of each it has had."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._proxies = networks(settings.proxies)
        self._readers = networks(settings.metrics_from)
        self._origins = {origin.rstrip("/").lower() for origin in settings.origins}
        self._public_url = settings.public_url
        if settings.public_url:
            self._origins.add(_origin(settings.public_url))
        self._hosts = {socket.gethostname().lower(), settings.host.lower()}
        self._hosts |= {_host_name(urlsplit(origin).netloc) for origin in self._origins}
        self.sockets = Counts(limits.sockets_an_address)
        self.bodies = Counts(limits.bodies_an_address)
        self.budgets = Budgets(limits)
        connections = connection_rate(limits)
        rate = limits.wrong_codes_a_minute
        self._connections = _buckets(limits, connections.a_second, connections.at_once)
        self._requests = _buckets(limits, limits.requests_a_second, limits.requests_at_once)
        self._tables = _buckets(limits, limits.tables_an_hour / 3600, limits.tables_at_once)
        self._wrong_codes = _buckets(limits, rate / 60, rate)
        joins = limits.joins_a_minute
        self._joins = _buckets(limits, joins / 60, limits.joins_at_once)
        self._replays = _buckets(limits, limits.replays_a_minute / 60, limits.replays_a_minute)
        self.buckets = {  # by what others call them
            "connections": self._connections,
            "requests": self._requests,
            "tables": self._tables,
            "wrong_codes": self._wrong_codes,
            "replays": self._replays,
            "joins": self._joins,
        }

    def who(self, request: web.Request) -> Visitor:
        """A proxy is believed only if it was named, and only about whom it spoke to itself."""
        host, proxied = request.remote or "", False
        told = ",".join(request.headers.getall("X-Forwarded-For", []))  # lines add up to one list
        for hop in reversed([part.strip() for part in told.split(",") if part.strip()]):
            address = hop if _is_address(hop) else _host_name(hop)  # some proxies tell the port
            if not self.is_proxy(host) or not _is_address(address):
                break
            host, proxied = address, True
        scheme = request.headers.get("X-Forwarded-Proto") if proxied else request.scheme
        direct = not proxied and not self.is_proxy(host)
        return Visitor(network_of(host), host, direct, scheme == "https")

    def is_public_https(self, request: web.Request) -> bool:
        """Over https at a name of its own. (A home's number or localhost stays open to plain HTTP:
        other servers of that machine would be locked out too.)"""
        visitor = self.who(request)
        named = not visitor.direct or self._public_url.startswith("https://")
        return visitor.secure and named

    def is_proxy(self, host: str) -> bool:
        return _within(host, self._proxies)

    def may_read_metrics(self, visitor: Visitor) -> bool:
        return _within(visitor.host, self._readers)

    def right_origin(self, request: web.Request) -> bool:
        """A browser says which page is asking; it must be ours. Programs say nothing."""
        host = request.host.lower()
        ours = self._origins | ({f"http://{host}", f"https://{host}"} if host else set())
        return all(told.lower() in ours for told in request.headers.getall("Origin", []))

    def wrong_host(self, request: web.Request) -> str | None:
        """The name that was asked for, if it is none of ours.

        A stranger's page may let its own name lead to a server in somebody's home, and is then of
        one origin with it for the browser. So names are answered to only if no stranger can have
        them: numbers, names without a dot (localhost, a machine at home), what mDNS announces, and
        what the settings name.
        """
        for written in (*request.headers.getall("Host", []), *_host_of_target(request.raw_path)):
            name = _host_name(written)
            if not (_is_nearby(name) or _is_address(name) or name in self._hosts):
                return written
        return None

    def account(self, visitor: Visitor) -> Account:
        return self.budgets.account(visitor.address, time.monotonic())

    def may_visit(self, visitor: Visitor, size: int, *, handshake: bool) -> bool:
        """With a request that has a body of that size."""
        costs = HANDSHAKE if handshake else 1, size, 0, 0
        return spend(time.monotonic(), costs, self.account(visitor).visits) is None

    def answered(self, visitor: Visitor, size: int) -> None:
        """What the answer weighs is known when it is there: the next request waits for it."""
        self.account(visitor).visits.owe((0, size, 0, 0))

    def may_connect(self, address: str) -> bool:
        """Unless it opens connections again and again, or goes on making requests though they are
        refused: nothing of it need be listened to."""
        now = time.monotonic()
        floods = self.budgets.account(address, now).visits.debt(now) > PATIENCE
        return not floods and self._connections.take(address, now)

    def may_ask(self, visitor: Visitor) -> bool:
        return self._requests.take(visitor.address, time.monotonic())

    def may_open_table(self, visitor: Visitor) -> bool:
        return self._tables.take(visitor.address, time.monotonic())

    def may_open_tables(self, visitor: Visitor, count: int) -> bool:
        """As many as a round needs; what is too much of it is owed."""
        return self._tables.take(visitor.address, time.monotonic(), count)

    def may_join(self, visitor: Visitor) -> bool:
        """A tournament, with a name and a token of one's own."""
        return self._joins.take(visitor.address, time.monotonic())

    def may_try_code(self, visitor: Visitor, *, right: bool = False) -> bool:
        """With a table's code or a seat's hand-over, by any way. Only wrong ones cost anything. Who
        has tried too many is not told of a right one either: nobody tries them all."""
        return self._wrong_codes.take(visitor.address, time.monotonic(), 0 if right else 1)

    def may_see_replay(self, visitor: Visitor) -> bool:
        return self._replays.take(visitor.address, time.monotonic())


def _buckets(limits: Limits, rate: float, most: float) -> Buckets:
    return Buckets(rate, most, limits.remembered_addresses)


@lru_cache(1024)  # it is asked several times a request, and to read an address takes long
def network_of(host: str) -> str:
    """What is counted as one address."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return address.packed[:8].hex(":", 2)  # 64 bits; without its zone (%eth0), if a proxy told one


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _host_name(netloc: str) -> str:
    """Without port and brackets; what cannot be read is no name."""
    found = HOST.fullmatch(netloc.lower())
    return (found[1] or found[2]).rstrip(".") if found else ""


def _host_of_target(target: str) -> tuple[str, ...]:
    """A target may be a whole address, as for a proxy: then its name counts beside the header's."""
    _, absolute, rest = target.partition("://")
    return () if not absolute or target.startswith("/") else (rest.partition("/")[0],)


def _is_nearby(name: str) -> bool:
    """A name that no public DNS gives out."""
    return name.endswith(NEARBY) or ("." not in name and name != "")


def _within(host: str, nets: list[Network]) -> bool:
    if not nets or not _is_address(host):
        return False
    address = ip_address(host)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in net for net in nets)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()
