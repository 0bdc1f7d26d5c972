"""Coarse names and answers are masked for screens and spectators, and for nobody else."""

from __future__ import annotations

import msgspec
import pytest

from brouhaha.table import wire
from brouhaha.table.wire import PolicyChange, TablePolicy
from tests.table.fake_link import Client, Link

RUDE, WORD = "Shithead", "pute"


def told(client: Client) -> bytes:
    return b"".join(client.frames)


def playing_nono(watcher: str) -> tuple[Link, list[Client], Client]:
    """Up to the vote on a coarse word."""
    link = Link("nono")
    ana = link.connect(name="Ana")
    card = {"category": "A Drink", "order": [["P", 1]], "multiplier": 1}
    ana.say(wire.ClientInChoose("nono", {"language": "fr"}, {"turns": [card]}))
    people = [ana, link.connect(name=RUDE), link.connect(name="Cy")]
    watching = link.connect(role=watcher)
    for person in people:
        person.say(wire.ClientInReady())
    ana.say(wire.ClientInStart())
    link.wait(3500)
    people[1].act({"type": "stop"})
    link.wait(500)
    people[1].act({"type": "answer", "word": f"la {WORD}"})
    return link, people, watching


@pytest.mark.parametrize("watcher", ["screen", "spectator"])
def test_who_watches_is_never_sent_what_is_masked(watcher: str) -> None:
    link, people, watching = playing_nono(watcher)
    assert (watching.public["word"], watching.public["cut"]) == ("la ••••", "la ••••")
    for voter in (people[0], people[2]):
        voter.act({"type": "vote", "fits": True})
    assert watching.public["verdict"]["word"] == "la ••••"
    late = link.connect(role=watcher, seq=watching.update.seq - 1)  # with the events it missed
    for one in (watching, late):
        assert one.table.seats[1].name == one.public["seats"][1]["name"] == "••••••••"
        assert RUDE.encode() not in told(one)
        assert WORD.encode() not in told(one)
        assert b"Ana" in told(one)
    for player in people:
        assert player.table.seats[1].name == player.public["seats"][1]["name"] == RUDE
        assert player.public["verdict"]["word"] == f"la {WORD}"


def test_a_verdict_shows_the_same_marks_and_points() -> None:
    _, people, screen = playing_nono("screen")
    for voter in (people[0], people[2]):
        voter.act({"type": "vote", "fits": True})
    seen, shown = people[0].public["verdict"], screen.public["verdict"]
    assert {**seen, "word": "", "syllables": ""} == {**shown, "word": "", "syllables": ""}
    assert len(seen["word"]) == len(shown["word"])


@pytest.mark.parametrize(
    ("grade", "names"),
    [("off", [RUDE, "Sexy"]), ("mild", ["••••••••", "Sexy"]), ("strict", ["••••••••", "••••"])],
)
def test_the_host_chooses_how_much(grade: wire.Filter, names: list[str]) -> None:
    link = Link()
    ana, *_ = link.seat("Ana", RUDE, "Sexy")
    screen = link.connect(role="screen")
    ana.say(wire.ClientInPolicy(PolicyChange(filter=grade)))
    assert [seat.name for seat in screen.table.seats[1:]] == names
    assert [seat.name for seat in ana.table.seats[1:]] == [RUDE, "Sexy"]


@pytest.mark.parametrize("game", ["now", "nimble"])
def test_the_rules_and_the_log_know_what_was_written(game: str) -> None:
    link = Link(game)
    link.connect(role="screen")
    ana, *_ = link.start("Ana", RUDE)
    assert [place["name"] for place in ana.public["seats"]][:2] == ["Ana", RUDE]
    assert any(RUDE.encode() in entry for entry in link.log)


def test_when_the_last_screen_has_gone_nothing_is_masked_in_vain() -> None:
    link = Link()
    link.seat("Ana", "Bo")
    screen, other = link.connect(role="screen"), link.connect(role="spectator")
    screen.drop()
    other.say(wire.ClientInLeave())
    assert link.table.seating.watchers == 0


def test_an_older_policy_is_mild() -> None:
    assert msgspec.json.decode(b'{"locked":true}', type=TablePolicy).filter == "mild"
