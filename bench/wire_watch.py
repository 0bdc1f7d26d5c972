"""How long a tap takes a server, watched on the wire: from when its packet has reached the server's
network stack until the update that answers it leaves it.

A packet socket hears every packet of one network, stamped by the kernel. What lies before and
behind (a client's process, which may share its core with others; the packets of others that a
loopback device brings on the same core) is not the server's, and on a real network on other
machines. Linux, and for root only.
"""

from __future__ import annotations

import asyncio
import ctypes
import re
import socket
import struct
from typing import Final

from bench.stamps import SO_TIMESTAMPNS, STAMP_BYTES, stamp_of

ETH_P_ALL: Final = 3
HERE, LEAVES = 0, 4  # kinds of packets: for this machine, and on their way out
SO_ATTACH_FILTER: Final = 26
QUEUE_BYTES: Final = 16 << 20  # packets that wait to be read
PACKET_BYTES: Final = 65_535
TAP: Final = re.compile(rb'"type":"act","id":(\d+)')
HEARD: Final = re.compile(rb'"heard":(\d+)')


class WireWatch:
    """Of all taps from this network (/24) to this port."""

    def __init__(self, network: str, port: int) -> None:
        self.taps: list[float] = []  # seconds each took
        self._port = port
        self._arrived: dict[int, tuple[int, int]] = {}  # by the client's port: which tap, when
        self._loop = asyncio.get_running_loop()
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_ALL))
        filtered(self._socket, network)
        self._socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, QUEUE_BYTES)
        self._socket.setblocking(False)
        self._loop.add_reader(self._socket, self._read)

    def close(self) -> None:
        self._loop.remove_reader(self._socket)
        self._socket.close()

    def _read(self) -> None:
        for _ in range(64):
            try:
                packet, marks, _, sender = self._socket.recvmsg(PACKET_BYTES, STAMP_BYTES)
            except BlockingIOError:
                return
            self._heard(packet, sender[2], stamp_of(marks))

    def _heard(self, packet: bytes, kind: int, stamp: int) -> None:
        tcp = (packet[0] & 15) * 4
        source, target = struct.unpack_from(">HH", packet, tcp)
        said = packet[tcp + (packet[tcp + 12] >> 4) * 4 :]
        if target == self._port and kind == HERE:
            tap = TAP.search(said)  # masked with zeros
            if tap is not None:
                self._arrived[source] = int(tap[1]), stamp
        elif source == self._port and kind == LEAVES and target in self._arrived:
            number, arrived = self._arrived[target]
            heard = HEARD.findall(said)
            if heard and int(heard[-1]) >= number:
                self.taps.append((stamp - arrived) / 1e9)
                del self._arrived[target]


def filtered(line: socket.socket, network: str) -> None:
    """Packets from or to this network (/24) alone (classic BPF)."""
    wanted, mask = int.from_bytes(socket.inet_aton(network), "big"), 0xFFFF_FF00
    load, both, equal, give = 0x20, 0x54, 0x15, 0x06
    steps = [
        (load, 0, 0, 12), (both, 0, 0, mask), (equal, 3, 0, wanted),
        (load, 0, 0, 16), (both, 0, 0, mask), (equal, 0, 1, wanted),
        (give, 0, 0, 0xFFFF), (give, 0, 0, 0),
    ]  # fmt: skip
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in steps))
    told = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(program))
    line.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, told)
