"""The long versions of the tests, one after the other: an hour or so.

    python bench/soak.py [--kills 200] [--matches 1000] [--abuse 200000] [--skip abuse …]

- kills: kill -9 in the middle of play at random moments, half of them on each kind of store; every
  view that anybody had been shown must be one that the log leads to, and every match must finish.
- secrecy: bench/secrecy.py. abuse: bench/abuse.py.

Ends with status 1 if any of it fails.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.guests import run
from tests.server.test_kill import check_nothing_shown_is_missing, play_through_kills
from tests.store.throwaway_postgres import running_postgres

HERE = Path(__file__).parent
KILLS_A_ROUND = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--abuse", type=int, default=200_000)
    parser.add_argument("--skip", nargs="+", default=[], choices=("kills", "secrecy", "abuse"))
    asked = parser.parse_args()
    parts: dict[str, Callable[[], bool]] = {
        "kills": lambda: kills(asked.kills),
        "secrecy": lambda: _script("secrecy.py", "--matches", str(asked.matches)),
        "abuse": lambda: _script("abuse.py", "--times", str(asked.abuse)),
    }
    failed = [name for name, part in parts.items() if name not in asked.skip and not part()]
    print(f"failed: {', '.join(failed)}" if failed else "all well")
    return 1 if failed else 0


def kills(number: int) -> bool:
    """Rounds of new tables, each played to the end through ten kills."""
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres:
        for done in range(0, number, KILLS_A_ROUND):
            chance = Random(done)
            on_postgres = done // KILLS_A_ROUND % 2
            url = postgres if on_postgres else str(Path(folder) / "store.db")
            log = Path(folder) / f"log{done}"
            guests = run(play_through_kills(url, log, KILLS_A_ROUND, chance))
            check_nothing_shown_is_missing(url, guests)
            if "Traceback" in log.read_text():
                print(log.read_text())
                return False
            print(f"  {done + KILLS_A_ROUND} kills, nothing missing", file=sys.stderr)
    print(f"kills: {number}, nothing that was shown is missing, every match finished")
    return True


def _script(name: str, *arguments: str) -> bool:
    return subprocess.run([sys.executable, HERE / name, *arguments], check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
