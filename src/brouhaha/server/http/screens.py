"""The page's addresses, and what each needs to be painted: named in its HTML and its `Link` header,
so that a browser asks for all of it at once and not for one thing after another.

Which scripts, styles and texts belong to a screen is read from the build's manifest. What a screen
asks the API for first is fetched by the visitor's own browser: the HTML is the same for everybody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from brouhaha.server.club.gate import ADMITTED

LANGUAGES: Final = ("en", "fr")  # of the page; the first is for whoever reads neither
LANGUAGE_COOKIE: Final = "brouhaha_language"  # what somebody chose on the page, if they did
PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")  # a part of an address that needs no escaping
ENTRY: Final = "index.html"


class Screen(NamedTuple):
    file: str  # in web/src/screens
    asks: str = ""  # the API, first of all
    if_known: str = ""  # only whoever has this cookie: others would be refused


def _club(path: str) -> Screen:
    return Screen("Club", f"/api/club{path}", ADMITTED)


A_TABLE: Final = Screen("Table", "/api/tables/{code}")
SCREENS: Final = {  # addresses that the page itself understands
    "/": Screen("Home"),
    "/t/{code}": A_TABLE,
    "/screen/{code}": A_TABLE,
    "/watch/{code}": A_TABLE,
    "/replay/{id}": Screen("Replay", "/api/matches/{id}"),
    "/rules/{game}": Screen("Rules"),
    "/learn/{game}": Screen("Lesson"),
    "/gallery": Screen("Gallery"),
    "/secure": Screen("Secure"),
    "/box/{game}": Screen("Box"),
    "/box/{game}/cards": Screen("Cards"),
    "/sheet/{code}": Screen("Sheet"),
    "/sheet/{code}/screen": Screen("Sheet"),
    "/club": _club(""),
    "/club/evenings/{id}": _club("/evenings/{id}"),
    "/club/players": _club("/players"),
    "/club/players/{id}": _club("/players/{id}"),
    "/club/ladders/{game}": _club("/ladders/{game}"),
    "/club/ladders/{game}/{season}": _club("/ladders/{game}?season={season}"),
    "/club/{path:.+}": Screen("Club"),
    "/tournament": Screen("Tournament"),
    "/tournament/{code}": Screen("Tournament"),
    "/screen/tournament/{code}": Screen("Tournament"),
}


def first_question(screen: Screen, parts: Mapping[str, str], cookies: Mapping[str, str]) -> str:
    """What this address asks the API for first, as the page writes it; '' for nothing."""
    if screen.if_known and screen.if_known not in cookies:
        return ""
    if not all(PLAIN.fullmatch(part) for part in parts.values()):
        return ""
    written = {name: part.upper() if name == "code" else part for name, part in parts.items()}
    return screen.asks.format_map(written)


def language_of(chosen: str, accepted: str) -> str:
    """By the reader's choice, else the first language of the browser that the page speaks: as
    settings.svelte.ts finds it."""
    spoken = [tag.strip().lower()[:2] for tag in accepted.split(",")]
    return next((each for each in (chosen, *spoken) if each in LANGUAGES), LANGUAGES[0])


def with_links(html: str, manifest: Mapping[str, Any], file: str, language: str) -> str:
    """The page's HTML for one screen and one language."""
    files = _needed(manifest, file, language)
    links = "".join(_link(each) for each in files if f'"/{each}"' not in html)
    spoken = html.replace('<html lang="en">', f'<html lang="{language}">', 1)
    return spoken.replace("</head>", f"{links}</head>", 1)


def _needed(manifest: Mapping[str, Any], file: str, language: str) -> list[str]:
    """The entry, the screen, what they import, their styles, and the texts that these fetch."""
    wanted, found = [ENTRY, f"src/screens/{file}.svelte"], dict[str, None]()
    while wanted:
        part = manifest.get(wanted.pop(0), {})
        if "file" not in part or part["file"] in found:
            continue
        found |= dict.fromkeys([part["file"], *part.get("css", ())])
        wanted += part.get("imports", ())
        wanted += [each for each in part.get("dynamicImports", ()) if _is_text(each, language)]
    return list(found)


def _is_text(source: str, language: str) -> bool:
    return source.endswith((f"/{language}.json", f".{language}.json"))


def _link(file: str) -> str:
    if file.endswith(".css"):
        return f'<link rel="stylesheet" crossorigin href="/{file}">\n'
    return f'<link rel="modulepreload" crossorigin href="/{file}">\n'
