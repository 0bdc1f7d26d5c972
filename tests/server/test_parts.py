"""The small parts that need no server."""

from __future__ import annotations

import json

import pytest

from brouhaha.server import logs
from brouhaha.server.clock import Clock
from brouhaha.server.edge.connection import framed
from brouhaha.server.edge.rates import Bucket, Buckets, Counts
from brouhaha.server.edge.visitors import network_of
from brouhaha.server.metrics import Metrics


def test_a_bucket_fills_with_time_and_no_further_than_full() -> None:
    bucket = Bucket(rate=2, most=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


def test_an_alarm_does_not_ring_too_early() -> None:
    for haste in (1.0, 100.0):
        clock = Clock(haste)
        moment = clock.now() + 50.3 * haste
        seconds = clock.seconds_until(moment)
        assert seconds * 1000 == pytest.approx(round(seconds * 1000))
        assert clock.now() + seconds * 1000 * haste >= moment
        assert clock.seconds_until(moment - 100 * haste) == 0


def test_buckets_remember_only_so_many_addresses() -> None:
    buckets = Buckets(rate=0, most=1, remembered=2)
    assert [buckets.take(name, 0) for name in "aabbcc"] == [True, False] * 3
    assert len(buckets) == 2
    assert buckets.take("a", 0)  # forgotten meanwhile


def test_counts_forget_who_has_gone() -> None:
    counts = Counts(2)
    assert [counts.enter("a"), counts.enter("a"), counts.enter("a")] == [True, True, False]
    counts.leave("a")
    assert counts.enter("a")
    for _ in range(2):
        counts.leave("a")
    assert len(counts) == 0


@pytest.mark.parametrize(("size", "head"), [
    (0, b"\x81\x00"), (125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (65_535, b"\x81\x7e\xff\xff"),
    (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
])  # fmt: skip
def test_frames_are_as_the_standard_has_them(size: int, head: bytes) -> None:
    assert framed(0x81, b"x" * size) == head + b"x" * size


@pytest.mark.parametrize(("host", "network"), [
    ("203.0.113.9", "203.0.113.9"),
    ("::ffff:203.0.113.9", "203.0.113.9"),
    ("2001:db8:1:2:aaaa::1", "2001:0db8:0001:0002"),
    ("fe80::1%eth0", "fe80:0000:0000:0000"),
    ("", ""),
    ("unix", "unix"),
])  # fmt: skip
def test_an_ipv6_home_is_one_address(host: str, network: str) -> None:
    assert network_of(host) == network


def test_a_histogram_adds_up() -> None:
    metrics = Metrics()
    for seconds in (0.0001, 0.003, 99):
        metrics.commit.add(seconds)
    text = metrics.text({"tables": 3}, None)
    assert 'brouhaha_commit_seconds_bucket{le="0.005"} 2' in text
    assert 'brouhaha_commit_seconds_bucket{le="+Inf"} 3' in text
    assert "brouhaha_tables 3" in text


def test_logs_are_lines_with_fields(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")
    logs.event("table_opened", table="ABC", game="now")
    logs.trouble("request_failed", ValueError("x"))
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["event"], first["table"], first["level"]) == ("table_opened", "ABC", "info")
    assert "ValueError: x" in second["trace"]
    logs.set_up("text")
    logs.event("table_opened", table="ABC")
    assert capsys.readouterr().err.endswith("info table_opened table=ABC\n")
