"""A score sheet for people who play with the real box: what they write down goes in, in order, and
the sheet comes out.

Laws a sheet keeps:

- It is pure, as the game is: chance comes from the sheet's seed, and nothing asks for the time.
- It judges with the rules of its game, and has no second copy of any.
- What cannot be is refused (`Rejected`) with a sentence. A sheet is made anew from all its entries
  whenever one comes, so a refused entry leaves nothing behind.
- What is printed and exported is a few plain tables, in every language that the game speaks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from brouhaha.engine.chance import Chance
from brouhaha.engine.presentation import Texts

Cell: TypeAlias = str | int | Texts | None  # what people wrote, a figure, words by language

SheetT = TypeVar("SheetT")
OptionsT = TypeVar("OptionsT", bound=Struct)


class SheetTable(Struct, frozen=True):
    """A part of the sheet as it is printed: as many cells in each row as there are columns."""

    title: Texts
    columns: Sequence[str | Texts]
    rows: Sequence[Sequence[Cell]]


def placed(ranking: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Each seat with its place. Equals share theirs, and the next ones come after all of them."""
    place = 1
    for equals in ranking:
        yield from ((place, seat) for seat in equals)
        place += len(equals)


class ScoreSheet(ABC, Generic[SheetT, OptionsT]):
    """What a game brings for those who own its box (`Game.sheet`)."""

    options: ClassVar[tuple[str, ...]] = ()  # which of the game's options count on a sheet
    entry: ClassVar[Any]  # what can be written down: a tagged struct, or a union of them
    view: ClassVar[type[Struct]]  # what everybody sees of it, beside its tables

    @abstractmethod
    def begin(self, players: list[str], options: OptionsT, chance: Chance) -> SheetT:
        """The empty sheet. Raises `Rejected` for options that cannot be played with."""

    @abstractmethod
    def write(self, sheet: SheetT, entry: Any, chance: Chance) -> None:
        """Write down what happened, or raise `Rejected`."""

    @abstractmethod
    def seen(self, sheet: SheetT) -> Struct:
        """The sheet as everybody sees it, of the type `view`."""

    @abstractmethod
    def tables(self, sheet: SheetT) -> Sequence[SheetTable]:
        """The same for paper and for files."""


AnySheet: TypeAlias = ScoreSheet[Any, Any]
