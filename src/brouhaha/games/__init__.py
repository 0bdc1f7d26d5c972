"""Which games are there? Each is a folder and an entry point in the group `brouhaha.games`.

Ours come first: nobody else's package takes an id of theirs. A plug-in that cannot be imported,
whose id is taken or is not its entry point's, or that is no game by the contract
(`engine/contract.py`) is left out. It harms nobody; `left_out` says why.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

import msgspec

from brouhaha.engine.contract import BrokenContract, check
from brouhaha.engine.errors import CRASHES, Rejected, named
from brouhaha.engine.game import AnyGame
from brouhaha.engine.refusals import UNKNOWN_GAME

GROUP = "brouhaha.games"
OUR_PACKAGE = "brouhaha"
A_FOLDER = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[\\/][^\s\\/'\"()]+)*[\\/](?=[^\s\\/])")


class PlugIn(msgspec.Struct, frozen=True):
    """A game of another package, and the module that its code lies in."""

    game: str
    package: str
    module: str


class LeftOut(msgspec.Struct, frozen=True):
    """An entry point that is not played, of which package, and why."""

    entry: str
    package: str
    why: str

    def __str__(self) -> str:
        return f"the game {self.entry!r} of the package {self.package} is left out: {self.why}"


def names() -> list[str]:
    """The ids of all games that can be played, this package's and other people's."""
    return sorted(_installed().games)


def ours() -> list[str]:
    """The ids of this package's own games."""
    return sorted(entry.name for entry in _entries() if _package(entry) == OUR_PACKAGE)


def plug_ins() -> list[PlugIn]:
    """The games of other packages that can be played."""
    return _installed().plug_ins


def left_out() -> list[LeftOut]:
    """The games that are installed and cannot be played."""
    installed = _installed()
    return installed.left_out + list(installed.suspended.values())


def suspend(module: str, why: str) -> None:
    """The games of this module have done harm: nothing is dealt of them any more in this process.
    They are still found: matches go on, logs are played again."""
    installed = _installed()
    for one in installed.plug_ins:
        if one.module == module:
            installed.suspended[one.game] = LeftOut(one.game, one.package, why)


def is_suspended(game: str) -> bool:
    return game in _installed().suspended


@cache
def find(game: str) -> AnyGame:
    """The game with this id; `Rejected("unknown_game")` if nobody installed it."""
    for entry in _entries():
        if entry.name == game and _package(entry) == OUR_PACKAGE:
            ours: AnyGame = entry.load()
            return ours
    try:
        return _installed().games[game]
    except KeyError:
        raise Rejected(UNKNOWN_GAME, game=game) from None


def look_again() -> None:
    """Something was installed or removed."""
    _entries.cache_clear()
    _installed.cache_clear()
    find.cache_clear()


class _Installed(NamedTuple):
    games: dict[str, AnyGame]
    plug_ins: list[PlugIn]
    left_out: list[LeftOut]
    suspended: dict[str, LeftOut]


@cache
def _installed() -> _Installed:
    found = _Installed({}, [], [], {})
    for entry in _entries():
        package = _package(entry)
        try:
            game = _loaded(entry, taken=found.games)
        except BrokenContract as broken:
            found.left_out.append(LeftOut(entry.name, package, _for_everybody(str(broken))))
        else:
            found.games[game.id] = game
            if package != OUR_PACKAGE:
                module = type(game).__module__.partition(".")[0]
                found.plug_ins.append(PlugIn(game.id, package, module))
    return found


@cache
def _entries() -> list[EntryPoint]:
    """Ours first, so that their ids are taken; then by package, the same on every machine."""
    entries = entry_points(group=GROUP)
    return sorted(entries, key=lambda each: (_package(each) != OUR_PACKAGE, _package(each), each))


def _package(entry: EntryPoint) -> str:
    try:
        return str(entry.dist.name) if entry.dist is not None else "?"
    except Exception:  # a package without metadata
        return "?"


def _loaded(entry: EntryPoint, taken: dict[str, AnyGame]) -> AnyGame:
    """The game of an entry point. Raises `BrokenContract`."""
    if entry.name in taken:
        raise BrokenContract(f"there is another game called {entry.name!r}")
    try:
        game = entry.load()
    except KeyboardInterrupt:  # somebody does not want to wait for it
        raise
    except CRASHES as error:
        raise BrokenContract(f"it cannot be imported: {named(error)}") from error
    try:
        check(game, entry.name)
    except BrokenContract:
        raise
    except CRASHES as error:  # whatever strange things answer when they are asked
        raise BrokenContract(f"it cannot be read: {named(error)}") from error
    found: AnyGame = game
    return found


def _for_everybody(why: str) -> str:
    """In one line, and without folders of this machine."""
    return A_FOLDER.sub("", " ".join(why.split()))
