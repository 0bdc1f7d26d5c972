"""A lobby belongs to its people: strangers can neither use it up nor come in against the host."""

from __future__ import annotations

from typing import Any

import pytest

from brouhaha.table import wire
from brouhaha.table.wire import (
    ClientInAdmit,
    ClientInHello,
    ClientInLeave,
    ClientInPolicy,
    ClientInReadmit,
    ClientInReady,
    ClientInRemove,
    ClientInTurnAway,
    ClientOutKnocking,
    ClientOutTable,
    ClientOutWelcome,
    PolicyChange,
)

from .fake_link import Client, Link

HOME, CAFE, ELSEWHERE = "192.0.2.1", "198.51.100.7", "203.0.113.9"


def come(link: Link, address: str, **hello: Any) -> Client:
    """Somebody from that address says hello."""
    client = Client(link, len(link.clients))
    link.clients[client.conn] = client
    link.table.receive(client.conn, ClientInHello(link.code, **hello), link.now, address)
    link.tell()
    return client


def knock(link: Link, address: str, name: str) -> Client:
    return come(link, address, name=name, knock=True)


def come_and_go(link: Link, name: str) -> None:
    stranger = come(link, CAFE, name=name)
    if stranger.closed is None:
        stranger.say(ClientInLeave())


def approving(**settings: Any) -> tuple[Link, Client]:
    """A table whose host wants to be asked."""
    link = Link(**settings)
    ana = come(link, HOME, name="Ana")
    ana.say(ClientInPolicy(PolicyChange(approve=True)))
    link.wait(1000)
    return link, ana


def names(client: Client) -> list[str]:
    return [seat.name for seat in client.table.seats]


def door(client: Client) -> list[tuple[str, str]]:
    return [(one.name, one.role) for one in client.table.door]


# Strangers use nothing up


def test_who_comes_and_goes_a_thousand_times_takes_nothing_from_the_host() -> None:
    link = Link()
    ana, bo = (come(link, HOME, name=name) for name in ("Ana", "Bo"))
    for number in range(1000):
        come_and_go(link, f"X{number}")
    ana.say(wire.ClientInRename("Anna")).say(wire.ClientInSeatBot("steady"))
    bo.say(ClientInReady())
    assert ana.refused == bo.refused == []
    assert names(ana)[:2] == ["Anna", "Bo"]
    cy = come(link, CAFE, name="Cy")
    assert (cy.refused, cy.say(ClientInReady()).refused) == ([], [])


def test_an_address_that_joined_very_often_knocks_and_the_log_stays_short() -> None:
    link = Link(joins=10)
    ana = come(link, HOME, name="Ana")
    for number in range(1000):
        come_and_go(link, f"X{number}")
    assert len(link.log) == 2 + 2 * 10
    assert come(link, CAFE, name="Eve").refused == ["knock_first"]
    knock(link, CAFE, "Cy")
    link.wait(1000)
    ana.say(ClientInAdmit(ana.table.door[0].id))
    assert names(ana) == ["Ana", "Cy"]


def test_what_one_person_uses_up_is_theirs_alone() -> None:
    link = Link(changes=20)
    ana, eve = (come(link, HOME, name=name) for name in ("Ana", "Eve"))
    while not eve.refused:
        eve.say(wire.ClientInRename("Eve")).say(ClientInReady()).say(ClientInReady(False))
    eve.say(ClientInReady())
    assert eve.table.seats[1].ready
    before = len(link.log)
    for _ in range(100):
        eve.say(ClientInReady()).say(ClientInReady(False))
    assert len(link.log) == before
    ana.say(wire.ClientInRename("Anna")).say(ClientInReady())
    assert (ana.refused, ana.table.seats[0].ready) == ([], True)


