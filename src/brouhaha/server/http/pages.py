"""The built page: read into memory once, compressed once, cached by browsers as long as it may be.

Files in `assets/` have a hash in their name and never change; everything else is asked for again.
A page that is built anew while the server runs is noticed.
"""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Callable, Coroutine
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any, Final, NamedTuple

import msgspec
from aiohttp import web

from brouhaha.server.http.screens import (
    ENTRY,
    LANGUAGE_COOKIE,
    Screen,
    first_question,
    language_of,
    with_links,
)

STATIC: Final = Path(__file__).parents[1] / "static"
MANIFEST: Final = ".vite/manifest.json"
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
TEXTS: Final = ("text/", "application/javascript", "application/json", "image/svg", "application/m")
KINDS: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Brouhaha</title>
<h1>The page has not been built</h1>
<p>Brouhaha runs, but this copy has no page yet. Run <code>make web</code> in its folder, then load
this again.</p>
<p lang="fr">Brouhaha tourne, mais la page n'a pas été construite&nbsp;: lance <code>make web</code>
dans son dossier, puis recharge.</p></html>
"""

Answers = Callable[[web.Request], Coroutine[Any, Any, web.Response]]


class File(NamedTuple):
    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    caching: str


class Pages:
    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}
        self._screens: dict[tuple[str, str], File] = {}  # by file and language
        self._built_at: float | None = None

    def screen(self, screen: Screen) -> Answers:
        """The page, for the addresses of this screen."""

        async def answer(request: web.Request) -> web.Response:
            self.look()
            if ENTRY not in self._files:
                return web.Response(text=NOT_BUILT, content_type="text/html", status=503)
            chosen = request.cookies.get(LANGUAGE_COOKIE, "")
            language = language_of(chosen, request.headers.get("Accept-Language", ""))
            told = answer_file(request, self._html(screen.file, language))
            told.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
            if screen.if_known:
                # A stored answer would bring back a question that is no longer let in.
                told.headers["Cache-Control"] = "no-store"
            if question := first_question(screen, request.match_info, request.cookies):
                told.headers["Link"] = f"<{question}>; rel=preload; as=fetch; crossorigin"
            return told

        return answer

    def _html(self, screen: str, language: str) -> File:
        if (screen, language) not in self._screens:
            plain = self._files[ENTRY]
            html = with_links(plain.body.decode(), self._manifest(), screen, language)
            self._screens[screen, language] = file_of(html.encode(), plain.kind, plain.caching)
        return self._screens[screen, language]

    def _manifest(self) -> dict[str, Any]:
        """What the build made of which file; nothing where it does not say."""
        try:
            found: dict[str, Any] = msgspec.json.decode((self._folder / MANIFEST).read_bytes())
        except (FileNotFoundError, msgspec.DecodeError):
            return {}
        return found

    async def file(self, request: web.Request) -> web.Response:
        self.look()
        file = self._files.get(request.match_info["path"])
        if file is None:
            raise web.HTTPNotFound(text="There is no such page. / Cette page n'existe pas.\n")
        return answer_file(request, file)

    def look(self) -> None:
        """Read everything, if the page was built since the last time."""
        index = self._folder / ENTRY
        try:
            built_at = index.stat().st_mtime
        except FileNotFoundError:
            return
        if built_at != self._built_at:
            self._files = dict(_read(self._folder, path) for path in _paths(self._folder))
            self._screens = {}
            self._built_at = built_at


def _paths(folder: Path) -> list[Path]:
    """What the world may have: nothing whose name, or whose folder's name, begins with a dot."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.parts[-2:])
    ]


def _read(folder: Path, path: Path) -> tuple[str, File]:
    name, body = path.relative_to(folder).as_posix(), path.read_bytes()
    caching = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
    return name, file_of(body, kind_of(name), caching)


def file_of(body: bytes, kind: str, caching: str) -> File:
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(TEXTS) else None
    return File(body, zipped, kind, f'"{sha256(body).hexdigest()[:20]}"', caching)


def kind_of(name: str) -> str:
    """The same on every machine for what pages are made of."""
    known = KINDS.get(PurePath(name).suffix)
    return known or mimetypes.guess_type(name)[0] or "application/octet-stream"


def answer_file(request: web.Request, file: File) -> web.Response:
    headers = {"Cache-Control": file.caching, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == file.tag:
        return web.Response(status=304, headers=headers)
    body = file.body
    if file.zipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        body = file.zipped
        headers["Content-Encoding"] = "gzip"
    charset = "utf-8" if file.kind.startswith("text/") else None
    return web.Response(body=body, content_type=file.kind, charset=charset, headers=headers)
