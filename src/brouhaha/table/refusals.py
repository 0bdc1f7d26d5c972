"""What a table refuses, and how it says so. What a game refuses is in the game's folder."""

from brouhaha.engine.errors import Refusal, Rejected, Words
from brouhaha.table.wire import Status

# Coming in

NO_SUCH_TABLE = Refusal(
    "no_such_table",
    "There is no table with the code {code}. Check the letters, or open a new table.",
    "Il n’y a pas de table avec le code {code}. Vérifie les lettres, ou ouvre une nouvelle table.",
)
TABLE_FULL = Refusal(
    "table_full",
    "This table is full: {most} can play. You may watch.",
    "Cette table est complète : on y joue à {most}. Tu peux regarder.",
)
MATCH_RUNNING = Refusal(
    "match_running",
    "A match is being played. You may watch, and sit down after it.",
    "Une partie est en cours. Tu peux regarder, et t’asseoir ensuite.",
)
TABLE_LOCKED = Refusal(
    "table_locked",
    "The host has locked this table. You may watch.",
    "L’hôte a verrouillé cette table. Tu peux regarder.",
)
TOO_MANY_WATCHERS = Refusal(
    "too_many_watchers",
    "As many people as possible are watching this table already.",
    "Cette table a déjà tous les spectateurs possibles.",
)
BAD_TOKEN = Refusal(
    "bad_token",
    "This seat is no longer yours. Join again with your name.",
    "Cette place n’est plus la tienne. Rejoins la table avec ton nom.",
)
KICKED = Refusal(
    "kicked",
    "The host has sent you away from this table. You can open one of your own.",
    "L’hôte t’a fait quitter cette table. Tu peux ouvrir la tienne.",
)
KNOCK_FIRST = Refusal(
    "knock_first",
    "The host lets newcomers in: knock first (“knock”).",
    "C’est l’hôte qui fait entrer. Il faut d’abord frapper (« knock »).",
)
DOOR_FULL = Refusal(
    "door_full",
    "Too many people are at the door. Try again in a minute.",
    "Trop de monde à la porte. Réessaie dans une minute.",
)
TURNED_AWAY = Refusal(
    "turned_away",
    "The host did not let you in.",
    "L’hôte ne t’a pas fait entrer.",
)
KNOCK_LATER = Refusal(
    "knock_later",
    "The host has just said no. Try again in a minute.",
    "L’hôte vient de refuser. Réessaie dans une minute.",
)
NO_WATCHERS = Refusal(
    "no_watchers",
    "The host lets nobody watch.",
    "L’hôte ne laisse personne regarder.",
)
NOBODY_KNOCKS = Refusal(
    "nobody_knocks",
    "Nobody is waiting there any more.",
    "Plus personne n’attend là.",
)
HAND_OVER_USED = Refusal(
    "hand_over_used",
    "This code has already moved a seat, and it works once only. Show a new one on the device that"
    " has the seat now.",
    "Ce code a déjà déplacé une place, et il ne sert qu’une fois. Affiche un nouveau code sur"
    " l’appareil qui a la place.",
)
HAND_OVER_EXPIRED = Refusal(
    "hand_over_expired",
    "This code is too old. Show a new one on the device that has the seat.",
    "Ce code a expiré. Affiche un nouveau code sur l’appareil qui a la place.",
)
NAME_MISSING = Refusal(
    "name_missing",
    "Tell the others your name.",
    "Dis ton nom aux autres.",
)
HELLO_FIRST = Refusal(
    "hello_first",
    "Say hello first.",
    "Il faut d’abord dire bonjour (« hello »).",
)
ALREADY_HERE = Refusal(
    "already_here",
    "You are at this table already.",
    "Tu es déjà à cette table.",
)
TABLE_CLOSED = Refusal(
    "table_closed",
    "This table has been closed.",
    "Cette table est fermée.",
)

# At a device of several

DEVICE_FULL = Refusal(
    "device_full",
    "{most} people can play at one device, and so many do already.",
    "On peut jouer à {most} sur un appareil, et il y en a déjà autant.",
)
ASK_HOST = Refusal(
    "ask_host",
    "The host, {host}, lets newcomers in: ask them to add this person at their device.",
    "C’est l’hôte, {host}, qui fait entrer : demande-lui d’ajouter cette personne sur son"
    " appareil.",
)
NOT_YOUR_SEAT = Refusal(
    "not_your_seat",
    "That seat is not at this device.",
    "Cette place n’est pas sur cet appareil.",
)

ONE_DEVICE = Refusal(
    "one_device",
    "At one device this game is played one after another: switch that on among the house rules"
    " first.",
    "Sur un seul appareil, ce jeu se joue chacun son tour : active-le d’abord dans les règles"
    " maison.",
)

# At the table

