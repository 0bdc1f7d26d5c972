"""Known answers: whole matches on given cards, written as data, played by the referee.

In `data/*.json` a card is two letters, frame and circle, of blue, orange, mauve, red, yellow,
green: "bo" is blue with an orange circle. Decks are in the order of flipping. A step is

    "0 flip", "0 back", "0 recycle", "0 ready"   what seat 0 does, 100 ms after the step before
    "0 place 1"                                  onto whatever lies on pile 1
    "0 place 1 bo"                               onto "bo", which it saw there
    "0 place 1 blind"                            without saying what it saw
    "… ! bounced"                                this is refused with that code, changing nothing
    "wait 600"                                   so many seconds pass
    {"phase": …}                                 what the public view must hold, "due" and "result"
                                                 among it, "heard": the last events, "why": the
                                                 last refusal's details
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brouhaha import Rejected, to_json
from brouhaha.engine.log import Log
from brouhaha.engine.match import Match, new_header
from brouhaha.engine.replay import replay
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.cards import COLOURS

DATA = Path(__file__).parent / "data"
BY_LETTER = {colour[0]: colour for colour in COLOURS}
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in sorted((DATA / "matches").glob("*.json"))
    for case in json.loads(file.read_text())
]


def card(letters: str) -> list[str]:
    return [BY_LETTER[letter] for letter in letters]


def spelt_out(expected: Any) -> Any:
    """The expectation with two-letter cards as the views give them."""
    if isinstance(expected, dict):
        return {
            key: spelt_out(value) if key != "type" else value for key, value in expected.items()
        }
    if isinstance(expected, list):
        return [spelt_out(value) for value in expected]
    is_card = isinstance(expected, str) and len(expected) == 2 and set(expected) <= set(BY_LETTER)
    return card(expected) if is_card else expected


def assert_holds(found: Any, expected: Any, where: str = "") -> None:
    """Dictionaries may hold more than is expected; everything else is equal."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_holds(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list) and len(expected) == len(found):
        for number, value in enumerate(expected):
            assert_holds(found[number], value, f"{where}.{number}")
    else:
        assert found == expected, where


class Table:
    """A match that is told its steps."""

    def __init__(self, case: dict[str, Any]) -> None:
        deal = {"decks": [[card(letters) for letters in deck.split()] for deck in case["decks"]]}
        if "givers" in case:
            deal["givers"] = case["givers"]
        names = ["Ana", "Bo", "Cy", "Dee"][: len(deal["decks"])]
        header = new_header(GAME, names, case.get("options", {}), 7, deal)
        self.match = Match(GAME, header)
        self.heard: Any = []
        self.why: Any = None

    def step(self, step: str | dict[str, Any]) -> None:
        if isinstance(step, dict):
            seen = to_json(self.match.public())
            seen |= {"due": self.match.due, "result": to_json(self.match.result)}
            assert_holds(seen | {"heard": self.heard, "why": self.why}, spelt_out(step))
        elif step.startswith("wait"):
            seconds = float(step.removeprefix("wait"))
            self.heard = to_json(self.match.advance(self.match.now + round(seconds * 1000)))
        else:
            action, _, refusal = step.partition(" ! ")
            self.act(action, refusal)

    def act(self, text: str, refusal: str) -> None:
        seat, kind, *rest = text.split()
        action: dict[str, Any] = {"type": kind}
        if rest:
            action["pile"] = int(rest[0])
            if rest[1:] == []:
                action["onto"] = to_json(self.match.public().piles[int(rest[0])])
            elif rest[1:] != ["blind"]:
                action["onto"] = card(rest[1])
        if refusal:
            self.expect_refusal(int(seat), action, refusal)
        else:
            self.heard = to_json(self.match.act(int(seat), action, self.match.now + 100))

    def expect_refusal(self, seat: int, action: dict[str, Any], code: str) -> None:
        before = msgspec.msgpack.encode(self.match.state), self.match.now, self.match.log
        with pytest.raises(Rejected) as refused:
            self.match.act(seat, action, self.match.now + 100)
        assert refused.value.code == code
        assert (msgspec.msgpack.encode(self.match.state), self.match.now, self.match.log) == before
        self.why = refused.value.details


@pytest.mark.parametrize("case", CASES)
def test_known_answer(case: dict[str, Any]) -> None:
    table = Table(case)
    for step in case["steps"]:
        table.step(step)
    log = msgspec.convert(json.loads(json.dumps(table.match.log)), Log)
    again = replay(GAME, log)
    assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(table.match.state)


def test_there_are_known_answers_in_every_file() -> None:
    assert {file.stem for file in (DATA / "matches").glob("*.json")} == {
        "book",
        "challenge",
        "check",
        "clocks",
        "endings",
        "play",
        "races",
        "refusals",
        "signal",
        "titles",
    }
