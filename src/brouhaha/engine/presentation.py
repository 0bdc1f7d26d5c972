"""What a game says of itself to people: its name, its levels of bots, the words of its options.

A game need say nothing: `completed` gives it a name made from its id, the levels that follow from
its bots, and no words for its options. Every text is a mapping by language, such as
`{"en": "Before Go", "fr": "Avant le Go"}`. A reader of another language is given English, or what
there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

Texts = Mapping[str, str]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Count = Annotated[int, Meta(ge=0, le=1000)]


def en_fr(en: str, fr: str) -> Texts:
    """A text in English and in French."""
    return {"en": en, "fr": fr}


class Level(Struct, frozen=True):
    """A bot that people are offered to play against. `id` is its name among the game's bots."""

    id: str
    name: Texts
    why: Texts = {}  # how it plays


class OptionTexts(Struct, frozen=True):
    """What an option is called, what it changes, and what its values are called.

    `values` has a text for each value of a choice, `true` and `false` of a switch, and `none` where
    a seat may be without one.
    """

    label: Texts
    why: Texts = {}
    values: Mapping[str, Texts] = {}


class Figure(Struct, frozen=True, kw_only=True):
    """A figure of `Game.statistics`: what it is called and how it is read. `better`: whether more
    or less of it is a record."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    name: Texts
    unit: Texts = {}
    better: Literal["more", "less"] = "more"
    decimals: Annotated[int, Meta(ge=0, le=3)] = 0


OneDevice = Literal["together", "curtain"]


class Presentation(Struct, frozen=True, kw_only=True):
    """What people are shown of a game before, around and after its matches."""

    name: Texts = {}
    pitch: Texts = {}  # what it is about, in one short line
    colour: Colour = "#6b3fb5"  # of its field; the page finds the ink that can be read on it
    minutes: tuple[Count, Count] | None = None  # the shortest and the longest match that is usual
    order: int = 100  # among the games on the home page
    levels: tuple[Level, ...] = ()  # the weakest first
    first_level: str = ""  # which `play now` takes for somebody who is new to the game
    usual_level: str = ""  # and for everybody else; it also plays for whoever is away
    play_now_bots: Annotated[int, Meta(ge=0, le=15)] | None = None
    options: Mapping[str, OptionTexts] = {}
    words: Mapping[str, Texts] = {}  # what names of the code are called: see the generic face
    figures: Annotated[tuple[Figure, ...], Meta(max_length=16)] = ()  # that players compare
    limits: Mapping[str, int] = {}  # how long what players type may be, for the game's face
    lesson: bool = False  # whether its face has one
    # Several people at one device play all at once, which its face draws, or one after another with
    # a curtain between them, which any game can
    one_device: OneDevice = "curtain"
    one_device_option: str = ""  # a switch among its options without which they cannot play it
    folder: str | None = None  # the package in which `page/` and `rules/` lie; None: the game's own


# What the house calls the levels that most games have

HOUSE_LEVELS: Final = (
    Level(
        "gentle",
        en_fr("Gentle", "Doux"),
        en_fr(
            "Takes its time and misses things. Good for a first match.",
            "Prend son temps et rate des choses. Bien pour une première partie.",
        ),
    ),
    Level(
        "steady",
        en_fr("Steady", "Solide"),
        en_fr(
            "Plays like a good friend: quick enough, and wrong now and then.",
            "Joue comme un bon ami : assez vite, et se trompe parfois.",
        ),
    ),
    Level(
        "sharp",
        en_fr("Sharp", "Vif"),
        en_fr(
            "Fast, and rarely wrong. Keep your wits about you.",
            "Rapide, et se trompe rarement. Reste sur tes gardes.",
        ),
    ),
    Level(
        "merciless",
        en_fr("Merciless", "Sans pitié"),
        en_fr("Sees everything. You have been warned.", "Voit tout. Bonne chance !"),
    ),
    Level(
        "learned",
        en_fr("Learned", "Entraîné"),
        en_fr("Merciless, and trained.", "Sans pitié, et entraîné."),
    ),
)
FOR_STUDY: Final = "random"  # a bot of this name is no partner, unless there is no other
STUDIED: Final = Level(
    FOR_STUDY,
    en_fr("Random", "Au hasard"),
    en_fr("Tries whatever may be done.", "Essaie tout ce qui est permis."),
)
MOST_PLAY_NOW_BOTS: Final = 3

# What a longer clock for one seat is called (`common.ExtraSeconds`)
EXTRA_SECONDS: Final = {
    "none": en_fr("none", "aucune"),
    **{f"{more}": en_fr(f"+{more} s", f"+{more}\u00a0s") for more in (5, 10, 20, 30, 60)},
}


def completed(said: Presentation, game: str, bots: Sequence[str], players: range) -> Presentation:
    """With what the game leaves out: it follows from its id, its bots and its number of players."""
    levels = said.levels or _levels(bots)
    ids = [level.id for level in levels]
    others = min(MOST_PLAY_NOW_BOTS, players.stop - 2)
    return structs.replace(
        said,
        name=said.name or {"en": _title(game)},
        levels=levels,
        first_level=said.first_level or (ids[0] if ids else ""),
        usual_level=said.usual_level or (ids[min(1, len(ids) - 1)] if ids else ""),
        play_now_bots=(others if ids else 0) if said.play_now_bots is None else said.play_now_bots,
    )


def _levels(bots: Sequence[str]) -> tuple[Level, ...]:
    """The house's levels among the bots; if there are none, all that are no mere study."""
    known = tuple(level for level in HOUSE_LEVELS if level.id in bots)
    partners = tuple(Level(bot, {"en": _title(bot)}) for bot in bots if bot != FOR_STUDY)
    return known or partners or (STUDIED,)


def _title(id: str) -> str:
    return id.replace("_", " ").replace("-", " ").capitalize()
