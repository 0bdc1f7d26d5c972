"""Life around a match: coming, names, ready, the host's powers, bots, leaving."""

from __future__ import annotations

import msgspec
import pytest

from brouhaha.engine.errors import Rejected
from brouhaha.table import Table, wire
from brouhaha.table.settings import SETTINGS
from tests.table.fake_link import Link


def test_the_first_player_is_the_host_and_gets_a_token() -> None:
    link = Link()
    ana = link.connect(name="Ana")
    welcome = ana.heard[0]
    assert (welcome.seat, welcome.role, len(welcome.token)) == (0, "player", 64)
    assert ana.table.you == 0
    assert ana.table.seats[0].host
    assert ana.table.status == "lobby"


def test_tokens_are_not_in_the_log_nor_in_anybody_elses_frames() -> None:
    link = Link()
    people = link.start("Ana", "Bo", "Cy")
    watcher = link.connect(role="spectator")
    told = b"".join(link.log)
    for person in people:
        assert person.token.encode() not in told
        for other in [*people, watcher]:
            if other is not person:
                assert person.token.encode() not in b"".join(other.frames)


def test_a_double_name_gets_a_number() -> None:
    link = Link()
    names = ["Ana", "ana", "ＡＮＡ", "  Ana\u202e ", "Ana 2"]
    for name in names:
        link.connect(name=name)
    shown = [seat.name for seat in link.clients[0].table.seats]
    assert shown == ["Ana", "ana 2", "ＡＮＡ 3", "Ana 4", "Ana 2 2"]


def test_nobody_sits_down_without_a_name() -> None:
    link = Link()
    nobody = link.connect(name=" \u200b\u0007 ")
    assert nobody.refused == ["name_missing"]
    assert nobody.closed == "name_missing"
    assert link.connect().refused == ["name_missing"]


def test_a_full_table_says_so_and_can_be_watched() -> None:
    link = Link("nimble")
    link.seat("Ana", "Bo", "Cy", "Dee")
    eve = link.connect(name="Eve")
    assert (eve.refused, eve.closed) == (["table_full"], "table_full")
    assert eve.heard[0].details == {"most": 4}
    assert link.connect(role="spectator").table.you is None


def test_who_comes_during_a_match_may_watch_and_sit_down_after_it() -> None:
    link = Link()
    link.start("Ana", "Bo", "Cy")
    assert link.connect(name="Dee").refused == ["match_running"]
    watcher = link.connect(role="screen")
    assert watcher.private is None
    assert watcher.public["phase"] == "action"


def test_hello_comes_first_and_once() -> None:
    link = Link()
    early = link.connect(name="Ana")
    early.say(wire.ClientInHello("HJKMNP", name="Ana"))
    assert early.refused == ["already_here"]
    stranger = link.connect(name="Bo")
    stranger.drop()
    stranger.say(wire.ClientInReady())
    assert stranger.refused == ["hello_first"]
    assert stranger.closed == "hello_first"


def test_start_needs_everybody_ready_and_enough_players() -> None:
    link = Link()
    ana, bo = link.connect(name="Ana"), link.connect(name="Bo")
    ana.say(wire.ClientInStart())
    assert ana.heard[-1].code == "not_ready"
    assert ana.heard[-1].details == {"names": "Bo"}
    bo.say(wire.ClientInLeave())
    ana.say(wire.ClientInStart())
    assert ana.heard[-1].code == "too_few_players"
    link.seat("Cy", "Dee")
    ana.say(wire.ClientInStart())
    assert ana.table.status == "playing"
    assert ana.public["phase"] == "countdown"


@pytest.mark.parametrize(
    "message",
    [
        wire.ClientInStart(),
        wire.ClientInChoose("nimble"),
        wire.ClientInSeatBot("random"),
        wire.ClientInRemove(0),
        wire.ClientInPassHost(1),
    ],
)
def test_only_the_host_may(message: wire.ClientIn) -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    bo.say(message)
    assert bo.refused == ["not_host"]
    assert bo.heard[-1].details == {"host": "Ana"}
    assert bo.heard[-1].request == message.__struct_config__.tag


def test_watchers_may_only_watch_and_leave() -> None:
    link = Link()
    link.seat("Ana")
    watcher = link.connect(role="spectator")
    watcher.say(wire.ClientInReady()).say(wire.ClientInAct(1, 0, 0, msgspec.Raw(b"{}")))
    assert watcher.refused == ["not_a_player"] * 2
    watcher.say(wire.ClientInLeave())
    assert watcher.closed == "left"
    link.wait(1000)
    assert link.clients[0].table.spectators == 0


