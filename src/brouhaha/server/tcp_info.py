"""The kernel's own measure of a connection's round trip, which no client can make longer by
answering pings late. Linux tells it; elsewhere it is not known."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Final

TCP_INFO: Final = getattr(socket, "TCP_INFO", None)
MIN_RTT_AT: Final = 148  # tcpi_min_rtt in struct tcp_info of linux/tcp.h: microseconds, unsigned
UNKNOWN: Final = 0xFFFFFFFF  # nothing was acknowledged yet


def least_rtt(transport: asyncio.BaseTransport) -> float | None:
    """The connection's least round trip in ms, if the kernel tells."""
    peer = transport.get_extra_info("socket")
    if TCP_INFO is None or peer is None:
        return None
    try:
        told = peer.getsockopt(socket.IPPROTO_TCP, TCP_INFO, MIN_RTT_AT + 4)
    except OSError:  # it has closed
        return None
    if len(told) < MIN_RTT_AT + 4:
        return None
    (microseconds,) = struct.unpack_from("=I", told, MIN_RTT_AT)
    return None if microseconds == UNKNOWN else microseconds / 1000
