"""The refusals that every game shares. A game's own ones are in its folder."""

from brouhaha.engine.errors import Refusal

UNKNOWN_GAME = Refusal(
    "unknown_game",
    "There is no game called “{game}”.",
    "Il n’y a pas de jeu nommé « {game} ».",
)
BAD_PLAYERS = Refusal(
    "bad_players",
    "Players are a list of names, each of 1 to {most} characters.",
    "Les joueurs sont une liste de noms, chacun de 1 à {most} caractères.",
)
TOO_FEW_PLAYERS = Refusal(
    "too_few_players",
    "This game takes at least {least} players.",
    "Ce jeu se joue à {least} au moins.",
)
TOO_MANY_PLAYERS = Refusal(
    "too_many_players",
    "This game takes at most {most} players.",
    "Ce jeu se joue à {most} au plus.",
)
BAD_SEED = Refusal(
    "bad_seed",
    "A seed is a whole number or some bytes.",
    "Une graine est un nombre entier ou des octets.",
)
UNKNOWN_OPTION = Refusal(
    "unknown_option",
    "This game has no such option: {reason}.",
    "Ce jeu n’a pas cette option : {reason}.",
)
BAD_OPTION = Refusal(
    "bad_option",
    "An option has a value that it cannot take: {reason}.",
    "Une option a une valeur impossible : {reason}.",
)
CLOCK_TOO_SHORT = Refusal(
    "clock_too_short",
    "This clock takes at least {least} s; 0 switches it off.",
    "Ce chrono dure au moins {least} s ; 0 l’arrête.",
)
BAD_DEAL = Refusal(
    "bad_deal",
    "These cards cannot be dealt: {reason}.",
    "Cette donne est impossible : {reason}.",
)
BAD_LOG = Refusal(
    "bad_log",
    "This log cannot be replayed: {reason}.",
    "Ce journal ne peut pas être rejoué : {reason}.",
)
UNKNOWN_ACTION = Refusal(
    "unknown_action",
    "This game has no such action: {reason}.",
    "Ce jeu ne connaît pas cette action : {reason}.",
)
BAD_ACTION = Refusal(
    "bad_action",
    "This action is incomplete or not well formed: {reason}.",
    "Cette action est incomplète ou mal formée : {reason}.",
)
WRONG_SEAT = Refusal(
    "wrong_seat",
    "Nobody plays from that seat.",
    "Personne ne joue à cette place.",
)
WRONG_PHASE = Refusal(
    "wrong_phase",
    "Not at this moment of the match.",
    "Ce n’est pas le moment.",
)
ALREADY_READY = Refusal(
    "already_ready",
    "You have said so already: the others are still looking.",
    "C’est déjà noté : les autres regardent encore.",
)
BAD_TIME = Refusal(
    "bad_time",
    "Time is counted in whole milliseconds from 0.",
    "Le temps se compte en millisecondes entières à partir de 0.",
)
TIME_BACKWARDS = Refusal(
    "time_backwards",
    "It is {now} ms already: {at} ms is past.",
    "Il est déjà {now} ms : {at} ms est passé.",
)
