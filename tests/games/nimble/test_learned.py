"""What was trained compiled is what the bot does; and it is a player like the others."""

from random import Random

import numpy as np
import pytest

from brouhaha.games.nimble.bots.levels import Learned, Merciless
from brouhaha.games.nimble.bots.memory import Memory
from brouhaha.games.nimble.bots.search import Search
from brouhaha.games.nimble.cards import DECK
from brouhaha.games.nimble.lab.kernel import CARDS, PLAY
from brouhaha.games.nimble.lab.training import NEAREST, figures, turns_back
from brouhaha.lab.compiled import new

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


def positions(count: int) -> list[tuple[Memory, list[int], list[int], list[int]]]:
    """Anything that may lie there: what is remembered, deck and discard, the piles' tops."""
    found = []
    for number in range(count):
        random = Random(number)
        cards = random.sample(range(CARDS), random.randrange(2, CARDS + 1))
        cut = random.randrange(len(cards))
        deck, discard = cards[:cut], cards[cut:]
        unknown = random.randrange(len(deck) + 1)  # at the bottom: never flipped
        memory = Memory(CARDS)
        memory.deck = [None] * unknown + [DECK[card] for card in deck[unknown:]]
        memory.discard = [DECK[card] for card in discard]
        memory.in_mind = [DECK[card] for card in deck[unknown:] + discard]
        found.append((memory, deck, discard, random.sample(range(CARDS), 3)))
    return found


def test_the_compiled_choice_is_the_bots() -> None:
    search, play = Learned.search, new(PLAY)
    turned = {"learned": 0, "merciless": 0}
    for memory, deck, discard, tops in positions(600):
        play["deck"][0, : len(deck)], play["deck_size"][0] = deck, len(deck)
        play["discard"][0, : len(discard)], play["discard_size"][0] = discard, len(discard)
        play["tops"] = tops
        seen = np.zeros(CARDS + 1, np.bool_)
        seen[[DECK.index(card) for card in memory.in_mind]] = True
        circles = {DECK[card].circle for card in tops}
        learned = search.turns_back(memory, circles)
        assert turns_back(play, 0, seen, figures(search)) == learned
        nearest = memory.behind(circles) < memory.ahead(circles)
        assert turns_back(play, 0, seen, NEAREST) == nearest
        turned["learned"] += learned
        turned["merciless"] += nearest
    assert 60 < turned["learned"] < 540
    assert 60 < turned["merciless"] < 540
    assert turned["learned"] != turned["merciless"]


def test_it_has_the_eyes_hands_and_memory_of_merciless() -> None:
    for figure in ("look", "move", "quickest", "misses", "slips", "span", "spread"):
        assert getattr(Learned, figure) == getattr(Merciless, figure)
    assert Learned.search != Search()
