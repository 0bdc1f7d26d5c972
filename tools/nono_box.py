"""Makes the default boxes of NoNo: `src/brouhaha/games/nono/data/box.{fr,en}.json`.

    python tools/nono_box.py

Order dice: twelve faces shared out among the consonants by how many of the language's typical
words they stand in (Jefferson's method, a letter at most once a die); a letter in three words of
ten or more gives 1 point, a rarer one 2. The book shows F with 1 point and N with 2: in French
they are as it shows them. Ban die: the vowels. Cards: `MIX` says how many cards roll which dice,
times what; harder dice are worth more. Which category gets which is settled by swapping cards as
long as that leaves more rolls with words to find, so that rich categories have the harder dice.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Final

import msgspec

from brouhaha.games.nono.cards import Box, Card, Die, Face, checked
from brouhaha.games.nono.judging import Lang, category_ids, fold
from brouhaha.games.nono.lexicon import typical, written
from brouhaha.words.phrase import LANGUAGES

DATA: Final = Path(__file__).parent.parent / "src/brouhaha/games/nono/data"
CONSONANTS: Final = "BCDFGHJKLMNPQRSTVWXZ"
FACES: Final = 12
COMMON: Final = 0.3
BOOK: Final[dict[Lang, dict[str, int]]] = {"fr": {"F": 1, "N": 2}, "en": {}}
BAN: Final[dict[Lang, str]] = {"fr": "AEIOUU", "en": "AEIOUY"}  # French Y would ban nothing
SYLLABLES: Final = [1, 2, 2, 3, 3, 4]
PLENTY: Final = 5  # words that fit a roll: then somebody finds one

Combination = tuple[tuple[Die, ...], int]  # the dice, and the multiplier

MIX: Final[list[tuple[int, Combination]]] = [
    (4, (("order_1",), 1)),
    (4, (("order_2",), 1)),
    (9, (("order_1", "ban"), 2)),
    (9, (("order_2", "ban"), 2)),
    (7, (("order_1", "syllables"), 2)),
    (7, (("order_2", "syllables"), 2)),
    (13, (("order_1", "order_2"), 1)),
    (4, (("order_1", "ban", "syllables"), 3)),
    (4, (("order_2", "ban", "syllables"), 3)),
    (9, (("order_1", "order_2", "ban"), 2)),
    (5, (("order_1", "order_2", "syllables"), 3)),
]
FIXED: Final[dict[str, Combination]] = {"In Sports": (("order_1", "order_2", "ban"), 2)}


# Dice


def shares(language: Lang) -> dict[str, float]:
    """The share of the language's typical words that each consonant stands in."""
    words = [fold(word) for category in written(language).values() for word in category]
    found = Counter(letter for word in words for letter in set(word))
    return {letter: found[letter] / len(words) for letter in CONSONANTS}


def order_dice(language: Lang) -> tuple[list[Face], list[Face]]:
    """The book's letters, one a die; letters with two faces on both; the others by turns."""
    share, book = shares(language), BOOK[language]
    number = Counter(dict.fromkeys(book, 1))
    while number.total() < FACES:
        open_letters = [x for x in CONSONANTS if number[x] < 2 and x not in book]
        number[max(open_letters, key=lambda x: share[x] / (number[x] + 1))] += 1
    both = [letter for letter in number if number[letter] == 2]
    dice = [*list(book)[:1], *both], [*list(book)[1:], *both]
    for letter in number:
        if letter not in both and letter not in book:
            min(dice, key=len).append(letter)

    def face(letter: str) -> Face:
        points = 1 if share[letter] >= COMMON else 2
        return Face(letter, book.get(letter, points))

    return [face(x) for x in dice[0]], [face(x) for x in dice[1]]


# Cards


class Memory:
    """One category's typical words as bits, to count those that fit a roll."""

    def __init__(self, language: Lang, category: str) -> None:
        entries = typical(language, category)
        self.all = (1 << len(entries)) - 1
        self.having = {
            letter: sum(1 << i for i, e in enumerate(entries) if letter in e.letters)
            for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        }
        plurals = sum(1 << i for i, e in enumerate(entries) if e.plural)
        self.having["S"] &= ~plurals
        self.counted = {
            number: sum(1 << i for i, e in enumerate(entries) if number in e.syllables)
            for number in SYLLABLES
        }

    def worth(self, box: Box, dice: tuple[Die, ...]) -> float:
        """How near these dice come to leaving plenty of words, over all their rolls."""
        rolls = product(*(self.faces(box, die) for die in dice))
        found = [self.fitting(roll) for roll in rolls]
        return sum(min(number, PLENTY) for number in found) / (PLENTY * len(found))

    def faces(self, box: Box, die: Die) -> list[int]:
        """The words that each face of a die leaves."""
        if die == "ban":
            return [self.all & ~self.having[letter] for letter in box.ban]
        if die == "syllables":
            return [self.counted[number] for number in box.syllables]
        return [self.having[face.letter] for face in getattr(box, die)]

    def fitting(self, left: tuple[int, ...]) -> int:
        words = self.all
        for some in left:
            words &= some
        return words.bit_count()


def cards(language: Lang, box: Box) -> list[Card]:
    """Each category with its dice: swap as long as it helps."""
    kinds = [kind for number, kind in MIX for _ in range(number)]
    for fixed in FIXED.values():
        kinds.remove(fixed)
    free = [category for category in category_ids() if category not in FIXED]
    worth = {
        (category, kind): memory.worth(box, kind[0])
        for category in free
        for memory in (Memory(language, category),)
        for kind in set(kinds)
    }
    given = dict(zip(free, kinds, strict=True))
    while any(swap_if_better(given, worth, a, b) for a, b in combinations(free, 2)):
        pass  # from the first pair again, until no swap helps
    given |= FIXED
    return [Card(category, *given[category]) for category in category_ids()]


def swap_if_better(
    given: dict[str, Combination], worth: dict[tuple[str, Combination], float], a: str, b: str
) -> bool:
    now = worth[a, given[a]] + worth[b, given[b]]
    if worth[a, given[b]] + worth[b, given[a]] <= now + 1e-9:
        return False
    given[a], given[b] = given[b], given[a]
    return True


def make(language: Lang) -> Box:
    first, second = order_dice(language)
    box = Box(first, second, list(BAN[language]), SYLLABLES, [])
    return checked(msgspec.structs.replace(box, cards=cards(language, box)))


def as_text(box: Box) -> str:
    """One line a die and one a card, so that a person can read and change them."""
    plain = msgspec.to_builtins(box)
    lines = [f"  {encoded(die)}: {encoded(plain[die])}," for die in plain if die != "cards"]
    rows = ",\n".join(f"    {encoded(card)}" for card in plain["cards"])
    return "{\n" + "\n".join(lines) + '\n  "cards": [\n' + rows + "\n  ]\n}\n"


def encoded(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


if __name__ == "__main__":
    for language in LANGUAGES:
        (DATA / f"box.{language}.json").write_text(as_text(make(language)), "utf-8")
