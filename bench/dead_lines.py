"""Lines that die without a word, in a real browser, in real time, with the limits as they are.

    python bench/dead_lines.py [--times 20]

Each time: how long until the page says so, until the others are told, and until it is back after
the line's return; whether what was tapped meanwhile was played, and how often.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import expect

from tests.browser.stalling_proxy import StallingProxy
from tests.browser.test_dead_line import Half, sit_down
from tools.house import House, browsing, serving
from tools.windows import Windows

SAID_WITHIN, BACK_WITHIN = 8.0, 2.0  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    times = parser.parse_args().times
    good = 0
    with serving(Path(tempfile.mkdtemp())) as server, browsing() as browser:
        for seed in range(times):
            house = House(server, Windows(browser))
            with StallingProxy(server.port) as proxy:
                good += die_and_return(sit_down(house, proxy, given_time=False), Random(seed))
            house.send_home()
    print(f"{good} of {times}")
    return 0 if good == times else 1


def die_and_return(half: Half, chance: Random) -> bool:
    half.ana.wait_for_timeout(chance.randrange(3_000))
    weak = half.ana.get_by_text("Weak connection")
    half.proxy.stall()
    died = time.monotonic()
    half.discard()
    expect(weak).to_be_visible()
    page = time.monotonic() - died
    half.connected(False)
    others = time.monotonic() - died
    half.ana.wait_for_timeout(chance.randrange(4_000))
    keeps_the_old = chance.random() < 0.5
    if keeps_the_old:
        half.proxy.mend()
    else:
        half.proxy.replace()
    returned = time.monotonic()
    half.connected(True)
    expect(weak).to_be_hidden()
    back = time.monotonic() - returned
    half.wait_until_discarded(1)
    half.ana.wait_for_timeout(1_000)  # a tap before the next card has come is none
    half.discard()
    half.wait_until_discarded(2)
    half.ana.wait_for_timeout(500)
    played = half.discarded()
    kind = "mended" if keeps_the_old else "replaced"
    told = f"page {page:.1f} s, others {others:.1f} s, back {back:.2f} s, played {played}"
    print(f"{kind}: {told}", flush=True)
    said = page <= SAID_WITHIN and others <= SAID_WITHIN
    return said and back <= BACK_WITHIN and played == 2


if __name__ == "__main__":
    sys.exit(main())
