"""Names, codes and tokens."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import MOST_NAME_CHARACTERS
from brouhaha.table import codes, tokens
from brouhaha.table.names import clean, without_double


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ana\t Lou ", "Ana Lou"),
        ("Łukasz", "Łukasz"),
        ("李小龙", "李小龙"),
        ("عَلِيّ", "عَلِيّ"),
        ("e\u0301milie", "émilie"),
        ("\u202eevil\u202c", "evil"),
        ("a\u0000b\u001bc", "abc"),
        ("Z\u0351\u0352\u0353\u0354\u0355a", "Z\u0353\u0354a"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("x" * 100, "x" * 24),
        ("!?", "!?"),
    ],
)
def test_clean(typed: str, shown: str) -> None:
    assert clean(typed) == shown


@pytest.mark.parametrize("typed", [None, "", "  ", "\u200b", "\u0301", "\u200d", "\u2028"])
def test_nothing_to_show(typed: str | None) -> None:
    with pytest.raises(Rejected):
        clean(typed)


BLANKS = "\u3164 \uffa0 \u115f\u1160 \u2800 \u2800\u2800 \u00ad \u034f \u180e \u2060 \ufe0f \u17b4 \U0001d159 \u0301\u0302"


@pytest.mark.parametrize("typed", [*BLANKS.split(" "), "\u3164\u200d\u2800", "\u202e\u3164"])
def test_what_is_not_seen_is_no_name(typed: str) -> None:
    with pytest.raises(Rejected):
        clean(typed)


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Ana", "Аnа"),  # Cyrillic
        ("Ana", "ΑΝΑ"),  # Greek
        ("Ana", "ANA"),
        ("Ana", "Ａｎａ"),  # as wide as Chinese
        ("Ana", "𝐀𝐧𝐚"),
        ("Ana", "An\u200da"),
        ("Ana", "An\u200c\ufe0fa"),
        ("Paul", "PauI"),  # a capital I
        ("Paul", "Pau1"),
        ("Arno", "Amo"),
        ("Bob", "B0b"),
        ("влад", "ВЛАД"),
        ("Émile", "É\u200dmile"),
        ("木", "⽊"),  # a radical
        ("Ana 2", "Ana Ƨ"),
        ("Bob", "Bօb"),  # an Armenian o
        ("paypal", "раураӀ"),
    ],
)
def test_names_that_look_alike_are_told_apart(name: str, alike: str) -> None:
    first, second = clean(name), clean(alike)
    assert without_double(second, [first]) not in (first, second)
    assert without_double(first, [second]) not in (first, second)


@pytest.mark.parametrize(
    "names", [["Ana", "Anna", "Hana", "Ane"], ["Zoé", "Zoë", "Zoe"], ["李", "季"], ["Аня", "Аля"]]
)
def test_names_that_do_not_look_alike_stay(names: list[str]) -> None:
    seated: list[str] = []
    for name in names:
        seated.append(without_double(clean(name), seated))
    assert seated == names


@given(st.text(max_size=200), st.lists(st.text(max_size=30), max_size=8))
def test_every_name_is_bounded_and_the_only_one_at_its_table(typed: str, others: list[str]) -> None:
    seated: list[str] = []
    for name in [*others, typed, typed]:
        try:
            shown = without_double(clean(name), seated)
        except Rejected:
            continue
        assert 0 < len(shown) <= MOST_NAME_CHARACTERS
        assert shown.isprintable() or "\u200d" in shown or "\u200c" in shown
        assert shown.casefold() not in [other.casefold() for other in seated]
        seated.append(shown)


def test_codes() -> None:
    luck = Random(3)
    drawn = {codes.new_code(luck.randbytes) for _ in range(2000)}
    assert len(drawn) > 1990
    assert all(len(code) == 6 and set(code) <= set(codes.ALPHABET) for code in drawn)
    assert set("".join(drawn)) == set(codes.ALPHABET)
    assert not set("O0QI1L2Z5SG8BUVAEIOUY") & set(codes.ALPHABET)
    assert codes.tidy(" hjk-mnp ") == "HJKMNP"


def test_tokens() -> None:
    luck = Random(3)
    mine, other = tokens.new_token(luck.randbytes), tokens.new_token(luck.randbytes)
    known = [None, tokens.fingerprint(other), tokens.fingerprint(mine)]
    assert tokens.position(mine, known) == 2
    assert tokens.position(mine[:-1] + "x", known) is None
    assert tokens.position("\ud800", known) is None
