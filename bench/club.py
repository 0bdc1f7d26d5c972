"""What do the club's pages cost with 100,000 matches behind them, and one match more? See club.md.

    python bench/club.py [--matches 100000] [--store sqlite postgresql] [--keep FOLDER]

The lab plays some matches of each game; the archive is those, again and again, under the names of
500 people at 12,500 evenings of three years. A real `brouhaha serve`, on one core, answers for the
pages; a headless Chromium, four times slower than this machine, paints them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.club_archive import APART, FIRST, Sample, archive, renamed, samples
from bench.club_paint import paint_pages
from bench.server_bench.process import ServerProcess, free_port, running
from brouhaha.club import access
from brouhaha.club.counting import count, count_found, find_uncounted
from brouhaha.server.club.gate import COOKIE
from brouhaha.store import Store, back_up, matches, open_store
from tests.server.guests import HASTE, Guest, house
from tests.store.throwaway_postgres import running_postgres

AT_ONCE: Final = 500
ONE_MORE: Final = 48  # matches, counted one by one
PAGES_ASKED: Final = 25
IDLE: Final = 0.01  # seconds of CPU in a second
SETTLES_WITHIN: Final = 120.0  # seconds


# Counting


def fill(store: Store, coming: Iterator[Sample], most: int) -> None:
    """Archived and counted, many in a transaction: as they would be in the end, only sooner."""
    while most > 0 and (some := list(islice(coming, min(most, AT_ONCE)))):
        with store.database.transaction():
            store.database.lock_club()
            for one in some:
                matches.write(store.database, one.match)
            store.database.run("DELETE FROM uncounted")
            count(store.database, [one.facts for one in some], UTC)
        most -= len(some)


def one_more(store: Store, coming: Iterator[Sample]) -> tuple[float, float]:
    """ms of this process's CPU for a match: to play its log again, and to add it to the rows."""
    played, added = [], []
    for one in islice(coming, ONE_MORE):
        store.finish(one.match)
        began = time.process_time()
        found = find_uncounted(store)
        between = time.process_time()
        assert count_found(store, found, UTC) == 1
        played.append((between - began) * 1000)
        added.append((time.process_time() - between) * 1000)
    return statistics.mean(played), statistics.mean(added)


def count_along(store: Store, most: int) -> None:
    print("\n| matches counted | ms to play one again | ms to add it | added × the first |")
    print("| ---: | ---: | ---: | ---: |")
    coming, first, done = archive(samples(), most), None, 0
    for at in sorted({0, *(10**power for power in range(3, 9) if 10**power < most), most - 100}):
        fill(store, coming, at - done)
        played, added = one_more(store, coming)
        done = at + ONE_MORE
        first = first or added
        print(f"| {at:,} | {played:.1f} | {added:.2f} | {added / first:.2f} |", flush=True)
    fill(store, coming, most - done)


# Pages


def addresses(url: str) -> dict[str, list[str]]:
    """Every page of the club, and of those that are many the busiest and others by chance."""
    chance = random.Random(21)
    with open_store(url, read_only=True) as store:
        rows = store.database.rows
        people = [id for (id,) in rows(
            "SELECT person FROM person_games WHERE game = '' AND person > 0 ORDER BY matches DESC"
        )]  # fmt: skip
        evenings = [id for (id,) in rows("SELECT id FROM evenings WHERE table_id <> ''")]
        days = [id for (id,) in rows(
            "SELECT id FROM evenings WHERE table_id = '' ORDER BY matches DESC"
        )]  # fmt: skip
        seasons = [id for (id,) in rows("SELECT DISTINCT season FROM ratings WHERE game = 'now'")]
    some_people = [*people[:5], *chance.sample(people, min(len(people), PAGES_ASKED))]
    some_evenings = chance.sample(evenings, min(len(evenings), PAGES_ASKED))
    return {
        "front": ["/api/club"],
        "evenings": [f"/api/club/evenings?before={id}" for id in some_evenings],
        "an evening": [f"/api/club/evenings/{id}" for id in some_evenings],
        "a day": [f"/api/club/evenings/{id}" for id in days[:PAGES_ASKED]],
        "players": ["/api/club/players", f"/api/club/players?after={people[len(people) // 2]}"],
        "players by name": [f"/api/club/players?name={name}" for name in ("a", "ana", "jo%209")],
        "a player": [f"/api/club/players/{id}" for id in some_people],
        "a ladder": [
            f"/api/club/ladders/{game}?season={season}"
            for game in ("now", "nimble", "nono") for season in seasons
        ],
        "an evening as CSV": [f"/api/club/evenings/{id}/csv" for id in some_evenings[:8]],
    }  # fmt: skip


def host_pass(url: str) -> str:
    with open_store(url) as store:
        secret = access.keep(store.database, access.SECRET, os.urandom(32))
    return access.new_pass(secret, "host", time.time())


@contextmanager
def served(url: str, folder: Path) -> Iterator[ServerProcess]:
    port = free_port()
    command = [sys.executable, "-m", "brouhaha.cli", "serve", "--port", str(port), "--store", url]
    quick = {"BROUHAHA_LIMITS_REQUESTS_A_SECOND": "1000", "BROUHAHA_LIMITS_REPLAYS_A_MINUTE": "900"}
    with running(command, port, folder, quick) as server:
        settle(server)
        yield server


