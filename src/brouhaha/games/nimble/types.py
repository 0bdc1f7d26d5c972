"""The words nimble is told in: options, deal, actions, events, views, state, result."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from brouhaha.engine.common import Ended, SaidReady, Seconds, TappingSeconds, Went
from brouhaha.engine.common import Ready as Ready  # for bots, who know this module only
from brouhaha.games.nimble.cards import Card, Colour

Phase = Literal["countdown", "signal", "play", "check", "end"]
Title = Literal["queen_of_hearts", "don_quixote", "moby_dick", "pinocchio"]
Ending = Literal["all_placed", "one_left", "stalemate", "clock"]
Pile = Annotated[int, msgspec.Meta(ge=0, le=2)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
# Seats that an option of another name asks for; the page shows them with its questions.
ASKED = ["children.2", "children.4", "alice.2", "alice.4"]  # by the rule and the number of players
Answer = Annotated[SeatNumber, msgspec.Meta(extra_json_schema={"after": "question", "asks": ASKED})]
Signaller = Annotated[SeatNumber, msgspec.Meta(extra_json_schema={"after": "signal"})]
Givers = Annotated[list[SeatNumber], msgspec.Meta(max_length=3)]
Placement = tuple[int, Card]  # whose back it has, and the card

PILES: Final = 3


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clocks in seconds, 0 switches one off; the rest as the rules page explains."""

    countdown: Seconds = 3.0
    round: TappingSeconds = 600.0
    check: Seconds = 30.0
    races: Literal["bounce", "land"] = "bounce"
    challenge: bool = False
    givers: Givers | None = None
    question: Literal["none", "children", "alice"] = "none"
    answer: Answer | None = None
    signal: Literal["countdown", "player"] = "countdown"
    signal_by: Signaller | None = None


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Each seat's deck, first flipped first, and who gives the first cards of piles 0, 1, 2."""

    decks: list[list[Card]]
    givers: Givers | None = None


# What players do


class Flip(msgspec.Struct, frozen=True, tag="flip", forbid_unknown_fields=True, gc=False):
    """The top of my deck, onto my discard."""


class Place(msgspec.Struct, frozen=True, tag="place", forbid_unknown_fields=True, gc=False):
    """The top of my discard, onto a common pile, on which I see the card `onto`."""

    pile: Pile
    onto: Card | None = None


class Back(msgspec.Struct, frozen=True, tag="back", forbid_unknown_fields=True, gc=False):
    """The top of my discard, onto my deck again."""


class Recycle(msgspec.Struct, frozen=True, tag="recycle", forbid_unknown_fields=True, gc=False):
    """My deck is used up: the discard, turned over, is my deck again."""


Action = Ready | Flip | Place | Back | Recycle


# What everybody hears


class Began(msgspec.Struct, frozen=True, tag="began"):
    """A further round: its number, who gave the first card of each pile, and these cards."""

    round: int
    givers: tuple[int, ...]
    piles: tuple[Card, ...]


class Flipped(msgspec.Struct, frozen=True, tag="flipped", gc=False):
    seat: int
    card: Card


class Placed(msgspec.Struct, frozen=True, tag="placed", gc=False):
    seat: int
    pile: int
    card: Card


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back", gc=False):
    seat: int
    card: Card


class Recycled(msgspec.Struct, frozen=True, tag="recycled", gc=False):
    seat: int


class Stopped(msgspec.Struct, frozen=True, tag="stopped", gc=False):
    """The round is over; `seat` brought that about, if a seat did."""

    ending: Ending
    seat: int | None


class Checked(msgspec.Struct, frozen=True, tag="checked", gc=False):
    """One card of the check: each pile from its bottom, `index` 0; `under` is the circle below."""

    pile: int
    index: int
    card: Card
    seat: int  # whose back it has
    under: Colour | None
    error: bool


class Outcome(msgspec.Struct, frozen=True):
    """What a round came to, by seat."""

    ending: Ending
    winner: int
    titles: tuple[Title, ...]
    errors: tuple[int, ...]
    cards_left: tuple[int, ...]


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    outcome: Outcome


Event = (
    Began
    | Went
    | Flipped
    | Placed
    | TakenBack
    | Recycled
    | Stopped
    | Checked
    | Judged
    | SaidReady
    | Ended
)


# What is known


class SeatView(msgspec.Struct):
    """What lies in front of one player, for all to see: one card, and how many there are."""

    name: str
    deck: int
    discard: int = 0
    top: Card | None = None  # of the discard
    ready: bool = False


class Public(msgspec.Struct):
    """The table. `deadline` is when the phase ends by the clock, in ms since the match began.

    In the phase `signal` (by the option of that name, in place of the countdown) all wait for
    the seat `signal_by`.
    """

    phase: Phase
    round: int
    rounds: int
    seats: list[SeatView]
    piles: list[Card] = []  # the top card of each
    heights: list[int] = []
    scene: int = 0  # counts up when everybody should look up: a new phase
    deadline: int | None = None
    check: list[Checked] = []  # of this round, once it is over
    outcomes: list[Outcome] = []  # of the rounds that are over
    signal_by: int | None = None


class Private(msgspec.Struct):
    """Nobody sees more than the table: what one remembers is one's own affair."""


class Result(msgspec.Struct, frozen=True):
    """Titles are the last round's; errors and cards left are summed over all rounds."""

    winners: list[int]
    ranking: list[list[int]]
    titles: list[Title]
    errors: list[int]
    cards_left: list[int]
    rounds_won: list[int]


class State(msgspec.Struct):
    """What lies open, and what nobody sees. Next cards, and top cards, are last."""

    options: Options
    public: Public
    private: list[Private]
    decks: list[list[Card]] = []
    discards: list[list[Card]] = []
    piles: list[list[Placement]] = []
    box: list[list[Card]] = []  # what a deal with shorter decks leaves out, by seat
    held: dict[Colour, int] = {}  # frames in decks and discards: none on a circle is a stalemate
    placed: int = 0  # placements in this round
    reached: list[int] = []  # at which of them each seat got down to its number of cards
    result: Result | None = None
