"""Two people who were never told anything get through each game by what the screen says.

A newcomer knows no rule. They do what a hint says, tap the one thing that can be tapped, and do again what a hint
once told them. Where several things can be tapped and nothing has said which, they are stuck, and so they are
if a hint names a button that is not there. What came of it is read from the match: whoever was told something wrong
placed a wrong card or said a wrong word.
"""

from __future__ import annotations

import json
import re
import time
import urllib.request
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tools.house import House
from tools.moments.common import unhurried
from tools.moments.now import now_deal

# What somebody sees: the hint, what can be tapped, and the cards and words that matter.
LOOK: Final = """() => {
  const main = document.querySelector('main') ?? document.body;
  const offered = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled &&
    node.ariaDisabled !== 'true' && !node.closest('[inert], .unseen, .bar, header');
  const words = (node) => (node.ariaLabel ?? node.innerText).replace(/\\s+/g, ' ').trim();
  const text = (where) => (main.querySelector(where)?.innerText ?? '').replace(/\\s+/g, ' ').trim();
  const cards = (where) => [...main.querySelectorAll(where)].map((node) => node.ariaLabel ?? '');
  return {
    hint: text('.hint'),
    controls: [...main.querySelectorAll('button')].filter(offered).map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return { label: words(node), x: left + width / 2, y: top + height / 2 };
    }),
    field: main.querySelector('.answer input')?.value ?? null,
    own: cards('.discard .top [role=img]')[0] ?? '',
    targets: cards('.targets [role=img]'),
    said: text('.vote .said'),
  };
}"""

Screen = dict[str, Any]
Control = dict[str, Any]
LONGEST: Final = 600.0  # seconds that a match may take them
PATIENCE: Final = 30.0  # seconds without knowing what to do: nothing new will be said
NEAR: Final = 12  # below a Target: good enough for a beginner
MOST_DISCARDS: Final = 3  # in a row, then they take what they have

# What the sentences of the hints say to somebody who reads them.
SAYS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "quoted": r"“(.+?)”",
        "frame": r"Your frame: (.+?)\.",
        "own_frame": r"Frame (.+?),",
        "circle": r"circle {}\.",
        "below": r"closest (card from below)",
        "own_card": r"Your card: (\d+)",
        "target": r"Target (\d+)",
        "with": r"with ([A-Z](?: \+ [A-Z])*)",
        "without": r"without ([A-Z])",
        "syllables": r"of (\d) syllable",
    },
    "fr": {
        "quoted": r"«\s(.+?)\s»",
        "frame": r"Ton cadre\s: (.+?)\.",
        "own_frame": r"Cadre (.+?),",
        "circle": r"cercle {}\.",
        "below": r"plus proche (par en dessous)",
        "own_card": r"Ta carte\s: (\d+)",
        "target": r"Cible (\d+)",
        "with": r"avec ([A-Z](?: \+ [A-Z])*)",
        "without": r"sans ([A-Z])",
        "syllables": r"de (\d) syllabe",
    },
}
# The words that come to their mind, with how many syllables each has.
KNOWN: Final[dict[str, dict[str, dict[str, int]]]] = {
    "en": {
        "In Sports": {"football": 2, "rugby match": 3, "tournament": 3, "marathon": 3},
        "At the Zoo": {"lion": 2, "penguin": 2, "panther": 2, "opossum": 3, "leopard": 2},
    },
    "fr": {
        "Dans le sport": {"football": 2, "natation": 3, "fun": 1, "ski de fond": 3},
        "Au zoo": {"lion": 2, "serpent": 2, "panthère": 2, "hippopotame": 5},
    },
}
# No word that a bot knows ends with one of these letters: where it must, the bot leaves it to the newcomers.
DEALS: Final[dict[str, list[dict[str, Any]]]] = {
    "en": [
        {"category": "In Sports", "order": [["R", 1], ["M", 2]], "ban": "U", "multiplier": 2},
        {"category": "At the Zoo", "order": [["I", 1]], "syllables": 2, "multiplier": 3},
    ],
    "fr": [
        {"category": "In Sports", "order": [["F", 1], ["I", 2]], "ban": "U", "multiplier": 2},
        {"category": "At the Zoo", "order": [["P", 1]], "syllables": 2, "multiplier": 3},
    ],
}


