"""What the server counts of itself, and how Prometheus reads it. Adding is all it costs."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from brouhaha.store import Stats

SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)


class Histogram:
    """How often something took how many seconds."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        said, total = [], 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            said.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*said, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


COUNTERS: Final = {
    "game_failures": "matches that were given up because the game's own code failed",
    "frames_in": "frames that came in",
    "frames_out": "frames that went out, pings too",
    "bad_frames": "frames that were no message, too big or too many",
    "frames_limited": "frames refused because a seat or an address had used up its budget",
    "sockets_opened": "sockets that were opened",
    "sockets_handed_on": "sockets that went to the worker that has their table",
    "sockets_refused": "sockets that were not let in",
    "slow_readers": "sockets cut off because they did not read",
    "webhook_failures": "events that the webhook's address did not take",
    "dead_lines": "sockets cut off because nobody answered",
    "bad_requests": "requests that were no HTTP",
    "wal_records_lost": "records of the write-ahead log that a restart could not read",
    "wrong_hosts": "requests refused because they asked for another server's name",
    "requests_limited": "requests refused because there were too many",
    "tables_opened": "tables that were opened",
    "tables_claimed": "tables taken over from another process, or from none",
    "tables_reloaded": "tables read from the log again after trouble",
    "matches_finished": "matches that came to their end",
    "matches_counted": "matches that were counted for the club",
    "entries_written": "log entries that were committed",
    "store_failures": "commits that failed",
    "errors": "requests that met a fault of ours",
}


class Metrics:
    def __init__(self) -> None:
        self.counts = dict.fromkeys(COUNTERS, 0)
        self.commit = Histogram()  # from flush to commit
        self.lag = Histogram()  # how late the loop is

    def add(self, counter: str, number: int = 1) -> None:
        self.counts[counter] += number

    def text(self, gauges: dict[str, float], store: Stats | None) -> str:
        """Prometheus' text format."""
        said: list[str] = []
        for name, number in self.counts.items():
            said += _metric(f"{name}_total", "counter", COUNTERS[name], number)
        shown = gauges if store is None else gauges | _of_store(store)
        for name, value in shown.items():
            said += _metric(name, "gauge", name.replace("_", " "), value)
        for name, histogram in (("commit", self.commit), ("loop_lag", self.lag)):
            full = f"brouhaha_{name}_seconds"
            said += [f"# TYPE {full} histogram", *histogram.lines(full)]
        return "\n".join(said) + "\n"


def _of_store(store: Stats) -> dict[str, float]:
    return {
        "store_open_tables": store.open_tables,
        "store_tables": store.tables,
        "store_matches": store.matches,
        "store_disk_bytes": store.disk_bytes,
    }


def _metric(name: str, kind: str, about: str, value: float) -> list[str]:
    full = f"brouhaha_{name}"
    return [f"# HELP {full} {about}", f"# TYPE {full} {kind}", f"{full} {value:g}"]
