"""Simulated matches of NOW! among greedy bots, played by the compiled kernel.

The referee deals (same seed, same cards, same paces), the kernel plays; what comes out is what
the referee's own play would give, which `tests/games/now/test_kernel.py` proves.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

import numpy as np

from brouhaha.engine.match import Match
from brouhaha.games.now import types
from brouhaha.games.now.bots.simple import GreedyBot
from brouhaha.games.now.cards import DECK, CardSet, default_cards
from brouhaha.games.now.lab.kernel import (
    BLUE,
    BOTH,
    CARDS,
    DEAL,
    DIGITS,
    PLAY,
    RED,
    REFRESH,
    TOP_VALUE,
    Cards,
    Deal,
    Play,
)
from brouhaha.games.now.lab.players import Options, play_greedy
from brouhaha.games.now.types import State
from brouhaha.lab.arena import play_out
from brouhaha.lab.compiled import new

COLOUR_CODES = {"red": RED, "blue": BLUE, "both": BOTH}
PLACES = range(DECK)
DEFAULTS = types.Options()
CLOCKS = ("action", "last_player")  # a greedy bot always acts before the default ones run out


def cards_of(cards: CardSet) -> Cards:
    """A card set as the kernel has it."""
    targets = sorted(cards.targets, key=lambda target: target.value)
    values = [target.value for target in targets]
    made = new(CARDS)
    made["value"] = values
    made["colour"] = [COLOUR_CODES[target.colour] for target in targets]
    made["points"] = [target.points for target in targets]
    for colour, code in COLOUR_CODES.items():
        points = [target.points * (target.colour == colour) for target in targets]
        made["digits"][code] = [as_set(p >> digit & 1 for p in points) for digit in range(DIGITS)]
    for card in range(TOP_VALUE + 1):
        made["takes"][card] = as_set(value >= card for value in values)
        made["equals"][card] = as_set(value == card for value in values)
    return made


def as_set(belongs: Iterable[int]) -> int:
    """Of ranks, each of which belongs to it or not."""
    return sum(1 << rank for rank, is_in in enumerate(belongs) if is_in)


@cache
def default() -> tuple[Cards, dict[int, int], Play]:
    """The default cards, the ranks of their Targets by value, and room for a match."""
    cards = cards_of(default_cards())
    return cards, ranks_of(cards), new(PLAY)


def ranks_of(cards: Cards) -> dict[int, int]:
    """The rank of each Target by its value; Refresh has the value 0."""
    return {0: REFRESH, **{value: rank for rank, value in enumerate(cards["value"].tolist())}}


def deal_of(match: Match[State], ranks: dict[int, int]) -> Deal:
    """The cards of a match that has just begun, in the order in which they come."""
    state = match.state
    targets = (*state.public.targets, *reversed(state.target_deck))
    decks = [deck[::-1] for deck in state.decks]
    for deck, hand in zip(decks, state.private, strict=False):
        assert hand.active is not None
        deck.insert(0, hand.active)
    shuffles = [match.chance.shuffled(f"refresh/{seat}", PLACES) for seat in range(len(decks))]
    deal = new(DEAL)
    deal["targets"] = [ranks[card.value] for card in targets]
    deal["decks"][: len(decks)] = decks
    deal["shuffles"][: len(decks)] = shuffles
    return deal


def mirrored(options: types.Options) -> bool:
    """Whether the kernel plays by these options; what it does not know, the referee plays."""
    return (
        options.cards is None
        and options.signal == "countdown"
        and not options.in_turn
        and options.refresh_place != "anywhere"  # in the first round it comes before any card
        and options.refresh_active == "shuffled"
        and options.rank_silvano
        and all(getattr(options, clock) == getattr(DEFAULTS, clock) for clock in CLOCKS)
    )


def played_by_referee(match: Match[State], random: Random) -> tuple[list[int], list[int]]:
    result = play_out(match, [GreedyBot(s, random) for s in range(len(match.state.private))]).result
    assert result is not None
    return result.winners, result.scores


def play(match: Match[State], random: Random) -> tuple[list[int], list[int]]:
    """Winners and scores of this match, just begun, if greedy bots play it."""
    state = match.state
    if not mirrored(state.options):
        return played_by_referee(match, random)
    players = len(state.private)
    paces = np.array([GreedyBot(seat, random).pace for seat in range(players)])
    cards, ranks, scratch = default()
    options = Options(state.options.perfect == "any", state.options.refresh_points)
    play_greedy(scratch, cards, deal_of(match, ranks), players, options, paces)
    seats = len(state.public.seats)
    scores = scratch["score"][:seats].tolist()
    worth = list(zip(scores, scratch["total"][:seats].tolist(), strict=True))
    best = max(worth)
    return [seat for seat, mine in enumerate(worth) if mine == best], scores