class Newcomer:
    """Looks, and when they have read what there is to read, taps once."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.says = SAYS[language]
        self.words = KNOWN[language]
        self.told: list[str] = []  # every hint that was read
        self.labels: list[str] = []  # of the buttons that hints have named
        self.puzzled_since: float | None = None
        self.last_hint = ""

    @property
    def done(self) -> bool:
        return self.page.locator(".podium").count() > 0

    def step(self) -> None:
        seen: Screen = self.page.evaluate(LOOK)
        hint, self.last_hint = self.last_hint, seen["hint"]
        understood = self.read(seen)
        if understood and seen["hint"] == hint:  # else they are still reading
            self.do_something(seen)

    def read(self, seen: Screen) -> bool:
        """A hint is kept in mind, and the buttons that it names must be there: at the latest when their tap, which may
        be on its way, has been answered."""
        hint = seen["hint"]
        if hint and hint not in self.told:
            self.told.append(hint)
        quoted = [one for one in re.findall(self.says["quoted"], hint) if one not in self.words]
        self.labels += [one for one in quoted if one not in self.labels]
        missing = [label for label in quoted if not named(label, seen)]
        if missing:
            self.wonder(f"{hint!r} names {missing}; there are {labels(seen)}")
        return not missing

    def wonder(self, why: str) -> None:
        self.puzzled_since = self.puzzled_since or time.monotonic()
        assert time.monotonic() - self.puzzled_since < PATIENCE, why

    def do_something(self, seen: Screen) -> None:
        if not seen["controls"]:
            self.puzzled_since = None
            return
        control = seen["controls"][0] if len(seen["controls"]) == 1 else self.choice(seen)
        if control is not None:
            self.puzzled_since = None
            self.page.touchscreen.tap(control["x"], control["y"])
            return
        self.wonder(f"nothing says what to do; there are {labels(seen)}")

    def choice(self, seen: Screen) -> Control | None:
        """What a hint has told them to tap, the latest first."""
        return next(filter(None, (named(label, seen) for label in reversed(self.labels))), None)

    def found(self, what: str, text: str) -> str | None:
        match = re.search(self.says[what], text)
        return match[1] if match else None


def labels(seen: Screen) -> list[str]:
    return [control["label"] for control in seen["controls"]]


def named(label: str, seen: Screen) -> Control | None:
    written = rf"(?<!\w){re.escape(label)}(?!\w)"
    return next((one for one in seen["controls"] if re.search(written, one["label"])), None)


class NimbleNewcomer(Newcomer):
    def choice(self, seen: Screen) -> Control | None:
        """Frame on circle, as a hint says or has said; else what was named."""
        frame = self.found("frame", seen["hint"])
        if frame is None and any(self.found("frame", hint) for hint in self.told):
            frame = self.found("own_frame", seen["own"])
        circle = self.says["circle"].format(frame)
        piles: list[Control] = [
            one for one in seen["controls"] if frame and re.search(circle, one["label"])
        ]
        return next(iter(piles), None) or super().choice(seen)


class NowNewcomer(Newcomer):
    discards = 0  # in a row

    def choice(self, seen: Screen) -> Control | None:
        """A card close below a Target is a good one, as a hint has said."""
        cards: list[Control] = [
            one for one in seen["controls"] if self.found("own_card", one["label"])
        ]
        if not cards or not any(self.found("below", hint) for hint in self.told):
            return None
        value = int(self.found("own_card", cards[0]["label"]) or 0)
        gaps = [int(self.found("target", one) or 0) - value for one in seen["targets"]]
        if any(0 <= gap <= NEAR for gap in gaps) or self.discards == MOST_DISCARDS:
            self.discards = 0
            return super().choice(seen)
        self.discards += 1
        return cards[0]


class NonoNewcomer(Newcomer):
    word = ""

    def do_something(self, seen: Screen) -> None:
        if seen["field"] is None:
            super().do_something(seen)
        elif not seen["field"]:
            self.page.keyboard.type(self.word)
            self.page.keyboard.press("Enter")

    def choice(self, seen: Screen) -> Control | None:
        """Stop! with a word in mind, else pass; up with the thumb for a word that they know."""
        offered = [control for label in self.labels if (control := named(label, seen))]
        if len(offered) < 2:
            return super().choice(seen)
        first, second = offered[:2]
        if seen["said"]:
            known = [word for words in self.words.values() for word in words]
            return first if any(word in seen["said"] for word in known) else second
        self.word = self.word_for(seen["hint"])
        return first if self.word else second

    def word_for(self, hint: str) -> str:
        """The first that comes to mind and has what the hint asks for."""
        category = next((name for name in self.words if name in hint), "")
        letters = (self.found("with", hint) or "").lower().split(" + ")
        banned = (self.found("without", hint) or "-").lower()
        count = int(self.found("syllables", hint) or 0)
        for word, syllables in self.words.get(category, {}).items():
            has_letters = all(one in word for one in letters) and banned not in word
            if has_letters and count in (0, syllables):
                return word
        return ""


NOW_DEAL: Final = now_deal(2, 15) | {"silvano": list(range(3, 129, 8))}
GAMES: Final[dict[str, dict[str, Any]]] = {
    "now": {"options": unhurried("now") | {"countdown": 1}, "deal": NOW_DEAL},
    "nimble": {
        "options": unhurried("nimble") | {"countdown": 1},
        "deal": {
            "decks": [
                [
                    *(["green", "red"], ["red", "blue"], ["blue", "green"], ["yellow", "blue"]),
                    *(["orange", "red"], ["red", "yellow"], ["blue", "mauve"]),
                ],
                [
                    *(["blue", "red"], ["green", "yellow"], ["mauve", "red"], ["red", "green"]),
                    *(["yellow", "orange"], ["orange", "blue"], ["green", "blue"]),
                ],
            ],
            "givers": [0, 1, 0],
        },
    },
    "nono": {
        "options": unhurried("nono") | {"countdown": 1, "handicap": [None, "last"]},
        "bots": ["merciless"],
    },
}
PEOPLE: Final = {"now": NowNewcomer, "nimble": NimbleNewcomer, "nono": NonoNewcomer}


def played_well(game: str, result: dict[str, Any]) -> bool:
    """What only somebody comes to who was told the right thing."""
    if game == "now":
        return all(line["total"] > 0 for line in result["sheet"][:2])
    if game == "nimble":
        return not any(result["errors"])
    return all(result["scores"][seat] > 0 for seat in (0, 2))  # a bot sits between them


@pytest.mark.parametrize(
    ("game", "languages"),  # a match of NoNo has one; in the others each newcomer has their own
    [("now", "en fr"), ("nimble", "fr en"), ("nono", "en en"), ("nono", "fr fr")],
)
def test_two_newcomers_get_through_a_match_by_the_hints_alone(
    house: House, game: str, languages: str
) -> None:
    wanted, (hosts, guests) = GAMES[game], languages.split()
    if game == "nono":
        options = wanted["options"] | {"language": hosts, "turns": 2}
        wanted = wanted | {"deal": {"turns": DEALS[hosts]}, "options": options}
    table = house.open_table(game, **wanted)
    host = house.person(hosts).sit(table)
    guest = house.person(guests).go(f"/t/{table.code}")
    expect(guest.locator(".how li")).to_have_count(3)
    both = [PEOPLE[game](guest, guests), PEOPLE[game](host, hosts)]
    guest.locator("form .big").tap()
    guest.locator(".go .big").tap()
    expect(guest.locator(".go .big")).to_have_attribute("aria-pressed", "true")
    expect(host.locator(".seat, .chair").filter(has_text="✓")).not_to_have_count(0)
    host.locator(".go .big:enabled").tap()
    for page in (guest, host):
        page.locator(".match").wait_for()
    end = time.monotonic() + LONGEST
    while not all(one.done for one in both):
        assert time.monotonic() < end, [one.told for one in both]
        for one in both:
            if not one.done:
                one.step()
        host.wait_for_timeout(100)
    for page in (guest, host):
        expect(page.locator(".hint")).to_have_count(0)
    replay = host.locator("a.button[href^='/replay/']").first.get_attribute("href") or ""
    address = f"{house.server.url}/api/matches/{replay.removeprefix('/replay/').split('?')[0]}"
    with urllib.request.urlopen(address, timeout=20) as answer:
        result = json.load(answer)["result"]
    assert played_well(game, result), (result, [one.told for one in both])
