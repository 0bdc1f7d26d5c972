"""What nimble refuses, and how it says so. A wrong placement is not refused: that is the game."""

from brouhaha.engine.errors import Refusal, Words

DECK_EMPTY = Refusal(
    "deck_empty",
    "Your deck is used up: turn your discard over.",
    "Ton paquet est vide : recommence avec ta défausse.",
)
DISCARD_EMPTY = Refusal(
    "discard_empty",
    "There is nothing on your discard: flip a card first.",
    "Ta défausse est vide : retourne d’abord une carte.",
)
DECK_NOT_EMPTY = Refusal(
    "deck_not_empty",
    "There are still cards in your deck: flip them first.",
    "Il reste des cartes dans ton paquet : retourne-les d’abord.",
)
NOT_YOUR_SIGNAL = Refusal(
    "not_your_signal",
    "{name} gives the signal.",
    "C’est {name} qui donne le signal.",
)
BOUNCED = Refusal(
    "bounced",
    "Another card lies there now, {name}’s. Look again.",
    "Une autre carte est là maintenant, celle de {name}. Regarde encore.",
)

# What is missing in an action
NO_AIM = Words(
    "`onto` names the card seen on top of the pile",
    "`onto` nomme la carte vue sur la pile",
)
