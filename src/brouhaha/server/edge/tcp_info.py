"""The kernel's own measure of a connection's round trip, which no client can make longer by
answering pings late. Linux, macOS and Windows tell it, each in a struct of its own:

    Linux     TCP_INFO             tcpi_min_rtt, the least of all, in microseconds
    macOS     TCP_CONNECTION_INFO  tcpi_rttcur, the last one, in milliseconds
    Windows   SIO_TCP_INFO         MinRttUs of TCP_INFO_v0, in microseconds

A table keeps the least that it was told, so the last one is as good as the least of all, a little
later. Elsewhere nothing is known.
"""

from __future__ import annotations

import asyncio
import ctypes
import socket
import struct
import sys
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

SIO_TCP_INFO: Final = 0xD8000027  # mstcpip.h
_U32: Final = struct.Struct("=I")


class Place(Struct, frozen=True):
    """Where a round trip is in what the kernel tells."""

    option: int  # what is asked for
    at: int  # byte in the struct
    unknown: int  # the value before anything was acknowledged
    a_millisecond: float  # in the struct's own unit

    @property
    def size(self) -> int:
        return self.at + _U32.size


PLACES: Final[Mapping[str, Place]] = {
    "linux": Place(option=11, at=148, unknown=0xFFFFFFFF, a_millisecond=1000),
    "darwin": Place(option=0x106, at=40, unknown=0, a_millisecond=1),
    "win32": Place(option=SIO_TCP_INFO, at=24, unknown=0xFFFFFFFF, a_millisecond=1000),
}
WINDOWS_SIZE: Final = 88  # of the whole TCP_INFO_v0: less is refused


def least_rtt(transport: asyncio.BaseTransport) -> float | None:
    """The connection's least round trip in ms, if the kernel tells."""
    peer, place = transport.get_extra_info("socket"), PLACES.get(sys.platform)
    if place is None or peer is None:
        return None
    try:
        told = _ask(peer, place) if sys.platform != "win32" else _ask_windows(peer, place)
    except (OSError, ValueError):  # it has closed; uvloop's is a number below zero then
        return None
    return read(told, place)


def read(told: bytes, place: Place) -> float | None:
    if len(told) < place.size:  # an older kernel's
        return None
    (rtt,) = _U32.unpack_from(told, place.at)
    return None if rtt == place.unknown else rtt / place.a_millisecond


def _ask(peer: socket.socket, place: Place) -> bytes:
    return peer.getsockopt(socket.IPPROTO_TCP, place.option, place.size)


def _ask_windows(peer: socket.socket, place: Place) -> bytes:
    """Python's own `ioctl` knows three codes, and not this one."""
    version, size = ctypes.c_uint32(0), ctypes.c_uint32(0)
    told = ctypes.create_string_buffer(WINDOWS_SIZE)
    winsock: ctypes.CDLL = ctypes.windll.ws2_32  # type: ignore[attr-defined]
    failed = winsock.WSAIoctl(
        ctypes.c_void_p(peer.fileno()), ctypes.c_uint32(place.option), ctypes.byref(version),
        ctypes.c_uint32(4), told, ctypes.c_uint32(WINDOWS_SIZE), ctypes.byref(size), None, None,
    )  # fmt: skip
    if failed:
        raise OSError("WSAIoctl")
    return told.raw[: size.value]
