"""Set-up, and the laws of the default card set."""

from collections import Counter

import brouhaha
from brouhaha.games.now import GAME
from brouhaha.games.now.cards import default_cards
from tests.known import known


def test_the_card_set_is_what_the_books_say() -> None:
    cards = default_cards()
    assert Counter(card.colour for card in cards.targets) == {"red": 12, "blue": 12, "both": 8}
    assert sorted(card.value for card in cards.targets) == list(range(4, 129, 4))
    points = Counter((card.colour, card.points) for card in cards.targets)
    assert all(points[colour, n] == 3 for colour in ("red", "blue") for n in (1, 2, 3, 4))
    assert points["both", 1] == points["both", 2] == 4


def test_every_deck_has_the_same_spread_and_four_perfects() -> None:
    cards = default_cards()
    values = {card.value: card.points for card in cards.targets}
    worth = []
    for deck in cards.decks.values():
        assert sorted((value - 1) // 8 for value in deck) == list(range(16))
        perfects = [value for value in deck if value in values]
        assert sorted((value - 1) // 32 for value in perfects) == [0, 1, 2, 3]
        assert sum(deck) == 1032
        worth.append(sum(values[value] for value in perfects))
    assert max(worth) - min(worth) <= 1
    squares = [sum(value * value for value in deck) for deck in cards.decks.values()]
    assert max(squares) - min(squares) <= 0.015 * min(squares)
    assert sorted(value for deck in cards.decks.values() for value in deck) == list(range(1, 129))


def test_refresh_lies_in_the_middle_third_anywhere_in_it() -> None:
    places: Counter[int] = Counter()
    for seed in range(300):
        match = brouhaha.start(GAME, players=["a", "b", "c"], seed=seed)
        order = [*match.state.public.targets, *reversed(match.state.target_deck)]
        places[[card.refresh for card in order].index(True)] += 1
    assert set(places) == set(range(11, 22))


def test_everybody_holds_another_whole_deck() -> None:
    match = brouhaha.start(GAME, players=list("abcdefgh"), seed=3)
    decks = [
        sorted([*deck, known(hand.active)])
        for deck, hand in zip(match.state.decks, match.state.private, strict=True)
    ]
    assert sorted(decks) == sorted(default_cards().decks.values())


def test_all_161_cards_are_there_at_any_number_of_players() -> None:
    for players in range(2, 9):
        match = brouhaha.start(GAME, players=["x"] * players, seed=3)
        assert len(list(match.game.inventory(match.state))) == 161
