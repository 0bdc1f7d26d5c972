"""The words NOW! is told in: options, deal, actions, events, views, state, result."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from brouhaha.engine.common import Ended, ExtraSeconds, SaidReady, Seconds, TappingSeconds, Went
from brouhaha.engine.common import Ready as Ready  # for bots, who know this module only
from brouhaha.games.now.cards import CardSet, Colour, TargetCard, Value

Phase = Literal["countdown", "signal", "pass", "action", "resolution", "end"]

ROUNDS: Final = 11


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clocks in seconds, 0 switches one off; the rest as the rules page explains."""

    countdown: Seconds = 3.0
    action: TappingSeconds = 60.0
    last_player: TappingSeconds = 10.0
    resolution: Seconds = 12.0
    colours: list[Colour | None] | None = None
    perfect: Literal["in_play", "any"] = "in_play"
    refresh_points: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    cards: CardSet | None = None
    signal: Literal["countdown", "all"] = "countdown"
    refresh_place: Literal["middle_third", "middle", "anywhere"] = "middle_third"
    refresh_active: Literal["shuffled", "kept"] = "shuffled"
    rank_silvano: bool = True
    extra_time: list[ExtraSeconds | None] | None = None
    in_turn: bool = False


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards in the order in which they come: the Target deck, and each seat's deck."""

    targets: list[TargetCard]
    decks: list[list[Value]]
    silvano: list[Value] | None = None


# What players do


class Discard(msgspec.Struct, frozen=True, tag="discard", forbid_unknown_fields=True, gc=False):
    """Away with my active card."""


class Now(msgspec.Struct, frozen=True, tag="now", forbid_unknown_fields=True, gc=False):
    """My active card is fixed for this round."""


Action = Ready | Discard | Now


# What everybody hears


class Revealed(msgspec.Struct, frozen=True, tag="revealed", gc=False):
    card: TargetCard


class Refreshed(msgspec.Struct, frozen=True, tag="refreshed", gc=False):
    """Refresh turned up: everybody shuffles the discards into the deck, the active card too."""


class Discarded(msgspec.Struct, frozen=True, tag="discarded", gc=False):
    seat: int
    value: int


class SaidNow(msgspec.Struct, frozen=True, tag="said_now", gc=False):
    seat: int
    by_clock: bool = False


class LastPlayer(msgspec.Struct, frozen=True, tag="last_player", gc=False):
    seat: int


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """All reveal: the active card of each seat."""

    cards: tuple[int, ...]


class Taken(msgspec.Struct, frozen=True, tag="taken", gc=False):
    """This Target goes to this seat, whose card is the closest that does not exceed it."""

    target: TargetCard
    seat: int
    card: int


class Stayed(msgspec.Struct, frozen=True, tag="stayed", gc=False):
    """Nobody's card is low enough."""

    target: TargetCard


class RefreshTaken(msgspec.Struct, frozen=True, tag="refresh_taken", gc=False):
    seat: int
    card: int


class RefreshGone(msgspec.Struct, frozen=True, tag="refresh_gone"):
    """Several had a Perfect: Refresh leaves the game."""

    seats: tuple[int, ...]


Event = (
    Revealed
    | Refreshed
    | Went
    | Discarded
    | SaidNow
    | LastPlayer
    | Shown
    | Taken
    | Stayed
    | RefreshTaken
    | RefreshGone
    | SaidReady
    | Ended
)


# What is known


class SeatView(msgspec.Struct):
    """What lies in front of one player, for all to see."""

    name: str
    colour: Colour
    cards_left: int
    said_now: bool = False
    ready: bool = False
    active: int | None = None
    discards: list[int] = []
    won: list[TargetCard] = []
    red: int = 0
    blue: int = 0
    both: int = 0
    refresh: bool = False
    extra_time: int | msgspec.UnsetType = msgspec.UNSET  # seconds more on this player's clocks


class Public(msgspec.Struct):
    """The table. `deadline` is when the phase ends by the clock, in ms since the match began.

    In the phase `signal` (by the option of that name, in place of the countdown) players say Go:
    `ready` shows who has. Where one plays after the other (option `in_turn`), `turn` says who: in
    the phase `pass` they say ready when they have the device, and then their `action` begins.
    """

    phase: Phase
    round: int
    rounds: int
    targets: list[TargetCard]
    targets_left: int
    seats: list[SeatView]
    scene: int = 0  # counts up when everybody should look up: a new phase, a last player
    deadline: int | None = None
    last_player: int | None = None
    refresh: Literal["to_come", "in_play", "won", "gone"] = "to_come"
    turn: int | msgspec.UnsetType = msgspec.UNSET  # whose it is, where one plays after the other


class BestCard(msgspec.Struct, frozen=True):
    """A card that the player held in this round, and what it takes, or would have taken."""

    card: int
    targets: tuple[TargetCard, ...]
    refresh: bool
    gain: int  # what the score changes by


class Private(msgspec.Struct, omit_defaults=True):
    """The one card that the player sees; None from Refresh until Go.

    `best`: during the resolution, the best of the cards that a player held who discarded some.
    """

    active: int | None
    best: BestCard | None = None


class ScoreLine(msgspec.Struct, frozen=True, gc=False):
    """How a score comes about: |red − blue| + both, and Refresh after the subtraction."""

    red: int
    blue: int
    both: int
    refresh: int
    score: int
    total: int  # of all Targets: the tie-break


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    sheet: list[ScoreLine]


class State(msgspec.Struct):
    """What lies open, what each player sees, and what nobody knows. Next cards are last."""

    options: Options
    public: Public
    private: list[Private]
    decks: list[list[int]]
    target_deck: list[TargetCard]
    box: list[list[int]]
    perfects: set[int] | None
    waiting: int  # players who have not said NOW!
    discards_at_go: list[int] = []  # how many each player had at the beginning of the round
    removed: list[TargetCard] = []
    result: Result | None = None
