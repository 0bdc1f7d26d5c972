"""When the kernel had a packet (`SO_TIMESTAMPNS`), in nanoseconds of the calendar's clock.

Linux only.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SO_TIMESTAMPNS: Final = 35  # the module has no name for it
STAMP: Final = struct.Struct("qq")  # seconds and nanoseconds
STAMP_BYTES: Final = socket.CMSG_SPACE(STAMP.size)
BEFORE_THE_QUEUE: Final = Path("/proc/sys/net/core/netdev_tstamp_prequeue")


def stamp_of(marks: list[tuple[int, int, bytes]]) -> int:
    seconds, nanoseconds = STAMP.unpack(marks[0][2])
    return int(seconds * 10**9 + nanoseconds)


@contextmanager
def after_the_queue() -> Iterator[None]:
    """Stamped when the network stack has a packet, not when it is laid before it: a core that
    brings the packets of others may let it lie there. (A setting of the machine, for root.)"""
    before = BEFORE_THE_QUEUE.read_text()
    BEFORE_THE_QUEUE.write_text("0")
    try:
        yield
    finally:
        BEFORE_THE_QUEUE.write_text(before)
