"""The words NoNo is told in: options, deal, actions, events, views, state, result."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from brouhaha.engine.common import Ended, ExtraSeconds, SaidReady, Seconds, ThinkingSeconds
from brouhaha.engine.common import Ready as Ready  # for bots, who know this module only
from brouhaha.games.nono.cards import (
    MOST_CARDS,
    Box,
    Card,
    Count,
    Die,
    Face,
    Letter,
    Multiplier,
    Roll,
)
from brouhaha.games.nono.judging import Handicap, Lang, Mark, Syllables

Phase = Literal["countdown", "search", "answer", "vote", "verdict", "end"]


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Moderator = Annotated[SeatNumber, msgspec.Meta(extra_json_schema={"after": "decides"})]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clocks in seconds, 0 switches one off; the rest as the rules page explains."""

    language: Lang = "en"
    turns: Annotated[int, msgspec.Meta(ge=1, le=MOST_CARDS)] = 25
    countdown: Seconds = 3.0
    search: ThinkingSeconds = 90.0
    answer: ThinkingSeconds = 15.0
    vote: ThinkingSeconds = 15.0
    verdict: Seconds = 10.0
    handicap: list[Handicap | None] | None = None
    tie: Literal["fits", "fails", "referee"] = "fits"
    pass_final: bool = True
    penalties: Literal["add_up", "worst"] = "add_up"
    plural_cost: Annotated[int, msgspec.Meta(ge=0, le=10)] = 10
    box: Box | None = None
    decides: Literal["vote", "moderator"] = "vote"
    moderator: Moderator | None = None
    extra_time: list[ExtraSeconds | None] | None = None


class DealtTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card and its roll; a die that is not rolled is null."""

    category: str
    order: list[Face]
    multiplier: Multiplier
    ban: Letter | None = None
    syllables: Count | None = None


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turns in their order; as many are played as are given."""

    turns: list[DealtTurn]


# What players do


class Stop(msgspec.Struct, frozen=True, tag="stop", forbid_unknown_fields=True, gc=False):
    """I have a word!"""


class Answer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True, gc=False):
    """My word or phrase."""

    word: str


class Vote(msgspec.Struct, frozen=True, tag="vote", forbid_unknown_fields=True, gc=False):
    """Thumb up or down: is it typical of the category? `syllables` counts when it is asked.

    `no_answer` says that it is no answer at all: a list, a filler, no word. It is a thumb down too.
    """

    fits: bool
    syllables: bool | None = None
    no_answer: bool = False


class Pass(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True, gc=False):
    """I give this card up."""


Action = Ready | Stop | Answer | Vote | Pass


# What is known


class Names(msgspec.Struct, frozen=True, gc=False):
    """A category in each language."""

    en: str
    fr: str


class CardView(msgspec.Struct, frozen=True):
    """The card as it lies face up; `category` is its id."""

    category: str
    names: Names
    dice: tuple[Die, ...]
    multiplier: int


class Ballot(msgspec.Struct, frozen=True, gc=False):
    """One player's vote; `no_answer` is there if the player said so."""

    fits: bool
    syllables: bool | None = None
    no_answer: bool | msgspec.UnsetType = msgspec.UNSET


Reason = Literal[
    "no_word",
    "no_answer",
    "vote",
    "banned",
    "missing",
    "category",
    "syllables",
    "plural",
    "handicap",
]


class Penalty(msgspec.Struct, frozen=True, gc=False):
    """What went wrong and what it costs (a negative amount); the letter, if it is one's."""

    reason: Reason
    amount: int
    letter: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What the vote decides, what the referee decides, and why.

    `change` is what the score changes by: all penalties, or the worst of them; or else (sum of the
    dice) × multiplier.
    `syllables_fit` is None when no syllable die was rolled; `syllables_voted` says that the
    counter did not know the word and the voters decided. Marks are places in the word as typed.
    """

    seat: int
    word: str
    change: int
    penalties: tuple[Penalty, ...]
    dice_points: int
    multiplier: int
    fits: bool
    votes: tuple[Ballot | None, ...]
    syllables: Syllables
    syllables_fit: bool | None
    syllables_voted: bool
    category_words: tuple[str, ...]
    marks: tuple[Mark, ...]


class SeatView(msgspec.Struct):
    """What everybody knows of one player."""

    name: str
    handicap: Handicap | None = None
    score: int = 0
    passed: bool = False
    voted: bool = False
    ready: bool = False
    extra_time: int | msgspec.UnsetType = msgspec.UNSET  # seconds more on this player's clocks


class Public(msgspec.Struct):
    """The table. `deadline` is when the phase ends by the clock, in ms since the match began.

    Card and dice are there from the search on; `stopper` from Stop! on; `word` and `cut`, the
    word in syllables, and `decider` from the vote on; the verdict while everybody looks at it.
    `would_fit` are words for a card without a good answer: beside its verdict, or while the next
    one is played.
    """

    phase: Phase
    language: Lang
    turn: int
    turns: int
    seats: list[SeatView]
    card: CardView | None = None
    dice: Roll | None = None
    stopper: int | None = None
    word: str | None = None
    cut: str | None = None
    asks_syllables: bool = False
    verdict: Verdict | None = None
    would_fit: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    pass_final: bool = True  # who passed may not call Stop! any more
    decider: int | msgspec.UnsetType = msgspec.UNSET  # who alone votes on this word, if one does
    scene: int = 0  # counts up when everybody should look up: a new phase, a new card
    deadline: int | None = None


class Private(msgspec.Struct):
    """The player's own vote in this turn, which the others see with the verdict."""

    vote: Ballot | None = None


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]


# What everybody hears


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """A card is turned and its dice are rolled: the search begins."""

    turn: int
    card: CardView
    dice: Roll


class Stopped(msgspec.Struct, frozen=True, tag="stopped", gc=False):
    seat: int


class Passed(msgspec.Struct, frozen=True, tag="passed", gc=False):
    seat: int


class Unsolved(msgspec.Struct, frozen=True, tag="unsolved", gc=False):
    """Nobody finds a word: all have passed, or the time is up."""

    turn: int
    by_clock: bool


class Answered(msgspec.Struct, frozen=True, tag="answered", gc=False):
    """The word is said and the others vote, on its syllables too if the counter is not sure."""

    seat: int
    word: str
    cut: str
    asks_syllables: bool


class Voted(msgspec.Struct, frozen=True, tag="voted", gc=False):
    """This player has voted; how, is shown with the verdict."""

    seat: int


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    verdict: Verdict


Event = Turned | Stopped | Passed | Unsolved | Answered | Voted | Judged | SaidReady | Ended


def may_vote(public: Public, seat: int) -> bool:
    """Nobody on their own word; where one person decides, nobody else."""
    if public.decider is not msgspec.UNSET:
        return seat == public.decider
    return seat != public.stopper


class State(msgspec.Struct):
    """What lies open, each player's vote, and the cards nobody knows. Next cards are last.

    `rolls` are a deal's dice, one roll a card of the deck; without a deal the dice are rolled
    when their card is turned.
    """

    options: Options
    public: Public
    private: list[Private]
    deck: list[Card]
    rolls: list[Roll] | None
    aside: list[Card]  # left in the box
    in_play: list[Card] = []  # the card in play, if there is one
    played: list[Card] = []
    result: Result | None = None
