"""A run: a plan is carried out to its end, and every law is held against it.

    simulate(plan) -> Outcome; raises `Violation`

First people play and everything in the plan happens. Then it is calm: no more trouble, nobody plays,
everybody comes back, and each match must come to its end by its clock. Then the server stops, and
what is on the disk must be what was written. If it is several processes, each table must be in one of
them by then, and everybody have been told how it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from hashlib import blake2b
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from brouhaha.server.edge.limits import Limits
from brouhaha.server.http.types import NewTable, OpenedTable
from brouhaha.server.server import Server
from brouhaha.server.settings import Settings
from brouhaha.server.tables.recovery import Recovery
from brouhaha.store import Row, Store, StoreDamaged, open_store
from brouhaha.table import Settings as TableSettings
from brouhaha.table import Table
from brouhaha.table.wire import ClientOut
from tests.simulation.disk import Disk
from tests.simulation.disturbances import Disturbances
from tests.simulation.failing import Failing
from tests.simulation.fleet import Fleet
from tests.simulation.happenings import happen
from tests.simulation.laws import Laws
from tests.simulation.ledger import KEPT
from tests.simulation.log_laws import check_archive
from tests.simulation.people import Player, Watcher
from tests.simulation.plan import QUICK, Plan, TablePlan
from tests.simulation.process import Process
from tests.simulation.sqlite_disk import new_folder, shelf
from tests.simulation.strangers import Stranger
from tests.simulation.timeline import BEGINS, Killed, Timeline
from tests.simulation.violation import Violation
from tests.simulation.whereabouts import ONE_OWNER, check_seats, is_settled
from tests.simulation.wires import Wire

ENDS = "every match ends"
STOPS = "the server stops soon when it is told to"
MOST_STEPS: Final = 60_000
SETTLES_WITHIN: Final = 30.0  # seconds: who has a table is looked up every second
LONGEST_CALM: Final = 200.0  # seconds: all clocks of a quick match together
RESTARTS_AFTER: Final = 0.3  # seconds
STOPS_WITHIN: Final = 20.0  # seconds: players are told, and a slow disk is waited for
Harm = Literal["power cut", "rot", "taken away"]
IMPATIENT: Final = TableSettings(  # what takes minutes at a table takes seconds here
    grace=3_000, host_grace=4_000, return_time=500, longest_pause=4_000, idle=9_000
)
SPARSE: Final = Limits(  # pings are not what is simulated here, though they must work
    ping_seconds=15, quiet_ping_seconds=30, silent_seconds=35, hidden_silent_seconds=70
)


class Outcome(NamedTuple):
    trace: str  # the same for the same plan, everywhere
    steps: int
    frames: int
    matches: int
    lives: int


def simulate(plan: Plan) -> Outcome:
    """Carry out a plan. Raises `Violation`."""
    with new_folder() as folder:
        return World(plan, Path(folder)).run()


class World:
    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.timeline = Timeline()
        self.disturbances = Disturbances(self.timeline)
        self.disk = Disk(folder, self.timeline, self.chance("disk"))
        shelf().empty()
        self.laws = Laws(self.disk.ledger)
        self.table_settings = IMPATIENT
        if plan.match_entries:
            self.table_settings = replace(IMPATIENT, match_entries=plan.match_entries)
        settings = Settings(
            store=str(self.disk.store),
            sync=plan.sync,
            gather_ms=plan.gather_ms,
            limits=SPARSE,
            table=self.table_settings,
            bus="nats://simulated" if plan.processes > 1 else "",
        )
        self.fleet = Fleet(
            settings,
            self.timeline,
            self.disk,
            self.chance,
            self._restarted,
            processes=plan.processes,
            takes_turns=plan.takes_turns,
        )
        self.people: list[list[Watcher]] = [[] for _ in plan.tables]
        self.strangers: list[Stranger] = []
        self.calm = False
        self.failing = Failing(self.fleet, self.disturbances)
        self.likeness: dict[tuple[str, int], bytes] = {}  # of tables, when the server was killed
        self._trace = blake2b(digest_size=8)
        self._frames = 0
        self._under_way: Player | None = None  # of whom it was seen last that a match is

    def chance(self, name: str) -> Random:
        return Random(f"{self.plan.seed} {name}")

    # The run

    def run(self) -> Outcome:
        with self.fleet.replaced(), ExitStack() as stack:
            watched = self.laws.watch_flush(Table.flush)
            stack.enter_context(patch.object(Table, "flush", watched))
            stack.enter_context(self.failing.replaced())
            stack.enter_context(
                patch.object(Recovery, "restored", self._restored(Recovery.restored))
            )
            try:
                return self._run()
            finally:
                self.fleet.die()
                self.disk.close()

    def _run(self) -> Outcome:
        for process in self.fleet.processes:
            process.start()
        self._until(lambda: self.fleet.all_up, 10)
        for number, table in enumerate(self.plan.tables):
            self.timeline.after(0.01 * number, self._open, number, table)
        for happening in self.plan.happenings:
            self.timeline.after(happening.at, happen, self, happening)
        self.timeline.after(self.plan.plays + 3, self._calm_down)
        self._until(lambda: self.calm, self.plan.plays + 20)
        self._until(self._all_ended if self.plan.ends else self._all_recovered, LONGEST_CALM)
        return self._end()

    def _until(self, done: Any, seconds: float, law: str = ENDS) -> None:
        """Step by step; whatever kills a server, it comes back."""
        timeline, disk = self.timeline, self.disk
        end = timeline.now + seconds
        while not done():
            try:
                timeline.step()
                if disk.kill_at is not None:
                    disk.check_alive()
            except Killed:
                self.kill(self.fleet.running())
            if timeline.now > end or timeline.steps > MOST_STEPS:
                raise Violation(law, f"not after {seconds} s: {self._standings()}")

    def _standings(self) -> list[dict[str, str]]:
        return [
            {code: table.state.status for code, table in server.registry.tables.items()}
            for server in self.fleet.servers
        ]

    def _calm_down(self) -> None:
        """No more trouble; everybody who can comes back, and lets the clocks decide."""
        if not self.fleet.all_up:  # a restart is under way
            self.timeline.after(1, self._calm_down)
            return
        self.calm = True
        self.disk.trouble = self.disk.kill_at = None
        self.disk.refused = ""
        self.failing.calm_down()
        self.fleet.store.slow = 0.0
        self.fleet.nats.come_up()
        for process in self.fleet.processes:
            process.thaw()
        for person in self.everybody():
            if person.wire is not None and (person.wire.dead or person.wire.stalled):
                person.wire.cut()
            if person.table is not None and person.table.status == "paused":
                person.say(type="resume")

    def everybody(self) -> Iterable[Watcher]:
        return [person for people in self.people for person in people]

    def _all_ended(self) -> bool:
        """No match is under way where there is anybody to play it."""
        if self._under_way is not None and self._plays(self._under_way):
            return False  # as after the step before
        for people in self.people:
            player = next(
                (each for each in people if isinstance(each, Player) and not each.gone), None
            )
            if player is not None and self._plays(player):
                self._under_way = player
                return False
        return self._all_recovered()

    def _plays(self, player: Player) -> bool:
        return not player.gone and any(
            table.state.status in ("playing", "paused") for table in self.fleet.tables(player.code)
        )

    def _all_recovered(self) -> bool:
        return self.fleet.all_up and not any(
            server.committer.recovery._under_way for server in self.fleet.servers
        )

    def _end(self) -> Outcome:
        servers = self.fleet.servers
        if self.fleet.is_cluster:
            self._until(lambda: is_settled(self), SETTLES_WITHIN, ONE_OWNER)
            self.check(servers)  # they hand over what they have
        for process in self.fleet.processes:
            stopped = process.stop()
            self._until(stopped.done, 60)
        if not self.fleet.is_cluster:
            self.check(servers)
        check_seats(self, self._tables_at_the_end(servers))
        with open_store(str(self.disk.store), read_only=True) as store:
            for code in self.disk.ledger.open_tables() - self.disk.damaged:
                self.laws.found(code, self._stored(store, code), inf)
            for code, log in self.disk.ledger.logs.items():
                check_archive(code, log, store)
            matches = store.stats().matches
        return Outcome(
            self._trace.hexdigest(), self.timeline.steps, self._frames, matches, self.fleet.lives
        )

    def _stored(self, store: Store, code: str) -> list[Row]:
        try:
            return store.entries(code)
        except StoreDamaged as error:
            raise Violation(KEPT, str(error)) from error

    def _tables_at_the_end(self, servers: list[Server]) -> list[Table]:
        if not self.fleet.is_cluster:
            return list(servers[0].registry.tables.values())
        logs = self.disk.ledger.logs
        return [
            Table.restore(code, logs[code], now=0, entropy=bytes, settings=self.table_settings)
            for code in sorted(self.disk.ledger.open_tables())
        ]

    def check(self, servers: Iterable[Server]) -> dict[tuple[str, int], bytes]:
        tokens = {
            each.token for each in self.everybody() if isinstance(each, Player) and each.token
        }
        self.laws.check_shown(self.plan.judged, tokens)
        found: dict[tuple[str, int], bytes] = {}
        for server in servers:
            found |= self.laws.check_tables(server.committer)
        return found

    # Kills

    def kill(self, process: Process, harm: Harm | None = None) -> None:
        """The process dies, or the whole machine; and starts again a little later."""
        self.disk.kill_at = None
        wires = [each.wire for each in self.everybody()] + [each.wire for each in self.strangers]
        if process.server is not None:
            self.likeness = self.check([process.server])
        if process.bus is not None:
            process.bus.die()
        process.die()
        if not self.fleet.is_cluster:
            self.laws.new_life()
            self.failing.starts_again()
        if self.disk.taken_away:
            self._do_harm("taken away")
        if harm is not None:
            self._do_harm(harm)
        for wire in wires:
            if wire is not None and wire.process in (process, None):
                wire.cut()
        self.disturbances.disturb(RESTARTS_AFTER)
        self.timeline.after(RESTARTS_AFTER, process.start)

    def stop(self, process: Process) -> None:
        """As SIGTERM does; and up again."""
        life = process.lives
        self.disturbances.disturb(STOPS_WITHIN)
        self.timeline.after(STOPS_WITHIN, self._expect_stopped, process, life)
        stopped = process.stop()
        stopped.add_done_callback(lambda _: self.timeline.after(0, self._stopped, process, life))

    def _stopped(self, process: Process, life: int) -> None:
        if process.lives == life and process.stopping:  # it may have been killed
            self.kill(process)

    def _expect_stopped(self, process: Process, life: int) -> None:
        if process.lives == life and process.stopping:
            raise Violation(STOPS, f"not within {STOPS_WITHIN} s")

    def _do_harm(self, harm: Harm) -> None:
        """What was written last may be lost now, and seats that were taken last."""
        if harm == "power cut":
            self.disk.power_cut()
            self.disturbances.power_cut()
        elif harm == "rot":
            self.disk.rot()
            self.disturbances.rot()
        else:
            self.disk.lose_what_was_taken_away()
            self.disturbances.rot()
        self.likeness = {}
        self.excuse()

    def excuse(self, code: str | None = None) -> None:
        """Seats of this table, or of all, may be lost from now on."""
        for person in self.everybody():
            if isinstance(person, Player) and code in (None, person.code):
                person.excused = True

    def may_be_gone(self, code: str) -> bool:
        """A table that was closed, or of which the store did not take everything."""
        ledger = self.disk.ledger
        return code in ledger.closed | ledger.refused | self.failing.left_out | self.disk.damaged

    def _restarted(self, process: Process) -> None:
        """The server is up. Whatever it has not found is lost; unless another one has it."""
        server = process.server
        if server is None or self.fleet.is_cluster:
            return
        unread = self.failing.left_out | self.disk.damaged
        for code in self.disk.ledger.open_tables() - server.registry.tables.keys() - unread:
            self.laws.found(code, [], self.disturbances.complete_before)
        self.disturbances.restarted()
        check_seats(self, server.registry.tables.values())

    def _restored(self, restored: Any) -> Any:
        """What a restart, or a recovery, reads; and what it makes of it."""

        def watched(recovery: Recovery, code: str, rows: list[Row]) -> Table | None:
            if self.fleet.is_cluster:
                self.laws.found_by_another(code, rows)
            else:
                self.laws.found(code, rows, self.disturbances.complete_before)
            table = self.failing.reading(code, lambda: restored(recovery, code, rows))
            before = self.likeness.pop((code, len(rows)), None)
            if table is not None and before is not None:
                self.laws.check_same(code, before, table)
            return table

        return watched

    # People

    def _open(self, number: int, planned: TablePlan) -> None:
        wanted = NewTable(
            game=planned.game,
            options=QUICK[planned.game],
            name="Ana",
            bots=["random"] * planned.bots,
        )
        self.fleet.open_table(wanted, lambda opened: self._opened(number, planned, opened))

    def _opened(self, number: int, planned: TablePlan, opened: OpenedTable | None) -> None:
        if opened is None:  # the server was down, or the disk full: try again
            self.timeline.after(1, self._open, number, planned)
            return
        code, seed = opened.code, f"{self.plan.seed} {number}"
        host = Player(self, code, "Ana", seed, opened.token)
        host.rematches, host.lobby = planned.rematches, planned.lobby
        guests = [Player(self, code, f"Bo{each}", seed) for each in range(1, planned.people)]
        watchers = [Watcher(self, code, f"Wil{each}", seed) for each in range(planned.watchers)]
        late = [Player(self, code, f"Late{each}", seed) for each in range(planned.late)]
        self.people[number] = [host, *guests, *watchers, *late]
        for each, person in enumerate(self.people[number]):
            self.timeline.after(2.0 if person in late else 0.02 * each, person.come)

    def wire(self, caller: Any, address: str, chance: Random) -> Wire:
        delay = 0.002 + chance.random() ** 3 * 0.15
        wire = Wire(self.timeline, caller, self._sent, address, delay, chance)
        wire.shake_hands(self.fleet.connect)
        return wire

    def _sent(self, wire: Wire, frame: bytes) -> ClientOut:
        self._frames += 1
        self._trace.update(
            b"%d %s " % (int((self.timeline.now - BEGINS) * 1e6), wire.address.encode())
        )
        self._trace.update(frame)
        return self.laws.sent(wire, frame)
