"""Score sheets and typed-in boxes over HTTP, as types: see `server/http/types.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from brouhaha.engine.presentation import Texts
from brouhaha.engine.sheet import SheetTable
from brouhaha.server.http.types import Whole
from brouhaha.sheets import Wish
from brouhaha.table.wire import (
    GameId,
    Name,
)


class NewSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A score sheet to be begun, for people who play with the real box."""

    game: GameId
    players: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    options: dict[str, Any] = {}


class SheetWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What to write on a sheet. `seen`: how many records it has, as far as whoever writes knows: if
    somebody else has written meanwhile, it is refused (`sheet_moved_on`)."""

    seen: Whole
    wish: Wish


class SheetQuery(Struct, frozen=True):
    """How many records of it are known already."""

    seen: Whole | None = None


class CsvQuery(Struct, frozen=True):
    """In which language."""

    language: Literal["en", "fr"] = "en"


class NewBox(Struct, frozen=True, forbid_unknown_fields=True):
    """A real box's cards, to be kept by a name; with `id` and `key`, in place of the ones kept."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    content: dict[str, Any]
    id: str | None = None
    key: str | None = None


class BoxContent(Struct, frozen=True, forbid_unknown_fields=True):
    content: dict[str, Any]


class BoxKey(Struct, frozen=True, forbid_unknown_fields=True):
    key: str


class OpenedSheet(Struct, frozen=True):
    """The code by which every device finds it."""

    code: str


class SheetPage(Struct, frozen=True, kw_only=True):
    """A sheet as it stands. `view` is its game's; `entries` are what it was made of."""

    code: str
    game: str
    players: list[str]
    options: dict[str, Any]
    number: int  # of records: `seen` of who writes on
    entries: list[dict[str, Any]]
    undo: bool  # there is something to take back
    redo: bool
    last: int  # when it was written on, in ms since 1970, by this server's clock
    view: Raw
    tables: Sequence[SheetTable]


class SheetNews(Struct, frozen=True):
    """The sheet, unless it is the one that was seen; `now`: this server's clock, as `last`."""

    number: int
    now: int
    sheet: SheetPage | None


class KeptBox(Struct, frozen=True):
    """Its id is for everybody; who has its key may change it."""

    id: str
    key: str


class ListedBox(Struct, frozen=True):
    id: str
    name: str
    changed: int


class BoxList(Struct, frozen=True):
    """The boxes of a game that were typed in here, the last changed first."""

    boxes: list[ListedBox]


class BoxRecord(Struct, frozen=True):
    """A typed-in box: `content` is what the game's option takes; `names`, by its ids, what people
    call what is in it."""

    id: str
    game: str
    name: str
    content: Raw
    names: dict[str, Texts]


class BoxCheck(Struct, frozen=True):
    """What is wrong in a typed-in box, a sentence each; and what is rather a slip of the pen."""

    mistakes: list[Texts]
    doubts: list[Texts]
