"""What cannot be written on a sheet of nimble, and how it is said."""

from brouhaha.engine.errors import Refusal

SHEET_OVER = Refusal(
    "sheet_over",
    "All rounds are written down.",
    "Toutes les manches sont notées.",
)
FOR_EVERY_PLAYER = Refusal(
    "for_every_player",
    "There are {players} players: give {players} numbers of cards left and of errors.",
    "Il y a {players} joueurs : il faut {players} nombres de cartes restantes et d’erreurs.",
)
TOO_MANY_LEFT = Refusal(
    "too_many_left",
    "{name} cannot have {left} cards left: {most} at most, after those that lie on the piles.",
    "{name} ne peut pas avoir {left} cartes : {most} au plus, sans celles des piles.",
)
NOT_OUT = Refusal(
    "not_out",
    "{name} went out: that is with {last} left, not {left}.",
    "{name} a fini : c’est avec {last} en main, pas {left}.",
)
ALSO_OUT = Refusal(
    "also_out",
    "{name} has {left} left: then the round was over before. Who went out?",
    "{name} n’en a plus que {left} : la manche était donc déjà finie. Qui a fini ?",
)
TOO_MANY_ERRORS = Refusal(
    "too_many_errors",
    "{name} placed {placed} cards, and cannot have made {errors} errors.",
    "{name} a posé {placed} cartes, et n’a pas pu faire {errors} erreurs.",
)
WRONG_SUM = Refusal(
    "wrong_sum",
    "The piles have {counted} cards and should have {expected}: {all} less the {left} left over.",
    "Les piles ont {counted} cartes, il en faut {expected} : {all} moins les {left} restantes.",
)
WRONG_ERRORS = Refusal(
    "wrong_errors",
    "{counted} errors were found on the piles, and {given} are written down for the players.",
    "On a trouvé {counted} erreurs sur les piles, et noté {given} pour les joueurs.",
)
WHO_WAS_FIRST = Refusal(
    "who_was_first",
    "{names} have {left} cards left each: say who got down to that number first.",
    "{names} ont chacun {left} cartes : dis qui y est arrivé en premier.",
)
