"""Totals of one round and of a Challenge, by hand (`data/totals.json`)."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brouhaha import to_json
from brouhaha.games.nimble.scoring import judge_match
from brouhaha.games.nimble.types import Outcome

CASES = json.loads((Path(__file__).parent / "data" / "totals.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_totals(case: dict[str, Any]) -> None:
    rounds = [msgspec.convert({"ending": "clock", **plain}, Outcome) for plain in case["rounds"]]
    expected = {key: value for key, value in case.items() if key not in ("name", "rounds")}
    assert to_json(judge_match(rounds)) == expected
