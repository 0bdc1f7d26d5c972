"""Latecomers, and more people than seats: who waits, and who plays when."""

from __future__ import annotations

import msgspec
import pytest

from brouhaha.table import wire
from brouhaha.table.wire import PolicyChange
from tests.table.fake_link import Client, Link
from tests.table.test_match import play_to_the_end
from tests.table.test_restore import Watched, lasting


def names(person: Client, *, waiting: bool) -> list[str]:
    return [seat.name for seat in person.table.seats if seat.waiting is waiting]


def end(link: Link) -> None:
    """The match is played to its end, in no time of ours."""
    play_to_the_end(link)


def test_a_latecomer_waits_watches_and_is_dealt_in_at_the_next_match() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    dee = link.connect(name="Dee", wait=True)
    assert (dee.table.you, names(ana, waiting=True)) == (3, ["Dee"])
    assert (dee.private, dee.public["phase"]) == (None, "action")
    dee.act({"type": "discard"}).say(wire.ClientInPause())
    assert dee.refused == ["waiting"] * 2
    end(link)
    assert (dee.table.seats[3].points, dee.table.seats[3].waiting) == (0, True)
    ana.say(wire.ClientInRematch())
    assert names(ana, waiting=True) == []
    assert dee.private["active"]


def test_who_waits_and_drops_keeps_the_place_and_lets_the_time_pass() -> None:
    link = Link()
    ana, *_ = link.start("Ana", "Bo", "Cy")
    dee = link.connect(name="Dee", wait=True)
    dee.drop()
    link.wait(60_000)
    dee = link.connect(token=dee.token)
    assert dee.table.you == 3
    dee.say(wire.ClientInLeave())
    assert names(ana, waiting=True) == []


def test_a_latecomer_takes_over_a_bot_and_it_counts_for_them() -> None:
    link = Link()
    ana, _ = link.seat("Ana", "Bo")
    ana.say(wire.ClientInSeatBot("sharp")).say(wire.ClientInStart())
    link.wait(5_000)
    dee = link.connect(name="Dee", wait=True)
    dee.say(wire.ClientInTakeOver(1))
    assert dee.refused == ["not_a_bot"]
    dee.say(wire.ClientInTakeOver(2))
    assert (dee.table.you, dee.private["active"] is not None) == (2, True)
    assert [(seat.name, seat.bot) for seat in ana.table.seats[2:]] == [("Dee", None)]
    assert lasting(link.restored(link.log)) == lasting(link.table)
    dee.say(wire.ClientInTakeOver(2))
    assert dee.refused[1:] == ["already_here"]
    end(link)
    assert link.finished[0].names == ["Ana", "Bo", "Dee"]
    assert link.finished[0].bots == [None, None, None]


def test_the_host_may_keep_the_bots() -> None:
    link = Link("nimble")
    (ana,) = link.seat("Ana")
    for _ in range(3):
        ana.say(wire.ClientInSeatBot("random"))
    ana.say(wire.ClientInPolicy(PolicyChange(bots_make_way=False)))
    bo = link.connect(name="Bo", wait=True)
    assert names(ana, waiting=True) == ["Bo"]
    ana.say(wire.ClientInStart())
    bo.say(wire.ClientInTakeOver(1))
    assert bo.refused == ["bots_stay"]


def test_a_bot_makes_way_for_a_person_in_the_lobby() -> None:
    link = Link("nimble")
    (ana,) = link.seat("Ana")
    for _ in range(3):
        ana.say(wire.ClientInSeatBot("random"))
    bo = link.connect(name="Bo", wait=True)
    assert (bo.table.you, names(bo, waiting=True)) == (3, [])
    assert [seat.bot is None for seat in bo.table.seats] == [True, False, False, True]


def test_waiting_places_are_bounded() -> None:
    link = Link("nimble", waiting=2)
    link.seat("Ana", "Bo", "Cy", "Dee")
    for name in ("Eve", "Fay"):
        assert link.connect(name=name, wait=True).refused == []
    assert link.connect(name="Gus", wait=True).refused == ["table_full"]


def test_in_turn_everybody_plays_equally_often() -> None:
    link = Link("nimble")
    ana, *_ = [link.connect(name=name, wait=True) for name in "ABCDEF"]
    seen: dict[str, int] = dict.fromkeys("ABCDEF", 0)
    ana.say(wire.ClientInStart(anyway=True))
    for match in range(6):
        if match:
            ana.say(wire.ClientInRematch())
        assert len(names(ana, waiting=False)) == 4
        for name in names(ana, waiting=False):
            seen[name] += 1
        end(link)
    assert seen == dict.fromkeys("ABCDEF", 4)


def test_the_winner_stays() -> None:
    link = Link("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDEFGH"]
    people[0].say(wire.ClientInPolicy(PolicyChange(rotation="winner_stays")))
    people[0].say(wire.ClientInStart(anyway=True))
    end(link)
    winners = {people[0].table.seats[seat].name for seat in people[0].result["winners"]}
    people[0].say(wire.ClientInRematch())
    playing = set(names(people[0], waiting=False))
    assert winners <= playing
    assert len(playing - set("EFGH")) == len(winners)


