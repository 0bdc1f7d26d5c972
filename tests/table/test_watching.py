"""Who watches from nearby sees nothing before the farthest player does."""

from __future__ import annotations

from brouhaha import games
from brouhaha.table import watching
from brouhaha.table.wire import (
    ClientInPolicy,
    ClientInSeatBot,
    ClientInStart,
    ClientOutUpdate,
    PolicyChange,
)
from tests.table.fake_link import Link
from tests.table.racing import far_apart


def test_a_watcher_nearby_sees_nothing_before_the_farthest_player_does() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    watcher = link.connect(role="spectator")
    far_apart(link, [ana, bo, cy], 5, 205, 40)
    seen = watcher.update.seq
    cy.act({"type": "pass"})
    assert ana.update.seq > seen
    link.wait(100)
    assert watcher.update.seq == seen
    link.wait(3)
    assert watcher.update.seq == ana.update.seq


def test_what_a_watcher_is_told_keeps_its_order_though_the_farthest_leaves() -> None:
    link = Link("nono")
    ana, bo, cy, di = link.start("Ana", "Bo", "Cy", "Di")
    watcher = link.connect(role="spectator")
    far_apart(link, [ana, bo, cy, di], 5, 205, 40, 40)
    cy.act({"type": "pass"})
    bo.drop()
    di.act({"type": "pass"})
    link.wait(200)
    seqs = [update.seq for update in watcher.all(ClientOutUpdate)]
    assert seqs == sorted(seqs)
    assert seqs[-1] == ana.update.seq


def test_the_hosts_own_screen_is_told_at_once_and_anybody_if_the_host_wants_it() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    screen = link.connect(role="screen", token=ana.token)
    watcher = link.connect(role="spectator")
    far_apart(link, [ana, bo, cy], 5, 205, 40)
    bo.act({"type": "pass"})
    assert screen.update.seq == ana.update.seq > watcher.update.seq
    link.wait(150)
    ana.say(ClientInPolicy(PolicyChange(watchers_later=False)))
    cy.act({"type": "pass"})
    assert watcher.update.seq == ana.update.seq


def test_who_waits_for_the_next_match_watches_too() -> None:
    link = Link("nono")
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    waiting = link.connect(name="Di", wait=True)
    link.table.measured(bo.conn, 205)
    bo.act({"type": "pass"})
    assert waiting.update.seq < ana.update.seq
    link.wait(110)
    assert waiting.update.seq == ana.update.seq


def test_who_waits_watches_too_though_bots_play() -> None:
    link = Link("nono")
    ana, bo = link.seat("Ana", "Bo")
    ana.say(ClientInSeatBot(games.find("nono").simplest_bot()))
    ana.say(ClientInStart())
    link.wait(3500)
    waiting = link.connect(name="Di", wait=True)
    link.table.measured(bo.conn, 205)
    bo.act({"type": "pass"})
    assert waiting.update.seq < ana.update.seq


def test_somebody_who_seems_endlessly_far_does_not_blind_who_watches() -> None:
    link = Link("nono")
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    watcher = link.connect(role="spectator")
    link.table.measured(bo.conn, 60_000)
    bo.act({"type": "pass"})
    link.wait(watching.MOST)
    assert watcher.update.seq == ana.update.seq
