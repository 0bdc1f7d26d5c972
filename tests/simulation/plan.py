"""A plan is data: who sits where, and what happens when. A seed makes one; a failing one shrinks.

Everybody's chance is their own (a seed and a name), so that taking one thing out of a plan leaves the
rest as it was, as far as that can be.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

GAMES: Final = ("now", "now", "nimble", "nimble", "nono")  # NoNo's judge takes its time
FEWEST: Final = {"now": 2, "nimble": 2, "nono": 3}
QUICK: Final[dict[str, dict[str, Any]]] = {  # clocks: a match that nobody plays ends by itself soon
    "now": {"countdown": 0.2, "action": 2, "last_player": 1, "resolution": 0.2},
    "nimble": {"countdown": 0.2, "round": 10, "check": 0.5},
    "nono": {"turns": 1, "countdown": 0.2, "search": 4, "answer": 3, "vote": 3, "verdict": 0.2},
}  # fmt: skip

Kind = Literal[
    "kill",  # -9; `count`: before so many steps of the disk; `what` again: of the restart too
    "power_cut",
    "stop",  # as SIGTERM does, and up again
    "refuse",  # the store does not take what one table writes, for `seconds`
    "disk",  # trouble, `what`, for `seconds`
    "slow_disk",  # each job of the store takes a while, for `seconds`
    "stall",  # the server's machine stands still for `seconds`
    "cut",  # a person's wire, `who`; both ends notice
    "silence",  # the same, and neither notices
    "away",  # the person comes back after so many `seconds`
    "choke",  # the person does not read any more
    "wish",  # a person says `what`
    "rival",  # somebody else writes to a table's log
    "spam",  # a stranger sends `count` frames
    "fault",  # of ours or a game's, at one table: the next `what` of it raises (`count` times)
    "update",  # killed; what starts again has other rules, not this game, …: `what`
    "damage",  # killed; and of what the store had of a table something is unreadable
    "take_away",  # a file of the write-ahead log is deleted
    "second_server",  # tries to start on the same store
    "read_again",  # a table is dropped and read, as when somebody is forgotten; `count` times at once
    "rot",  # killed, and a byte of the write-ahead log is another one afterwards
    # where there are several processes: it is number `who`
    "freeze",  # nothing of it moves for `seconds`
    "cut_off",  # from the others, for `seconds`
    "bus_down",  # all from all, for `seconds`
]


class Happening(Struct, frozen=True, omit_defaults=True):
    at: float  # seconds after the beginning
    kind: Kind
    table: int = 0
    who: int = 0  # the person's number at the table
    what: str = ""
    count: int = 0
    seconds: float = 0.0


class TablePlan(Struct, frozen=True, omit_defaults=True):
    game: str
    people: int
    bots: int = 0
    watchers: int = 0
    late: int = 0  # people who come when the match is being played
    rematches: int = 0
    lobby: float = 0.0  # seconds that the host takes before each match


class Plan(Struct, frozen=True, omit_defaults=True):
    seed: int
    tables: list[TablePlan]
    happenings: list[Happening]
    plays: float  # seconds for which people play
    ends: bool = False  # then their clocks decide, until every match has ended (dear)
    sync: Literal["second", "commit"] = "second"
    takes_turns: bool = False  # the store's thread and the event loop, at every change of a file
    judged: bool = False  # all frames are held against the rules' secrets (dear)
    processes: int = 1  # more: they share a store, and talk over a bus
    gather_ms: int = 0  # between two commits
    match_entries: int = 0  # a longer match is too long; 0: none is


CLUSTER_EVERY: Final = 5  # seeds
OF_A_PROCESS: Final = ("kill", "stop", "power_cut", "rot")
TO_A_PROCESS: Final[tuple[Kind, ...]] = (
    "kill", "stop", "freeze", "freeze", "cut_off", "cut_off", "bus_down",
)  # fmt: skip
WISHES: Final = (
    "pause", "resume", "pause", "resume", "leave", "remove", "beat_hidden", "beat", "rename",
    "hand_over", "take_over", "pass_host", "again", "stale", "foreign", "policy", "flood",
    "two_tables", "two_tables", "one_table", "one_table", "next", "choose", "ready", "own",
    "locked", "approve", "no_watchers", "readmit", "seat_bot", "rename_seat",
)  # fmt: skip
MOST_AT_ONE_TABLE: Final = 3  # people: more of them are a party
TROUBLES: Final = ("full", "short", "failing", "hiccup")
CALLS: Final = ("receive", "wake", "flush")
RARE_EVERY: Final = 7  # seeds
RARE: Final[tuple[Kind, ...]] = (
    "fault", "update", "update", "damage", "take_away", "second_server", "read_again",
)  # fmt: skip
RARE_IN_A_CLUSTER: Final[tuple[Kind, ...]] = ("fault", "read_again")
MANY_FAULTS: Final = 6  # more than a server bears of one table
OF_A_GAME: Final = ("settle", "submit")
OF_A_PARTY: Final = ("split", "unite")
UPDATES: Final = ("other rules", "broken game", "no game", "no table", "old names", "old names")


def plan(seed: int) -> Plan:
    chance = Random(f"plan {seed}")
    tables = [_table(chance) for _ in range(1 + (chance.random() < 0.15))]
    plays = 1 + chance.random() ** 2 * 6
    sync: Literal["second", "commit"] = "commit" if chance.random() < 0.2 else "second"
    count = min(int(chance.expovariate(0.35)), 12)
    happenings = [_happening(chance, tables, plays, sync) for _ in range(count)]
    for number, table in enumerate(tables):
        if table.people > MOST_AT_ONE_TABLE:
            happenings += _party(chance, number, table)
    happenings.sort(key=lambda each: each.at)
    ends = seed % 4 == 0
    turns = seed % 3 == 0
    planned = Plan(seed, tables, happenings, plays, ends, sync, turns, judged=seed % 8 == 0)
    planned = _of_a_cluster(chance, planned) if seed % CLUSTER_EVERY == 1 else planned
    return _with_what_is_rare(planned) if seed % RARE_EVERY == 3 else planned


def _of_a_cluster(chance: Random, planned: Plan) -> Plan:
    """Several processes on one database: it has no write-ahead log that could be harmed, and a
    process of its own has nothing else to lose."""
    processes = chance.choice([2, 3, 3])
    happenings = [
        _at_a_process(chance, processes, each) if each.kind in OF_A_PROCESS else each
        for each in planned.happenings
    ]
    for _ in range(chance.randint(1, 3)):
        at = round(chance.uniform(0.3, planned.plays + 2), 3)
        happenings.append(_at_a_process(chance, processes, Happening(at, "rot")))
    happenings.sort(key=lambda each: each.at)
    return replace(
        planned, happenings=happenings, processes=processes, sync="commit", takes_turns=False
    )


def _with_what_is_rare(planned: Plan) -> Plan:
    """By chance of its own: all other runs are what they would be without it."""
    chance = Random(f"rare {planned.seed}")
    happenings = [_rare(chance, planned) for _ in range(chance.randint(1, 3))]
    tables = planned.tables
    if chance.random() < 0.2:
        tables = [replace(tables[0], people=chance.randint(4, 6), lobby=3.0), *tables[1:]]
        happenings += _party(chance, 0, tables[0])
        happenings.append(Happening(0.3, "fault", what=chance.choice(OF_A_PARTY)))
    return replace(
        planned,
        tables=tables,
        happenings=sorted([*planned.happenings, *happenings], key=lambda each: each.at),
        gather_ms=chance.choice([0, 0, 2, 20]),
        match_entries=(longest := chance.choice([0, 0, 0, 4, 30])),
        judged=planned.judged
        and not longest,  # the judge knows of no step in which all time runs out
    )


def _rare(chance: Random, planned: Plan) -> Happening:
    at = round(chance.uniform(0.3, planned.plays + 2), 3)
    table = chance.randrange(len(planned.tables))
    alone = planned.processes == 1
    match chance.choice(RARE if alone else RARE_IN_A_CLUSTER):
        case "update":
            return Happening(at, "update", table, what=chance.choice(UPDATES))
        case "fault" if alone and chance.random() < 0.3:
            return Happening(at, "fault", table, what=chance.choice(CALLS), count=MANY_FAULTS)
        case "fault":
            return Happening(at, "fault", table, what=chance.choice(OF_A_GAME))
        case "read_again":
            return Happening(at, "read_again", table, count=chance.choice([1, 2]))
        case kind:
            return Happening(at, kind, table)


def _at_a_process(chance: Random, processes: int, instead: Happening) -> Happening:
    who, seconds = chance.randrange(processes), round(chance.uniform(0.3, 7), 1)
    if instead.kind in ("kill", "stop"):
        return replace(instead, who=who)
    kind = chance.choice(TO_A_PROCESS)
    if kind in ("kill", "stop"):
        return Happening(instead.at, kind, who=who)
    return Happening(instead.at, kind, who=who, seconds=seconds)


def _table(chance: Random) -> TablePlan:
    game = chance.choice(GAMES)
    party = chance.random() < 0.06
    people = chance.randint(4, 6) if party else chance.choice([1, 2, 2, 2, 3])
    bots = max(FEWEST[game] - people, int(chance.random() < 0.25))
    return TablePlan(
        game,
        people,
        bots=bots,
        watchers=int(chance.random() < 0.25),
        late=int(chance.random() < 0.15),
        rematches=int(chance.random() < 0.1),
        lobby=round(chance.uniform(0.5, 4), 1) if party or chance.random() < 0.1 else 0.0,
    )


def _party(chance: Random, number: int, table: TablePlan) -> list[Happening]:
    """Many people go on at two tables, and come together again; perhaps not undisturbed."""
    at = round(chance.uniform(0.4, 0.4 + table.lobby), 2)
    said = [Happening(at, "wish", number, 0, "two_tables")]
    if chance.random() < 0.5:
        said.append(Happening(at, "kill", count=chance.randint(1, 4)))
    if chance.random() < 0.5:
        said.append(Happening(at + 1.5, "wish", number, 0, "one_table"))
    return said


def _happening(chance: Random, tables: list[TablePlan], plays: float, sync: str) -> Happening:
    at = round(chance.uniform(0.1, plays + 2), 3)
    table = chance.randrange(len(tables))
    who = chance.randrange(tables[table].people + tables[table].watchers)
    match chance.choices(KINDS, WEIGHTS)[0]:
        case "kill":
            count, again = chance.choice([0, 0, *range(1, 12)]), chance.random() < 0.2
            return Happening(at, "kill", what="again" if again else "", count=count)
        case "disk":
            seconds = round(chance.uniform(0.1, 3), 2)
            return Happening(at, "disk", what=chance.choice(TROUBLES), seconds=seconds)
        case "slow_disk":
            return Happening(at, "slow_disk", seconds=round(chance.uniform(0.2, 3), 2))
        case "stall":
            return Happening(at, "stall", seconds=round(chance.uniform(0.05, 2), 2))
        case "wish":
            return Happening(at, "wish", table, who, what=chance.choice(WISHES))
        case "rival" if sync == "commit":
            return Happening(at, "rival", table)
        case "spam":
            return Happening(at, "spam", table, count=chance.choice([5, 30, 30, 300]))
        case "power_cut":
            return Happening(at, "power_cut")
        case "rot" | "stop" as kind:
            return Happening(at, kind)
        case "refuse":
            return Happening(at, "refuse", table, seconds=round(chance.uniform(0.5, 6), 1))
        case "away":
            return Happening(at, "away", table, who, seconds=round(chance.uniform(1, 14), 1))
        case "fault":
            return Happening(at, "fault", table, what=chance.choice(CALLS))
        case "silence" | "choke" as kind:
            return Happening(at, kind, table, who)
        case _:
            return Happening(at, "cut", table, who)


KINDS: Final[tuple[Kind, ...]] = (
    "kill", "power_cut", "disk", "slow_disk", "stall", "cut", "silence", "choke", "wish", "rival",
    "spam", "away", "fault", "rot", "stop", "refuse",
)  # fmt: skip
WEIGHTS: Final = (4, 1, 2, 1, 1, 4, 0.5, 0.3, 7, 1, 1, 1, 0.7, 0.4, 0.7, 0.4)
