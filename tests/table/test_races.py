"""Contested actions of the three games at a table: who wins, whom it waits for, and how that is told."""

from __future__ import annotations

import msgspec

from brouhaha import games
from brouhaha.engine.match import Match, new_header
from brouhaha.games.nimble.cards import Card
from brouhaha.games.nimble.types import Place
from brouhaha.table import entries
from brouhaha.table.rtt import QUIET_RACES
from brouhaha.table.wire import (
    ClientInAct,
    ClientInChoose,
    ClientInPolicy,
    ClientInStart,
    PolicyChange,
)
from tests.known import known
from tests.table.fake_link import Client, Link
from tests.table.racing import far_apart, race_of, refusal, sent_at, tap


def test_stop_goes_to_who_acted_first_though_it_arrived_last() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    assert ana.public["stopper"] is None
    tap(link, bo, {"type": "stop"}, 790, 120)
    link.wait(300)
    assert ana.public["stopper"] == 1
    assert refusal(ana).code == "wrong_phase"
    assert (race_of(ana).seat, race_of(ana).by) == (1, 10.0)
    entry = next(msgspec.json.decode(e) for e in link.log if b'"stop"' in e)
    assert entry["arrived"] - entry["acted"] == 120


def test_a_stop_that_comes_too_late_is_told_that_it_was_first() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 900, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    seen = bo.update.seq
    sent = sent_at(link, bo)
    link.wait(610)
    assert ana.public["stopper"] == 0
    link.now = sent + 780 + 900
    bo.say(ClientInAct(1, seen, 780, msgspec.Raw(b'{"type":"stop"}')))
    assert (race_of(bo).seat, race_of(bo).by) == (0, -20.0)


def test_a_discard_made_before_the_last_now_counts_as_before_it() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    cy.act({"type": "now"})
    far_apart(link, [ana, bo, cy], 5, 100, 40)
    tap(link, ana, {"type": "now"}, 500, 5)
    assert ana.public["last_player"] is None
    tap(link, bo, {"type": "discard"}, 480, 100)
    assert bo.public["seats"][1]["cards_left"] == 15
    assert not bo.public["seats"][1]["said_now"]
    link.wait(300)
    assert bo.public["last_player"] == 1
    assert not bo.public["seats"][1]["said_now"]


def test_a_discard_made_after_the_last_now_is_the_last_players() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    cy.act({"type": "now"})
    far_apart(link, [ana, bo, cy], 5, 100, 40)
    tap(link, ana, {"type": "now"}, 500, 5)
    tap(link, bo, {"type": "discard"}, 520, 100)
    link.wait(300)
    assert bo.public["phase"] == "resolution"
    assert bo.public["seats"][1]["cards_left"] == 15


def test_a_placement_that_was_overtaken_bounces_with_who_was_quicker() -> None:
    link = Link("nimble")
    people = link.start("Ana", "Bo")
    ana, bo = people
    far_apart(link, people, 5, 60)
    for person in people:
        person.act({"type": "flip"})
    onto = ana.public["piles"][0]
    place = {"type": "place", "pile": 0, "onto": onto}
    tap(link, ana, place, 400, 5)
    tap(link, bo, place, 370, 60)
    link.wait(300)
    assert refusal(ana).code == "bounced"
    assert (race_of(ana).seat, race_of(ana).by) == (1, 30.0)
    assert bo.refused == []


def test_uncontested_moves_do_not_wait() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 250)
    tap(link, ana, {"type": "discard"}, 300, 5)
    assert cy.public["seats"][0]["cards_left"] == 15


def test_nobody_waits_for_bots_nor_for_who_is_away() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 250)
    bo.drop()
    cy.drop()
    ana.act({"type": "stop"})
    assert ana.public["stopper"] == 0


def test_a_move_made_before_a_deadline_counts_though_it_comes_in_after_it() -> None:
    link = Link("now")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 150, 150)
    sent, seen = sent_at(link, bo), bo.update.seq
    link.wait(sent + 59_950 + 150 - link.now)
    assert known(link.table.live_match).clock(link.now) > bo.public["deadline"]
    bo.say(ClientInAct(1, seen, 59_950, msgspec.Raw(b'{"type":"discard"}')))
    assert bo.public["seats"][1]["cards_left"] == 15
    link.wait(200)
    assert bo.public["phase"] == "resolution"


def test_moves_that_wait_are_bounded() -> None:
    link = Link("nono", waiting_moves=3)
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 200, 200)
    for _ in range(5):
        ana.act({"type": "stop"}, after=500)
    assert ana.refused == ["too_many_moves"] * 2


def test_a_move_that_waits_when_the_match_ends_is_answered() -> None:
    link = Link("nimble")
    ana, bo = link.start("Ana", "Bo")
    link.wait(600_000)
    assert bo.public["phase"] == "check"
    far_apart(link, [ana, bo], 200, 5)
    bo.act({"type": "ready"})
    tap(link, bo, {"type": "place", "pile": 0, "onto": bo.public["piles"][0]}, 300, 5)
    assert bo.refused == []
    tap(link, ana, {"type": "ready"}, 290, 200)
    assert link.table.state.status == "ended"
    assert bo.refused == ["wrong_phase"]


# Whom it waits for


def test_nobody_waits_for_who_has_passed() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 10)
    bo.act({"type": "pass"})
    tap(link, ana, {"type": "stop"}, 800, 5)
    link.wait(12)
    assert ana.public["stopper"] == 0


