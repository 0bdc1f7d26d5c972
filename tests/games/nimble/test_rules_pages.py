"""The rules pages name every option with its default, in both languages."""

from pathlib import Path

import msgspec
import pytest

from brouhaha.games import nimble
from brouhaha.games.nimble.types import Options

PAGES = Path(nimble.__file__).parent / "rules"


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        ("en.md", "## What the rulebook leaves open"),
        ("fr.md", "## Ce que la règle laisse ouvert"),
    ],
)
def test_every_option_is_explained_with_its_default(page: str, heading: str) -> None:
    text = (PAGES / page).read_text()
    open_questions = text.split(heading)[1].replace("`\u00a0: ", "`: ")
    for name, default in msgspec.structs.asdict(Options()).items():
        if isinstance(default, float):
            assert f"`{name}`: {default:g} s" in open_questions
        elif isinstance(default, str):
            assert f"`{name}`: `{default}`" in open_questions
        else:
            assert f"`{name}" in text
