"""The sheet of NoNo on paper: a row a card, everybody's score beside it, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.presentation import Texts, en_fr
from brouhaha.engine.sheet import Cell, SheetTable, placed
from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.sheet.types import Line, View
from brouhaha.games.nono.types import Penalty

CARDS: Final = (
    "#",
    en_fr("Card", "Carte"),
    en_fr("Dice", "Dés"),
    en_fr("Stop!", "Stop!"),
    en_fr("Word", "Mot"),
    en_fr("Points", "Points"),
    en_fr("Why", "Pourquoi"),
)
REASONS: Final = {
    "no_word": en_fr("no word", "pas de mot"),
    "no_answer": en_fr("no answer", "pas une réponse"),
    "vote": en_fr("not typical", "pas typique"),
    "banned": en_fr("banned {0}", "{0} interdit"),
    "missing": en_fr("no {0}", "pas de {0}"),
    "category": en_fr("word of the category", "mot de la catégorie"),
    "syllables": en_fr("syllables", "syllabes"),
    "plural": en_fr("plural in -s", "pluriel en -s"),
    "handicap": en_fr("handicap", "handicap"),
}


def tables(view: View) -> Sequence[SheetTable]:
    names = [seat.name for seat in view.seats]
    cards = SheetTable(
        en_fr("Cards", "Cartes"),
        [*CARDS, *names],
        [row(number, line, names) for number, line in enumerate(view.lines, 1)],
    )
    result = SheetTable(
        en_fr("Result", "Résultat") if view.over else en_fr("So far", "Jusqu’ici"),
        [en_fr("Place", "Place"), en_fr("Player", "Joueur"), en_fr("Points", "Points")],
        [[place, names[seat], view.seats[seat].score] for place, seat in placed(view.ranking)],
    )
    return [cards, result]


def row(number: int, line: Line, names: Sequence[str]) -> list[Cell]:
    card = en_fr(line.card.names.en, line.card.names.fr)
    told: list[Cell] = [number, card, dice_words(line.dice, line.card.multiplier)]
    verdict = line.verdict
    if verdict is None:
        said: list[Cell] = [en_fr("nobody", "personne"), None, 0, None]
    else:
        why = reasons(verdict.penalties) or sum_words(line)
        said = [names[verdict.seat], verdict.word, verdict.change, why]
    return [*told, *said, *line.scores]


def dice_words(dice: Roll, multiplier: int) -> str:
    """`F(1)`: an order die and its points; `≠U`: the banned letter; syllables; times what."""
    order = [f"{face.letter}({face.points})" for face in dice.order]
    ban = [f"≠{dice.ban}"] if dice.ban else []
    count = [f"{dice.syllables} syl."] if dice.syllables else []
    return " ".join([*order, *ban, *count, f"× {multiplier}"])


def sum_words(line: Line) -> str:
    points = " + ".join(str(face.points) for face in line.dice.order)
    return f"({points}) × {line.card.multiplier}"


def reasons(penalties: Sequence[Penalty]) -> Texts | None:
    if not penalties:
        return None
    return {
        language: ", ".join(
            f"{REASONS[one.reason][language].format(one.letter)} {one.amount}" for one in penalties
        )
        for language in ("en", "fr")
    }
