"""What nimble says of itself: names, levels, and the words of its options."""

from __future__ import annotations

from typing import Final

from brouhaha.engine.presentation import OptionTexts, Presentation, en_fr
from brouhaha.games.nimble.statistics import FIGURES

OPTIONS: Final = {
    "countdown": OptionTexts(
        label=en_fr("Before Go", "Avant le Go"),
        why=en_fr(
            "How long everybody looks at the three piles before the rush.",
            "Le temps de regarder les trois piles avant la ruée.",
        ),
    ),
    "round": OptionTexts(
        label=en_fr("Longest round", "Durée maximale d’une manche"),
        why=en_fr(
            "When it runs out, the round ends as if nobody could place a card. No limit: "
            "until somebody is out of cards.",
            "À la fin, la manche s’arrête comme si personne ne pouvait plus poser. Sans "
            "limite : jusqu’à ce que quelqu’un n’ait plus de cartes.",
        ),
    ),
    "check": OptionTexts(
        label=en_fr("Time for the check", "Temps de vérification"),
        why=en_fr(
            "How long the check of the piles stays, unless everybody says they have seen it.",
            "Combien de temps reste la vérification, sauf si tout le monde dit l’avoir vue.",
        ),
    ),
    "races": OptionTexts(
        label=en_fr("Beaten to a pile", "Coiffé au poteau"),
        why=en_fr(
            "Somebody was quicker and another card lies there now. Your card bounces back, "
            "or it lands all the same, right or wrong.",
            "Quelqu’un a été plus rapide et une autre carte est là. La tienne rebondit, ou "
            "elle se pose quand même, juste ou fausse.",
        ),
        values={
            "bounce": en_fr("Bounces back", "Elle rebondit"),
            "land": en_fr("Lands anyway", "Elle se pose"),
        },
    ),
    "challenge": OptionTexts(
        label=en_fr("Challenge", "Challenge"),
        why=en_fr(
            "As many rounds as players: whoever wins the most rounds wins it all.",
            "Autant de manches que de joueurs : qui gagne le plus de manches gagne tout.",
        ),
        values={
            "false": en_fr("One round", "Une manche"),
            "true": en_fr("Challenge", "Challenge"),
        },
    ),
    "question": OptionTexts(
        label=en_fr("Who starts the piles", "Qui commence les piles"),
        why=en_fr(
            "Drawn, or by the book: with children it goes by age, among adults by who has "
            "read Alice in Wonderland.",
            "Au hasard, ou comme dans le livret : avec des enfants, selon l’âge ; entre "
            "adultes, selon qui a lu Alice au pays des merveilles.",
        ),
        values={
            "none": en_fr("Drawn", "Au hasard"),
            "children": en_fr("With children", "Avec des enfants"),
            "alice": en_fr("Among adults", "Entre adultes"),
        },
    ),
    "answer": OptionTexts(
        label=en_fr("So, who is it?", "Alors, qui ?"),
        why=en_fr(
            "The answer to the group’s question: that player gives two cards of two "
            "players, or none of four.",
            "La réponse à la question : à deux, ce joueur donne deux cartes ; à quatre, aucune.",
        ),
        values={
            "none": en_fr("Nobody said", "Sans réponse"),
            "children.2": en_fr("Who is the youngest?", "Qui est le plus jeune ?"),
            "children.4": en_fr("Who is the oldest?", "Qui est le plus âgé ?"),
            "alice.2": en_fr("Who was the last to read Alice?", "Qui a lu Alice en dernier ?"),
            "alice.4": en_fr("Who has never read Alice?", "Qui n’a jamais lu Alice ?"),
        },
    ),
    "signal": OptionTexts(
        label=en_fr("The signal", "Le signal"),
        why=en_fr(
            "A countdown starts every round, or one player gives the signal: in the book, "
            "the youngest.",
            "Un compte à rebours lance chaque manche, ou un joueur donne le signal : dans "
            "le livret, le plus jeune.",
        ),
        values={
            "countdown": en_fr("Countdown", "Compte à rebours"),
            "player": en_fr("A player", "Un joueur"),
        },
    ),
    "signal_by": OptionTexts(
        label=en_fr("Who gives the signal", "Qui donne le signal"),
        why=en_fr("The youngest, or anybody you name.", "Le plus jeune, ou un autre."),
        values={
            "none": en_fr("The first seat", "La première place"),
        },
    ),
}

PRESENTATION: Final = Presentation(
    name=en_fr("nimble", "nimble"),
    pitch=en_fr("Three piles, all hands, no turns.", "Trois piles, toutes les mains, zéro tour."),
    colour="#0b5f63",
    minutes=(1, 2),
    order=2,
    play_now_bots=2,
    options=OPTIONS,
    figures=FIGURES,
    lesson=True,
    one_device="together",
)