def test_a_race_is_over_when_the_last_rival_passes() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 10)
    tap(link, ana, {"type": "stop"}, 800, 5)
    link.wait(100)
    assert ana.public["stopper"] is None
    bo.act({"type": "pass"}, after=700)
    assert ana.public["stopper"] == 0


def test_who_may_come_back_after_a_pass_is_waited_for() -> None:
    link = Link("nono")
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    ana.say(ClientInChoose("nono", {"pass_final": False}))
    ana.say(ClientInStart(anyway=True))
    link.wait(3500)
    far_apart(link, [ana, bo, cy], 5, 250, 10)
    bo.act({"type": "pass"})
    tap(link, ana, {"type": "stop"}, 800, 5)
    link.wait(100)
    assert ana.public["stopper"] is None


def test_a_countdown_in_which_nobody_may_act_ends_on_time() -> None:
    link = Link("nono")
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 250, 250)
    ana.say(ClientInStart())
    link.wait(ana.public["deadline"])
    assert ana.public["phase"] == "search"


def test_nobody_waits_for_a_seat_that_stays_out_of_every_race() -> None:
    link = Link("nono")
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    clocks = {"turns": 20, "countdown": 0.5, "answer": 3, "verdict": 0.6}
    ana.say(ClientInChoose("nono", clocks))
    ana.say(ClientInStart(anyway=True))
    far_apart(link, [ana, bo, cy], 5, 250, 10)
    waits = []
    for _ in range(QUIET_RACES + 2):
        while ana.public["phase"] != "search":
            link.wait(50)
        came = tap(link, ana, {"type": "stop"}, 500, 5)
        while ana.public["stopper"] is None:
            link.wait(1)
        waits.append(link.now - came)
    assert waits[0] > 200
    assert waits[-1] < 15


def test_a_placement_waits_only_for_who_has_a_card_for_that_pile() -> None:
    """What lies open decides: the two upper cards of a rival's discard."""
    game = games.find("nimble")
    match = Match(game, new_header(game, ["Ana", "Bo", "Cy"], {}, 1, None))
    match.advance(match.due or 0)
    state = match.state
    for seat in range(3):
        match.act(seat, {"type": "flip"}, match.now)
    (wanted,) = {cards[-1].frame for cards in state.discards[:1]}
    state.public.piles[0] = Card(wanted, wanted)
    fits = {seat for seat, cards in enumerate(state.discards) if cards[-1].frame == wanted}
    errs = next(seat for seat in range(3) if seat not in fits)
    assert set(known(game.contesters(state, 0, Place(0)))) == fits  # type: ignore[call-overload]
    assert game.contesters(state, errs, Place(0)) is None  # whoever errs gives way to anybody


# How it is told


def test_the_loser_is_told_the_odds() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    tap(link, bo, {"type": "stop"}, 795, 120)
    link.wait(300)
    assert 0.7 < race_of(ana).odds < 0.9
    assert not race_of(ana).drawn


def close_race(link: Link) -> tuple[Client, Client]:
    """Two who act within half a millisecond of each other."""
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    ana.say(ClientInPolicy(PolicyChange(draw=True)))
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    tap(link, bo, {"type": "stop"}, 799.5, 120)
    link.wait(300)
    return ana, bo


def test_a_race_that_is_too_close_to_call_is_drawn_from_the_seed() -> None:
    winners = set()
    for seed in range(8):
        link = Link("nono", seed=seed)
        ana, bo = close_race(link)
        winner = ana.public["stopper"]
        winners.add(winner)
        loser = (bo, ana)[winner]
        assert race_of(loser).drawn
        entry = next(msgspec.json.decode(e) for e in link.log if b'"stop"' in e)
        race = entry["race"]
        number = (
            len([e for e in link.log if e.startswith((b'{"type":"played"', b'{"type":"ticked"'))])
            - 1
        )
        chance = known(link.table.live_match).match.chance
        assert race["among"] == 2
        assert race["winner"] == chance.below(f"race/{number}", 2)
        assert race["runners"][race["winner"]]["seat"] == winner
    assert winners == {0, 1}


def test_the_whole_reckoning_is_in_the_log_and_survives_a_restart() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    tap(link, ana, {"type": "stop"}, 800, 5)
    tap(link, bo, {"type": "stop"}, 790, 120)
    link.wait(300)
    (race,) = known(link.table.live_match).reckonings.values()
    assert [runner.seat for runner in race.runners] == [1, 0]
    assert race.runners[1].behind > 0.9
    before = known(link.table.live_match).reckonings
    link.restart()
    assert known(link.table.live_match).reckonings == before


def test_a_log_from_before_races_were_reckoned_is_still_read() -> None:
    old = b'{"type":"played","at":5,"seat":0,"action":{"type":"stop"},"arrived":9.1,"acted":5.0,"id":1}'
    policy = b'{"type":"policy","policy":{"locked":true}}'
    assert isinstance(entries.decode(old), entries.Played)
    assert entries.encode(entries.decode(old)) == old
    read = entries.decode(policy)
    assert isinstance(read, entries.PolicySet)
    assert (read.policy.trust, read.policy.locked) == ("friends", True)


def test_everybody_hears_how_a_race_was_decided_and_only_once() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    watcher = link.connect(role="spectator")
    far_apart(link, [ana, bo, cy], 5, 8, 8)
    tap(link, ana, {"type": "stop"}, 800, 5)
    tap(link, bo, {"type": "stop"}, 799, 8)
    link.wait(100)
    races = [known(person.update.race) for person in (ana, bo, cy, watcher)]
    assert [[runner.seat for runner in race.runners] for race in races] == [[1, 0]] * 4
    bo.act({"type": "answer", "word": "crow"})
    assert bo.update.race is None
