"""A line that dies without a word, in a real browser: noticed by both ends, and nothing is lost.

Ana's window is behind a proxy that stops forwarding. Bo is a plain socket in a window of its own, who
remembers all that he was told. Time in Ana's window is given; the server's patience is a setting.
`bench/dead_lines.py` runs the same with real time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stalling_proxy import StallingProxy
from tools.house import House, Server, serving
from tools.windows import Windows

PATIENCE = {  # of the server, in seconds: longer than a loaded machine keeps a window waiting
    "BROUHAHA_LIMITS_SILENT_SECONDS": "5",
    "BROUHAHA_LIMITS_PING_SECONDS": "1",
}
CALM = {"countdown": 0.05, "action": 600}
BO = """
([address, code]) => {
  window.heard = [];
  window.socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', code, name: 'Bo' }));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    heard.push(message);
    if (message.type === 'welcome') socket.send('{"type":"ready"}');
  };
}
"""
CONNECTED = "(is) => heard.findLast((one) => one.type === 'table')?.seats[0].connected === is"
DISCARDED = """
() => heard.filter((one) => one.type === 'update')
  .flatMap((one) => one.events).filter((event) => event.type === 'discarded' && event.seat === 0).length
"""


@dataclass
class Half:
    """The two ends of a table, one of them behind a line that can die."""

    ana: Page
    bo: Page
    proxy: StallingProxy

    def discard(self) -> None:
        """A card that has just come takes no tap, and neither does one whose screen is not loaded yet."""
        self.ana.get_by_role("button", name="Discard it").wait_for()
        self.ana.wait_for_timeout(300)
        self.ana.keyboard.press("ArrowRight")

    def discarded(self) -> int:
        count: int = self.bo.evaluate(DISCARDED)
        return count

    def wait_until_discarded(self, count: int) -> None:
        self.bo.wait_for_function(f"(least) => ({DISCARDED})() >= least", arg=count)

    def connected(self, is_so: bool) -> None:
        self.bo.wait_for_function(CONNECTED, arg=is_so)


@pytest.fixture(scope="module")
def impatient_server(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Server]:
    """One that gives a silent line little time. (`server`: the page has been built.)"""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in PATIENCE.items():
            patch.setenv(name, value)
        with serving(tmp_path_factory.mktemp("impatient")) as running:
            yield running


@pytest.fixture
def impatient(impatient_server: Server, windows: Windows) -> Iterator[House]:
    visited = House(impatient_server, windows)
    yield visited
    visited.send_home()
    visited.expect_noise("WebSocket|ERR_|favicon")  # the browser's own words on lines that died
    assert visited.noise == []


def sit_down(house: House, proxy: StallingProxy, *, given_time: bool) -> Half:
    """Ana and Bo in the middle of a round of NOW!."""
    table = house.open_table("now", name="Ana", options=CALM)
    bo = house.person().go("/healthz")
    bo.evaluate(BO, [house.server.url.replace("http", "ws") + "/ws", table.code])
    ana = house.person(given_time=given_time)
    keep = f"localStorage.setItem('brouhaha.seat.{table.code}', '{table.token}')"
    ana.page.add_init_script(keep)
    ana.page.goto(f"{proxy.url}/t/{table.code}")
    ana.page.get_by_role("button", name="Let’s go!").tap()
    bo.wait_for_function("() => heard.findLast((one) => one.public)?.public.phase === 'action'")
    ana.page.get_by_role("button", name="Discard it").wait_for()
    return Half(ana.page, bo, proxy)


@pytest.mark.parametrize("seed", range(3))
def test_a_dead_line_is_said_on_both_ends_and_no_tap_is_lost(impatient: House, seed: int) -> None:
    chance = Random(seed)
    with StallingProxy(impatient.server.port) as proxy:
        half = sit_down(impatient, proxy, given_time=True)
        before = chance.randrange(3)
        for count in range(before):
            half.discard()
            half.wait_until_discarded(count + 1)
        proxy.stall()
        half.discard()
        half.ana.clock.run_for(7_000)
        expect(half.ana.get_by_text("Weak connection")).to_be_visible()
        half.connected(False)
        if seed % 2:
            proxy.mend()
        else:
            proxy.replace()
        half.ana.clock.run_for(2_000)
        expect(half.ana.get_by_text("Weak connection")).to_be_hidden()
        half.connected(True)
        half.wait_until_discarded(before + 1)
        half.discard()
        half.wait_until_discarded(before + 2)
        half.ana.wait_for_timeout(300)
        assert half.discarded() == before + 2


def test_a_window_out_of_sight_is_shown_as_away_and_is_not_thrown_out(impatient: House) -> None:
    with StallingProxy(impatient.server.port) as proxy:
        half = sit_down(impatient, proxy, given_time=False)
        away = "(is) => heard.findLast((one) => one.type === 'table').seats[0].away === is"
        for hidden in (True, False):
            half.ana.evaluate(
                """(hidden) => {
                  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
                  document.dispatchEvent(new Event('visibilitychange'));
                }""",
                hidden,
            )
            half.bo.wait_for_function(away, arg=hidden)
            half.connected(True)
