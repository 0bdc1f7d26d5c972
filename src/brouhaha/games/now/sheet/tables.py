"""The sheet of NOW! on paper: a row a round with what each player took, and the sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from brouhaha.engine.presentation import Texts, en_fr
from brouhaha.engine.sheet import Cell, SheetTable, placed
from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.sheet.types import RoundLine, View

SIGNS: Final = {"red": "◆", "blue": "●", "both": "◆●"}  # as on the page's cards
SUMS: Final = (
    en_fr("Place", "Place"),
    en_fr("Player", "Joueur"),
    en_fr("Red ◆", "Rouge ◆"),
    en_fr("Blue ●", "Bleu ●"),
    en_fr("Two-colour ◆●", "Bicolores ◆●"),
    en_fr("Refresh", "Reset"),
    en_fr("Score", "Score"),
    en_fr("All points", "Points en tout"),
)


def tables(view: View) -> Sequence[SheetTable]:
    sums = SheetTable(
        en_fr("Result", "Résultat") if view.result else en_fr("So far", "Jusqu’ici"),
        SUMS,
        [sum_row(view, place, seat) for place, seat in placed(view.standing.ranking)],
    )
    return [round_table(view), sums] if view.lines else [sums]


def round_table(view: View) -> SheetTable:
    columns: list[str | Texts] = [en_fr("Round", "Tour"), *(seat.name for seat in view.seats)]
    columns.append(en_fr("Left on the table", "Restent sur la table"))
    return SheetTable(
        en_fr("Rounds", "Tours"), columns, [round_row(view, one) for one in view.lines]
    )


def round_row(view: View, line: RoundLine) -> list[Cell]:
    taken = [of_seat(line, seat) for seat in range(len(view.seats))]
    return [line.round, *taken, listed(line.left, gone=line.refresh == "gone")]


def of_seat(line: RoundLine, seat: int) -> Texts:
    """The card that the player showed, and what it took."""
    cards = [target for target, owner in line.taken if owner == seat]
    took = listed(cards, refresh=line.refresh == seat)
    if line.cards is None:
        return took
    shown = line.cards[seat]
    return {language: f"{shown} → {words}" if words else f"{shown}" for language, words in
            took.items()}  # fmt: skip


def listed(cards: Iterable[TargetCard], refresh: bool = False, gone: bool = False) -> Texts:
    targets = [f"{card.value} {SIGNS[card.colour]}{card.points}" for card in cards
               if not card.refresh]  # fmt: skip
    lies = any(card.refresh for card in cards)
    en = [*targets, *(["Refresh"] if refresh or lies else [])]
    fr = [*targets, *(["Reset"] if refresh or lies else [])]
    if gone:
        return en_fr(", ".join([*en, "Refresh is out"]), ", ".join([*fr, "Reset est retirée"]))
    return en_fr(", ".join(en), ", ".join(fr))


def sum_row(view: View, place: int, seat: int) -> list[Cell]:
    line = view.sheet[seat]
    name = view.seats[seat].name
    points = (line.red, line.blue, line.both, line.refresh, line.score, line.total)
    return [place, name, *points]
