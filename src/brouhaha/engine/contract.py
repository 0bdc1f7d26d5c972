"""Is this a game? What a plug-in must be before anybody is offered it.

Only what can be seen without playing: `brouhaha.testing` proves the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from inspect import isabstract
from typing import Final

import msgspec
from msgspec.inspect import StructType

from brouhaha.engine.any_value import kinds_in
from brouhaha.engine.box import BoxKind
from brouhaha.engine.errors import CRASHES, Refusal, named
from brouhaha.engine.game import TOLD_KINDS, AnyGame, Bot, Game, Kinds
from brouhaha.engine.presentation import Presentation
from brouhaha.engine.sheet import ScoreSheet

AN_ID: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")
A_PLACE: Final = re.compile(r"[\w.]+:\w+")
MOST_PLAYERS: Final = 64
LONGEST_NAME: Final = 32  # of a bot
LONGEST_TITLE: Final = 60
LONGEST_TEXT: Final = 1_000
MOST_TEXTS: Final = 2_000
# These turn whatever is written after them, too.
TURNS_AROUND: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
MUST_SAY: Final = ("id", "version", "players", "kinds")
PARTS: Final = {
    "state": ("public", "private", "result"),
    "public": ("phase", "scene", "deadline", "seats"),
    "result": ("winners", "ranking"),
}


class BrokenContract(Exception):
    """It is no game: the message says why, in one sentence."""


def check(game: object, entry: str) -> None:
    """Raise `BrokenContract` unless this is a game with the id `entry`."""
    if not isinstance(game, Game):
        what = "the class" if isinstance(game, type) else f"a {type(game).__name__}"
        raise BrokenContract(f"its entry point names {what}, not an instance of brouhaha's Game")
    for name in MUST_SAY:
        _need(hasattr(game, name), f"it has no `{name}`")
    _check_facts(game, entry)
    _check_kinds(game.kinds)
    _check_legal(game)
    _check_options(game)
    _check_bots(game)
    _check_bot_ratings(game)
    _check_presentation(game)
    _check_lab(game)
    _check_sheet(game)
    _check_box(game)


def _need(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise BrokenContract(otherwise)


def _check_facts(game: AnyGame, entry: str) -> None:
    _need(isinstance(game.id, str) and AN_ID.fullmatch(game.id) is not None,
          "its id is not made of small letters, digits, - and _, at most 32")  # fmt: skip
    _need(game.id == entry, f"its id is {game.id!r}, and its entry point is called {entry!r}")
    _need(type(game.version) is int, "its version is not a whole number")
    players = game.players
    _need(isinstance(players, range) and players.step == 1
          and 1 <= players.start < players.stop <= MOST_PLAYERS + 1,
          f"its players are not a range within 1 to {MOST_PLAYERS}")  # fmt: skip
    _need(hash(game) == hash(game) and game == game, "it is not equal to itself")
    _need(_all_of(game.refusals, Refusal), "its refusals are not all of the type Refusal")
    said = [text for refusal in game.refusals for text in refusal]
    _need(all(_is_text(text) for text in said), "its refusals are not all made of texts")


def _is_text(text: object, most: int = LONGEST_TEXT) -> bool:
    """That can be sent and shown."""
    if not isinstance(text, str) or len(text) > most:
        return False
    return text.encode(errors="replace").decode() == text  # no half of a character


def _all_of(things: object, kind: type) -> bool:
    return isinstance(things, tuple | list) and all(isinstance(each, kind) for each in things)


def _check_kinds(kinds: Kinds) -> None:
    _need(isinstance(kinds, Kinds), "`kinds` is not of the type Kinds")
    for name in ("options", "deal", "state", "public", "private", "result"):
        kind = getattr(kinds, name)
        is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        _need(is_struct, f"its kind `{name}` is not a msgspec Struct")
    for name, parts in PARTS.items():
        for part in parts:
            _need(hasattr(getattr(kinds, name), part), f"its kind `{name}` has no `{part}`")
    try:
        msgspec.json.schema_components([getattr(kinds, name) for name in TOLD_KINDS])
        msgspec.json.Decoder(kinds.action)
        msgspec.json.Decoder(kinds.state)
    except CRASHES as error:
        raise BrokenContract(f"no schema can be made of its kinds: {named(error)}") from error


def _check_legal(game: AnyGame) -> None:
    kinds = kinds_in(game.kinds.action)
    structs = {kind.cls for kind in kinds if isinstance(kind, StructType)}
    _need(len(structs) == len(kinds), "its actions are not all msgspec Structs")
    _need(isinstance(game.legal, Mapping), "`legal` is not a mapping")
    for phase, rules in game.legal.items():
        known = isinstance(phase, str) and isinstance(rules, Mapping) and structs >= set(rules)
        _need(known and all(map(callable, rules.values())),
              f"in `legal`, {phase!r} does not give a rule for each of some actions")  # fmt: skip


def _check_options(game: AnyGame) -> None:
    fields = msgspec.structs.fields(game.kinds.options)
    without = [field.name for field in fields if field.required]
    _need(not without, f"its options have no default: {', '.join(without)}")
    names = {field.name for field in fields}
    unknown = sorted(set(game.own_options) - names)
    _need(not unknown, f"its own_options are no options: {', '.join(unknown)}")
    msgspec.json.encode(game.kinds.options())


def _check_bots(game: AnyGame) -> None:
    bots = game.bots
    _need(isinstance(bots, Mapping), "`bots` is not a mapping")
    for name, bot in bots.items():
        _need(isinstance(name, str) and 0 < len(name) <= LONGEST_NAME,
              f"a name of a bot has 1 to {LONGEST_NAME} characters, not {name!r}")  # fmt: skip
        is_bot = isinstance(bot, type) and issubclass(bot, Bot)
        _need(is_bot, f"its bot {name!r} is not a class of Bot")
        _need(not isabstract(bot), f"its bot {name!r} does not think")
    _need(game.simplest_bot() in bots, f"its simple_bot is none of its bots: {game.simple_bot!r}")


def _check_bot_ratings(game: AnyGame) -> None:
    for bot, rating in game.bot_ratings.items():
        _need(bot in game.bots, f"its bot_ratings name what is no bot: {bot!r}")
        is_rating = type(rating) in (int, float) and -100 <= rating <= 100
        _need(is_rating, f"the rating of its bot {bot!r} is not a number from -100 to 100")


def _check_lab(game: AnyGame) -> None:
    for place in (game.balance, game.environment, *game.compiled.values()):
        _need(place is None or A_PLACE.fullmatch(place) is not None,
              f"what it brings to the lab is not a package.module:name: {place!r}")  # fmt: skip


def _check_sheet(game: AnyGame) -> None:
    sheet = game.sheet
    if sheet is None:
        return
    _need(isinstance(sheet, ScoreSheet), "its sheet is not of the type ScoreSheet")
    for name in ("entry", "view"):
        _need(hasattr(sheet, name), f"its sheet has no `{name}`")
    unknown = sorted(set(sheet.options) - set(game.kinds.options.__struct_fields__))
    _need(not unknown, f"its sheet names options that it has not: {', '.join(unknown)}")
    try:
        msgspec.json.schema_components([sheet.entry, sheet.view])
        msgspec.json.Decoder(sheet.entry)
    except CRASHES as error:
        raise BrokenContract(f"no schema can be made of its sheet: {named(error)}") from error


def _check_box(game: AnyGame) -> None:
    box = game.box
    if box is None:
        return
    _need(isinstance(box, BoxKind), "its box is not of the type BoxKind")
    known = getattr(box, "option", None) in game.kinds.options.__struct_fields__
    _need(known, "its box names an option that it has not")
    is_struct = isinstance(getattr(box, "kind", None), type) and issubclass(
        box.kind, msgspec.Struct
    )
    _need(is_struct, "the kind of its box is not a msgspec Struct")


def _check_presentation(game: AnyGame) -> None:
    said = game.presentation
    _need(isinstance(said, Presentation), "`presentation` is not of the type Presentation")
    try:
        msgspec.json.decode(msgspec.json.encode(said), type=Presentation)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise BrokenContract(f"its presentation is not well formed: {error}") from error
    if said.folder is not None:
        try:
            files(said.folder)
        except CRASHES as error:
            raise BrokenContract(f"its folder is no package: {said.folder!r}") from error
    shown = game.presented()
    _need(all(_is_text(text, LONGEST_TITLE) for text in shown.name.values()),
          f"its name is longer than {LONGEST_TITLE} characters")  # fmt: skip
    texts = list(_texts(msgspec.to_builtins(shown)))
    _need(len(texts) <= MOST_TEXTS and all(map(_is_text, texts)),
          f"it says more than {MOST_TEXTS} texts of {LONGEST_TEXT} characters")  # fmt: skip
    _need(not any(map(TURNS_AROUND.search, texts)),
          "its texts hold signs that turn the direction of writing around")  # fmt: skip
    for level in (*(each.id for each in shown.levels), shown.first_level, shown.usual_level):
        _need(level in game.bots, f"its presentation names a level that is no bot: {level!r}")
    levels = [level.id for level in shown.levels]
    _need(len(set(levels)) == len(levels), "its presentation names a level twice")
    figures = [figure.id for figure in shown.figures]
    _need(len(figures) == len(set(figures)), "two of its figures have the same id")
    for option in shown.options:
        known = option in game.kinds.options.__struct_fields__
        _need(known, f"its presentation names an option that it has not: {option!r}")


def _texts(said: object) -> Iterator[str]:
    """All texts in something plain."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict):
        yield from (text for part in said.values() for text in _texts(part))
    elif isinstance(said, list | tuple):
        yield from (text for part in said for text in _texts(part))
