"""The kernel's round trip, from each system's own struct."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from asyncio import BaseTransport
from typing import Any

import pytest

from brouhaha.server.edge.tcp_info import PLACES, least_rtt, read


class Transport(BaseTransport):
    def __init__(self, peer: object) -> None:
        super().__init__({"socket": peer})


class Kernel:
    """Stands in for a socket of another system: it knows one option."""

    def __init__(self, option: int, told: bytes) -> None:
        self._knows = option
        self._told = told

    def getsockopt(self, level: int, option: int, size: int) -> bytes:
        if (level, option) != (socket.IPPROTO_TCP, self._knows):
            raise OSError("no such option")
        return self._told[:size]


@pytest.mark.skipif(sys.platform != "linux", reason="the option is Linux's")
def test_linux_tells_the_least_round_trip_of_a_real_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = socket.create_connection(server.getsockname())
        theirs, _ = server.accept()
        theirs.sendall(b"hello")
        ours.recv(5)
        trip = least_rtt(Transport(theirs))
        ours.close()
        theirs.close()
        assert trip is not None
        assert 0 <= trip < 100
        assert least_rtt(Transport(theirs)) is None  # it has closed


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop for it")
def test_a_line_that_the_event_loop_has_closed_tells_nothing() -> None:
    import uvloop

    async def asked_when_closed() -> float | None:
        loop = asyncio.get_running_loop()
        async with await loop.create_server(asyncio.Protocol, "127.0.0.1", 0) as server:
            host, port = server.sockets[0].getsockname()
            line, _ = await loop.create_connection(asyncio.Protocol, host, port)
            line.abort()
            while line.get_extra_info("socket").fileno() >= 0:
                await asyncio.sleep(0)
            return least_rtt(line)

    assert uvloop.run(asked_when_closed()) is None


def macos(rttcur: int) -> bytes:
    """struct tcp_connection_info: four bytes, then words: options, flags, rto, maxseg, ssthresh,
    cwnd, wnd, sbbytes, rcv_wnd, rttcur, srtt, rttvar; counters follow."""
    words = struct.pack("=12I", 7, 0, 300, 1448, 65535, 14480, 131072, 0, 131072, rttcur, 21, 4)
    return bytes([4, 6, 6, 0]) + words + bytes(60)


def windows(min_rtt: int) -> bytes:
    """TCP_INFO_v0: State, Mss, ConnectionTimeMs, TimestampsEnabled, RttUs, MinRttUs, …"""
    return struct.pack("=IIQB3xII", 4, 1460, 5000, 0, 23_000, min_rtt) + bytes(60)


@pytest.mark.parametrize(
    ("system", "told", "trip"),
    [
        ("darwin", macos(23), 23.0),
        ("darwin", macos(0), None),
        ("win32", windows(18_500), 18.5),
        ("win32", windows(0xFFFFFFFF), None),
        ("linux", bytes(148) + struct.pack("=I", 7250), 7.25),
        ("linux", bytes(148) + bytes([255] * 4), None),
        ("linux", bytes(104), None),  # a kernel from before it was told
    ],
)
def test_what_each_system_tells(system: str, told: bytes, trip: float | None) -> None:
    assert read(told, PLACES[system]) == trip


def test_macos_is_asked_for_its_own_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert least_rtt(Transport(Kernel(0x106, macos(31)))) == 31
    assert least_rtt(Transport(Kernel(11, macos(31)))) is None


@pytest.mark.parametrize("peer", [None, Kernel(11, bytes(200))])
def test_elsewhere_nothing_is_known(peer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "freebsd14")
    assert least_rtt(Transport(peer)) is None
