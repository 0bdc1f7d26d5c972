"""What the page has from the Python side is what the Python side says now."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from brouhaha import games
from brouhaha.server.describe.game_info import game_info

WEB = Path(__file__).resolve().parents[2] / "web"
GENERATOR: dict[str, Any] = runpy.run_path(str(WEB / "scripts" / "generate.py"))
FILES: dict[str, str] = GENERATOR["everything"]()


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_generated_file_is_fresh(name: str) -> None:
    stale = (WEB / "src" / name).read_text(encoding="utf-8") != FILES[name]
    assert not stale, f"run: python web/scripts/generate.py ({name} is stale)"


def test_every_refusal_of_every_game_has_its_sentence() -> None:
    house = GENERATOR["sentences"](GENERATOR["refusals"]())
    for name in games.names():
        game = games.find(name)
        told = house | game_info(game).refusals
        for refusal in game.refusals:
            assert told[refusal.code] == {"en": refusal.en, "fr": refusal.fr}


def test_two_refusals_with_one_code_are_found() -> None:
    clashing = iter([GENERATOR["Refusal"]("x", "a", "b"), GENERATOR["Refusal"]("x", "c", "d")])
    with pytest.raises(ValueError, match="x"):
        GENERATOR["sentences"](clashing)