def settle(server: ServerProcess) -> None:
    """Until it has prepared its games' words and its descriptions, which takes seconds of CPU."""
    give_up = time.monotonic() + SETTLES_WITHIN
    before = -1.0
    while (now := server.cpu_seconds()) - before > IDLE and time.monotonic() < give_up:
        before = now
        time.sleep(1)


class Asked(NamedTuple):
    """ms until it was there, ms of the server's CPU and of the database's, bytes."""

    passed: float
    server: float
    database: float
    size: int


def backends(url: str) -> list[Path]:
    """Where Linux counts what the database's processes work for this server: nanoseconds."""
    if not url.startswith("postgresql"):
        return []
    with open_store(url, read_only=True) as store:
        sql = """SELECT pid FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"""
        return [Path(f"/proc/{pid}/schedstat") for (pid,) in store.database.rows(sql)]


def worked_ms(counted: Sequence[Path]) -> float:
    return sum(int(path.read_text().split()[0]) for path in counted) / 1e6


def ask(server: ServerProcess, path: str, cookie: str, database: Sequence[Path]) -> Asked:
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", headers={"Cookie": f"{COOKIE}={cookie}"}
    )
    own, theirs, began = server.cpu_seconds(), worked_ms(database), time.perf_counter()
    with urllib.request.urlopen(request, timeout=60) as answer:
        size = len(answer.read())
    passed = (time.perf_counter() - began) * 1000
    worked = (server.cpu_seconds() - own) * 1000
    return Asked(passed, worked, worked_ms(database) - theirs, size)


def serve_pages(server: ServerProcess, found: dict[str, list[str]], cookie: str, url: str) -> None:
    print("\n| page | ms p50 | worst | server CPU p50 | database p50 | both, worst | kB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    ask(server, found["front"][0], cookie, [])
    database = backends(url)
    for name, paths in found.items():
        ask(server, paths[0], cookie, database)
        rounds = max(1, PAGES_ASKED // len(paths))
        told = [ask(server, path, cookie, database) for path in paths for _ in range(rounds)]
        median = [statistics.median(column) for column in zip(*told, strict=True)]
        worst = max(one.passed for one in told), max(one.server + one.database for one in told)
        print(
            f"| {name} | {median[0]:.1f} | {worst[0]:.1f} | {median[1]:.1f} | {median[2]:.1f} "
            f"| {worst[1]:.1f} | {max(one.size for one in told) / 1000:.0f} |",
            flush=True,
        )


# A match that ends now


async def shows_after(url: str, cookie: str, rounds: int = 5) -> list[float]:
    """Seconds from a match's last message to its player until the club's front has it."""
    took = []
    async with house(url, haste=HASTE, lists="everybody") as server:

        async def counted() -> int:
            headers = {"Cookie": f"{COOKIE}={cookie}"}
            async with server.session.get(f"{server.url}/api/club", headers=headers) as answer:
                return int((await answer.json())["matches"])

        for _ in range(rounds):
            before = await counted()
            opened = await server.open(name="Ana 0", bots=["gentle", "gentle"], start=True)
            guest = Guest(server.url, opened["code"], "Ana 0", haste=HASTE)
            guest.token = opened["token"]
            guest.sit_down()
            await asyncio.wait_for(guest.ended.wait(), 120)
            began = time.perf_counter()
            while await counted() == before:
                await asyncio.sleep(0.02)
            took.append(time.perf_counter() - began)
            await guest.go()
    return took


def measure(url: str, folder: Path, only: Sequence[str]) -> None:
    cookie, found = host_pass(url), addresses(url)
    with served(url, folder) as server:
        if "pages" in only:
            serve_pages(server, found, cookie, url)
        if "paint" in only:
            paint_pages(server, found, cookie)
    if "ends" not in only:
        return
    took = asyncio.run(shows_after(url, cookie))
    print(f"\nA match that has ended is in the club after {1000 * statistics.median(took):.0f} ms "
          f"(worst {1000 * max(took):.0f}).", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--store", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--only", choices=["pages", "paint", "ends"], nargs="+")
    parser.add_argument("--keep", type=Path, help="where the archive lies, made before or now")
    args = parser.parse_args()
    only = args.only or ["pages", "paint", "ends"]
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or Path(temporary)
        path = folder / f"club{args.matches}.db"
        print(f"{args.matches:,} matches; load average at the start: {os.getloadavg()[0]:.1f}")
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with open_store(str(path)) as store:
                count_along(store, args.matches)
        kinds: dict[str, Callable[[], Any]] = {
            "sqlite": lambda: measure(str(path), Path(temporary), only),
            "postgresql": lambda: measure_postgres(path, Path(temporary), only),
        }
        for kind in args.store:
            print(f"\n## {kind} (load average {os.getloadavg()[0]:.1f})", flush=True)
            kinds[kind]()


def measure_postgres(path: Path, folder: Path, only: Sequence[str]) -> None:
    with running_postgres(durable=True) as url:
        with open_store(str(path), read_only=True) as store:
            back_up(store, url)
        with open_store(url) as store:
            store.database.run("VACUUM ANALYZE")  # as it would have been, by and by
            coming = archive(samples()[:80], 1_000_000)
            late = (
                renamed(one, one.match.players, 900_000 + number, 90_000_000 + number,
                        FIRST + APART + number * 900_000)
                for number, one in enumerate(coming)
            )  # fmt: skip
            played, added = one_more(store, late)
        print(f"\nOne more: {played:.1f} ms to play it again, {added:.2f} ms to add it (CPU here).")
        measure(url, folder, only)


if __name__ == "__main__":
    main()
