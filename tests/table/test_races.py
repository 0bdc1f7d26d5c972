"""Contested actions of the three games at a table, and many of them in simulated time."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bench.cheats import Candidate, Search, Setting, Trial
from bench.race_people import Cheat
from bench.race_rows import ALL, NEARBY
from bench.races import EQUAL, FAR, LAN, race
from brouhaha import games
from brouhaha.engine.match import Match, new_header
from brouhaha.games.nimble.cards import Card
from brouhaha.games.nimble.types import Place
from brouhaha.table import entries, watching
from brouhaha.table.race import begin_race
from brouhaha.table.rtt import QUIET_RACES, SLACK, WELL_KNOWN, Line
from brouhaha.table.wire import (
    ClientInAct,
    ClientInChoose,
    ClientInPolicy,
    ClientInSeatBot,
    ClientInStart,
    ClientOutRefused,
    ClientOutUpdate,
    PolicyChange,
    Race,
    TablePolicy,
)
from tests.known import known
from tests.table.fake_link import Client, Link

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/conftest.py


def far_apart(link: Link, people: list[Client], *rtts: float) -> None:
    for person, rtt in zip(people, rtts, strict=True):
        for _ in range(10):
            link.table.measured(person.conn, rtt, rtt)


def tap(link: Link, person: Client, action: dict[str, Any], at: float, rtt: float) -> float:
    """The player reacts `at` ms after the update was drawn; gives when the message arrives."""
    person.moves += 1
    raw = msgspec.Raw(msgspec.json.encode(action))
    message = ClientInAct(person.moves, person.update.seq, at, raw)
    link.now = sent_at(link, person) + at + rtt
    person.say(message)
    return link.now


def sent_at(link: Link, person: Client) -> float:
    sent = link.table.outbox.sent(person.update.seq)
    assert sent is not None
    return sent.at


def refusal(person: Client) -> ClientOutRefused:
    answer: ClientOutRefused = person.all(ClientOutRefused)[-1]
    return answer


def race_of(person: Client) -> Race:
    """The race that they lost."""
    return known(refusal(person).race)


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


# Whom it believes


def test_strangers_are_held_to_what_is_proven_whenever_the_host_decides_it() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 120, 40)
    ana.say(ClientInPolicy(PolicyChange(trust="strangers")))
    tap(link, ana, {"type": "stop"}, 800, 5)
    tap(link, bo, {"type": "stop"}, 790, 120)
    link.wait(300)
    assert ana.public["stopper"] == 0


def test_a_stranger_who_reconnects_is_no_farther_than_they_were() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    ana.say(ClientInPolicy(PolicyChange(trust="strangers")))
    far_apart(link, [ana, bo, cy], 5, 8, 40)
    bo.drop()
    again = link.connect(token=bo.token)
    link.table.proven(again.conn, 200)
    assert link.table.seating.players[1].line.belief.most == 8 + SLACK


def test_everybody_sees_who_is_far_and_who_is_shaky() -> None:
    link = Link("nono")
    ana, bo, _ = link.seat("Ana", "Bo", "Cy")
    for trip in (20, 90) * 4:
        link.table.answered(bo.conn, trip, 0)
    link.tell()
    link.wait(1000)
    line = known(ana.table.seats[1].line)
    assert (line.word, line.jitter) == ("shaky", 70)
    assert ana.table.seats[0].line is None


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


# Measured around races


def test_whoever_is_in_a_race_is_measured_then_but_not_all_the_time() -> None:
    link = Link("nono")
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    far_apart(link, [ana, bo, cy], 5, 8, 40)
    cy.act({"type": "pass"})
    tap(link, ana, {"type": "stop"}, 800, 5)
    link.wait(100)
    assert [person.measures for person in (ana, bo, cy)] == [1, 1, 0]


def test_races_in_a_row_measure_a_line_every_two_seconds() -> None:
    lines = {seat: Line(TablePolicy()) for seat in range(2)}
    asked = [begin_race(lines, None, of=0, now=at) for at in (0.0, 500.0, 1999.0, 2000.0, 2500.0)]
    assert asked == [[0, 1], [], [], [0, 1], []]


def test_a_line_that_is_well_known_is_measured_less_often_and_its_pongs_cost_nothing() -> None:
    line = Line(TablePolicy())
    for trip in range(WELL_KNOWN):
        line.answered(20.0 + trip, 0.0)
    asked = [line.to_measure(at) for at in (0.0, 2000.0, 9999.0, 10_000.0)]
    assert asked == [True, False, False, True]
    before = line.belief
    line.ponged(500.0)
    assert line.belief is before


# Who watches from nearby


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


# The figures of bench/races.md, on fewer races, with room for the luck of few


def test_far_apart_the_race_goes_to_who_acted_first() -> None:
    figures = race(FAR, 400)
    assert figures.right >= 0.98 * figures.races
    assert figures.by_arrival < 0.75 * figures.races


def test_near_each_other_it_always_does_and_nobody_waits_long() -> None:
    figures = race(LAN, 400)
    assert figures.right >= 0.995 * figures.races
    assert figures.waited < 12 * figures.races


@pytest.mark.parametrize(
    "cheat",
    [
        {"less": 1e6},
        {"less": 1e6, "late_answers": 60.0, "late_share": 0.33},
        {"less": 1e6, "late_answers": 200.0, "paint": 200.0},
    ],
)
def test_cheating_hardly_pays_among_strangers(cheat: dict[str, Any]) -> None:
    assert race(EQUAL, 400, "strangers", **cheat).gain(0) <= 4


def test_what_a_cheat_adds_is_seen_race_by_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure of `bench.cheats`: an honest client adds nothing, a liar little, and the same
    liar much as soon as the rule is weakened."""
    search = Search(1, acks=False)

    def added(cheat: Cheat) -> float:
        trial = Trial(Candidate(Setting(NEARBY), cheat))
        search.race(trial, 1)
        return trial.gain.points

    assert added(Cheat()) == 0
    assert added(Cheat(less=ALL)) <= 4
    monkeypatch.setattr("brouhaha.table.rtt.SLACK", 60.0)
    assert added(Cheat(less=ALL)) > 8
