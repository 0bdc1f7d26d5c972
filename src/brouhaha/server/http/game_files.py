"""The files that a game brings in its package: `page/` for its face, `rules/LANGUAGE.md`.

Only files of the package's own `page/` folder are given out: no name in an address begins with a
dot, and no link leads elsewhere. What was read is kept until the file changes.
"""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from aiohttp import web

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.server.http import refusals
from brouhaha.server.http import routes as http_routes
from brouhaha.server.http.pages import ASK_AGAIN, File, answer_file, file_of, kind_of

PAGE: Final = "page"
RULES: Final = "rules"
FACE: Final = "face.js"
A_NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")  # of a file or a folder
A_LANGUAGE: Final = re.compile(r"([a-z]{2,3})\.md")


class GameFiles:
    """Gives them out, and keeps what it has read."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[int | None, File]] = {}

    async def page_file(self, request: web.Request) -> web.Response:
        """`/games/ID/page/FILE`"""
        folder = _folder(_game_of(request), PAGE)
        found = _find(folder, request.match_info["path"]) if folder is not None else None
        if found is None:
            raise Rejected(refusals.NOT_FOUND)
        return answer_file(request, self._kept(found, kind_of(found.name)))

    async def rules(self, request: web.Request) -> web.Response:
        """`/api/games/ID/rules/LANGUAGE`"""
        text = rules_of(_game_of(request)).get(request.match_info["language"])
        if text is None:
            raise Rejected(refusals.NOT_FOUND)
        return answer_file(request, self._kept(text, http_routes.RULES.content))

    def _kept(self, file: Traversable, kind: str) -> File:
        """Read again only when it has changed: whoever writes a game sees it at once."""
        changed = file.stat().st_mtime_ns if isinstance(file, Path) else None
        known = self._files.get(str(file))
        if known is None or known[0] != changed:
            known = self._files[str(file)] = changed, file_of(file.read_bytes(), kind, ASK_AGAIN)
        return known[1]


def face_of(game: AnyGame) -> str | None:
    """The address of the module that draws the game, if it brings one."""
    folder = _folder(game, PAGE)
    has_face = folder is not None and folder.joinpath(FACE).is_file()
    return f"/games/{game.id}/{PAGE}/{FACE}" if has_face else None


def rules_of(game: AnyGame) -> dict[str, Traversable]:
    """Its rules by language."""
    folder = _folder(game, RULES)
    if folder is None:
        return {}
    named = ((A_LANGUAGE.fullmatch(file.name), file) for file in folder.iterdir())
    return {match[1]: file for match, file in named if match is not None and file.is_file()}


def _game_of(request: web.Request) -> AnyGame:
    try:
        return games.find(request.match_info["game"])
    except Rejected:
        raise Rejected(refusals.NOT_FOUND) from None


def _folder(game: AnyGame, name: str) -> Traversable | None:
    """This folder of the game's package, if it has one."""
    module = sys.modules.get(type(game).__module__)
    package = game.presentation.folder or (module and module.__package__)
    if not package:
        return None  # a module that is in no package has no files beside it
    folder = files(package).joinpath(name)
    return folder if folder.is_dir() else None


def _find(folder: Traversable, path: str) -> Traversable | None:
    names = path.split("/")
    if not all(A_NAME.fullmatch(name) for name in names):
        return None
    found = folder.joinpath(*names)
    return found if found.is_file() and _is_inside(found, folder) else None


def _is_inside(file: Traversable, folder: Traversable) -> bool:
    """No link leads out of the folder. (There are none in a zipped package.)"""
    if not isinstance(file, Path) or not isinstance(folder, Path):
        return True
    return file.resolve().is_relative_to(folder.resolve())
