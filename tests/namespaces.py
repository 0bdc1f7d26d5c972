"""A network of the test's own: addresses that are not loopback, and nobody else on it.

`run_in_namespace(NUMBER, …)` starts a Python program in a new network namespace in which this
machine has that number. What it sends never leaves the namespace.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SIOCSIFFLAGS, SIOCSIFADDR, SIOCADDRT = 0x8914, 0x8916, 0x890B
IFF_UP, IFF_MULTICAST = 0x1, 0x1000
NUMBER: Final = "10.77.0.2"


def run_in_namespace(*arguments: str, seconds: float = 600) -> str:
    """What the Python program printed; it fails the test if the program fails."""
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = ["unshare", "--net", *as_root, sys.executable, "-m", "tests.namespaces", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _set_up(number: str) -> None:
    """Loopback, and beside it a number as on a home network. (No `ip` on small machines.)"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        _flags(line, b"lo", IFF_UP | IFF_MULTICAST)
        address = struct.pack("16sH2x4s8x", b"lo:1", socket.AF_INET, socket.inet_aton(number))
        fcntl.ioctl(line, SIOCSIFADDR, address)
        _flags(line, b"lo:1", IFF_UP | IFF_MULTICAST)


def _flags(line: socket.socket, name: bytes, flags: int) -> None:
    fcntl.ioctl(line, SIOCSIFFLAGS, struct.pack("16sH14x", name, flags))


if __name__ == "__main__":
    _set_up(NUMBER)
    os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
