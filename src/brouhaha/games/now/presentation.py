"""What NOW! says of itself: names, levels, and the words of its options."""

from __future__ import annotations

from typing import Final

from brouhaha.engine.presentation import EXTRA_SECONDS, OptionTexts, Presentation, en_fr
from brouhaha.games.now.statistics import FIGURES

OPTIONS: Final = {
    "countdown": OptionTexts(
        label=en_fr("Before Go", "Avant le Go"),
        why=en_fr(
            "How long everybody looks at the Targets before each round begins.",
            "Le temps de regarder les Cibles avant chaque tour.",
        ),
    ),
    "action": OptionTexts(
        label=en_fr("Time for a round", "Durée d’un tour"),
        why=en_fr(
            "When it runs out, whoever has not said NOW! keeps their active card. No limit:"
            " take all the time you like.",
            "À la fin, qui n’a pas dit NOW! garde sa carte active. Sans limite : prends "
            "tout ton temps.",
        ),
    ),
    "last_player": OptionTexts(
        label=en_fr("Time for the last player", "Temps du dernier joueur"),
        why=en_fr(
            "When only one player is left, this clock takes over. No limit: the round’s own"
            " clock runs on.",
            "Quand il ne reste qu’un joueur, ce chrono prend le relais. Sans limite : celui"
            " du tour continue.",
        ),
    ),
    "resolution": OptionTexts(
        label=en_fr("Time to look", "Temps pour regarder"),
        why=en_fr(
            "How long the result of a round stays, unless everybody says they have seen it.",
            "Combien de temps reste le résultat d’un tour, sauf si tout le monde dit l’avoir vu.",
        ),
    ),
    "colours": OptionTexts(
        label=en_fr("Colours", "Couleurs"),
        why=en_fr(
            "Who plays which deck. All eight are equally strong.",
            "Qui joue quel paquet. Les huit se valent.",
        ),
        values={
            "none": en_fr("Drawn", "Au hasard"),
            "blue": en_fr("blue", "bleu"),
            "brown": en_fr("brown", "brun"),
            "green": en_fr("green", "vert"),
            "orange": en_fr("orange", "orange"),
            "pink": en_fr("pink", "rose"),
            "purple": en_fr("purple", "violet"),
            "teal": en_fr("teal", "turquoise"),
            "yellow": en_fr("yellow", "jaune"),
        },
    ),
    "cards": OptionTexts(
        label=en_fr("Which cards", "Quelles cartes"),
        why=en_fr(
            "The house’s, or those of a real box that somebody typed in.",
            "Celles de la maison, ou celles d’une vraie boîte que quelqu’un a notée.",
        ),
    ),
    "perfect": OptionTexts(
        label=en_fr("What is a Perfect?", "Qu’est-ce qu’une Parfaite ?"),
        why=en_fr(
            "Refresh goes to the only player with a Perfect. Must its Target lie on the "
            "table, or will any Target of the game do?",
            "Reset va au seul joueur qui a une Parfaite. Faut-il que sa Cible soit sur la "
            "table, ou n’importe quelle Cible suffit-elle ?",
        ),
        values={
            "in_play": en_fr("Target on the table", "Cible sur la table"),
            "any": en_fr("Any Target", "N’importe quelle Cible"),
        },
    ),
    "refresh_points": OptionTexts(
        label=en_fr("Refresh is worth", "Reset vaut"),
        why=en_fr(
            "Points for whoever has Refresh at the end, once red and blue are counted.",
            "Des points pour qui a Reset à la fin, une fois le rouge et le bleu comptés.",
        ),
    ),
    "signal": OptionTexts(
        label=en_fr("How a round starts", "Le départ d’un tour"),
        why=en_fr(
            "A countdown starts it for everybody, or it starts when every player has said Go.",
            "Un compte à rebours lance le tour pour tous, ou il commence quand chaque "
            "joueur a dit Go.",
        ),
        values={
            "countdown": en_fr("Countdown", "Compte à rebours"),
            "all": en_fr("All say Go", "Tous disent Go"),
        },
    ),
    "refresh_place": OptionTexts(
        label=en_fr("Where Refresh hides", "Où se cache Reset"),
        why=en_fr(
            "The book slides it into the middle of the Targets, more or less.",
            "Le livret la glisse plus ou moins au milieu des Cibles.",
        ),
        values={
            "middle_third": en_fr("Middle third", "Tiers du milieu"),
            "middle": en_fr("Exact middle", "Juste au milieu"),
            "anywhere": en_fr("Anywhere", "N’importe où"),
        },
    ),
    "refresh_active": OptionTexts(
        label=en_fr("Your card at Refresh", "Ta carte active au Reset"),
        why=en_fr(
            "When Refresh comes, the card you hold is shuffled in with the discards, or you"
            " keep it.",
            "Quand Reset arrive, la carte que tu tiens est mélangée avec la défausse, ou tu"
            " la gardes.",
        ),
        values={
            "shuffled": en_fr("Shuffled in", "Mélangée"),
            "kept": en_fr("You keep it", "Tu la gardes"),
        },
    ),
    "rank_silvano": OptionTexts(
        label=en_fr("Silvano can win", "Silvano peut gagner"),
        why=en_fr(
            "With two players, Silvano is ranked like everybody, or he only takes Targets away.",
            "À deux, Silvano est classé comme tout le monde, ou il ne fait que prendre des Cibles.",
        ),
        values={
            "true": en_fr("Ranked", "Classé"),
            "false": en_fr("Not ranked", "Hors classement"),
        },
    ),
    "extra_time": OptionTexts(
        label=en_fr("Longer clocks", "Horloges plus longues"),
        why=en_fr(
            "Seconds more for a child or a tired hand. The round’s clock waits for whoever "
            "has the most; the last player has their own.",
            "Des secondes de plus pour un enfant ou une main fatiguée. L’horloge de la "
            "manche attend qui en a le plus ; le dernier joueur a les siennes.",
        ),
        values=EXTRA_SECONDS,
    ),
    "in_turn": OptionTexts(
        label=en_fr("Pass and play", "Chacun son tour"),
        why=en_fr(
            "One phone goes round, and one plays after the other, each with a clock of their own."
            " It is another game: nobody races you, and nobody shouts first.",
            "Un seul téléphone passe de main en main : on joue l’un après l’autre, chacun avec son"
            " chrono. C’est un autre jeu : personne ne te presse, personne ne crie en premier.",
        ),
        values={
            "true": en_fr("One after another", "L’un après l’autre"),
            "false": en_fr("All at once", "Tous à la fois"),
        },
    ),
}

PRESENTATION: Final = Presentation(
    name=en_fr("NOW!", "NOW!"),
    pitch=en_fr("Get close. Stay under. Shout first.", "Tout près, sans dépasser. Crie vite !"),
    colour="#ff6a4d",
    minutes=(3, 5),
    order=1,
    play_now_bots=3,
    options=OPTIONS,
    figures=FIGURES,
    lesson=True,
    one_device_option="in_turn",
)
