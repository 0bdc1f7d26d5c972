"""Letters: what folds to what, and where it stands in the phrase as typed."""

from __future__ import annotations

import pytest

from brouhaha.words import letters


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("é", "E"),
        ("Ça", "CA"),
        ("œuf", "OEUF"),
        ("Æsop", "AESOP"),
        ("Straße", "STRASSE"),
        ("İstanbul ı", "ISTANBULI"),
        ("Øre łódź", "ORELODZ"),
        ("ﬁlm", "FILM"),
        ("e\u0301te\u0301", "ETE"),
        ("l’été, à-côté!", "LETEACOTE"),
        ("7up 🎉 漢字", "UP"),
        ("℠ ™", ""),
        ("", ""),
    ],
)
def test_folding(typed: str, folded: str) -> None:
    assert letters.fold(typed) == folded


def test_places_are_indices_of_what_was_typed() -> None:
    assert letters.places("l'ÉTÉ d'œuf", "E") == ((2, 3), (4, 5), (8, 9))


def test_a_place_takes_in_the_accent_typed_after_the_letter() -> None:
    assert letters.places("e\u0301t", "E") == ((0, 2),)


def test_missing_and_banned_name_each_letter_once() -> None:
    assert letters.missing("ski", ["F", "S", "F"]) == ("F",)
    assert letters.banned("sauce", ["U", "U", "Z"]) == ("U",)