def test_a_host_who_used_everything_up_can_still_send_people_away() -> None:
    link = Link(changes=5)
    ana = come(link, HOME, name="Ana")
    while not ana.refused:
        ana.say(ClientInPolicy(PolicyChange(approve=False, watchers=True)))
    eve = come(link, CAFE, name="Eve")
    ana.say(ClientInRemove(1)).say(ClientInReady())
    assert eve.notices == ["kicked"]
    assert ana.refused == ["too_many_changes"]
    assert names(ana) == ["Ana"]
    ana.say(ClientInReadmit(0))
    assert ana.table.removed == []


# Who was sent away stays out


def test_who_was_sent_away_stays_out_by_token_and_by_address() -> None:
    link = Link()
    ana, eve = come(link, HOME, name="Ana"), come(link, CAFE, name="Eve")
    ana.say(ClientInRemove(1))
    for _ in range(2):
        assert come(link, CAFE, token=eve.token).refused == ["kicked"]
        assert come(link, CAFE, name="Honest").refused == ["knock_first"]
        assert come(link, CAFE, role="spectator").refused == ["knock_first"]
        assert come(link, ELSEWHERE, token=eve.token).refused == ["kicked"]
        link.restart()
    ana = come(link, HOME, token=ana.token)
    ana.say(ClientInReadmit(0))
    assert come(link, CAFE, name="Eve").refused == []


def test_of_forty_behind_one_address_one_is_sent_away_and_nobody_else_suffers() -> None:
    link = Link("nono", waiting=40)
    people = [come(link, CAFE, name=f"P{number}", wait=True) for number in range(40)]
    host, *others = people
    host.say(ClientInRemove(7))
    gone = others.pop(6)
    assert gone.notices == ["kicked"]
    for person in others:
        person.drop()
        assert come(link, CAFE, token=person.token).refused == []
    late = come(link, CAFE, name="Late", wait=True, knock=True)
    link.wait(1000)
    host.say(ClientInAdmit(host.table.door[0].id))
    assert late.all(ClientOutWelcome)


def test_an_address_that_changed_since_joining_is_the_one_that_counts() -> None:
    link = Link()
    ana, eve = come(link, HOME, name="Ana"), come(link, CAFE, name="Eve")
    eve.drop()
    come(link, ELSEWHERE, token=eve.token)
    ana.say(ClientInRemove(1))
    assert come(link, ELSEWHERE, name="Eve").refused == ["knock_first"]


def test_who_is_sent_away_after_a_restart_is_known_by_where_they_joined_from() -> None:
    link = Link()
    ana, _ = come(link, HOME, name="Ana"), come(link, CAFE, name="Eve")
    link.restart()
    come(link, HOME, token=ana.token).say(ClientInRemove(1))
    assert come(link, CAFE, name="Eve").refused == ["knock_first"]


# Knocking


def test_a_newcomer_waits_at_the_door_and_is_let_in() -> None:
    link, ana = approving()
    assert come(link, CAFE, name="Bo").refused == ["knock_first"]
    bo = knock(link, CAFE, "Bo")
    assert [type(heard) for heard in bo.heard] == [ClientOutKnocking]
    assert door(ana) == [("Bo", "player")]
    ana.say(ClientInAdmit(ana.table.door[0].id))
    assert bo.all(ClientOutWelcome)[0].seat == 1
    assert bo.say(ClientInReady()).refused == []
    link.wait(1000)
    assert (names(ana), door(ana), door(bo)) == (["Ana", "Bo"], [], [])


def test_who_knocks_hears_nothing_of_the_table() -> None:
    link, ana = approving()
    bo = knock(link, CAFE, "Bo")
    ana.say(wire.ClientInRename("Anna")).say(wire.ClientInSeatBot("steady"))
    link.wait(5000)
    assert [type(heard) for heard in bo.heard] == [ClientOutKnocking]


def test_only_the_host_sees_and_opens_the_door() -> None:
    link, ana = approving()
    knock(link, CAFE, "Bo")
    link.wait(1000)
    ana.say(ClientInAdmit(ana.table.door[0].id))
    bo, cy = link.clients[1], knock(link, CAFE, "Cy")
    link.wait(1000)
    assert (door(ana), door(bo)) == ([("Cy", "player")], [])
    bo.say(ClientInAdmit(ana.table.door[0].id))
    assert bo.refused == ["not_host"]
    assert cy.all(ClientOutWelcome) == []


