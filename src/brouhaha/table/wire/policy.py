"""How a table is run, as its host decides and everybody is told."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Rotation = Literal["in_turn", "winner_stays"]
Filter = Literal["off", "mild", "strict"]
Trust = Literal["friends", "strangers"]
Wait = Annotated[int, Meta(ge=0, le=1000)]
Credit = Annotated[int, Meta(ge=0, le=250)]


class TablePolicy(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What the host has decided about the table itself, whichever game is played."""

    locked: bool = False  # nobody new sits down; whoever has a seat can come back
    bots_make_way: bool = True  # for people: in the lobby, for the next match, and by `take_over`
    rotation: Rotation = "in_turn"  # who sits out when there are more people than seats
    code_hidden: bool = False  # the big screen shows neither the code nor its QR
    filter: Filter = "mild"  # which words of names and answers those who watch do not see
    approve: bool = False  # newcomers knock, and the host lets them in
    watchers: bool = True  # anybody may watch; else only the host's own screens
    trust: Trust = "friends"  # in races: are pages and lines believed, or only what is proven?
    credit: Credit = 25  # ms: the most that a stranger's distance counts for
    longest_wait: Wait = 400  # ms: for a seat that may have acted first; beyond it, it bends
    draw: bool = False  # a race that is too close to call is drawn from the match's seed
    watchers_later: bool = True  # who only watches sees nothing before the farthest player does


class PolicyChange(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Some fields of `TablePolicy`: the others stay as they are, whoever changes them meanwhile."""

    locked: bool | UnsetType = UNSET
    bots_make_way: bool | UnsetType = UNSET
    rotation: Rotation | UnsetType = UNSET
    code_hidden: bool | UnsetType = UNSET
    filter: Filter | UnsetType = UNSET
    approve: bool | UnsetType = UNSET
    watchers: bool | UnsetType = UNSET
    trust: Trust | UnsetType = UNSET
    credit: Credit | UnsetType = UNSET
    longest_wait: Wait | UnsetType = UNSET
    draw: bool | UnsetType = UNSET
    watchers_later: bool | UnsetType = UNSET
