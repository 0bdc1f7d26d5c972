"""Deals for known-answer tests: name the cards that matter, the rest is filled in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.now import GAME
from brouhaha.games.now.types import State
from brouhaha.lab.arena import pass_time

REFRESH = {"refresh": True}
DATA = Path(__file__).parent / "data"


def table(name: str) -> list[Any]:
    """The cases of a table, as pytest parameters named by their `name`."""
    cases: list[Any] = json.loads((DATA / f"{name}.json").read_text())
    return cases


def target(card: str) -> dict[str, Any]:
    """'84 red 3' or 'refresh' as a card."""
    if card == "refresh":
        return dict(REFRESH)
    value, colour, points = card.split()
    return {"value": int(value), "colour": colour, "points": int(points)}


def fill_targets(first: Iterable[str], rest: str = "blue 1") -> list[dict[str, Any]]:
    """33 cards that begin with these; Refresh is the last unless it is among them."""
    cards = [target(card) for card in first]
    used = {card.get("value") for card in cards}
    spare = (value for value in range(4, 129, 4) if value not in used)
    refresh = [] if REFRESH in cards else [dict(REFRESH)]
    while len(cards) + len(refresh) < 33:
        cards.append(target(f"{next(spare)} {rest}"))
    return cards + refresh


def fill_decks(first: Iterable[list[int]]) -> list[list[int]]:
    """Decks of 16 that begin with these cards; no value twice."""
    decks = [list(cards) for cards in first]
    used = {value for deck in decks for value in deck}
    spare = (value for value in range(128, 0, -1) if value not in used)
    return [deck + [next(spare) for _ in range(16 - len(deck))] for deck in decks]


def start(
    targets: Iterable[str],
    decks: Iterable[list[int]],
    options: dict[str, Any] | None = None,
    silvano: list[int] | None = None,
) -> Match[State]:
    """A match with these cards, at Go of the first round."""
    first = list(decks)
    filled = fill_decks([*first, silvano] if silvano else first)
    deal: dict[str, Any] = {"targets": fill_targets(targets), "decks": filled[: len(first)]}
    if silvano:
        deal["silvano"] = filled[-1]
    names = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"][: len(first)]
    match = brouhaha.start(GAME, players=names, options=options or {}, seed=1, deal=deal)
    if match.public().phase == "countdown":
        pass_time(match)
    return match


def everybody_says_now(match: Match[State]) -> list[Any]:
    events: list[Any] = []
    for seat in range(len(match.header.players)):
        events += match.act(seat, {"type": "now"}, match.now)
    return events


def next_round(match: Match[State]) -> None:
    """From the resolution to Go of the next round."""
    pass_time(match)
    if match.public().phase == "countdown":
        pass_time(match)


def play(match: Match[State], script: Iterable[str]) -> None:
    """'0 discard', '1 now', 'wait 5000' (ms), 'next' (round)."""
    for line in script:
        who, _, what = line.partition(" ")
        if who == "next":
            next_round(match)
        elif who == "wait":
            match.advance(match.now + int(what))
        else:
            match.act(int(who), {"type": what}, match.now)