NOT_A_PLAYER = Refusal(
    "not_a_player",
    "You are watching: only players may do this.",
    "Tu regardes : seuls les joueurs peuvent faire cela.",
)
NOT_HOST = Refusal(
    "not_host",
    "Only the host, {host}, may do this.",
    "Seul l’hôte, {host}, peut faire cela.",
)
NOT_NOW = Refusal(
    "not_now",
    "Not now: {status}.",
    "Pas maintenant : {status}.",
)
MOMENTS: dict[Status, Words] = {
    "lobby": Words("no match has started yet", "la partie n’a pas encore commencé"),
    "playing": Words("a match is being played", "une partie est en cours"),
    "paused": Words("the match is paused", "la partie est en pause"),
    "ended": Words("the match is over", "la partie est finie"),
}


def not_now(status: Status) -> Rejected:
    """This table does not take that at the moment it is in."""
    return Rejected(NOT_NOW, status=MOMENTS[status])


MOMENT_PASSED = Refusal(
    "moment_passed",
    "That came in too late: the game had moved on.",
    "C’est arrivé trop tard : le jeu avait déjà avancé.",
)
NOT_READY = Refusal(
    "not_ready",
    "Not everybody is ready. Waiting for {names}.",
    "Tout le monde n’est pas prêt. On attend {names}.",
)
NO_SUCH_SEAT = Refusal(
    "no_such_seat",
    "Nobody sits there.",
    "Il n’y a personne à cette place.",
)
NAME_GIVEN = Refusal(
    "name_given",
    "The host has given you this name. Ask them for another one.",
    "C’est l’hôte qui t’a donné ce nom. Demande-lui d’en changer.",
)
NOT_REMOVED = Refusal(
    "not_removed",
    "This person has not been sent away.",
    "Cette personne peut déjà revenir.",
)
NOT_A_BOT = Refusal(
    "not_a_bot",
    "No bot plays this seat: only a bot’s can be taken over.",
    "Aucun robot ne joue à cette place : on ne peut prendre que celle d’un robot.",
)
TOO_FEW_FOR_TWO = Refusal(
    "too_few_for_two",
    "Two tables of this game need at least {least} people.",
    "Il faut au moins {least} personnes pour deux tables de ce jeu.",
)
TWO_TABLES = Refusal(
    "two_tables",
    "The party is at two tables already.",
    "La soirée a déjà deux tables.",
)
NO_OTHER_TABLE = Refusal(
    "no_other_table",
    "The party has no other table.",
    "La soirée n’a pas d’autre table.",
)
OTHER_TABLE_PLAYS = Refusal(
    "other_table_plays",
    "The other table is still playing. Wait for the end of its match.",
    "L’autre table joue encore. Attends la fin de sa partie.",
)
MOVED = Refusal(
    "moved",
    "Your seat is at the party’s other table now: {code}.",
    "Ta place est maintenant à l’autre table de la soirée : {code}.",
)
BOTS_STAY = Refusal(
    "bots_stay",
    "The bots play this match to its end. You play in the next one.",
    "Les robots jouent cette partie jusqu’au bout. Tu joueras la prochaine.",
)
WAITING = Refusal(
    "waiting",
    "You are waiting: you play in one of the next matches.",
    "Tu attends ton tour : tu joueras une des prochaines parties.",
)
NO_SUCH_BOT = Refusal(
    "no_such_bot",
    "This game has no bot called “{level}”.",
    "Ce jeu n’a pas de robot nommé « {level} ».",
)
NOT_YOUR_OPTION = Refusal(
    "not_your_option",
    "The host sets this house rule for everybody.",
    "C’est l’hôte qui choisit ce réglage pour tous.",
)
NOT_A_PERSON = Refusal(
    "not_a_person",
    "Only a person who is at the table can be the host.",
    "Seule une personne présente à la table peut être l’hôte.",
)

GAME_FAILED = Refusal(
    "game_failed",
    "This game has a fault and cannot be played like this. Choose other options or another game.",
    "Ce jeu a une erreur et ne peut pas se jouer ainsi. Choisis d’autres options ou un autre jeu.",
)

# Bounds

TOO_MANY_PAUSES = Refusal(
    "too_many_pauses",
    "You have paused this match {most} times: let it go on.",
    "Tu as mis cette partie en pause {most} fois : laisse-la continuer.",
)
TOO_MANY_MOVES = Refusal(
    "too_many_moves",
    "That was too many moves at once. Try again.",
    "Trop de coups à la fois. Réessaie.",
)
TOURNAMENT_DECIDES = Refusal(
    "tournament_decides",
    "This table is a tournament’s: who plays what here is decided on its page.",
    "Cette table est celle d’un tournoi\u00a0: qui joue à quoi se décide sur sa page.",
)
TOO_MANY_CHANGES = Refusal(
    "too_many_changes",
    "Too much has been changed here: start the match, or open a new table.",
    "Il y a eu trop de changements ici : lance la partie, ou ouvre une nouvelle table.",
)
TOO_MANY_MATCHES = Refusal(
    "too_many_matches",
    "{most} matches have been played at this table: open a new one for the next.",
    "On a déjà joué {most} parties à cette table : ouvre-en une nouvelle pour la suite.",
)
OPTIONS_TOO_BIG = Refusal(
    "options_too_big",
    "Options and cards may take {most} bytes at most.",
    "Les options et les cartes peuvent prendre {most} octets au plus.",
)
