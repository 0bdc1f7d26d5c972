"""What was heard stays as it was, and a match is its own: in any game, nothing is shared."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.inspect import type_info

import brouhaha
from brouhaha import games
from brouhaha.engine.replay import steps
from brouhaha.lab.arena import play_out
from brouhaha.testing.unchanging import what_can_change


class Inner(msgspec.Struct):
    number: int


class Heard(msgspec.Struct, frozen=True):
    seat: int | None
    seats: list[int]
    inner: tuple[Inner, ...]
    pair: tuple[str, dict[str, int]]


def test_a_list_in_an_event_would_be_found() -> None:
    assert list(what_can_change(type_info(Heard))) == ["Heard.seats", "Inner", "Heard.pair"]


def empty(part: Any) -> None:
    """Take everything out of a state that can be taken out of it."""
    if isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            empty(getattr(part, name))
    elif isinstance(part, list | tuple):
        for item in part:
            empty(item)
    if isinstance(part, list | dict | set):
        part.clear()


@pytest.mark.parametrize("name", games.names())
def test_what_was_heard_does_not_change_with_the_state(name: str) -> None:
    played = brouhaha.start(name, ["Ana", "Bo", "Cy"], seed=3)
    play_out(played, [played.game.bots["random"](seat, Random(seat)) for seat in range(3)])
    heard: list[tuple[Any, bytes]] = []
    for step in steps(played.game, played.header, played.entries):
        heard += [(event, msgspec.json.encode(event)) for event in step.events]
    match = step.match
    assert match.result is not None
    assert {"now": "taken", "nimble": "judged", "nono": "judged"}[name] in kinds(heard)
    empty(match.state)
    assert match.state.public.seats == []
    assert all(msgspec.json.encode(event) == then for event, then in heard)


@pytest.mark.parametrize("name", games.names())
def test_a_match_holds_nothing_that_other_matches_need(name: str) -> None:
    first, second = (brouhaha.start(name, ["Ana", "Bo", "Cy"], seed=3) for _ in range(2))
    before = msgspec.msgpack.encode(second.state)
    empty(first.state)
    assert msgspec.msgpack.encode(second.state) == before
    third = brouhaha.start(name, ["Ana", "Bo", "Cy"], seed=3)
    assert msgspec.msgpack.encode(third.state) == before


def kinds(heard: list[tuple[Any, bytes]]) -> set[str]:
    return {brouhaha.to_json(event)["type"] for event, _ in heard}
