"""Whole evenings as data (`data/*.json`): what was written down, and the sheet that must come out,
worked out by hand from the books.

A turn of NoNo is `card | dice | who | word | thumbs`: `F1` an order die and its points, `-U` the
ban die, `=3` the syllable die, `x2` the card's multiplier; `3/0` thumbs up and down. A Target of
NOW! is `84b1`: blue (`r` red, `t` two colours), one point; `R` is Refresh.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
COLOURS = {"r": "red", "b": "blue", "t": "both"}
Evening = dict[str, Any]
Entry = dict[str, Any]


def evenings(*games: str) -> list[Evening]:
    return [each for game in games for each in json.loads((DATA / f"{game}.json").read_text())]


def entries_of(evening: Evening) -> list[Entry]:
    return {"nono": nono, "now": now, "nimble": nimble}[evening["game"]](evening)


def people(evening: Evening) -> list[str]:
    """With two players of NOW! Silvano sits after them."""
    silvano = evening["game"] == "now" and len(evening["players"]) == 2
    return [*evening["players"], *(["Silvano"] if silvano else [])]


def by_name(evening: Evening, ranking: list[list[int]]) -> list[list[str]]:
    return [[people(evening)[seat] for seat in seats] for seats in ranking]


# NoNo


def turn_parts(turn: str) -> list[str]:
    return [part.strip() for part in turn.split("|")]


def dice_of(text: str) -> tuple[Entry, list[str], int]:
    """The dice as they lie, which dice the card rolls, and what it multiplies by."""
    order = [[letter, int(points)] for letter, points in re.findall(r"\b([A-Z])(\d)", text)]
    ban, count = re.search(r"-([A-Z])", text), re.search(r"=(\d)", text)
    lying: Entry = {"type": "dice", "order": order}
    dice = ["order_1", "order_2"][: len(order)]
    if ban:
        lying["ban"] = ban[1]
        dice.append("ban")
    if count:
        lying["syllables"] = int(count[1])
        dice.append("syllables")
    times = re.search(r"x(\d)", text)
    assert times
    return lying, dice, int(times[1])


def nono(evening: Evening) -> list[Entry]:
    entries: list[Entry] = []
    for turn in evening["turns"]:
        category, dice, who, *said = turn_parts(turn)
        lying, rolled, times = dice_of(dice)
        card = {"type": "card", "category": category, "dice": rolled, "multiplier": times}
        entries += [card, lying]
        if who == "nobody":
            entries.append({"type": "nobody"})
            continue
        entries.append({"type": "stop", "seat": evening["players"].index(who)})
        entries.append({"type": "word", "word": "" if said[0] == "-" else said[0]})
        if said[0] != "-":
            up, down = said[1].split("/")
            entries.append({"type": "thumbs", "up": int(up), "down": int(down)})
    return entries


# NOW!


def target(text: str) -> Entry:
    if text == "R":
        return {"refresh": True}
    value, colour, points = re.fullmatch(r"(\d+)([rbt])(\d+)", text).groups()  # type: ignore[union-attr]
    return {"value": int(value), "colour": COLOURS[colour], "points": int(points)}


def pile(text: str) -> Entry:
    sums = {COLOURS[kind]: int(points) for kind, points in re.findall(r"([rbt])(\d+)", text)}
    return {**sums, "refresh": "R" in text}


def wins(evening: Evening, text: str) -> Entry:
    settled: Entry = {"type": "settle", "won": []}
    for one in text.split(", "):
        value, who = one.split(" ")
        seat = people(evening).index(who)
        if value == "R":
            settled["refresh"] = seat
        else:
            settled["won"].append({"value": int(value), "seat": seat})
    return settled


def now(evening: Evening) -> list[Entry]:
    if "piles" in evening:
        return [{"type": "piles", "piles": [pile(one) for one in evening["piles"]]}]
    entries: list[Entry] = []
    for one in evening["rounds"]:
        turned = [target(card) for card in one["cards"].split()]
        entries.append({"type": "reveal", "targets": turned})
        shown = one.get("shown")
        entries.append({"type": "settle", "cards": shown} if shown else wins(evening, one["won"]))
    return entries


# nimble


def nimble(evening: Evening) -> list[Entry]:
    names = evening["players"]
    return [
        {
            "type": "round",
            "out": None if one["out"] is None else names.index(one["out"]),
            "cards_left": one["left"],
            "errors": one["errors"],
            "first": [names.index(name) for name in one.get("first", [])],
            "pile_cards": one.get("piles"),
            "pile_errors": one.get("found"),
        }
        for one in evening["rounds"]
    ]
