"""Chance is a function of seed and label, and anyone can compute it again."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brouhaha.engine.chance import Chance, commitment, seed_bytes
from brouhaha.engine.errors import Rejected


def test_a_known_shuffle_by_hand() -> None:
    stream = hashlib.shake_256(b"\x01\x00\x00\x00\x07targets").digest(12)
    words = [int.from_bytes(stream[i : i + 4], "little") for i in (0, 4, 8)]
    expected = [card for _, card in sorted(zip(words, "abc", strict=True))]
    assert Chance(b"\x07").shuffled("targets", "abc") == expected


def test_known_answers_never_change() -> None:
    assert Chance(seed_bytes(7)).shuffled("deck/0", range(8)) == [3, 4, 0, 7, 6, 2, 1, 5]
    assert [Chance(b"x").below(f"{n}", 6) for n in range(8)] == [3, 5, 3, 4, 1, 2, 3, 3]


@given(st.binary(max_size=40), st.text(max_size=10), st.lists(st.integers(), max_size=40))
def test_a_shuffle_keeps_every_card(seed: bytes, label: str, cards: list[int]) -> None:
    shuffled = Chance(seed).shuffled(label, cards)
    assert sorted(shuffled) == sorted(cards)
    assert shuffled == Chance(seed).shuffled(label, cards)


def test_every_order_comes_equally_often() -> None:
    chance = Chance(b"fair")
    orders = [tuple(chance.shuffled(str(n), "abc")) for n in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts)


def test_no_draw_depends_on_another() -> None:
    chance = Chance(b"s")
    before = chance.shuffled("a", range(10))
    chance.shuffled("b", range(10))
    assert chance.shuffled("a", range(10)) == before


@given(st.integers(-(2**200), 2**200), st.integers(-(2**200), 2**200))
def test_different_numbers_are_different_seeds(one: int, other: int) -> None:
    assert (seed_bytes(one) == seed_bytes(other)) == (one == other)


def test_the_commitment_is_the_seeds_sha256() -> None:
    assert commitment(b"abc") == hashlib.sha256(b"abc").hexdigest()


@pytest.mark.parametrize("seed", ["7", None, 1.0, True, b"x" * 1025, 1 << 9000])
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(Rejected, match="bad_seed"):
        seed_bytes(seed)
