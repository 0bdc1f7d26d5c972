"""The judge against verdicts that people wrote down: 200 words and phrases a language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brouhaha.words import LANGUAGES, Lang, verdict

DATA = Path(__file__).with_name("data")


def rows(lang: Lang) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / f"verdicts.{lang}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_two_hundred_a_language(lang: Lang) -> None:
    assert len({(r["phrase"], *r["must"], *r["ban"], r["category"]) for r in rows(lang)}) >= 200


@pytest.mark.parametrize(
    ("lang", "row"),
    [
        pytest.param(lang, row, id=f"{lang}-{row['phrase']}")
        for lang in LANGUAGES
        for row in rows(lang)
    ],
)
def test_the_verdict_is_the_one_written_down(lang: Lang, row: dict[str, Any]) -> None:
    found = verdict(row["phrase"], lang, row["must"], row["ban"], row["demanded"], row["category"])
    assert {
        "ok": found.ok,
        "missing": list(found.missing),
        "banned": list(found.banned),
        "plural_s": found.plural_s,
        "category_words": list(found.category_words),
        "accepted": list(found.syllables.accepted),
        "sure": found.syllables.sure,
    } == {key: row[key] for key in EXPECTED}


EXPECTED = ("ok", "missing", "banned", "plural_s", "category_words", "accepted", "sure")
