"""Thousands of hostile frames and requests: no fault, and nothing for others to notice.

bench/abuse.py sends 200,000 and looks at the memory too.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from random import Random

import pytest

from tests.server.guests import HASTE, SOON, Guest, all_ready, house, run
from tests.server.hostile import ask_badly, heckle, throw_bytes

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py

SEED = 20


def test_nothing_a_stranger_sends_does_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=HASTE / 5) as server:
            code = (await server.open("now"))["code"]
            guests: list[Guest] = []
            for name in ("Ana", "Bo"):
                guests.append(Guest(server.url, code, name, haste=HASTE / 5).sit_down())
                await asyncio.wait_for(guests[-1].here.wait(), SOON)
            await all_ready(guests)
            await guests[0].say(type="start")
            await asyncio.gather(
                heckle(server, 1500, Random(SEED), seated=False),
                heckle(server, 2500, Random(SEED + 1), seated=True),
                throw_bytes(server, 500, Random(SEED + 2)),
                ask_badly(server, 500, Random(SEED + 3)),
            )
            for guest in guests:  # an honest match beside it goes on to its end
                await asyncio.wait_for(guest.ended.wait(), 60)
                assert guest.comings == 1
                await guest.go()
            counts = server.server.metrics.counts
            assert counts["frames_in"] > 2500
            assert counts["errors"] == 0
            assert (await server.get("/healthz"))[0] == 200

    run(scenario())
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
