"""One device, several seats: each has its own token, moves, refusals, view and bot."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brouhaha.table import party, two_tables, wire
from brouhaha.table.commit import Send
from tests.table.fake_link import Client, Link
from tests.table.tablet import act, playing, sit, tablet
from tests.table.test_match import DISCARD
from tests.table.test_restore import lasting


@pytest.fixture
def any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """NOW! is not played at one device but in turn; its hands are what there is to see here."""
    monkeypatch.setattr(party, "check_devices", lambda *given: None)


def back(link: Link, held: list[str]) -> Client:
    return link.connect(token=held[0], also=held[1:])


def also(device: Client) -> dict[int, Any]:
    return {part.seat: msgspec.json.decode(part.private) for part in device.update.also}


def names(client: Client) -> list[str]:
    return [seat.name for seat in client.table.seats]


# Sitting down


def test_a_game_that_has_to_be_switched_on_for_one_device_is_not_begun_without() -> None:
    link = Link("now")
    device, _ = tablet(link, "Ana", "Bo")
    device.say(wire.ClientInStart())
    assert (device.refused, device.status) == (["one_device"], "lobby")
    device.say(wire.ClientInChoose("now", {"in_turn": True})).say(wire.ClientInStart())
    assert (device.status, device.public["phase"], device.public["turn"]) == ("playing", "pass", 0)
    act(device, 1, {"type": "ready"}, 1)
    assert device.refused[1:] == ["not_your_turn"]
    act(act(device, 0, {"type": "ready"}, 1), 0, {"type": "now"}, 2)
    assert (device.public["phase"], device.public["turn"]) == ("pass", 1)


def test_people_with_phones_of_their_own_need_no_switch() -> None:
    link = Link("now")
    ana, _ = link.seat("Ana", "Bo")
    assert ana.say(wire.ClientInStart()).status == "playing"


def test_people_without_a_phone_sit_down_by_name_and_everybody_sees_at_which_device() -> None:
    link = Link("nono")
    ana = link.connect(name="Ana")
    bo, held = tablet(link, "Bo", "Cy", "Cy")
    assert (bo.table.you, bo.table.also, ana.table.also) == (1, [2, 3], [])
    assert names(ana) == ["Ana", "Bo", "Cy", "Cy 2"]
    devices = [seat.device for seat in ana.table.seats]
    assert devices[1] == devices[2] == devices[3] != devices[0]
    assert len(set(held)) == 3
    assert all(token not in frame.decode() for token in held for frame in ana.frames)
    assert lasting(link.restored(link.log)) == lasting(link.table)


def test_each_has_their_own_name_and_their_own_ready() -> None:
    link = Link("nono")
    bo, _ = tablet(link, "Bo", "Cy")
    bo.say(wire.ClientInRename("Kim", by=1))
    bo.say(wire.ClientInReady(by=1))
    assert [(seat.name, seat.ready) for seat in bo.table.seats] == [("Bo", False), ("Kim", True)]


def test_nobody_speaks_for_a_seat_of_another_device(any_game: None) -> None:
    link, ana, device, _ = playing(Link("now"))
    before = len(link.log)
    act(ana, 2, DISCARD, 1)
    for message in (
        wire.ClientInLeave(by=2),
        wire.ClientInPause(by=2),
        wire.ClientInHandOver(by=2),
        wire.ClientInLeave(by=60),
    ):
        ana.say(message)
    assert ana.refused == ["not_your_seat"] * 5
    assert (len(link.log), ana.closed, device.closed) == (before, None, None)


def test_who_watches_has_no_device_of_several() -> None:
    link = Link("nono")
    link.connect(name="Ana")
    screen = link.connect(role="screen")
    screen.say(wire.ClientInSit(name="Bo"))
    assert screen.refused == ["not_a_player"]


def test_eight_people_fit_around_a_device() -> None:
    link = Link("nono")
    device, _ = tablet(link, *"ABCDEFGH")
    device.say(wire.ClientInSit(name="I"))
    assert device.refused == ["device_full"]
    assert len(device.table.seats) == 8


def test_where_newcomers_knock_the_host_alone_brings_people_without_a_phone() -> None:
    link = Link("nono")
    ana, bo = link.connect(name="Ana"), link.connect(name="Bo")
    ana.say(wire.ClientInPolicy(wire.PolicyChange(approve=True)))
    bo.say(wire.ClientInSit(name="Cy"))
    assert (bo.refused, bo.all(wire.ClientOutRefused)[-1].details) == (
        ["ask_host"],
        {"host": "Ana"},
    )
    sit(ana, name="Cy")
    ana.say(wire.ClientInPolicy(wire.PolicyChange(locked=True)))
    ana.say(wire.ClientInSit(name="Di"))
    assert (ana.refused, names(bo)) == (["table_locked"], ["Ana", "Bo", "Cy"])


def test_sitting_down_and_leaving_again_is_bounded() -> None:
    link = Link("nono", changes=5)
    device = link.connect(name="Ana")
    for _ in range(6):
        device.say(wire.ClientInSit(name="Bo")).say(wire.ClientInLeave(by=1))
    assert device.refused[0] == "too_many_changes"
    assert sum(b'"joined"' in entry for entry in link.log) == 6


# Playing


def test_a_device_sees_what_each_of_its_seats_sees_and_no_other(any_game: None) -> None:
    _, ana, device, _ = playing(Link("now"))
    hands = {1: device.private, **also(device)}
    assert sorted(hands) == [1, 2, 3]
    assert len({hand["active"] for hand in hands.values()}) == 3
    assert ana.update.also == []
    for hand in hands.values():
        assert b'"active":%d' % hand["active"] not in ana.frames[-1].split(b'"private"')[1]


def test_each_seat_counts_its_moves_and_hears_its_own_refusals(any_game: None) -> None:
    link, _, device, _ = playing(Link("now"))
    act(act(device, 1, DISCARD, 1), 2, DISCARD, 1)
    left = [seat["cards_left"] for seat in device.public["seats"]]
    assert left[1] == left[2] == left[3] - 1
    act(device, 3, {"type": "undo"}, 1)
    refused = device.all(wire.ClientOutRefused)
    assert [(one.id, one.by) for one in refused] == [(1, 3)]
    act(device, 2, DISCARD, 1)  # it comes again, and is not played again
    assert device.public["seats"][2]["cards_left"] == left[2]
    assert link.table.seating.players[3].heard == 1


def test_a_lost_device_is_minded_seat_by_seat_and_all_of_them_come_back(any_game: None) -> None:
    link, ana, device, held = playing(Link("now"))
    act(device, 2, DISCARD, 7)
    hands = also(device)
    device.drop()
    assert [seat.connected for seat in ana.table.seats] == [True, False, False, False]
    link.wait(20_500)
    assert [seat.minded for seat in ana.table.seats] == [False, True, True, True]
    again = back(link, held)
    assert (again.table.you, again.table.also) == (1, [2, 3])
    assert [seat.minded for seat in ana.table.seats] == [False] * 4
    welcome: wire.ClientOutWelcome = again.all(wire.ClientOutWelcome)[-1]
    assert [(one.seat, one.token, one.heard) for one in welcome.also] == [
        (2, held[1], 7),
        (3, held[2], 0),
    ]
    assert welcome.also[0].missed is not None
    assert sorted(also(again)) == sorted(hands)


def test_kill_9_in_mid_match_takes_nothing_from_any_seat(any_game: None) -> None:
    link, _, device, held = playing(Link("now"))
    act(act(device, 1, DISCARD, 1), 3, DISCARD, 4)
    views = device.private, also(device)
    link.restart()
    again = back(link, held)
    assert (again.private, also(again)) == views
    assert [part.heard for part in again.update.also] == [0, 4]
    act(again, 3, DISCARD, 4)
    assert again.refused == []


def test_a_second_window_of_the_device_has_all_its_seats_and_the_first_is_told_once(
    any_game: None,
) -> None:
    link, _, device, held = playing(Link("now"))
    again = back(link, held)
    assert (device.notices, device.closed, again.table.also) == (["replaced"], "replaced", [2, 3])


def test_a_token_that_opens_nothing_does_not_keep_the_others_out(any_game: None) -> None:
    link, _, device, held = playing(Link("now"))
    device.drop()
    again = link.connect(token="x" * 40, also=[*held[1:], held[1], "y" * 40])
    assert (again.refused, again.table.you, again.table.also) == ([], 2, [3])
    assert again.token == held[1]
    assert link.connect(token="x" * 40, also=["y" * 40]).refused == ["bad_token"]


# Coming and going


def test_one_leaves_and_the_others_stay() -> None:
    link = Link("nono")
    ana = link.connect(name="Ana")
    device, held = tablet(link, "Bo", "Cy", "Di")
    device.say(wire.ClientInLeave(by=1))
    assert (device.closed, names(ana)) == (None, ["Ana", "Cy", "Di"])
    assert (device.table.you, device.table.also) == (1, [2])
    device.say(wire.ClientInLeave())
    assert (device.closed, names(ana)) == ("left", ["Ana"])
    assert link.connect(token=held[1], also=held[2:]).refused == ["bad_token"]


def test_who_leaves_a_match_is_minded_and_can_sit_down_again_at_the_device(any_game: None) -> None:
    _link, ana, device, held = playing(Link("now"))
    device.say(wire.ClientInLeave(by=2))
    assert [part.seat for part in device.update.also] == [2, 3]  # the last update before it
    assert (device.table.also, ana.table.seats[2].gone) == ([3], True)
    assert sit(device, token=held[1]).seat == 2
    assert (device.table.also, ana.table.seats[2].gone, sorted(also(device))) == (
        [3, 2],
        False,
        [2, 3],
    )


def test_the_host_sends_one_of_them_away(any_game: None) -> None:
    _link, ana, device, held = playing(Link("now"))
    ana.say(wire.ClientInRemove(2))
    told = device.all(wire.ClientOutNotice)[-1]
    assert (told.code, told.seat, device.closed, device.table.also) == ("kicked", 2, None, [3])
    device.say(wire.ClientInSit(token=held[1]))
    assert device.refused == ["kicked"]
    ana.say(wire.ClientInRemove(1)).say(wire.ClientInRemove(3))
    assert device.closed == "kicked"


def test_the_host_takes_somebody_off_their_own_device_without_sending_them_away() -> None:
    link = Link("nono")
    device, _ = tablet(link, "Ana", "Bo")
    device.say(wire.ClientInRemove(1))
    assert (names(device), device.table.removed) == (["Ana"], [])


def test_a_seat_goes_from_the_tablet_to_a_phone_and_back(any_game: None) -> None:
    link, ana, device, _ = playing(Link("now"))
    hand = also(device)[2]
    device.say(wire.ClientInHandOver(by=2))
    secret = device.all(wire.ClientOutHandOver)[-1].secret
    phone = link.connect(token="p" * 40, hand_over=secret)
    assert (phone.table.you, phone.private, phone.table.also) == (2, hand, [])
    told = device.all(wire.ClientOutNotice)[-1]
    assert (told.code, told.seat, device.closed, device.table.also) == ("handed_over", 2, None, [3])
    devices = [seat.device for seat in ana.table.seats]
    assert devices[2] not in (devices[0], devices[1])
    phone.say(wire.ClientInHandOver())
    secret = phone.all(wire.ClientOutHandOver)[-1].secret
    sit(device, token="q" * 40, hand_over=secret)
    assert (phone.closed, device.table.also, also(device)[2]) == ("handed_over", [3, 2], hand)
    devices = [seat.device for seat in ana.table.seats]
    assert devices[1] == devices[2] == devices[3]


def test_the_first_seat_of_a_tablet_goes_to_a_phone_and_no_longer_shares_it(any_game: None) -> None:
    link, ana, device, _ = playing(Link("now"))
    device.say(wire.ClientInHandOver(by=1))
    link.connect(token="p" * 40, hand_over=device.all(wire.ClientOutHandOver)[-1].secret)
    devices = [seat.device for seat in ana.table.seats]
    assert devices[1] != devices[2] == devices[3]
    assert (device.table.you, device.table.also) == (2, [3])
    assert lasting(link.restored(link.log)) == lasting(link.table)


def test_the_host_may_be_anybody_at_the_device() -> None:
    link = Link("nono")
    ana, _ = tablet(link, "Ana", "Bo")
    ana.say(wire.ClientInPassHost(1))
    ana.say(wire.ClientInSeatBot("steady"))
    assert (ana.refused, len(ana.table.seats)) == ([], 3)
    ana.say(wire.ClientInStart())
    assert ana.status == "playing"  # nobody waits for who sits at the host's device


def test_a_party_at_two_tables_keeps_each_device_together() -> None:
    link = Link("nono")
    ana, _ = tablet(link, "Ana", "Bo", "Mo")
    device, held = tablet(link, "Cy", "Di", "Ed")
    second = two_tables.split(link.table, ana.conn, "WXYZAB", link.now)
    assert [seat.name for seat in second.state.seats] == ["Cy", "Di", "Ed"]
    assert len({seat.device for seat in second.state.seats}) == 1
    link.tell()
    assert (device.all(wire.ClientOutMoved)[-1].code, device.closed) == ("WXYZAB", "moved")
    hello = wire.ClientInHello("WXYZAB", token=held[0], also=held[1:])
    second.receive(99, hello, link.now)
    frames = [effect for effect in second.flush().effects if isinstance(effect, Send)]
    told = msgspec.json.decode(frames[1].frame, type=wire.ClientOutTable)
    assert (told.you, told.also) == (0, [1, 2])


def test_two_tables_need_two_halves_of_whole_devices() -> None:
    link = Link("nono")
    ana, _ = tablet(link, "Ana", "Bo", "Cy", "Ed")
    tablet(link, "Di", "Flo")
    with pytest.raises(Exception, match="too_few_for_two"):
        two_tables.split(link.table, ana.conn, "WXYZAB", link.now)
