"""Whoever keeps the score of a real table: whole evenings (tests/sheets/data) written down with the page's own forms.

An evening is a list of steps that score_keeper.js takes one after the other; what a step names must be in sight and enabled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.sheets.evenings import Entry, Evening, entries_of

TAKE_STEPS = (Path(__file__).parent / "score_keeper.js").read_text(encoding="utf-8")
TABLES = """() => Object.fromEntries([...document.querySelectorAll('.written table')].map((table) => [
  table.caption.innerText,
  [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.innerText.replace('−', '-'))),
]))"""
Step = tuple[str, str, Any]
Steps = Iterator[Step]
CHOICES: dict[str, dict[Any, str]] = {
    "language": {"en": "English", "fr": "Français"},
    "tie": {"fails": "Not typical"},
    "penalties": {"worst": "Only the worst"},
    "challenge": {True: "Challenge"},
    "question": {"children": "With children", "alice": "Among adults"},
    "rank_silvano": {False: "Not ranked"},
}
COUNTS = {"turns": "Cards", "refresh_points": "Refresh is worth"}
HANDICAPS = {"first": "First letter", "last": "Last letter"}
COLOURS = {"red": "Red ◆", "blue": "Blue ●", "both": "Two-colour ◆●"}
DICE = {
    "order_1": "Order die 1",
    "order_2": "Order die 2",
    "ban": "Ban die",
    "syllables": "Syllable die",
}


def press(name: str) -> Step:
    return ("press", name, None)


def fill(name: str, value: Any) -> Step:
    return ("fill", name, str(value))


def pick(name: str, value: Any) -> Step:
    return ("pick", name, str(value))


def toggle(name: str, on: bool) -> Step:
    return ("toggle", name, on)


def keep(page: Page, evening: Evening) -> str:
    """A whole evening, from the page of the box to the last entry; the sheet's code."""
    page.goto(f"/box/{evening['game']}")
    page.get_by_role("button", name="Begin the sheet").wait_for()
    take(page, begin(evening))
    page.wait_for_url(re.compile("/sheet/"))
    take(page, (step for entry in entries_of(evening) for step in entered(evening, entry)))
    return page.url.rsplit("/", 1)[1]


def take(page: Page, steps: Steps) -> None:
    page.evaluate(TAKE_STEPS, list(steps))


def written(page: Page) -> dict[str, list[list[str]]]:
    """The sheet as it is read: the rows of each table by its name."""
    found: dict[str, list[list[str]]] = page.evaluate(TABLES)
    return found


def begin(evening: Evening) -> Steps:
    names = evening["players"]
    yield ("people", "One more player", len(names))
    for number, name in enumerate(names, 1):
        yield fill(f"Player {number}", name)
    for option, value in evening["options"].items():
        if option in CHOICES:
            yield press(CHOICES[option][value])
        elif option in COUNTS:
            yield ("step", COUNTS[option], value)
        elif option == "answer":
            yield press(names[value])
        else:
            for name, handicap in zip(names, value, strict=True):
                if handicap:
                    yield pick(name, HANDICAPS[handicap])
    yield press("Begin the sheet")


def entered(evening: Evening, entry: Entry) -> Steps:
    yield from FORMS[entry["type"]](evening, entry)
    yield ("written", "", None)


# NoNo


def card(evening: Evening, entry: Entry) -> Steps:
    yield fill("Which card was turned?", entry["category"])
    yield press(entry["category"])
    for die, label in DICE.items():
        yield toggle(label, die in entry["dice"])
    yield fill("Multiplies by", entry["multiplier"])
    yield press("This card")


def dice(evening: Evening, entry: Entry) -> Steps:
    for place, (letter, _) in enumerate(entry["order"], 1):
        yield pick(f"Order die {place}", letter)
    for place, (_, points) in enumerate(entry["order"]):
        yield ("pick", f"Points {place}", str(points))
    for die in ("ban", "syllables"):
        if die in entry:
            yield pick(DICE[die], entry[die])
    yield press("So they lie")


def stop(evening: Evening, entry: Entry) -> Steps:
    yield press(f"Stop!{evening['players'][entry['seat']]}")


def nobody(evening: Evening, entry: Entry) -> Steps:
    yield press("Nobody finds a word")


def word(evening: Evening, entry: Entry) -> Steps:
    if entry["word"]:
        yield fill("What did …", entry["word"])
    yield press("That word" if entry["word"] else "No word")


def thumbs(evening: Evening, entry: Entry) -> Steps:
    yield fill("Not typical", entry["down"])
    yield fill("Typical", entry["up"])
    yield press("Judge it")


# NOW!


def reveal(evening: Evening, entry: Entry) -> Steps:
    for target in entry["targets"]:
        if target.get("refresh"):
            yield press("Refresh")
            continue
        value = target["value"]
        yield press(str(value))
        yield pick(f"Colour of Target {value}", COLOURS[target["colour"]])
        points = target["points"]
        yield pick(f"Points of Target {value}", f"{points} point{'s' if points > 1 else ''}")
    yield press("These cards (3 of 3)")


def settle(evening: Evening, entry: Entry) -> Steps:
    if "cards" in entry:
        yield press("The cards shown")
        for name, value in zip(evening["players"], entry["cards"], strict=True):
            yield fill(name, value)
    for won in entry.get("won", []):
        yield pick(f"Target {won['value']} goes to", evening["players"][won["seat"]])
    if "refresh" in entry:
        yield pick("Refresh goes to", evening["players"][entry["refresh"]])
    yield press("Settle the round")


def piles(evening: Evening, entry: Entry) -> Steps:
    yield press("Only count the final piles")
    for seat, pile in enumerate(entry["piles"]):
        for colour, label in COLOURS.items():
            yield ("fill", f"{label} {seat}", str(pile.get(colour, 0)))
        if pile["refresh"]:
            yield pick("Who has Refresh?", evening["players"][seat])
    yield press("Count the points")


# nimble


def round_over(evening: Evening, entry: Entry) -> Steps:
    names, out = evening["players"], entry["out"]
    yield press("Nobody: no card fits any more" if out is None else names[out])
    for seat, name in enumerate(names):
        yield fill(f"Cards left of {name}", entry["cards_left"][seat])
        yield fill(f"Errors of {name}", entry["errors"][seat])
    for seat in entry["first"]:
        yield ("press", f"{names[seat]} 1", None)  # the second button of that name
    if entry["pile_cards"]:
        yield press("Check the sum: count the piles too")
        for pile, cards in enumerate(entry["pile_cards"], 1):
            yield fill(f"Cards of pile {pile}", cards)
            yield fill(f"Errors in pile {pile}", entry["pile_errors"][pile - 1])
    yield press("Write it down")


FORMS: dict[str, Callable[[Evening, Entry], Steps]] = {
    "card": card,
    "dice": dice,
    "stop": stop,
    "nobody": nobody,
    "word": word,
    "thumbs": thumbs,
    "reveal": reveal,
    "settle": settle,
    "piles": piles,
    "round": round_over,
}
