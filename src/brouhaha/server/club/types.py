"""What goes in at the club's addresses. What comes out is in `club.page_types`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from brouhaha.club.access import Viewer
from brouhaha.club.page_types import Person
from brouhaha.club.pseudonyms import Language
from brouhaha.server.http.types import SeatToken, Whole
from brouhaha.table.wire import Code, Name, Token

Key = Annotated[str, Meta(min_length=32, max_length=128)]  # a secret that a device has made
PersonId = Annotated[int, Meta(ge=1, le=2**53)]
GatheringId = Annotated[str, Meta(min_length=1, max_length=64)]  # an evening's, or a day


class EveningsQuery(Struct, frozen=True):
    """The id of the evening before which they began."""

    before: str | None = None


class EveningQuery(Struct, frozen=True):
    """The id of the match after which its matches ended."""

    after: str | None = None


class PlayersQuery(Struct, frozen=True):
    """The person after whom they come, or how their names begin."""

    after: Whole | None = None
    name: Annotated[str, Meta(max_length=40)] = ""


class LadderQuery(Struct, frozen=True):
    """Such as 2026-4, the fourth quarter; nothing: all time."""

    season: Annotated[str, Meta(max_length=16)] = ""


class ExportQuery(Struct, frozen=True):
    """Under which names; only the host has a choice."""

    names: Literal["own", "pseudonyms"] = "own"


class ClubEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The seats that a device remembers, or the host's key."""

    seats: Annotated[list[SeatToken], Meta(max_length=50)] = []
    host: Annotated[str, Meta(max_length=128)] | None = None


class ClubPass(Struct, frozen=True):
    """As whom this device sees the club from now on, and who may see it at all."""

    viewer: Viewer
    lists: Literal["seated", "everybody", "nobody"]


class DeviceAtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A device's key, and the seat that its player has."""

    device: Key
    code: Code
    token: Token


class DeviceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    device: Key


class OwnPersons(Struct, frozen=True):
    """Whose names this device protects."""

    persons: list[Person]


class Vouched(Struct, frozen=True):
    """Whether the matches of this seat count as those of the name's owner."""

    vouched: bool


class Forget(Struct, frozen=True, forbid_unknown_fields=True):
    """By the host, or by the device that protects the name."""

    person: PersonId
    device: Key | None = None


class Done(Struct, frozen=True):
    done: bool = True


# What the host wishes


class Join(Struct, frozen=True, tag_field="wish", tag="join", forbid_unknown_fields=True):
    """Both are one, who keeps the first one's name."""

    person: PersonId
    other: PersonId


class Part(Struct, frozen=True, tag_field="wish", tag="part", forbid_unknown_fields=True):
    """This name is a person of its own again."""

    person: PersonId
    name: Name


class Release(Struct, frozen=True, tag_field="wish", tag="release", forbid_unknown_fields=True):
    """No device protects this person's name any more."""

    person: PersonId


class Pseudonym(Struct, frozen=True, tag_field="wish", tag="pseudonym", forbid_unknown_fields=True):
    """What everybody but the host sees in place of the name; null: the name."""

    person: PersonId
    pseudonym: Name | None


class PseudonymsForAll(
    Struct, frozen=True, tag_field="wish", tag="pseudonyms_for_all", forbid_unknown_fields=True
):
    """One for everybody of an evening who has none."""

    evening: GatheringId
    language: Language


HostWish = Join | Part | Release | Pseudonym | PseudonymsForAll
