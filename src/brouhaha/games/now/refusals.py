"""What NOW! refuses, and how it says so."""

from brouhaha.engine.errors import Refusal

ALREADY_SAID_NOW = Refusal(
    "already_said_now",
    "You said NOW!: your card is fixed for this round.",
    "Tu as dit NOW! : ta carte est fixée pour ce tour.",
)
LAST_CARD = Refusal(
    "last_card",
    "This is your last card: keep it and say NOW!",
    "C’est ta dernière carte : garde-la et dis NOW!",
)
NOT_YOUR_TURN = Refusal(
    "not_your_turn",
    "It is {name}’s turn.",
    "C’est au tour de {name}.",
)
COLOUR_TAKEN = Refusal(
    "colour_taken",
    "Two players want the same deck: they need two different colours.",
    "Deux joueurs veulent le même paquet : il faut deux couleurs différentes.",
)
TOO_MANY_COLOURS = Refusal(
    "too_many_colours",
    "There are {given} colours for {seats} seats.",
    "Il y a {given} couleurs pour {seats} places.",
)
BAD_CARDS = Refusal(
    "bad_cards",
    "These cards cannot be played with: {reason}.",
    "On ne peut pas jouer avec ces cartes : {reason}.",
)
