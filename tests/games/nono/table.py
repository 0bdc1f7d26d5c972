"""A table for tests: matches of NoNo with given cards, and one turn played to its verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.nono import GAME
from brouhaha.games.nono.types import State
from brouhaha.lab.arena import result_of

DATA = Path(__file__).parent / "data"
NAMES = ["Ana", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal"]
GO = 3000
SPORTS = {
    "category": "In Sports",
    "order": [["F", 1], ["N", 2]],
    "ban": "U",
    "syllables": None,
    "multiplier": 2,
}


def read(name: str) -> Any:
    return json.loads((DATA / name).read_text("utf-8"))


def start(*turns: dict[str, Any], players: int = 3, seed: int = 1, **options: Any) -> Match[State]:
    """A match with these turns, or with drawn ones if there are none, in French."""
    deal = {"turns": list(turns)} if turns else None
    options = {"language": "fr", **options}
    return brouhaha.start(GAME, NAMES[:players], options=options, seed=seed, deal=deal)


def searching(*turns: dict[str, Any], **options: Any) -> Match[State]:
    """The same, when the first card has just been turned."""
    match = start(*turns, **options)
    match.advance(GO)
    return match


def act(match: Match[State], seat: int, kind: str, after: int = 0, **fields: Any) -> list[Any]:
    """An action so many ms from now; its events in plain form."""
    return [
        brouhaha.to_json(event)
        for event in match.act(seat, {"type": kind, **fields}, match.now + after)
    ]


def say(match: Match[State], seat: int, word: str) -> list[Any]:
    """Stop!, and the word."""
    act(match, seat, "stop")
    return act(match, seat, "answer", word=word)


def vote_all(match: Match[State], votes: list[Any]) -> list[Any]:
    """The others' votes in the order of their seats: true, false, [fits, syllables], "no" for
    *no answer*, or null.

    A null waits for the clock. Gives the last events.
    """
    events: list[Any] = []
    others = (s for s in range(len(match.header.players)) if s != match.public().stopper)
    for seat, thumb in zip(others, votes, strict=True):
        if thumb is not None:
            fits, syllables = thumb if isinstance(thumb, list) else (thumb is True, None)
            said = {"no_answer": True} if thumb == "no" else {}
            events = act(match, seat, "vote", fits=fits, syllables=syllables, **said)
    if None in votes:
        events = [brouhaha.to_json(event) for event in match.advance(match.due or 0)]
    return events


def verdict_on(case: dict[str, Any]) -> Any:
    """Play one turn as a row of a table says, and give its verdict."""
    turn: dict[str, Any] = {
        key: case[key] for key in ("category", "order", "ban", "syllables") if key in case
    }
    turn["multiplier"] = case.get("multiplier", 1)
    votes = case.get("votes", [True, True])
    match = searching(
        turn,
        players=len(votes) + 1,
        language=case["language"],
        handicap=[case.get("handicap")],
        **case.get("options", {}),
    )
    say(match, 0, case["word"])
    if match.public().phase == "vote":
        assert match.public().asks_syllables == case.get("asks_syllables", False)
        vote_all(match, votes)
    assert match.public().phase == "verdict"
    assert result_of(match).scores[0] == match.public().seats[0].score
    return json.loads(json.dumps(brouhaha.to_json(match.public().verdict)))
