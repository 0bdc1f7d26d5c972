"""Twenty whole evenings, written down entry by entry: the sheet is the one worked out by hand."""

from __future__ import annotations

import msgspec
import pytest

from brouhaha import games
from brouhaha.games.nimble.sheet.types import View as NimbleView
from brouhaha.games.nono.sheet.types import View as NonoView
from brouhaha.games.now.sheet.types import View as NowView
from brouhaha.sheets import Book, Enter, Filled, filled, opened, wanted
from tests.sheets.evenings import Entry, Evening, by_name, entries_of, evenings

SEED = bytes(16)


def about(evening: Evening) -> str:
    return str(evening["about"])


def written(evening: Evening, entries: list[Entry]) -> Filled:
    """One after the other, as people do."""
    game = games.find(evening["game"])
    book = Book(opened(game, evening["players"], evening["options"], SEED))
    for entry in entries:
        book = wanted(book, Enter(entry))
        filled(game, book)
    return filled(game, book)


def test_there_are_twenty() -> None:
    assert len(evenings("nono", "now", "nimble")) == 20


@pytest.mark.parametrize("evening", evenings("nono"), ids=about)
def test_nono(evening: Evening) -> None:
    view = written(evening, entries_of(evening)).view
    assert isinstance(view, NonoView)
    assert [line.verdict.change if line.verdict else 0 for line in view.lines] == evening["changes"]
    assert [seat.score for seat in view.seats] == evening["scores"]
    assert by_name(evening, view.ranking) == evening["ranking"]
    assert view.over
    assert view.phase == "end"


@pytest.mark.parametrize("evening", evenings("now"), ids=about)
def test_now(evening: Evening) -> None:
    view = written(evening, entries_of(evening)).view
    assert isinstance(view, NowView)
    assert view.result is not None
    assert view.result.scores == evening["scores"]
    assert by_name(evening, view.result.ranking) == evening["ranking"]
    left = [[card.value for card in line.left if not card.refresh] for line in view.lines]
    assert left == evening.get("left", [])


@pytest.mark.parametrize("evening", evenings("nimble"), ids=about)
def test_nimble(evening: Evening) -> None:
    entries = entries_of(evening)
    gives = []
    for number in range(len(entries)):
        view = written(evening, entries[:number]).view
        assert isinstance(view, NimbleView)
        gives.append(view.gives)
    view = written(evening, entries).view
    assert isinstance(view, NimbleView)
    assert view.result is not None
    assert [list(outcome.titles) for outcome in view.outcomes] == evening["titles"]
    assert [evening["players"][each.winner] for each in view.outcomes] == evening["winners"]
    assert gives == evening["gives"]
    assert by_name(evening, view.result.ranking) == evening["ranking"]


@pytest.mark.parametrize("evening", evenings("nono", "now", "nimble"), ids=about)
def test_every_sheet_can_be_printed_and_read_back(evening: Evening) -> None:
    """All rows are as wide as their heads, and nothing is lost in JSON."""
    sheet = written(evening, entries_of(evening))
    kind = games.find(evening["game"]).sheet
    assert kind is not None
    for table in sheet.tables:
        assert {len(row) for row in table.rows} <= {len(table.columns)}
    assert msgspec.json.decode(msgspec.json.encode(sheet.view), type=kind.view) == sheet.view