def test_watchers_are_bounded() -> None:
    link = Link(spectators=2, screens=1)
    for _ in range(2):
        assert link.connect(role="spectator").refused == []
    assert link.connect(role="spectator").refused == ["too_many_watchers"]
    assert link.connect(role="screen").refused == []
    assert link.connect(role="screen").refused == ["too_many_watchers"]


def test_choosing_a_game_clears_ready_and_keeps_bots() -> None:
    link = Link()
    ana, _ = link.seat("Ana", "Bo")
    ana.say(wire.ClientInSeatBot("steady"))
    ana.say(wire.ClientInChoose("nimble", {"round": 60}))
    assert ana.table.game == "nimble"
    assert ana.table.options["round"] == 60
    assert [(seat.bot, seat.ready) for seat in ana.table.seats] == [
        (None, False),
        (None, False),
        ("steady", True),
    ]


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (wire.ClientInChoose("chess"), "unknown_game"),
        (wire.ClientInChoose("now", {"countdown": "soon"}), "bad_option"),
        (wire.ClientInChoose("now", {"speed": 3}), "unknown_option"),
        (wire.ClientInChoose("now", {}, {"decks": 3}), "bad_deal"),
        (wire.ClientInChoose("now", {"speed": "x" * 20_000}), "options_too_big"),
    ],
)
def test_a_choice_that_cannot_be_played_changes_nothing(
    choice: wire.ClientInChoose, code: str
) -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    before = (list(link.log), ana.table)
    ana.say(choice)
    assert ana.refused == [code]
    assert (link.log, ana.table) == before
    with pytest.raises(Rejected):
        Table.open("X", choice.game, choice.options or {"x": 1}, now=0, entropy=link.entropy)


def test_bots_are_seated_and_removed() -> None:
    link = Link("nimble")
    (ana,) = link.seat("Ana")
    ana.say(wire.ClientInSeatBot("wizard"))
    assert ana.refused == ["no_such_bot"]
    for _ in range(3):
        ana.say(wire.ClientInSeatBot("random"))
    assert [seat.bot for seat in ana.table.seats] == [None, "random", "random", "random"]
    assert len({seat.name for seat in ana.table.seats}) == 4
    ana.say(wire.ClientInSeatBot("random"))
    assert ana.refused[1:] == ["table_full"]
    ana.say(wire.ClientInRemove(2)).say(wire.ClientInRemove(3))
    assert ana.refused[2:] == ["no_such_seat"]
    assert len(ana.table.seats) == 3


def test_a_kicked_player_is_told_and_cannot_come_back_to_the_seat() -> None:
    link = Link()
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    ana.say(wire.ClientInRemove(1))
    assert (bo.notices, bo.closed) == (["kicked"], "kicked")
    assert [seat.name for seat in ana.table.seats] == ["Ana", "Cy"]
    assert cy.table.you == 1
    assert link.connect(token=bo.token).refused == ["kicked"]
    assert link.connect(token="0" * 64).refused == ["bad_token"]


def test_the_host_is_passed_on_by_hand_and_by_leaving() -> None:
    link = Link()
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    ana.say(wire.ClientInPassHost(2))
    assert [seat.host for seat in bo.table.seats] == [False, False, True]
    cy.say(wire.ClientInLeave())
    assert [(seat.name, seat.host) for seat in bo.table.seats] == [("Ana", True), ("Bo", False)]
    ana.say(wire.ClientInSeatBot("random")).say(wire.ClientInPassHost(2))
    assert ana.refused == ["not_a_person"]


def test_a_host_who_drops_for_long_passes_the_host_on() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.drop()
    link.wait(59_000)
    assert bo.table.seats[0].host
    link.wait(2_000)
    assert bo.table.seats[1].host
    ana = link.connect(token=ana.token)
    assert not ana.table.seats[0].host


def test_a_new_host_is_found_when_everybody_had_left() -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    ana.say(wire.ClientInLeave())
    bo = link.connect(name="Bo")
    assert bo.table.seats[0].host


def test_rename() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    bo.say(wire.ClientInRename("Ana"))
    assert ana.table.seats[1].name == "Ana 2"
    bo.say(wire.ClientInRename("Ana 2"))
    assert ana.table.seats[1].name == "Ana 2"
    bo.say(wire.ClientInRename("\u2066"))
    assert bo.refused == ["name_missing"]


