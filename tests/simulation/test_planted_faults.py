"""The simulation finds things: faults that were put into the server, each caught within seconds.

Each fault is one that somebody could write. The runs go through the seeds until a law is broken, which
must be one of those that the fault breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from brouhaha.commits import commit_log, commit_of, wal, wal_file, wal_record
from brouhaha.games.now import game as now_game
from brouhaha.server.cluster import ownership, peers, remote_client, remote_link
from brouhaha.server.cluster.messages import Told
from brouhaha.server.edge import meter
from brouhaha.server.tables.alarms import Alarms
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.recovery import Recovery
from brouhaha.store import StoreError
from brouhaha.store import log as store_log
from brouhaha.table import Send, presence, tokens
from brouhaha.table.frames import players_end
from brouhaha.table.outbox import Outbox
from tests.simulation import (
    happenings,
    laws,
    ledger,
    log_laws,
    people,
    process,
    strangers,
    whereabouts,
    world,
)
from tests.simulation.batch import sparing_the_collector
from tests.simulation.disk import SimulatedFile
from tests.simulation.plan import CLUSTER_EVERY, plan
from tests.simulation.violation import Violation

Patch = pytest.MonkeyPatch
MOST_RUNS: Final = 1500  # half a minute


class Fault(NamedTuple):
    plant: Callable[[Patch], None]
    breaks: set[str]
    first: int  # the seed to begin with, shortly before the one that finds it: the search is a minute's
    every: int  # of the seeds: those of a cluster are not all


FAULTS: dict[str, Fault] = {}


def fault(
    *breaks: str, first: int = 1, every: int = 1
) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    def named(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        FAULTS[plant.__name__] = Fault(plant, set(breaks), first, every)
        return plant

    return named


# Commit


@fault(laws.WRITTEN_FIRST)
def told_before_it_is_written(patch: Patch) -> None:
    def commit(self: Any) -> None:
        parts = self._gather()
        self._planned = None
        self._tell(parts)
        written = commit_of(parts, self.clock.calendar())
        if written is not None:
            self.log.write(written)

    patch.setattr(Committer, "_commit", commit)


@fault(laws.WRITTEN_FIRST, ledger.ONE_WRITER, log_laws.FROM_THE_LOG, first=10)
def a_table_is_not_read_again_after_a_failed_commit(patch: Patch) -> None:
    def go_on(self: Any, parts: Any, error: BaseException) -> Any:
        return [part for part in parts if not part.commit.entries]

    patch.setattr(Committer, "_without_lost", go_on)


@fault(laws.WRITTEN_FIRST, first=92)
def a_short_write_is_taken_for_a_whole_one(patch: Patch) -> None:
    """Whoever does not look at what `write` gives might as well always be given the whole length."""
    write = SimulatedFile.write

    def unlooked_at(self: Any, record: bytes) -> int:
        write(self, record)
        return len(record)

    patch.setattr(SimulatedFile, "write", unlooked_at)


@fault(ledger.KEPT)
def a_checkpoint_drops_an_entry(patch: Patch) -> None:
    filed = store_log._file

    def drop(database: Any, rows: Any) -> None:
        filed(database, list(rows)[:-1] or rows)

    patch.setattr(store_log, "_file", drop)


@fault(ledger.KEPT, process.NO_FAULTS)
def the_write_ahead_log_is_cleared_before_it_is_copied(patch: Patch) -> None:
    def checkpoint(store: Any, files: Any, fenced: Any) -> None:
        for file in files:
            commit = file.commit
            file.clear()
            store.take_in(commit)

    patch.setattr(wal, "checkpoint", checkpoint)
    patch.setattr(commit_log, "checkpoint", checkpoint)


@fault(ledger.KEPT, first=43)
def a_failed_checkpoint_clears_the_write_ahead_log(patch: Patch) -> None:
    def checkpoint(store: Any, files: Any, refused: Any) -> None:
        for file in files:
            with suppress(StoreError):
                store.take_in(file.commit)
            file.clear()

    patch.setattr(wal, "checkpoint", checkpoint)
    patch.setattr(commit_log, "checkpoint", checkpoint)


@fault(ledger.ONE_WRITER, first=190)
def the_fence_is_skipped(patch: Patch) -> None:
    unfenced = "UPDATE tables SET written = ? WHERE id = ? AND written >= ?"
    patch.setattr(store_log, "GO_ON", unfenced)


# Restart


@fault(laws.FOUND_AGAIN, ledger.KEPT)
def the_last_record_of_the_write_ahead_log_is_dropped(patch: Patch) -> None:
    records = wal_record.records

    def all_but_the_last(written: bytes) -> Iterator[tuple[int, bytes]]:
        yield from list(records(written))[:-1]

    patch.setattr(wal_file, "records", all_but_the_last)


@fault(laws.FOUND_AGAIN, ledger.ONE_WRITER, process.NO_FAULTS, first=105)
def a_torn_tail_is_read(patch: Patch) -> None:
    def records(written: bytes) -> Iterator[tuple[int, bytes]]:
        at = 0
        while at + wal_record.HEAD.size <= len(written):
            number, size, _ = wal_record.HEAD.unpack_from(written, at)
            yield number, written[at + wal_record.HEAD.size : at + wal_record.HEAD.size + size]
            at += wal_record.HEAD.size + size

    patch.setattr(wal_file, "records", records)


@fault(laws.FOUND_AGAIN, first=105)
def the_write_ahead_log_is_never_synced(patch: Patch) -> None:
    patch.setattr(wal_file.WalFile, "sync", lambda self: None)


@fault(laws.FOUND_AGAIN, first=360)
def only_the_first_file_of_the_write_ahead_log_is_read(patch: Patch) -> None:
    def read(self: Any, file: Any) -> None:
        if file is self._files[0]:
            file.read()

    patch.setattr(wal.Wal, "_read", read)


@fault(laws.NUMBERED_ONCE, first=9)
def a_restart_numbers_updates_from_the_beginning(patch: Patch) -> None:
    init = Outbox.__init__
    patch.setattr(Outbox, "__init__", lambda self, state, seq, every: init(self, state, 0, every))


@fault(happenings.ALONE, first=24)
def the_write_ahead_log_is_not_locked(patch: Patch) -> None:
    patch.setattr(wal_file.WalFile, "lock", lambda self: None)


@fault(happenings.NOTICED, first=514)
def nobody_looks_for_files_that_are_gone(patch: Patch) -> None:
    patch.setattr(wal.Wal, "gone", lambda self: None)


# The table


@fault(log_laws.PLAYED_ONCE, first=96)
def a_move_that_is_said_again_is_played_again(patch: Patch) -> None:
    patch.setattr(presence.Player, "first_time", lambda self, move: True)


@fault(people.SEATS)
def a_token_is_forgotten(patch: Patch) -> None:
    patch.setattr(tokens, "position", lambda token, fingerprints: None)


@fault(log_laws.FROM_THE_LOG)
def a_seat_is_sent_its_neighbours_view(patch: Patch) -> None:
    def private(self: Any, state: Any, seat: int) -> Any:
        return state.private[seat - 1]

    update = Outbox._update

    def mixed_up(self: Any, clients: Any, match: Any, *rest: Any) -> None:
        if match.game.id == "now":
            with pytest.MonkeyPatch.context() as inner:
                inner.setattr(type(match.game), "private", private)
                update(self, clients, match, *rest)
        else:
            update(self, clients, match, *rest)

    patch.setattr(Outbox, "_update", mixed_up)


@fault(log_laws.FROM_THE_LOG, log_laws.SECRET)
def those_who_watch_see_a_hand(patch: Patch) -> None:
    update = Outbox._update

    def shown(
        self: Any, clients: Any, match: Any, common: bytes, masked: bytes, effects: Any
    ) -> None:
        everybody = list(clients)
        players = [client for client in everybody if client.player is not None]
        update(self, players, match, common, masked, effects)
        hand = players_end(match.game.private(match.state, 0), 0)
        effects += [Send(each.conn, masked + hand) for each in everybody if each.player is None]

    patch.setattr(Outbox, "_update", shown)


@fault(log_laws.SECRET, first=14)
def an_event_tells_a_card(patch: Patch) -> None:
    """NOW!: whoever discards is heard with the card that comes next."""
    act = now_game.NowGame.act

    def leaking(self: Any, state: Any, seat: int, *rest: Any) -> Any:
        events = act(self, state, seat, *rest)
        return [
            msgspec.structs.replace(event, value=state.private[seat].active)
            if type(event).__name__ == "Discarded" and state.private[seat].active is not None
            else event
            for event in events
        ]

    patch.setattr(now_game.NowGame, "act", leaking)


@fault(people.SEATS, laws.WRITTEN_FIRST, first=250)
def a_party_is_split_in_two_commits(patch: Patch) -> None:
    """A kill between the two leaves people at no table."""
    gather = Committer._gather

    def one_by_one(self: Any) -> Any:
        dirty, self._dirty = self._dirty, dict([self._dirty.popitem()])
        parts = gather(self)
        self._dirty = dirty
        return parts

    tell = Committer._tell

    def and_the_next(self: Any, parts: Any) -> None:
        tell(self, parts)
        if self._dirty:
            self._plan()

    patch.setattr(Committer, "_gather", one_by_one)
    patch.setattr(Committer, "_tell", and_the_next)


# The server


@fault(world.ENDS, people.ANSWERS)
def alarms_do_not_ring(patch: Patch) -> None:
    patch.setattr(Alarms, "set", lambda self, code, at, wake: None)


@fault(process.NO_FAULTS, first=10)
def a_fault_at_one_table_is_everybodys(patch: Patch) -> None:
    def run(self: Any, table: Any, call: Any, *args: Any) -> None:
        call(*args)
        self._follow_up(table)

    patch.setattr(Committer, "run", run)


@fault(strangers.BUDGET, first=502)
def a_budget_is_forgotten(patch: Patch) -> None:
    patch.setattr(meter, "spend", lambda now, costs, *budgets: None)


@fault(world.ENDS, people.ANSWERS, people.SEATS)
def one_failed_read_gives_a_table_up(patch: Patch) -> None:
    async def read(self: Any, code: str) -> list[Any]:
        try:
            rows: list[Any] = await self._log.do(lambda store: store.entries(code))
        except StoreError:
            return []
        return rows

    patch.setattr(Recovery, "_read", read)


# Several processes


@fault(ledger.ONE_WRITER, every=CLUSTER_EVERY, first=71)
def the_fence_between_processes_is_skipped(patch: Patch) -> None:
    """An owner that slept, or was cut off, writes on after another one has the table."""
    the_fence_is_skipped(patch)


@fault(laws.WRITTEN_FIRST, every=CLUSTER_EVERY, first=21)
def an_owner_that_was_fenced_goes_on(patch: Patch) -> None:
    patch.setattr(Committer, "_without_lost", lambda self, parts, error: parts)


@fault(laws.MISSED, every=CLUSTER_EVERY, first=51)
def what_was_lost_between_processes_is_not_missed(patch: Patch) -> None:
    patch.setattr(peers.Peer, "is_next", lambda self, number: True)


@fault(whereabouts.ONE_OWNER, every=CLUSTER_EVERY, first=821)
def an_owner_that_was_cut_off_does_not_look(patch: Patch) -> None:
    async def nothing(self: Any) -> None:
        """It waits until somebody moves."""

    patch.setattr(ownership.Ownership, "_look_for_moved", nothing)


@fault(whereabouts.ONE_OWNER, people.ANSWERS, every=CLUSTER_EVERY)
def those_at_an_edge_are_not_told_that_their_owner_is_lost(patch: Patch) -> None:
    patch.setattr(remote_link.Links, "lost", lambda self, peer: None)


@fault(whereabouts.ONE_OWNER, every=CLUSTER_EVERY, first=86)
def those_of_a_lost_edge_count_as_present(patch: Patch) -> None:
    patch.setattr(remote_client.RemoteClients, "lost", lambda self, peer: None)


@fault(laws.MISSED, log_laws.FROM_THE_LOG, every=CLUSTER_EVERY)
def a_frame_goes_to_the_next_connection(patch: Patch) -> None:
    hear = remote_link.Links.hear

    def mixed_up(self: Any, peer: Any, item: Any) -> None:
        if isinstance(item, Told):
            there = self._links.get(peer, {})
            item.conns = [conn + (conn + 1 in there) for conn in item.conns]
        hear(self, peer, item)

    patch.setattr(remote_link.Links, "hear", mixed_up)


def found(name: str) -> tuple[int, str]:
    """After how many runs which law was broken."""
    with sparing_the_collector():
        first, every = FAULTS[name].first, FAULTS[name].every
        for seed in range(first, first + MOST_RUNS * every, every):
            try:
                world.simulate(plan(seed))
            except Violation as violation:
                return (seed - first) // every + 1, violation.law
    raise AssertionError(f"{MOST_RUNS} runs did not find that {name.replace('_', ' ')}")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, monkeypatch: Patch) -> None:
    FAULTS[name].plant(monkeypatch)
    _, law = found(name)
    assert law in FAULTS[name].breaks


def test_there_are_enough_of_them() -> None:
    assert len(FAULTS) >= 12