def test_a_host_who_sits_out_is_still_the_host() -> None:
    link = Link("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDE"]
    people[0].say(wire.ClientInPassHost(4))
    host = people[4]
    host.say(wire.ClientInStart(anyway=True))
    assert (host.status, host.private) == ("playing", None)
    end(link)
    host.say(wire.ClientInNext("nimble"))
    assert (host.status, host.table.you) == ("lobby", 3)


def test_a_game_with_fewer_seats_makes_the_rest_wait() -> None:
    link = Link()
    ana, *_ = link.seat(*"ABCDEF")
    ana.say(wire.ClientInChoose("nimble"))
    assert len(names(ana, waiting=True)) == 2
    ana.say(wire.ClientInChoose("now"))
    assert names(ana, waiting=True) == []


def test_who_is_away_keeps_nobody_out() -> None:
    link = Link("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDE"]
    people[1].drop()
    link.wait(20_000)
    people[0].say(wire.ClientInStart(anyway=True))
    assert (names(people[0], waiting=False), names(people[0], waiting=True)) == (
        list("ACDE"),
        ["B"],
    )


def test_own_options_move_with_their_player() -> None:
    link = Link()
    people = [link.connect(name=f"P{number}", wait=True) for number in range(9)]
    people[7].say(wire.ClientInOwn("colours", "pink"))
    people[0].drop()
    people[1].say(wire.ClientInReady())
    link.wait(61_000)  # the host passes on
    people[1].say(wire.ClientInStart(anyway=True))
    seats = people[7].public["seats"]
    assert seats[people[7].table.you]["colour"] == "pink"
    assert lasting(link.restored(link.log)) == lasting(link.table)


@pytest.mark.parametrize("cut", range(0, 12, 3))
def test_a_restored_table_knows_who_waits(cut: int) -> None:
    link = Link("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDEFG"]
    people[0].say(wire.ClientInStart(anyway=True))
    end(link)
    people[0].say(wire.ClientInNext("nono"))
    people[cut % 7].say(wire.ClientInLeave())
    table = link.restored(link.log)
    assert lasting(table) == lasting(link.table)
    assert msgspec.to_builtins(table.state) == msgspec.to_builtins(link.table.state)


def test_two_who_want_one_bot_at_once_do_not_both_get_it() -> None:
    link = Link("nimble")
    (ana,) = link.seat("Ana")
    ana.say(wire.ClientInSeatBot("random")).say(wire.ClientInStart())
    bo, cy = (link.connect(name=name, wait=True) for name in ("Bo", "Cy"))
    for person in (bo, cy):  # both before the table has told anything
        link.table.receive(person.conn, wire.ClientInTakeOver(1), link.now)
    link.tell()
    assert (bo.table.you, bo.refused) == (1, [])
    assert (cy.refused, names(cy, waiting=True)) == (["not_a_bot"], ["Cy"])


def test_a_decided_match_has_nothing_left_to_take_over() -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    ana.say(wire.ClientInSeatBot("random")).say(wire.ClientInStart())
    bo = link.connect(name="Bo", wait=True)
    while msgspec.json.decode(ana.update.result) is None:
        link.wait(200)
    assert ana.status == "playing"  # it is still shown
    bo.say(wire.ClientInTakeOver(1))
    assert bo.refused == ["bots_stay"]


def test_who_is_removed_while_waiting_stays_out_and_the_others_keep_their_order() -> None:
    link = Link("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDEFG"]
    people[0].say(wire.ClientInStart(anyway=True)).say(wire.ClientInRemove(5))
    assert (people[5].notices, names(people[0], waiting=True)) == (["kicked"], ["E", "G"])
    assert link.connect(token=people[5].token).refused == ["kicked"]
    assert lasting(link.restored(link.log)) == lasting(link.table)


def test_the_host_leaves_while_people_wait() -> None:
    link = Link("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDE"]
    people[0].say(wire.ClientInStart(anyway=True)).say(wire.ClientInLeave())
    assert [seat.name for seat in people[4].table.seats if seat.host] == ["B"]
    end(link)
    people[1].say(wire.ClientInRematch())
    assert names(people[1], waiting=False) == list("BCDE")


def test_restored_after_every_entry_with_people_who_wait_and_take_over() -> None:
    link = Watched("nimble")
    people = [link.connect(name=name, wait=True) for name in "ABCDE"]
    people[3].say(wire.ClientInLeave())
    people[4].say(wire.ClientInLeave())
    people[0].say(wire.ClientInSeatBot("steady")).say(wire.ClientInStart(anyway=True))
    late, later, gone = (link.connect(name=name, wait=True) for name in ("L", "M", "N"))
    link.wait(5_000)
    late.say(wire.ClientInTakeOver(3))
    people[1].say(wire.ClientInPause()).say(wire.ClientInResume())
    gone.say(wire.ClientInLeave())
    people[0].say(wire.ClientInLeave())
    end(link)
    people[1].say(wire.ClientInNext("nono"))
    later.drop()
    assert [seat.name for seat in people[1].table.seats] == ["B", "C", "L", "M"]
    for length, expected in link.after.items():
        assert lasting(link.restored(link.log[:length])) == expected
    assert len(link.after) > 30
