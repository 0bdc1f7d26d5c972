"""What a sheet's log is made of, and what somebody who keeps a sheet may wish."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

EntryNumber = Annotated[int, Meta(ge=0, le=10_000)]


class Opened(Struct, frozen=True, tag="opened"):
    """The first record: which game, who plays, by which options; the seed of all its chance."""

    game: str
    players: list[str]
    options: dict[str, Any]
    seed: str


class Enter(Struct, frozen=True, tag="enter", forbid_unknown_fields=True):
    """Write this down, after what is there."""

    entry: dict[str, Any]


class Correct(Struct, frozen=True, tag="correct", forbid_unknown_fields=True):
    """Write this in place of an earlier entry; null: leave that one out."""

    number: EntryNumber
    entry: dict[str, Any] | None


class Undo(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take the last change back."""


class Redo(Struct, frozen=True, tag="redo", forbid_unknown_fields=True):
    """Bring back what was taken back."""


Wish = Enter | Correct | Undo | Redo
Record = Opened | Enter | Correct | Undo | Redo
