"""What is wrong with something from outside is said in both languages."""

from __future__ import annotations

from typing import Any

import pytest

import brouhaha
from brouhaha.engine.faults import MOST_CHARACTERS, fault_in

PLAYERS = ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize(
    ("options", "french"),
    [
        ({"turns": 0}, "il faut 1 au moins (dans `turns`)"),
        ({"turns": 999}, "il faut 200 au plus (dans `turns`)"),
        ({"turns": "x"}, "il faut un nombre entier, pas un texte (dans `turns`)"),
        ({"handicap": "x"}, "il faut une liste ou `null`, pas un texte (dans `handicap`)"),
        ({"language": "de"}, "'de' n’est pas une valeur possible (dans `language`)"),
        ({"nope": 1}, "`nope` n’existe pas"),
        ({"box": {}}, "il manque `order_1` (dans `box`)"),
        ({"handicap": [None] * 4}, "il y a 4 handicaps pour 3 joueurs"),
    ],
)
def test_a_bad_option_says_why_in_french(options: dict[str, Any], french: str) -> None:
    with pytest.raises(brouhaha.Rejected) as refused:
        brouhaha.start("nono", PLAYERS, options, seed=1)
    assert refused.value.sentence("fr").endswith(f"\u00a0: {french}.")
    assert refused.value.sentence("en").endswith(f": {refused.value.details['reason']}.")


def test_what_has_no_known_form_is_quoted_and_bounded() -> None:
    assert fault_in(ValueError("strange")).fr == "«\u00a0strange\u00a0»"
    assert len(fault_in(ValueError("x" * 1000)).en) == MOST_CHARACTERS
