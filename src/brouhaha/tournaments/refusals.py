"""What a tournament refuses, and how it says so."""

from brouhaha.engine.errors import Refusal

NO_SUCH_TOURNAMENT = Refusal(
    "no_such_tournament",
    "There is no tournament {code}.",
    "Il n’y a pas de tournoi {code}.",
)
NOT_TOURNAMENT_HOST = Refusal(
    "not_tournament_host",
    "That is for the tournament’s host to say.",
    "C’est à l’organisateur du tournoi de le dire.",
)
NOT_IN_TOURNAMENT = Refusal(
    "not_in_tournament",
    "You do not take part in this tournament yet.",
    "Tu ne participes pas encore à ce tournoi.",
)
NO_SUCH_PARTICIPANT = Refusal(
    "no_such_participant",
    "Nobody with number {number} takes part.",
    "Personne ne participe sous le numéro {number}.",
)
SENT_OUT = Refusal(
    "sent_out",
    "The host took you off the list: talk to them.",
    "L’organisateur t’a retiré de la liste\u00a0: va le voir.",
)
TOURNAMENT_FULL = Refusal(
    "tournament_full",
    "This tournament takes {most} at most.",
    "Ce tournoi prend {most} participants au plus.",
)
NO_LATECOMERS = Refusal(
    "no_latecomers",
    "The first round has been drawn: this tournament takes nobody any more.",
    "Le premier tour est tiré\u00a0: ce tournoi ne prend plus personne.",
)
TOURNAMENT_ENDED = Refusal(
    "tournament_ended",
    "This tournament is over.",
    "Ce tournoi est terminé.",
)
WENT_TOO_OFTEN = Refusal(
    "went_too_often",
    "You came and went too often: ask the host.",
    "Trop d’allers et retours\u00a0: demande à l’organisateur.",
)
TOO_FEW_TO_DRAW = Refusal(
    "too_few_to_draw",
    "A round needs at least {least}.",
    "Il faut être au moins {least} pour un tour.",
)
ROUND_DRAWN = Refusal(
    "round_drawn",
    "Round {number} has been drawn already.",
    "Le tour {number} est déjà tiré.",
)
ROUND_NOT_OVER = Refusal(
    "round_not_over",
    "Results are still missing: {tables}.",
    "Il manque encore des résultats\u00a0: {tables}.",
)
NO_MORE_ROUNDS = Refusal(
    "no_more_rounds",
    "All {rounds} rounds have been played.",
    "Les {rounds} tours ont été joués.",
)
NO_SUCH_ROUND_TABLE = Refusal(
    "no_such_round_table",
    "There is no table {table} in round {round}.",
    "Il n’y a pas de table {table} au tour {round}.",
)
PLACES_WRONG = Refusal(
    "places_wrong",
    "Everybody of that table has one place: {names}.",
    "Chacun de cette table a une place\u00a0: {names}.",
)
SEATS_WRONG = Refusal(
    "seats_wrong",
    "A table of this game takes {least} to {most}.",
    "Une table de ce jeu prend de {least} à {most} joueurs.",
)
TOKEN_SHORT = Refusal(
    "token_short",
    "That token could be guessed: at least {least} characters.",
    "Ce jeton pourrait se deviner\u00a0: au moins {least} caractères.",
)
TOURNAMENT_BUSY = Refusal(
    "tournament_busy",
    "Too much happens here at once: try again.",
    "Trop de choses à la fois\u00a0: réessaie.",
)