def test_who_is_turned_away_hears_it_and_cannot_pester() -> None:
    link, ana = approving()
    eve = knock(link, CAFE, "Eve")
    ana.say(ClientInTurnAway(ana.table.door[0].id))
    assert (eve.refused, eve.closed) == (["turned_away"], "turned_away")
    assert knock(link, CAFE, "Eve").refused == ["knock_later"]
    assert knock(link, ELSEWHERE, "Bo").refused == []
    link.wait(60_000)
    assert knock(link, CAFE, "Honest").refused == []
    ana.say(
        ClientInPolicy(PolicyChange(approve=False, watchers=True))
    )  # who was turned away is asked about all the same
    link.restart()
    come(link, HOME, token=ana.token)
    assert come(link, CAFE, name="Eve").refused == ["knock_first"]
    assert come(link, ELSEWHERE, name="Bo").refused == []


def test_the_host_may_ask_for_somebody_who_has_gone() -> None:
    link, ana = approving()
    bo = knock(link, CAFE, "Bo")
    seen = ana.table.door[0].id
    bo.drop()
    ana.say(ClientInAdmit(seen)).say(ClientInTurnAway(seen))
    assert ana.refused == ["nobody_knocks"] * 2
    link.wait(1000)
    assert door(ana) == []


def test_there_must_be_a_seat_for_whoever_is_let_in() -> None:
    link, ana = approving()
    bo = knock(link, CAFE, "Bo")
    for _ in range(7):
        ana.say(wire.ClientInSeatBot("steady"))
    ana.say(ClientInAdmit(ana.table.door[0].id))
    assert ana.refused == ["table_full"]
    assert (bo.closed, door(ana)) == (None, [("Bo", "player")])
    ana.say(ClientInRemove(1)).say(ClientInAdmit(ana.table.door[0].id))
    assert bo.all(ClientOutWelcome)


def test_one_address_cannot_fill_the_door() -> None:
    link, ana = approving(knocks=6)
    crowd = [knock(link, CAFE, f"X{number}") for number in range(50)]
    assert [one.refused for one in crowd[6:]] == [["door_full"]] * 44
    bo = knock(link, ELSEWHERE, "Bo")
    assert bo.refused == []
    assert crowd[5].refused == ["door_full"]
    link.wait(1000)
    assert len(door(ana)) == 6
    assert ("Bo", "player") in door(ana)


def test_a_storm_of_knocks_is_told_once_a_second() -> None:
    link, ana = approving()
    before = len(ana.all(ClientOutTable))
    for number in range(300):
        knock(link, CAFE, f"X{number}").drop()
        link.wait(10)
    assert len(ana.all(ClientOutTable)) - before <= 4


@pytest.mark.parametrize("message", [ClientInLeave(), ClientInReady(), ClientInAdmit(1)])
def test_who_knocks_can_only_wait(message: wire.ClientIn) -> None:
    link, ana = approving()
    bo = knock(link, CAFE, "Bo")
    bo.say(wire.ClientInBeat(hidden=True))
    assert bo.refused == []
    bo.say(message)
    assert (bo.refused, bo.closed) == (["knock_first"], "knock_first")
    link.wait(1000)
    assert door(ana) == []


def test_a_locked_table_has_no_door() -> None:
    link, ana = approving()
    bo = knock(link, CAFE, "Bo")
    ana.say(ClientInPolicy(PolicyChange(approve=True, locked=True)))
    assert bo.refused == ["table_locked"]
    assert knock(link, CAFE, "Cy").refused == ["table_locked"]


def test_whoever_waits_when_the_table_closes_is_told() -> None:
    link, ana = approving(idle=60_000)
    ana.drop()
    bo = knock(link, CAFE, "Bo")
    link.wait(61_000)
    assert (bo.refused, link.table.closed) == (["table_closed"], True)


