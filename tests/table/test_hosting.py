"""The host's powers for groups that are not all friends."""

from __future__ import annotations

import pytest

from brouhaha.table import wire
from brouhaha.table.wire import PolicyChange, TablePolicy
from tests.table.fake_link import Link
from tests.table.test_restore import lasting


def test_the_host_may_start_over_who_is_not_ready() -> None:
    link = Link("nimble")
    ana, bo = link.connect(name="Ana"), link.connect(name="Bo")
    ana.say(wire.ClientInStart())
    assert (ana.refused, ana.status) == (["not_ready"], "lobby")
    ana.say(wire.ClientInStart(anyway=True))
    assert bo.status == "playing"
    assert bo.private is not None


def test_two_quick_decisions_both_hold() -> None:
    """The second may be sent before the first is told: it says nothing of the first."""
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.say(wire.ClientInPolicy(PolicyChange(locked=True)))
    ana.say(wire.ClientInPolicy(PolicyChange(code_hidden=True)))
    assert bo.table.policy == TablePolicy(locked=True, code_hidden=True)


def test_every_field_of_the_policy_can_be_changed() -> None:
    assert PolicyChange.__struct_fields__ == TablePolicy.__struct_fields__


def test_nobody_new_sits_down_at_a_locked_table_and_everybody_comes_back() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.say(wire.ClientInPolicy(PolicyChange(locked=True)))
    assert bo.table.policy.locked
    assert link.connect(name="Cy").refused == ["table_locked"]
    bo.drop()
    assert link.connect(token=bo.token).table.you == 1
    assert link.connect(role="screen").refused == []
    ana.say(wire.ClientInPolicy(PolicyChange(locked=False)))
    assert link.connect(name="Cy").refused == []


def test_a_name_that_the_host_gave_stays() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.say(wire.ClientInRenameSeat(1, "Ana"))
    assert bo.table.seats[1].name == "Ana 2"
    bo.say(wire.ClientInRename("Boss"))
    assert (bo.refused, ana.table.seats[1].name) == (["name_given"], "Ana 2")
    ana.say(wire.ClientInRenameSeat(0, "Anna")).say(wire.ClientInRename("Anouk"))
    assert (ana.refused, ana.table.seats[0].name) == ([], "Anouk")
    ana.say(wire.ClientInRenameSeat(2, "Nobody"))
    assert ana.refused == ["no_such_seat"]


def test_who_was_sent_away_stays_out_until_the_host_lets_them_in_again() -> None:
    link = Link()
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    ana.say(wire.ClientInRemove(1))
    assert (ana.table.removed, cy.table.removed) == (["Bo"], [])
    assert link.connect(token=bo.token).refused == ["kicked"]
    link.restart()
    ana = link.connect(token=ana.token)
    assert link.connect(token=bo.token).refused == ["kicked"]
    ana.say(wire.ClientInReadmit(1)).say(wire.ClientInReadmit(0))
    assert (ana.refused, ana.table.removed) == (["not_removed"], [])
    assert link.connect(token=bo.token).refused == ["bad_token"]  # the page asks for the name again
    assert link.connect(name="Bo").table.you == 2


@pytest.mark.parametrize(
    "message",
    [
        wire.ClientInPolicy(PolicyChange(locked=True)),
        wire.ClientInRenameSeat(0, "Queen"),
        wire.ClientInReadmit(0),
        wire.ClientInStart(anyway=True),
    ],
)
def test_the_others_have_no_such_powers(message: wire.ClientIn) -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    before = list(link.log)
    bo.say(message)
    assert bo.refused == ["not_host"]
    assert link.log == before


def test_all_of_it_is_in_the_log() -> None:
    link = Link()
    ana, *_ = link.seat("Ana", "Bo", "Cy", "Dee")
    ana.say(wire.ClientInPolicy(PolicyChange(locked=True, code_hidden=True)))
    ana.say(wire.ClientInRenameSeat(1, "Bob")).say(wire.ClientInRemove(2))
    ana.say(wire.ClientInRemove(2)).say(wire.ClientInReadmit(0))
    restored = link.restored(link.log)
    assert lasting(restored) == lasting(link.table)
    assert [one.name for one in restored.state.removed] == ["Dee"]
    assert restored.state.policy == TablePolicy(locked=True, code_hidden=True)
