"""What Trillium says of itself: name and options in words. Its levels are named by the house."""

from __future__ import annotations

from typing import Final

from brouhaha.engine.presentation import OptionTexts, Presentation, en_fr
from trillium.statistics import FIGURES

OPTIONS: Final = {
    "countdown": OptionTexts(
        en_fr("Before Go", "Avant le départ"),
        en_fr("A look at the meadow before it counts.", "Le temps de regarder le pré."),
    ),
    "time": OptionTexts(
        en_fr("Time", "Temps"),
        en_fr("How long the match takes at most.", "La durée de la partie, au plus."),
    ),
    "deck": OptionTexts(
        en_fr("Deck", "Paquet"),
        en_fr(
            "The short deck has 27 cards, all on full leaves: three features instead of four.",
            "Le petit paquet a 27 cartes, toutes à feuille pleine : trois caractères au lieu de "
            "quatre.",
        ),
        {"short": en_fr("27 cards", "27 cartes"), "full": en_fr("81 cards", "81 cartes")},
    ),
    "penalty": OptionTexts(
        en_fr("Penalty", "Pénalité"),
        en_fr("The points that a wrong trio costs.", "Les points que coûte un faux trio."),
    ),
    "freeze": OptionTexts(
        en_fr("Wait", "Attente"),
        en_fr(
            "How long you wait after a wrong trio, unless somebody finds one.",
            "Combien de temps un faux trio fait attendre, sauf si quelqu’un en trouve un.",
        ),
    ),
}

PRESENTATION: Final = Presentation(
    name=en_fr("Trillium", "Trillium"),
    pitch=en_fr(
        "Three flowers, alike or apart in everything. Who sees them first?",
        "Trois fleurs, pareilles ou différentes en tout. Qui les voit d’abord ?",
    ),
    colour="#1f6b4a",
    minutes=(3, 5),
    first_level="gentle",
    usual_level="steady",
    play_now_bots=2,
    options=OPTIONS,
    figures=FIGURES,
)
