"""What happens in a run besides play: kills, trouble with the disk, broken wires, wishes, strangers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from brouhaha.commits.wal import open_wal
from brouhaha.server.tables.committer import Committer
from brouhaha.store import Row, Store, StoreError, StoreLocked, TablesRefused, open_store
from brouhaha.table import entries
from tests.simulation.people import Player, Watcher
from tests.simulation.plan import QUICK, Happening
from tests.simulation.sqlite_disk import shelf
from tests.simulation.strangers import Stranger
from tests.simulation.violation import Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

NOTICED = "a server whose files were taken away says so"
CHANGED = "a table's log is changed before it is read again for that"
ALONE = "a store has one server"
NOTICED_WITHIN: Final = (
    4.0  # seconds: it looks every second, and its machine may stand still for two
)
FLOOD: Final = 220  # frames: more than a seat may say at once, and as many again


def happen(world: World, happening: Happening) -> None:
    if not world.calm:
        HAPPENINGS[happening.kind](world, happening)


def _person(world: World, happening: Happening) -> Watcher | None:
    people = world.people[happening.table] if happening.table < len(world.people) else []
    return people[happening.who % len(people)] if people else None


# The machine


def _process(world: World, happening: Happening) -> Process | None:
    """If it is up."""
    process = world.fleet.processes[happening.who % len(world.fleet.processes)]
    return None if process.server is None else process


def _kill(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    if process is None:
        return
    if happening.what == "again":
        world.kill(process)
    if happening.count:
        world.disk.kill_at = world.disk.steps + happening.count
    elif not happening.what:
        world.kill(process)


def _power_cut(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    if process is not None:
        world.kill(process, "power cut")


def _rot(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    if process is not None:
        world.kill(process, "rot")


def _stop(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    if process is not None:
        world.stop(process)


def _freeze(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    if process is not None:
        process.freeze()
        world.disturbances.disturb(happening.seconds)
        world.timeline.after(happening.seconds, process.thaw)


def _cut_off(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    bus = None if process is None else process.bus
    if bus is not None:
        bus.cut_off()
        world.disturbances.disturb(happening.seconds)
        world.timeline.after(happening.seconds, bus.join_again)


def _bus_down(world: World, happening: Happening) -> None:
    world.fleet.nats.go_down()
    world.disturbances.disturb(happening.seconds)
    world.timeline.after(happening.seconds, world.fleet.nats.come_up)


def _refuse(world: World, happening: Happening) -> None:
    """What this table has shown may be lost; the others must not feel it."""
    person = _person(world, happening)
    if person is not None and not world.disk.refused:
        world.disk.refused = person.code
        world.excuse(person.code)
        world.disturbances.disturb(happening.seconds, person.code)
        world.timeline.after(happening.seconds, _take_again, world)


def _take_again(world: World) -> None:
    world.disk.refused = ""


def _fault(world: World, happening: Happening) -> None:
    person = _person(world, happening)
    if person is not None:
        world.disturbances.disturb(1, person.code)
        world.failing.plan(person.code, happening.what, happening.count or 1)


def _update(world: World, happening: Happening) -> None:
    """Another version is started, which makes something else of one table; the others do not feel it."""
    person, process = _person(world, happening), _process(world, happening)
    if person is None or process is None:
        return
    world.kill(process)
    if happening.what == "old names":
        world.disk.rename_as_old()
    else:
        world.excuse(person.code)
        world.failing.change_version(person.code, happening.what)


def _damage(world: World, happening: Happening) -> None:
    """Killed; and something that the store had of a table cannot be read any more."""
    person, process = _person(world, happening), _process(world, happening)
    if person is not None and process is not None:
        world.kill(process)
        for code in shelf().damage(person.code):
            world.disk.damaged.add(code)
            world.excuse(code)


def _take_away(world: World, happening: Happening) -> None:
    process = _process(world, happening)
    if process is not None:
        world.disk.take_away()
        world.timeline.after(NOTICED_WITHIN, _expect_noticed, world, process, process.lives)


def _expect_noticed(world: World, process: Process, life: int) -> None:
    server = process.server
    if server is not None and process.lives == life and server.committer.log.healthy:
        raise Violation(NOTICED, f"{world.disk.taken_away}, not within {NOTICED_WITHIN} s")


def _read_again(world: World, happening: Happening) -> None:
    """As when somebody is forgotten; here nothing of the log is changed."""
    person, process = _person(world, happening), _process(world, happening)
    if person is None or process is None or process.server is None or process.loop is None:
        return
    world.disturbances.disturb(1, person.code)
    if person.code in process.server.registry.tables:
        for _ in range(happening.count):
            process.loop.create_task(_changed(process.server.committer, person.code))


async def _changed(committer: Committer, code: str) -> None:
    made: list[Store] = []
    with suppress(StoreError):
        await committer.read_again(code, made.append)
        if not made:
            raise Violation(CHANGED, code)


def _second_server(world: World, happening: Happening) -> None:
    if world.fleet.all_up and not world.disk.taken_away:
        with suppress(StoreLocked):
            open_wal(str(world.disk.store))
            raise Violation(ALONE, "a second one could start")


def _disk(world: World, happening: Happening) -> None:
    world.disk.trouble = happening.what  # type: ignore[assignment]
    world.disturbances.disturb_disk(happening.seconds)
    world.timeline.after(happening.seconds, _repair, world)


def _repair(world: World) -> None:
    world.disk.trouble = None


def _slow_disk(world: World, happening: Happening) -> None:
    world.fleet.store.slow = happening.seconds
    world.disturbances.disturb_disk(happening.seconds * 4)
    world.timeline.after(happening.seconds * 2, _hurry, world)


def _hurry(world: World) -> None:
    world.fleet.store.slow = 0.0


def _stall(world: World, happening: Happening) -> None:
    world.disturbances.disturb_disk(happening.seconds)  # it syncs nothing meanwhile
    world.timeline.now += happening.seconds


def _rival(world: World, happening: Happening) -> None:
    """Another server has the same store, and goes on with a table that it has read."""
    person = _person(world, happening)
    busy = world.plan.takes_turns or world.disk.trouble is not None  # it would wait for its lock
    starts = not world.fleet.all_up  # what it reads then is compared with what is written
    if person is None or world.plan.sync != "commit" or busy or starts:
        return
    at, payload = world.disk.ledger.entries(person.code), entries.encode(entries.SaidReady(0, True))
    if at == 0:
        return
    world.disturbances.disturb(1, person.code)
    kill_at, world.disk.kill_at = world.disk.kill_at, None  # of the server, not of this one
    with open_store(str(world.disk.store)) as store, suppress(TablesRefused):
        store.append([Row(person.code, at, payload, 1)])
    world.disk.kill_at = kill_at


# Wires


def _cut(world: World, happening: Happening) -> None:
    person = _person(world, happening)
    if person is not None and person.wire is not None:
        person.wire.cut()


def _silence(world: World, happening: Happening) -> None:
    """The person comes again over another wire; the server has to find out about this one."""
    person = _person(world, happening)
    if person is not None and person.wire is not None and not person.wire.closed:
        person.wire.dead = True
        world.timeline.after(1, _come_again, world, person)


def _come_again(world: World, person: Watcher) -> None:
    if person.wire is not None and person.wire.dead:
        person.wire = None
        person.come()


def _away(world: World, happening: Happening) -> None:
    person = _person(world, happening)
    if person is not None and person.wire is not None:
        person.away_until = world.timeline.now + happening.seconds
        person.wire.cut()


def _choke(world: World, happening: Happening) -> None:
    person = _person(world, happening)
    if person is not None and person.wire is not None:
        person.wire.stalled = True


# People


def _wish(world: World, happening: Happening) -> None:
    person = _person(world, happening)
    if isinstance(person, Player) and person.here:
        WISHES[happening.what](world, person)


def _say(**message: Any) -> Callable[[World, Player], None]:
    return lambda world, player: player.say(**message)


def _leave(world: World, player: Player) -> None:
    player.say(type="leave")
    player.excused = True


def _remove(world: World, host: Player) -> None:
    """Whoever sits there is sent away, if the host says it; else nobody."""
    world.excuse(host.code)
    host.say(type="remove", seat=1)


def _again(world: World, player: Player) -> None:
    """A double tap: what was said last is said again."""
    for text in player.said[-3:]:
        player.send(text)


def _stale(world: World, player: Player) -> None:
    for text in player.said[:2]:
        player.send(text)


def _foreign(world: World, player: Player) -> None:
    """Actions of another game, and of nobody's."""
    actions: list[object] = [
        {"type": "flip"},
        {"type": "discard"},
        {"type": "stop"},
        [],
        {"type": ""},
    ]
    for action in actions:
        player.act(action)


