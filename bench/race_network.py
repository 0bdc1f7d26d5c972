"""A network of the bench's own: a server's and four clients' namespaces, and a router between them
that delays packets. Real TCP, with real acknowledgements. Linux, as root, with `ip` and `nsenter`.

All of it lives in a namespace of its own: run under `unshare --net`, nothing of it can be seen or
reached from outside, and all of it is gone with the process.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from typing import Final

TUNSETIFF: Final = 0x400454CA
TUN_WITHOUT_HEAD: Final = 0x1001  # IFF_TUN | IFF_NO_PI
CLONE_NEWNET: Final = 0x40000000
LONGEST_PACKET: Final = 2048
CLOCKS_GRAIN: Final = 1e-4  # seconds
SERVER: Final = 0  # the host's number; clients are 1 to 4
_libc: Final = ctypes.CDLL(None, use_errno=True)

Delay = Callable[[int, int, bytes], float]  # seconds, of a packet from one host to another


def address(host: int) -> str:
    return f"10.77.{host}.1"


class Host:
    """A namespace with one line, whose other end we hold."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.pid = self._keeper.pid
        while os.readlink(f"/proc/{self.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            time.sleep(0.005)
        self.line = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        name = f"line{number}"
        fcntl.ioctl(self.line, TUNSETIFF, struct.pack("16sH", name.encode(), TUN_WITHOUT_HEAD))
        subprocess.run(["ip", "link", "set", name, "netns", str(self.pid)], check=True)
        self._ip("link", "set", "lo", "up")
        self._ip("addr", "add", f"{address(number)}/32", "dev", name)
        self._ip("link", "set", name, "up")
        self._ip("route", "add", "default", "dev", name)
        self._space = os.open(f"/proc/{self.pid}/ns/net", os.O_RDONLY)

    def _ip(self, *words: str) -> None:
        subprocess.run([*self.command, "ip", *words], check=True)

    @property
    def command(self) -> list[str]:
        """What runs a program on this host."""
        return ["nsenter", "-t", str(self.pid), "-n"]

    def socket(self) -> socket.socket:
        """One of this host's, for our own loop."""
        home = os.open("/proc/self/ns/net", os.O_RDONLY)
        try:
            _enter(self._space)
            plain = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        finally:
            _enter(home)
            os.close(home)
        plain.setblocking(False)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return plain

    def close(self) -> None:
        os.close(self.line)
        os.close(self._space)
        self._keeper.terminate()
        self._keeper.wait()


def _enter(space: int) -> None:
    if _libc.setns(space, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


@contextmanager
def hosts(count: int) -> Iterator[list[Host]]:
    made: list[Host] = []
    try:
        for number in range(count):
            made.append(Host(number))
        yield made
    finally:
        for host in made:
            host.close()


class Router:
    """Gives every packet to whom it is for, so much later."""

    def __init__(self, net: list[Host], delay: Delay) -> None:
        self._loop = asyncio.get_running_loop()
        self._net = net
        self._delay = delay
        self._under_way: list[tuple[float, int, int, bytes]] = []
        self._order = count()
        for host in net:
            self._loop.add_reader(host.line, self._read, host)

    def _read(self, host: Host) -> None:
        with suppress(BlockingIOError):
            while True:
                packet = os.read(host.line, LONGEST_PACKET)
                if packet[0] >> 4 == 4 and packet[16:18] == b"\x0a\x4d":
                    self._pass_on(host.number, packet[18], packet)

    def _pass_on(self, source: int, target: int, packet: bytes) -> None:
        """Those that arrive at the same time do so in the order in which they went."""
        arrives = self._loop.time() + self._delay(source, target, packet)
        heappush(self._under_way, (arrives, next(self._order), target, packet))
        self._loop.call_at(arrives, self._deliver)

    def _deliver(self) -> None:
        now = self._loop.time() + CLOCKS_GRAIN
        while self._under_way and self._under_way[0][0] <= now:
            _, _, target, packet = heappop(self._under_way)
            with suppress(OSError):  # lost, as packets are
                os.write(self._net[target].line, packet)

    def close(self) -> None:
        for host in self._net:
            self._loop.remove_reader(host.line)
