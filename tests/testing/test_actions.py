"""The actions that the conformance suite tries: well formed by the game's own types, whatever they hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import msgspec.inspect as mi
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from brouhaha.testing.actions import NONSENSE, values


class Pair(msgspec.Struct, array_like=True):
    left: int
    right: str


class Everything(msgspec.Struct, tag="everything", forbid_unknown_fields=True):
    """A field of every kind that an action may have."""

    number: int
    bounded: Annotated[int, msgspec.Meta(ge=3, le=4)]
    part: float
    word: str
    sure: bool
    nothing: None
    colour: Literal["red", "blue"]
    either: int | None
    several: list[int]
    two: tuple[int, str]
    pair: Pair
    maybe: str = ""


EVERYTHING = values(mi.type_info(Everything))


@given(EVERYTHING)
def test_what_is_made_from_a_type_is_of_that_type(plain: object) -> None:
    assert isinstance(msgspec.convert(plain, Everything), Everything)


@given(EVERYTHING)
def test_bounds_and_choices_are_kept(plain: object) -> None:
    made = msgspec.convert(plain, Everything)
    assert made.bounded in (3, 4)
    assert made.colour in ("red", "blue")


def test_what_may_be_left_out_is_sometimes_left_out_and_sometimes_there() -> None:
    any_example = settings(phases=[Phase.generate])  # the smallest one is of no use here
    assert find(EVERYTHING, lambda plain: "maybe" in plain, settings=any_example)
    assert find(EVERYTHING, lambda plain: "maybe" not in plain, settings=any_example)


class Other(msgspec.Struct, tag="other"):
    raw: msgspec.Raw  # a kind that the suite does not know


@given(values(mi.type_info(Other)))
def test_a_kind_that_is_not_known_gets_texts_and_numbers(plain: dict[str, object]) -> None:
    assert isinstance(plain["raw"], str | int)


@given(st.data())
def test_nonsense_is_no_action(data: st.DataObject) -> None:
    plain = data.draw(NONSENSE)
    try:
        msgspec.convert(plain, Everything)
    except (msgspec.ValidationError, UnicodeError):
        return
    raise AssertionError(f"{plain!r} is an action")