def test_the_first_to_come_asks_nobody() -> None:
    link, ana = approving()
    ana.say(ClientInLeave())
    bo = come(link, CAFE, name="Bo")
    assert bo.table.seats[0].host


# Who watches


def test_watchers_are_sent_away_and_stay_away() -> None:
    link = Link()
    ana = come(link, HOME, name="Ana")
    strangers = [come(link, CAFE, role=role) for role in ("spectator", "screen")]
    own = come(link, HOME, role="screen", token=ana.token)
    ana.say(ClientInPolicy(PolicyChange(watchers=False)))
    assert [one.notices for one in strangers] == [["kicked"]] * 2
    assert own.closed is None
    for _ in range(2):
        for role in ("spectator", "screen"):
            assert come(link, ELSEWHERE, role=role).refused == ["no_watchers"]
        assert come(link, CAFE, role="spectator", knock=True).refused == ["no_watchers"]
        assert come(link, HOME, role="screen", token=ana.token).refused == []
        link.restart()
    link.wait(1000)
    again = come(link, HOME, token=ana.token)
    again.say(ClientInPolicy(PolicyChange(approve=False, watchers=True)))
    assert come(link, CAFE, role="spectator").refused == []


def test_the_hosts_own_screen_always_has_a_place() -> None:
    link = Link(spectators=3, screens=2)
    ana, bo = come(link, HOME, name="Ana"), come(link, HOME, name="Bo")
    for role, most in (("spectator", 3), ("screen", 2)):
        for _ in range(most):
            assert come(link, CAFE, role=role).refused == []
        assert come(link, CAFE, role=role).refused == ["too_many_watchers"]
        assert come(link, CAFE, role=role, token=bo.token).refused == ["too_many_watchers"]
        assert come(link, HOME, role=role, token=ana.token).refused == []


def test_the_hosts_own_screens_are_bounded_too() -> None:
    link = Link(screens=2)
    ana = come(link, HOME, name="Ana")
    screens = [come(link, HOME, role="screen", token=ana.token) for _ in range(4)]
    assert [one.closed for one in screens] == ["replaced", "replaced", None, None]


def test_a_screen_that_the_host_let_in_comes_back_by_itself() -> None:
    link = Link()
    ana = come(link, HOME, name="Ana")
    ana.say(ClientInPolicy(PolicyChange(watchers=False)))
    wall = come(link, ELSEWHERE, role="screen", knock=True)
    link.wait(1000)
    assert door(ana) == [("", "screen")]
    ana.say(ClientInAdmit(ana.table.door[0].id))
    assert wall.table.you is None
    link.restart()
    assert come(link, ELSEWHERE, role="screen", token=wall.token).refused == []
    assert come(link, ELSEWHERE, token=wall.token).refused == ["bad_token"]


def test_spectators_who_come_and_go_are_told_of_once_a_second() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    before = len(bo.all(ClientOutTable))
    for _ in range(200):
        watcher = come(link, CAFE, role="spectator")
        assert watcher.table.status == "playing"
        link.wait(5)
        watcher.drop()
        link.wait(5)
    assert len(bo.all(ClientOutTable)) - before <= 3
    come(link, CAFE, role="spectator")
    link.wait(1000)
    assert (ana.table.spectators, bo.table.spectators) == (1, 1)


def test_a_player_who_hides_all_the_time_is_told_of_now_and_then() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    before = len(ana.all(ClientOutTable))
    for _ in range(150):
        bo.say(wire.ClientInBeat(hidden=True)).say(wire.ClientInBeat())
        link.wait(20)
    assert len(ana.all(ClientOutTable)) - before <= 4 * 3  # in three seconds
    bo.say(wire.ClientInBeat(hidden=True))
    link.wait(1000)
    assert ana.table.seats[1].away


def test_a_watcher_who_hides_is_nobodys_news() -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    watcher = come(link, CAFE, role="spectator")
    before = len(ana.heard)
    watcher.say(wire.ClientInBeat(hidden=True)).say(wire.ClientInBeat())
    assert len(ana.heard) == before
