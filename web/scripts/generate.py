"""What the page knows from the Python side, written down so that nobody copies it by hand.

    python web/scripts/generate.py

`wire.ts`: the types of all messages. `http.ts`: those of HTTP requests and answers.
`games/ID/types.ts`: those of one of our games, for the folder that draws it and for nobody else.
`refusals.*.json`: the house's refusals' sentences by code; `sheetRefusals.*.json`,
`clubRefusals.*.json`, `tournamentRefusals.*.json`: those of what few pages need. A test says when
one is stale. What games say of themselves is not among them: the page asks for it (/api/games).
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import brouhaha
from brouhaha import club, games, sheets, tournaments
from brouhaha.club import refusals as of_the_club
from brouhaha.engine.errors import LANGUAGES, Refusal, refusals_of
from brouhaha.server.describe import typescript
from brouhaha.sheets import refusals as of_sheets
from brouhaha.tournaments import refusals as of_tournaments

APART = (games.__name__, sheets.__name__, club.__name__, tournaments.__name__)
FEW_NEED = {"sheet": of_sheets, "club": of_the_club, "tournament": of_tournaments}
SRC = Path(__file__).resolve().parents[1] / "src"


def everything() -> dict[str, str]:
    """The files by name, as they should be."""
    found = [games.find(name) for name in games.ours()]
    return {
        "wire.ts": typescript.of_the_wire(),
        **{f"games/{game.id}/types.ts": typescript.of_a_game(game) for game in found},
        "http.ts": typescript.of_http(),
        **{f"refusals.{language}.json": as_json(said(language)) for language in LANGUAGES},
        **{
            f"{name}Refusals.{language}.json": as_json(said(language, iter(refusals_of(module))))
            for name, module in FEW_NEED.items()
            for language in LANGUAGES
        },
    }


def as_json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


# Refusals


def refusals() -> Iterator[Refusal]:
    """The house's: they are defined in modules called `refusals`, wherever these are. A game's are
    told with the game."""
    for module in pkgutil.walk_packages(brouhaha.__path__, "brouhaha."):
        if module.name.endswith(".refusals") and not module.name.startswith(APART):
            yield from refusals_of(import_module(module.name))


def sentences(all_refusals: Iterator[Refusal]) -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = {}
    for refusal in all_refusals:
        words = {"en": refusal.en, "fr": refusal.fr}
        if told.setdefault(refusal.code, words) != words:
            raise ValueError(f"two refusals are called {refusal.code}")
    return dict(sorted(told.items()))


def said(language: str, some: Iterator[Refusal] | None = None) -> dict[str, str]:
    """By code, as players of one language read them."""
    told = sentences(refusals() if some is None else some)
    return {code: words[language] for code, words in told.items()}


if __name__ == "__main__":
    for name, text in everything().items():
        (SRC / name).write_text(text, encoding="utf-8")