def _flood(world: World, player: Player) -> None:
    """A seat that says far too much is refused, and then closed; the others do not feel it."""
    player.floods = True
    for _ in range(FLOOD):
        player.say(type="rename", name="Zoë")


def _of_a_game(kind: str) -> Callable[[World, Player], None]:
    def say(world: World, player: Player) -> None:
        game = player.chance.choice(list(QUICK))
        player.say(type=kind, game=game, options=QUICK[game])

    return say


WISHES: Final[dict[str, Callable[[World, Player], None]]] = {
    "pause": _say(type="pause"),
    "resume": _say(type="resume"),
    "leave": _leave,
    "remove": _remove,
    "beat_hidden": _say(type="beat", hidden=True),
    "beat": _say(type="beat"),
    "rename": _say(type="rename", name="Zoë"),
    "hand_over": _say(type="hand_over"),
    "flood": _flood,
    "next": _of_a_game("next"),
    "choose": _of_a_game("choose"),
    "ready": _say(type="ready", ready=False),
    "own": _say(type="own", option="extra_time", value=10),
    "take_over": _say(type="take_over", seat=1),
    "pass_host": _say(type="host", seat=1),
    "policy": _say(type="policy", policy={"bots_make_way": False}),
    "locked": _say(type="policy", policy={"locked": True}),
    "approve": _say(type="policy", policy={"approve": True}),
    "no_watchers": _say(type="policy", policy={"watchers": False}),
    "readmit": _say(type="readmit", removed=0),
    "seat_bot": _say(type="seat_bot", level="random"),
    "rename_seat": _say(type="rename_seat", seat=1, name="Zoë"),
    "two_tables": _say(type="two_tables"),
    "one_table": _say(type="one_table"),
    "again": _again,
    "stale": _stale,
    "foreign": _foreign,
}


def _spam(world: World, happening: Happening) -> None:
    person = _person(world, happening)
    if person is not None:
        Stranger(world, person.code, happening.count, len(world.strangers)).come()


HAPPENINGS: Final[dict[str, Callable[[World, Happening], None]]] = {
    "kill": _kill,
    "power_cut": _power_cut,
    "disk": _disk,
    "slow_disk": _slow_disk,
    "stall": _stall,
    "rival": _rival,
    "cut": _cut,
    "silence": _silence,
    "choke": _choke,
    "wish": _wish,
    "spam": _spam,
    "away": _away,
    "fault": _fault,
    "update": _update,
    "damage": _damage,
    "take_away": _take_away,
    "second_server": _second_server,
    "read_again": _read_again,
    "rot": _rot,
    "stop": _stop,
    "refuse": _refuse,
    "freeze": _freeze,
    "cut_off": _cut_off,
    "bus_down": _bus_down,
}
