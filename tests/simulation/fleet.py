"""All processes of the simulated server, most often one: what of Python is put in its place, and
which process a visitor lands on.

Several processes share one store, which then stands for PostgreSQL: there is no write-ahead log.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch
from zlib import crc32

from brouhaha.commits import commit_log, wal_file, worker
from brouhaha.server import logs, server
from brouhaha.server.cluster import cluster, remote_link
from brouhaha.server.cluster.remote_client import RemoteClient
from brouhaha.server.edge import sockets
from brouhaha.server.edge.connection import Connection
from brouhaha.server.http.types import NewTable, OpenedTable
from brouhaha.server.server import Server
from brouhaha.server.settings import Settings
from brouhaha.store import opening as store_opening
from brouhaha.table import Table
from tests.simulation.disk import Disk, SimulatedFile, SimulatedOs
from tests.simulation.nats import Nats
from tests.simulation.process import NO_FAULTS, Process, SimulatedWorker, StorePace
from tests.simulation.sqlite_disk import SimulatedDatabase
from tests.simulation.timeline import Timeline
from tests.simulation.violation import Violation
from tests.simulation.wires import SimulatedSocket, Wire

OURS: Final = ("table_fault", "table_unreadable")  # what the server logs of faults of its own


class Fleet:
    def __init__(
        self,
        settings: Settings,
        timeline: Timeline,
        disk: Disk,
        chance: Callable[[str], Random],
        began: Callable[[Process], None],
        *,
        processes: int,
        takes_turns: bool,
    ) -> None:
        self.disk = disk
        self.excused_faults = 0  # that are planned, and not logged yet
        self.nats = Nats(timeline, chance("bus"))
        self._timeline = timeline
        self._chance = chance("process")
        self._balancer = chance("balancer")
        self.store = StorePace(self._chance, takes_turns=takes_turns)
        self.processes = [
            Process(settings, timeline, disk, self.store, began) for _ in range(processes)
        ]

    @property
    def is_cluster(self) -> bool:
        return len(self.processes) > 1

    @property
    def servers(self) -> list[Server]:
        """Those that are up."""
        return [each.server for each in self.processes if each.server is not None]

    @property
    def all_up(self) -> bool:
        return all(each.server is not None for each in self.processes)

    @property
    def lives(self) -> int:
        return sum(each.lives for each in self.processes)

    def tables(self, code: str) -> list[Table]:
        """This table, in every process that thinks it has it."""
        return [
            table
            for process in self.processes
            if process.server is not None
            and (table := process.server.registry.tables.get(code)) is not None
        ]

    def die(self) -> None:
        for process in self.processes:
            process.die()

    def running(self) -> Process:
        """Whose code is being carried out."""
        return next(each for each in self.processes if each.loop is self._timeline.running)

    # Who comes

    def connect(self, wire: Wire) -> None:
        self._landed().connect(wire)

    def open_table(self, wanted: NewTable, opened: Callable[[OpenedTable | None], None]) -> None:
        self._landed().open_table(wanted, opened)

    def _landed(self) -> Process:
        """A balancer without stickiness."""
        if not self.is_cluster:
            return self.processes[0]
        well = [each for each in self.processes if each.takes_visitors]
        return self._balancer.choice(well or self.processes)

    # What is simulated

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """For as long as the run lasts: time, chance, threads, files, sockets and the bus."""
        disk, quiet = self.disk, SimpleNamespace(start=lambda: None)
        with ExitStack() as stack:
            for where, name, what in (
                (time, "monotonic", self._timeline.monotonic),
                (time, "time_ns", self._timeline.calendar_ns),
                (secrets, "token_bytes", self._chance.randbytes),
                (wal_file, "FileIO", partial(SimulatedFile, disk)),
                (wal_file, "os", SimulatedOs(disk)),
                (store_opening, "SqliteDatabase", partial(SimulatedDatabase, disk)),
                (worker, "Thread", lambda **_: quiet),
                (server, "StoreWorker", self._worker),
                (server, "SECONDS_TO_CHECKPOINT", 4),  # runs are short; each has some
                (sockets, "DirectSocket", SimulatedSocket),
                (logs, "trouble", self._trouble),
                (logs, "event", lambda *_, **__: None),
                # sets of these are iterated: not in the order of addresses in memory
                (Table, "__hash__", lambda table: crc32(table.state.code.encode())),
                (Connection, "__hash__", lambda conn: crc32(conn._visitor.host.encode())),
                *(self._replaced_for_a_cluster() if self.is_cluster else ()),
            ):
                stack.enter_context(patch.object(where, name, what))
            yield

    def _replaced_for_a_cluster(self) -> list[tuple[Any, str, Any]]:
        return [
            (cluster, "Bus", self.nats.bus),
            (commit_log, "open_wal", lambda url: None),
            (remote_link, "_numbers", count(1)),
            (RemoteClient, "__hash__", lambda client: client._conn),
        ]

    def _worker(self, name: str, url: str, *, read_only: bool = False) -> SimulatedWorker:
        return self.running().new_worker(name, url, read_only)

    def _trouble(self, name: str, error: BaseException, **fields: object) -> None:
        if fields.get("table") in self.disk.damaged:
            return
        if name in OURS and self.excused_faults:
            self.excused_faults -= 1
        elif name in OURS:
            raise Violation(NO_FAULTS, f"{name} {fields}: {error!r}") from error
