"""The long versions of the tests, one after the other: some hours. Stops at the first failure.

    python bench/soak.py [--kills 1000] [--matches 1000] [--secrecy 3334] [--abuse 1000000]
                         [--simulated 100000] [--skip abuse …] [--only kills …]

- kills: kill -9 in the middle of play at random moments, so many on each kind of store; every view
  that anybody had been shown must be one that the log leads to, and every match must finish. The
  server is a fork of a process that has imported it (tests/server/forked.py).
- cluster: bench/cluster_soak.py, 500 kills, 100 partitions, 50 restarts of each engine; as root.
- races: bench/races.py, 20,000 contested calls for each kind of network and of cheat.
- rules: bench/matches.py, matches of every game and number of players, replayed.
- simulated: so many runs of the whole server on a simulated disk, network and clock
  (tests/simulation), in one process for each core. `--first-seed` begins elsewhere.
- laws: the faults that tests/testing plants in games, with 20 seeds each.
- secrecy: bench/secrecy.py, so many matches of each game.
- abuse: bench/abuse.py. idle: bench/idle.py.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from brouhaha import games
from tests.server.guests import run
from tests.server.test_kill import check_nothing_shown_is_missing, play_through_kills
from tests.store.throwaway_postgres import new_schema, running_postgres

HERE = Path(__file__).parent
KILLS_A_ROUND = 10
LANES = 4  # of each kind of store
A_ROUND_WITHIN = 900.0  # seconds; it takes ten, a machine that does other things takes more


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--secrecy", type=int, default=3_334)
    parser.add_argument("--abuse", type=int, default=1_000_000)
    parser.add_argument("--simulated", type=int, default=100_000)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--skip", nargs="+", default=[])
    parser.add_argument("--only", nargs="+")
    asked = parser.parse_args()
    parts: dict[str, Callable[[], bool]] = {
        "races": lambda: _script("races.py"),
        "rules": lambda: all(
            _script("matches.py", game, "--games", str(asked.matches)) for game in games.names()
        ),
        "kills": lambda: kills(asked.kills),
        "cluster": lambda: _script("cluster_soak.py"),
        "simulated": lambda: simulated(asked.simulated, asked.first_seed),
        "secrecy": lambda: _script("secrecy.py", "--matches", str(asked.secrecy)),
        "abuse": lambda: _script("abuse.py", "--times", str(asked.abuse)),
        "laws": planted_faults,
        "idle": lambda: _script("idle.py"),
    }
    for name, part in parts.items():
        if name in asked.skip or name not in (asked.only or parts):
            continue
        print(f"{name} …", flush=True)
        if not part():
            print(f"failed: {name}")
            return 1
    print("all well")
    return 0


def kills(number: int) -> bool:
    """Rounds of new tables on each kind of store, several lanes of them side by side: most of a
    round is waiting for a server to start and for people to come back."""
    rounds = -(-number // (KILLS_A_ROUND * LANES))
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres:
        lanes = [
            (f"{kind}{lane}", url_of(kind, lane, Path(folder), postgres))
            for lane in range(LANES)
            for kind in ("sqlite", "postgresql")
        ]
        with ProcessPoolExecutor(len(lanes)) as processes:
            asked = [
                processes.submit(kill_rounds, name, url, Path(folder), rounds)
                for name, url in lanes
            ]
            well = all(each.result() for each in asked)
    if well:
        made = rounds * KILLS_A_ROUND * LANES
        print(f"kills: {made} on each kind of store, nothing that was shown is missing")
    return well


def url_of(kind: str, lane: int, folder: Path, postgres: str) -> str:
    name = f"lane{lane}"
    return str(folder / f"{name}.db") if kind == "sqlite" else new_schema(postgres, name)


def kill_rounds(lane: str, url: str, folder: Path, rounds: int) -> bool:
    """Each is played to the end through ten kills."""
    for done in range(rounds):
        log, chance = folder / f"{lane}-{done}.log", Random(f"{lane}-{done}")
        try:
            guests = run(
                play_through_kills(url, log, KILLS_A_ROUND, chance),
                within=A_ROUND_WITHIN,
            )
            check_nothing_shown_is_missing(url, guests)
        except BaseException:
            print(log.read_text()[-10_000:])
            raise
        if "Traceback" in log.read_text():
            print(log.read_text())
            return False
        print(f"  {lane}: {(done + 1) * KILLS_A_ROUND} kills", file=sys.stderr, flush=True)
    return True


def simulated(runs: int, first: int) -> bool:
    """The seeds, shared out among the cores."""
    cores = os.cpu_count() or 1
    share = -(-runs // cores)
    commands = [
        [sys.executable, "-m", "tests.simulation", "--seeds", str(share), "--from", str(seed)]
        for seed in range(first, first + runs, share)
    ]
    processes = [subprocess.Popen(command, cwd=HERE.parent) for command in commands]
    statuses = [process.wait() for process in processes]
    return not any(statuses)


def planted_faults() -> bool:
    """Every fault that is planted in a game is caught by the conformance suite, 20 seeds of 20."""
    command = [sys.executable, "-m", "pytest", "--no-cov", "tests/testing"]
    environment = os.environ | {"BROUHAHA_FAULT_SEEDS": "20"}
    return subprocess.run(command, cwd=HERE.parent, env=environment).returncode == 0


def _script(name: str, *arguments: str) -> bool:
    return subprocess.run([sys.executable, HERE / name, *arguments], check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
