"""The sheet of nimble on paper: a row a player in each round, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.presentation import en_fr
from brouhaha.engine.sheet import Cell, SheetTable, placed
from brouhaha.games.nimble.sheet.types import View
from brouhaha.games.nimble.types import Result

TITLES: Final = {
    "queen_of_hearts": en_fr("Queen of Hearts", "Reine de cœur"),
    "don_quixote": en_fr("Don Quixote", "Don Quichotte"),
    "moby_dick": en_fr("Moby Dick", "Moby Dick"),
    "pinocchio": en_fr("Pinocchio", "Pinocchio"),
}
PLAYER: Final = en_fr("Player", "Joueur")
LEFT: Final = en_fr("Cards left", "Cartes restantes")
ERRORS: Final = en_fr("Errors", "Erreurs")
ROUNDS_WON: Final = en_fr("Rounds won", "Manches gagnées")
PLACE: Final = en_fr("Place", "Place")
WINNER: Final = en_fr("Winner", "Gagnant")
WON: Final = en_fr("won", "gagne")


def tables(view: View) -> Sequence[SheetTable]:
    rounds = SheetTable(
        en_fr("Rounds", "Manches"),
        [en_fr("Round", "Manche"), PLAYER, LEFT, en_fr("Title", "Titre"), ERRORS, WINNER],
        [row for number in range(len(view.outcomes)) for row in rows_of(view, number)],
    )
    if view.standing is None:
        return [rounds]
    totals = SheetTable(
        en_fr("Result", "Résultat") if view.result else en_fr("So far", "Jusqu’ici"),
        [PLACE, PLAYER, ROUNDS_WON, ERRORS, LEFT],
        result_rows(view.names, view.standing),
    )
    return [rounds, totals]


def rows_of(view: View, number: int) -> list[list[Cell]]:
    outcome = view.outcomes[number]
    return [
        [
            number + 1,
            name,
            outcome.cards_left[seat],
            TITLES[outcome.titles[seat]],
            outcome.errors[seat],
            WON if seat == outcome.winner else None,
        ]
        for seat, name in enumerate(view.names)
    ]


def result_rows(names: Sequence[str], result: Result) -> list[list[Cell]]:
    return [
        [place, names[seat], result.rounds_won[seat], result.errors[seat], result.cards_left[seat]]
        for place, seat in placed(result.ranking)
    ]
