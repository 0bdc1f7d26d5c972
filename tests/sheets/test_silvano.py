"""Silvano at a real table of two: the sheet turns his card from a deck that nobody plays, once each, until Refresh."""

from __future__ import annotations

import pytest

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.games.now.sheet.types import View
from brouhaha.sheets import Book, Enter, filled, opened, wanted
from tests.sheets.evenings import Entry, evenings, target

GAME = games.find("now")
REFRESH_ROUND = 1  # the second one
ROUNDS = ["16r4 84b1 120t2", "4r1 52b1 R", "8r2 56b2 100t1"]


def begun(seed: int = 0) -> Book:
    return Book(opened(GAME, ["Ana", "Bo"], {}, bytes([seed]) * 16))


def write(book: Book, *entries: Entry) -> Book:
    for entry in entries:
        book = wanted(book, Enter(entry))
        filled(GAME, book)
    return book


def reveal(cards: str) -> Entry:
    return {"type": "reveal", "targets": [target(card) for card in cards.split()]}


def view(book: Book) -> View:
    seen = filled(GAME, book).view
    assert isinstance(seen, View)
    return seen


def silvanos(book: Book) -> int:
    card = view(book).silvanos_card
    assert card is not None
    return card


def two_others(card: int) -> list[int]:
    """Cards of Ana and Bo that are not his."""
    return [value for value in (1, 2, 3) if value != card][:2]


def test_his_card_is_turned_once_and_goes_aside_until_refresh() -> None:
    book, turned = begun(), []
    for cards in ROUNDS:
        book = write(book, reveal(cards), {"type": "silvano"})
        turned.append(silvanos(book))
        with pytest.raises(Rejected, match="no_silvano"):
            write(book, {"type": "silvano"})
        book = write(book, {"type": "settle", "cards": two_others(turned[-1])})
        assert view(book).silvanos_card is None
        shown = view(book).lines[-1].cards
        assert shown is not None
        assert shown[2] == turned[-1]


def test_at_refresh_his_used_cards_go_back_and_may_come_again() -> None:
    """No card of his comes twice in between; after Refresh the first one does, for some seed."""
    again = False
    for seed in range(8):
        book = begun(seed)
        for one in evenings("now")[1]["rounds"]:
            book = write(book, reveal(one["cards"]), {"type": "silvano"})
            book = write(book, {"type": "settle", "cards": two_others(silvanos(book))})
        his = [line.cards[2] for line in view(book).lines if line.cards]
        assert len(set(his[REFRESH_ROUND:])) == len(his[REFRESH_ROUND:])
        again |= his[0] in his[REFRESH_ROUND:]
    assert again


def test_where_nobody_turned_his_card_the_sheet_does_and_tells_it() -> None:
    book = write(begun(), reveal(ROUNDS[0]))
    his = silvanos(write(book, {"type": "silvano"}))
    settled = write(book, {"type": "settle", "cards": two_others(his)})
    assert view(settled).lines[0].cards == [*two_others(his), his]


def test_a_card_of_a_real_deck_may_be_entered_for_him_instead() -> None:
    book = write(begun(), reveal(ROUNDS[0]), {"type": "settle", "cards": [80, 110, 125]})
    assert view(book).lines[0].cards == [80, 110, 125]


def test_nobody_shows_the_card_that_he_shows() -> None:
    """The house's decks are not the box's: then people turn one of their own for him."""
    book = write(begun(), reveal(ROUNDS[0]), {"type": "silvano"})
    his = silvanos(book)
    with pytest.raises(Rejected, match="silvanos_card") as refused:
        write(book, {"type": "settle", "cards": [two_others(his)[0], his]})
    assert "Bo" in refused.value.sentence("en")
