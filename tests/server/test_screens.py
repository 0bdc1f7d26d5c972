"""What the HTML of an address names, and for whom."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from brouhaha.server.club.gate import ADMITTED
from brouhaha.server.http.pages import Pages
from brouhaha.server.http.screens import SCREENS, first_question, language_of, with_links
from tests.server.guests import run

HTML = """<!doctype html><html lang="en"><head>
<script type="module" src="/assets/index-1.js"></script></head><body></body></html>"""
MANIFEST: dict[str, Any] = {
    "index.html": {
        "file": "assets/index-1.js", "imports": ["_page.js"], "css": ["assets/index-1.css"],
        "dynamicImports": ["src/i18n/en.json", "src/i18n/fr.json", "src/screens/Club.svelte"],
    },
    "_page.js": {"file": "assets/page-2.js", "imports": ["index.html"]},
    "src/i18n/en.json": {"file": "assets/en-3.js"},
    "src/i18n/fr.json": {"file": "assets/fr-3.js"},
    "src/screens/Home.svelte": {"file": "assets/Home-4.js", "imports": ["_page.js"]},
    "src/screens/Club.svelte": {
        "file": "assets/Club-5.js", "css": ["assets/Club-5.css"],
        "dynamicImports": ["src/clubRefusals.en.json", "src/clubRefusals.fr.json", "src/Later.svelte"],
    },
    "src/clubRefusals.en.json": {"file": "assets/no-6.js"},
    "src/clubRefusals.fr.json": {"file": "assets/non-6.js"},
    "src/Later.svelte": {"file": "assets/Later-7.js"},
}  # fmt: skip


def test_a_screen_is_named_with_what_it_imports_and_its_texts_in_one_language() -> None:
    html = with_links(HTML, MANIFEST, "Club", "fr")
    for named in ("page-2.js", "fr-3.js", "Club-5.js", "non-6.js"):
        assert f'<link rel="modulepreload" crossorigin href="/assets/{named}">' in html
    for named in ("index-1.css", "Club-5.css"):
        assert f'<link rel="stylesheet" crossorigin href="/assets/{named}">' in html
    for other in ("en-3", "no-6.", "Home-4", "Later-7"):
        assert other not in html
    assert html.count("index-1.js") == 1, "named before"
    assert '<html lang="fr">' in html


def test_a_screen_that_the_build_does_not_know_gets_the_plain_page() -> None:
    assert with_links(HTML, {}, "Club", "en") == HTML


@pytest.mark.parametrize(
    ("chosen", "accepted", "found"),
    [
        ("", "fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("", "de-DE, en-GB;q=0.9, fr;q=0.8", "en"),
        ("", "de", "en"),
        ("", "", "en"),
        ("fr", "en-GB", "fr"),
        ("<script>", "fr", "fr"),
    ],
)
def test_the_language_is_the_chosen_one_else_the_browsers(
    chosen: str, accepted: str, found: str
) -> None:
    assert language_of(chosen, accepted) == found


@pytest.mark.parametrize(
    ("path", "parts", "cookies", "question"),
    [
        ("/", {}, {}, ""),
        ("/t/{code}", {"code": "abc-def"}, {}, "/api/tables/ABC-DEF"),
        ("/t/{code}", {"code": 'A>; rel=preload, "'}, {}, ""),
        ("/t/{code}", {"code": "é"}, {}, ""),
        ("/club", {}, {}, ""),
        ("/club", {}, {ADMITTED: "1"}, "/api/club"),
        ("/club/players/{id}", {"id": "12"}, {ADMITTED: "1"}, "/api/club/players/12"),
        ("/club/ladders/{game}/{season}", {"game": "now", "season": "2026-4"}, {ADMITTED: "1"},
         "/api/club/ladders/now?season=2026-4"),
    ],
)  # fmt: skip
def test_what_an_address_asks_for_first(
    path: str, parts: dict[str, str], cookies: dict[str, str], question: str
) -> None:
    assert first_question(SCREENS[path], parts, cookies) == question


def test_what_is_kept_of_a_page_is_kept_by_language_and_forgotten_with_the_build(
    tmp_path: Path,
) -> None:
    _build(tmp_path, MANIFEST)
    pages = Pages(tmp_path)

    def asked(**headers: str) -> web.Response:
        request = make_mocked_request(
            "GET", "/", {k.replace("_", "-"): v for k, v in headers.items()}
        )
        return run(pages.screen(SCREENS["/"])(request))

    english, french = asked(), asked(Accept_Language="fr")
    assert english.headers["Vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert english.headers["Cache-Control"] == "no-cache"
    assert english.headers["ETag"] != french.headers["ETag"]
    assert asked(If_None_Match=english.headers["ETag"]).status == 304
    assert b"Home-4.js" in _body(english)
    _build(tmp_path, {"src/screens/Home.svelte": {"file": "assets/Home-9.js"}}, later=True)
    assert b"Home-9.js" in _body(asked())


def _body(answer: web.Response) -> bytes:
    assert isinstance(answer.body, bytes)
    return answer.body


def _build(folder: Path, manifest: dict[str, Any], later: bool = False) -> None:
    (folder / ".vite").mkdir(exist_ok=True)
    (folder / ".vite" / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    index = folder / "index.html"
    index.write_text(HTML)
    if later:
        os.utime(index, (index.stat().st_atime, index.stat().st_mtime + 5))


def test_every_screen_is_a_file_of_the_page() -> None:
    """Named wrongly, it would be fetched late, and nobody would notice."""
    sources = Path(__file__).parents[2] / "web" / "src" / "screens"
    assert {screen.file for screen in SCREENS.values()} <= {
        path.stem for path in sources.glob("*.svelte")
    }
