"""What NoNo says of itself: names, levels, and the words of its options."""

from __future__ import annotations

from typing import Final

from brouhaha.engine.presentation import EXTRA_SECONDS, OptionTexts, Presentation, en_fr
from brouhaha.games.nono.judging import MOST_CHARACTERS
from brouhaha.games.nono.statistics import FIGURES

OPTIONS: Final = {
    "box": OptionTexts(
        label=en_fr("Which cards and dice", "Quelles cartes et quels dés"),
        why=en_fr(
            "The house’s, or those of a real box that somebody typed in.",
            "Ceux de la maison, ou ceux d’une vraie boîte que quelqu’un a notée.",
        ),
    ),
    "language": OptionTexts(
        label=en_fr("Language of the words", "Langue des mots"),
        why=en_fr(
            "Categories, dice, plurals and syllables are those of this language.",
            "Catégories, dés, pluriels et syllabes sont ceux de cette langue.",
        ),
        values={
            "en": en_fr("English", "English"),
            "fr": en_fr("Français", "Français"),
        },
    ),
    "turns": OptionTexts(
        label=en_fr("Cards", "Cartes"),
        why=en_fr(
            "How many cards are played. 25 take about twenty minutes.",
            "Combien de cartes on joue. 25 durent une vingtaine de minutes.",
        ),
    ),
    "countdown": OptionTexts(
        label=en_fr("Before the first card", "Avant la première carte"),
        why=en_fr("A moment to get comfortable.", "Le temps de s’installer."),
    ),
    "search": OptionTexts(
        label=en_fr("Time to search", "Temps de recherche"),
        why=en_fr(
            "When it runs out, nobody has a word and the next card comes. No limit: until "
            "somebody calls Stop! or everybody passes.",
            "À la fin, personne n’a de mot et la carte suivante arrive. Sans limite : "
            "jusqu’à un Stop! ou jusqu’à ce que tous passent.",
        ),
    ),
    "answer": OptionTexts(
        label=en_fr("Time to type", "Temps pour écrire"),
        why=en_fr(
            "From Stop! until the word must be there. Stop! without a word costs 10.",
            "De Stop! jusqu’au mot. Un Stop! sans mot coûte 10.",
        ),
    ),
    "vote": OptionTexts(
        label=en_fr("Time to vote", "Temps de vote"),
        why=en_fr(
            "Whoever has not voted by then is not counted.",
            "Qui n’a pas voté à temps ne compte pas.",
        ),
    ),
    "verdict": OptionTexts(
        label=en_fr("Time to look", "Temps pour regarder"),
        why=en_fr(
            "How long the verdict stays, unless everybody says they have seen it.",
            "Combien de temps reste le verdict, sauf si tout le monde dit l’avoir vu.",
        ),
    ),
    "handicap": OptionTexts(
        label=en_fr("Handicaps", "Handicaps"),
        why=en_fr(
            "For those who win too often: a letter of an order die must be the first, or "
            "the last, of their word.",
            "Pour qui gagne trop souvent : une lettre d’un dé Ordre doit être la première, "
            "ou la dernière, de son mot.",
        ),
        values={
            "none": en_fr("None", "Aucun"),
            "first": en_fr("First letter", "Première lettre"),
            "last": en_fr("Last letter", "Dernière lettre"),
        },
    ),
    "tie": OptionTexts(
        label=en_fr("A tied vote", "Vote à égalité"),
        why=en_fr(
            "As many votes for typical as for not typical, or no vote. If the referee "
            "decides, the word is typical when the lexicon knows it: a single accomplice "
            "cannot push nonsense through.",
            "Autant de votes « typique » que « pas typique », ou aucun vote. Si l’arbitre "
            "tranche, le mot est typique quand le lexique le connaît : un complice ne "
            "suffit plus.",
        ),
        values={
            "fits": en_fr("Typical", "Typique"),
            "fails": en_fr("Not typical", "Pas typique"),
            "referee": en_fr("The referee decides", "L’arbitre tranche"),
        },
    ),
    "decides": OptionTexts(
        label=en_fr("Who says whether a word is typical", "Qui dit si un mot est typique"),
        why=en_fr(
            "Everybody’s thumbs, or one person, such as a teacher. On that person’s own words "
            "the others vote.",
            "Les pouces de tous, ou une seule personne, un enseignant par exemple. Sur ses "
            "propres mots, ce sont les autres qui votent.",
        ),
        values={
            "vote": en_fr("Everybody votes", "Tout le monde vote"),
            "moderator": en_fr("One person decides", "Une personne décide"),
        },
    ),
    "moderator": OptionTexts(
        label=en_fr("The one who decides", "Qui décide"),
        why=en_fr(
            "They may play along, or pass and only decide.",
            "Cette personne peut jouer aussi, ou passer et seulement décider.",
        ),
        values={"none": en_fr("The first seat", "La première place")},
    ),
    "pass_final": OptionTexts(
        label=en_fr("Passing", "Passer"),
        why=en_fr(
            "Whoever passes is out of the search until the next card, or may still call Stop!",
            "Qui passe ne cherche plus avant la carte suivante, ou peut encore crier Stop!",
        ),
        values={
            "true": en_fr("Final", "Définitif"),
            "false": en_fr("You may come back", "On peut revenir"),
        },
    ),
    "penalties": OptionTexts(
        label=en_fr("Several things wrong", "Plusieurs fautes"),
        why=en_fr(
            "All penalties add up, or only the worst one counts.",
            "Toutes les pénalités s’additionnent, ou seule la pire compte.",
        ),
        values={
            "add_up": en_fr("They add up", "On additionne"),
            "worst": en_fr("Only the worst", "Seule la pire"),
        },
    ),
    "plural_cost": OptionTexts(
        label=en_fr("A plural in -s costs", "Un pluriel en -s coûte"),
        why=en_fr(
            "When an S is demanded and only the plural brings it. With 0 it is allowed.",
            "Quand un S est demandé et que seul le pluriel l’apporte. Avec 0, c’est permis.",
        ),
    ),
    "extra_time": OptionTexts(
        label=en_fr("Longer clocks", "Horloges plus longues"),
        why=en_fr(
            "Seconds more for a child or a tired hand, to type a word and to vote. The "
            "search is a race: its clock is the same for all.",
            "Des secondes de plus pour un enfant ou une main fatiguée, pour écrire un mot "
            "et pour voter. La recherche est une course : son horloge est la même pour "
            "tous.",
        ),
        values=EXTRA_SECONDS,
    ),
}

PRESENTATION: Final = Presentation(
    name=en_fr("NoNo", "NoNo"),
    pitch=en_fr("Find the word. Dodge the letter. Stop!", "Trouve le mot. Évite la lettre. Stop!"),
    colour="#ffc639",
    minutes=(8, 10),
    order=3,
    play_now_bots=3,
    options=OPTIONS,
    figures=FIGURES,
    limits={"word": MOST_CHARACTERS},
    lesson=True,
    one_device="together",
)
