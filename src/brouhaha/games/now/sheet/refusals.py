"""What cannot be written on a sheet of NOW!, and how it is said."""

from brouhaha.engine.errors import Refusal

SHEET_OVER = Refusal(
    "sheet_over",
    "The match is over: all of it is written down.",
    "La partie est finie : tout est noté.",
)
THREE_CARDS = Refusal(
    "three_cards",
    "Three cards are turned up each round, not {given}.",
    "On retourne trois cartes à chaque tour, pas {given}.",
)
SETTLE_FIRST = Refusal(
    "settle_first",
    "First say who took the Targets of this round.",
    "Dis d’abord qui a pris les Cibles de ce tour.",
)
REVEAL_FIRST = Refusal(
    "reveal_first",
    "First enter the three cards that were turned up.",
    "Note d’abord les trois cartes retournées.",
)
HAS_COME = Refusal(
    "has_come",
    "{card} has been turned up before: there is only one.",
    "{card} est déjà sortie : il n’y en a qu’une.",
)
NOT_IN_BOX = Refusal(
    "not_in_box",
    "Your box has no such Target: {card}.",
    "Ta boîte n’a pas cette Cible : {card}.",
)
INCOMPLETE_TARGET = Refusal(
    "incomplete_target",
    "A Target has a value, a colour and points; Refresh has none of them.",
    "Une Cible a une valeur, une couleur et des points ; Reset n’en a pas.",
)
TOO_MANY_OF_COLOUR = Refusal(
    "too_many_of_colour",
    "The box has {most} Targets of this kind, {kind}, and all have come.",
    "La boîte a {most} Cibles de cette sorte, {kind}, et toutes sont sorties.",
)
REFRESH_MUST_COME = Refusal(
    "refresh_must_come",
    "Refresh has not come, and these are the last cards: it is one of them.",
    "Reset n’est pas encore sortie, et ce sont les dernières cartes : elle en fait partie.",
)
CARDS_FOR_ALL = Refusal(
    "cards_for_all",
    "{seats} players show a card each: {given} are given.",
    "{seats} joueurs montrent chacun une carte : il y en a {given}.",
)
SAME_CARD = Refusal(
    "same_card",
    "No two players can show a {value}: no value is on two cards.",
    "Deux joueurs ne peuvent pas montrer {value} : aucune valeur n’est sur deux cartes.",
)
SILVANOS_CARD = Refusal(
    "silvanos_card",
    "{name} shows {value}, and so does Silvano: take his card back, turn one of a deck that nobody "
    "plays, and enter it.",
    "{name} montre {value}, et Silvano aussi\u00a0: reprends sa carte, retournes-en une d’un "
    "paquet que personne ne joue et note-la.",
)
NOT_IN_DECK = Refusal(
    "not_in_deck",
    "{name}’s deck has no {value}.",
    "Le paquet de {name} n’a pas de {value}.",
)
NOT_ON_TABLE = Refusal(
    "not_on_table",
    "There is no {value} on the table.",
    "Il n’y a pas de {value} sur la table.",
)
TAKEN_TWICE = Refusal(
    "taken_twice",
    "{value} can go to one player only.",
    "{value} ne peut aller qu’à un joueur.",
)
NO_REFRESH = Refusal(
    "no_refresh",
    "Refresh does not lie on the table.",
    "Reset n’est pas sur la table.",
)
NO_SILVANO = Refusal(
    "no_silvano",
    "Silvano plays with two players only, and turns one card a round.",
    "Silvano ne joue qu’à deux joueurs, et retourne une carte par tour.",
)
PILES_OR_ROUNDS = Refusal(
    "piles_or_rounds",
    "Rounds are written down already: take them back, or go on round by round.",
    "Des tours sont déjà notés : reprends-les, ou continue tour par tour.",
)
PILES_FOR_ALL = Refusal(
    "piles_for_all",
    "{seats} piles are counted, one for each: {given} are given.",
    "On compte {seats} piles, une pour chacun : il y en a {given}.",
)
TOO_MANY_POINTS = Refusal(
    "too_many_points",
    "All piles together have {given} points of this kind, {kind}; the box has {most}.",
    "Toutes les piles ont ensemble {given} points de cette sorte, {kind} ; la boîte en a {most}.",
)
ONE_REFRESH = Refusal(
    "one_refresh",
    "There is one Refresh: only one player can have it.",
    "Il n’y a qu’une carte Reset : un seul joueur peut l’avoir.",
)
