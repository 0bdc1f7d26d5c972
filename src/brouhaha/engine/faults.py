"""What is wrong with something from outside, in both languages.

msgspec says it in English; the French is made from its few forms. What has none of these forms is
quoted as it is.
"""

from __future__ import annotations

import re
from typing import Final

from brouhaha.engine.errors import Words

MOST_CHARACTERS: Final = 200  # a complaint may quote all that was sent

_TYPES: Final = {
    "int": "un nombre entier",
    "float": "un nombre",
    "str": "un texte",
    "bool": "`true` ou `false`",
    "array": "une liste",
    "object": "un objet",
    "null": "`null`",
}
_FORMS: Final = [
    (r"Expected `([^`]+)`, got `([^`]+)`", "il faut {0}, pas {1}"),
    (r"Expected `(?:int|float)` >= (\S+)", "il faut {0} au moins"),
    (r"Expected `(?:int|float)` <= (\S+)", "il faut {0} au plus"),
    (r"Expected `\w+` of length >= (\d+)", "la longueur est de {0} au moins"),
    (r"Expected `\w+` of length <= (\d+)", "la longueur est de {0} au plus"),
    (r"Expected `array` of at least length (\d+), got (\d+)", "il faut {0} éléments, pas {1}"),
    (r"Expected `array` of length (\d+), got (\d+)", "il faut {0} éléments, pas {1}"),
    (r"Expected `str` matching regex '(.+)'", "il faut un texte de la forme `{0}`"),
    (r"Invalid (?:enum )?value (.+)", "{0} n’est pas une valeur possible"),
    (r"Object contains unknown field `(.+)`", "`{0}` n’existe pas"),
    (r"Object missing required field `(.+)`", "il manque `{0}`"),
]
_PLACE: Final = re.compile(r"(.*?)(?: - at `\$\.?(.+)`)?", re.DOTALL)


def fault_in(error: Exception) -> Words:
    """The reason for a refusal, from what msgspec or Python complained of."""
    english = str(error)[:MOST_CHARACTERS]
    what, place = _PLACE.fullmatch(english).groups()  # type: ignore[union-attr] # all text matches
    return Words(english, _french(what) + (f" (dans `{place}`)" if place else ""))


def _french(what: str) -> str:
    for form, french in _FORMS:
        if found := re.fullmatch(form, what):
            return french.format(*map(_named, found.groups()))
    return f"«\u00a0{what}\u00a0»"


def _named(word: str) -> str:
    """A type by its French name, a union by all of theirs; anything else is itself."""
    kinds = word.split(" | ")
    return " ou ".join(_TYPES[kind] for kind in kinds) if set(kinds) <= set(_TYPES) else word