def test_changes_are_bounded_but_the_match_can_start() -> None:
    link = Link(changes=20)
    ana, *_ = link.seat("Ana", "Bo", "Cy")
    while not ana.refused:
        ana.say(wire.ClientInRename("Ana"))
    assert ana.refused == ["too_many_changes"]
    assert len(link.log) == 6 + 20  # opened, three joined, the others ready; and Ana’s own
    ana.say(wire.ClientInStart())
    assert ana.table.status == "playing"


def test_an_empty_table_closes_after_a_while() -> None:
    link = Link(idle=60_000)
    (ana,) = link.seat("Ana")
    link.wait(100_000)
    assert not link.table.closed
    ana.drop()
    link.wait(59_000)
    back = link.connect(token=ana.token)
    back.drop()
    link.wait(59_000)
    assert not link.table.closed
    link.wait(2_000)
    assert link.table.closed
    assert link.connect(name="Bo").refused == ["table_closed"]
    assert link.restored(link.log).closed


def test_a_table_where_nothing_happens_closes_too() -> None:
    link = Link(quiet=3_600_000)
    (ana,) = link.seat("Ana")
    link.wait(3_500_000)
    ana.say(wire.ClientInReady(False))
    link.wait(3_500_000)
    assert not link.table.closed
    link.wait(200_000)
    assert (ana.notices, ana.closed) == (["table_closed"], "table_closed")


def test_an_old_client_is_told_to_reload() -> None:
    link = Link()
    assert link.connect(name="Ana", version=0).notices == ["new_version"]
    assert link.connect(name="Bo", version=wire.VERSION).notices == []


def test_a_table_that_nobody_comes_to_closes_by_itself() -> None:
    table = Table.open("ABCDEF", "now", now=0.0, entropy=bytes, settings=SETTINGS)
    again = Table.restore("ABCDEF", table.flush().entries, now=0.0, entropy=bytes)
    for lonely in (table, again):
        assert lonely.wakes_at == SETTINGS.idle
        lonely.wake(SETTINGS.idle)
        assert lonely.closed


def test_a_player_sets_their_own_deck_colour_and_nobody_elses() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    bo.say(wire.ClientInOwn("colours", "teal"))
    assert ana.table.options["colours"] == [None, "teal"]
    ana.say(wire.ClientInOwn("colours", "teal"))
    assert ana.refused == ["colour_taken"]
    ana.say(wire.ClientInOwn("colours", "pink"))
    assert bo.table.options["colours"] == ["pink", "teal"]
    ana.say(wire.ClientInOwn("colours", None))
    bo.say(wire.ClientInOwn("colours", None))
    assert ana.table.options["colours"] is None


def test_what_a_player_may_not_set() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    before = ana.table.options
    bo.say(wire.ClientInOwn("action", "20"))
    bo.say(wire.ClientInOwn("colours", "gold"))
    assert bo.refused == ["not_your_option", "bad_option"]
    assert ana.table.options == before


def test_a_player_chooses_their_own_handicap() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.say(wire.ClientInChoose("nono"))
    bo.say(wire.ClientInOwn("handicap", "last"))
    assert ana.table.options["handicap"] == [None, "last"]


def test_what_a_player_chose_stays_theirs_when_another_leaves() -> None:
    link = Link()
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    cy.say(wire.ClientInOwn("colours", "teal"))
    bo.say(wire.ClientInLeave())
    assert ana.table.options["colours"] == [None, "teal"]
    cy.say(wire.ClientInLeave())
    assert ana.table.options["colours"] is None


def test_a_player_lengthens_their_own_clocks_and_the_host_anybodys() -> None:
    link = Link()
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    bo.say(wire.ClientInOwn("extra_time", 10))
    assert cy.table.options["extra_time"] == [None, 10]
    ana.say(wire.ClientInChoose("now", {**ana.table.options, "extra_time": [None, 10, 60]}))
    for person in (ana, bo, cy):
        person.say(wire.ClientInReady())
    ana.say(wire.ClientInRemove(1))  # Cy moves up, and so does what is Cy's
    assert cy.table.options["extra_time"] == [None, 60]
    ana.say(wire.ClientInStart())
    assert [seat.get("extra_time") for seat in cy.public["seats"]] == [None, 60, None]
    assert link.finished == []


@pytest.mark.parametrize(
    ("game", "value", "refused"),
    [
        ("now", 7, "bad_option"),
        ("now", "10", "bad_option"),
        ("nimble", 10, "not_your_option"),
    ],
)
def test_no_other_clocks_than_the_game_has(game: str, value: int | str, refused: str) -> None:
    link = Link(game)
    ana = link.connect(name="Ana")
    before = list(link.log)
    assert ana.say(wire.ClientInOwn("extra_time", value)).refused == [refused]
    assert link.log == before
