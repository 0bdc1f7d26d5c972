"""Machines of a cluster: a network namespace each, with one line to the players and one to NATS and
PostgreSQL. A line that is taken down drops packets without a word. Linux, as root.

    players 10.77.N.1 ── front ── 10.77.N.2 ┐ machine N
    engines 10.78.N.1 ── back  ── 10.78.N.2 ┘
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Side = Literal["front", "back"]
NETS: dict[Side, int] = {"front": 77, "back": 78}


class Machine:
    def __init__(self, number: int) -> None:
        self.number = number
        self.namespace = f"brouhaha{os.getpid()}n{number}"
        self.front = f"10.77.{number}.2"  # where players find it
        self.engines = f"10.78.{number}.1"  # where it finds NATS and PostgreSQL

    def begin(self) -> None:
        _ip("netns", "add", self.namespace)
        self._in("link", "set", "lo", "up")
        for side, net in NETS.items():
            here, there = self._ends(side)
            _ip("link", "add", here, "type", "veth", "peer", "name", there)
            _ip("link", "set", there, "netns", self.namespace)
            _ip("addr", "add", f"10.{net}.{self.number}.1/24", "dev", here)
            self._in("addr", "add", f"10.{net}.{self.number}.2/24", "dev", there)
            _ip("link", "set", here, "up")
            self._in("link", "set", there, "up")

    def _ends(self, side: Side) -> tuple[str, str]:
        own = f"{os.getpid() % 10_000}{side[0]}{self.number}"  # a name has 15 characters at most
        return f"bh{own}a", f"bh{own}b"

    def command(self, *program: str) -> list[str]:
        """To be run there."""
        return ["ip", "netns", "exec", self.namespace, *program]

    def cut(self, side: Side) -> None:
        _ip("link", "set", self._ends(side)[0], "down")

    def mend(self, side: Side) -> None:
        _ip("link", "set", self._ends(side)[0], "up")

    def end(self) -> None:
        for side in NETS:
            subprocess.run(["ip", "link", "del", self._ends(side)[0]], check=False)
        _ip("netns", "del", self.namespace)

    def _in(self, *arguments: str) -> None:
        _ip("-n", self.namespace, *arguments)


@contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    made = [Machine(number) for number in range(1, count + 1)]
    begun: list[Machine] = []
    try:
        for machine in made:
            begun.append(machine)
            machine.begin()
        yield made
    finally:
        for machine in begun:
            machine.end()


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)
