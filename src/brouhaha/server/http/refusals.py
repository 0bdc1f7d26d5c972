"""What the server refuses over HTTP, and with which status. Tables and games have their own.

Every answer that is not a success comes from `Rejected(REFUSAL, …)`, so a code without its
sentences cannot be sent. What has no status here is a table's or a game's refusal: 422.
"""

from __future__ import annotations

from typing import Final

from brouhaha import games
from brouhaha.club import refusals as of_the_club
from brouhaha.engine import refusals as of_the_engine
from brouhaha.engine.errors import Refusal, Words, refusals_of
from brouhaha.sheets import refusals as of_sheets
from brouhaha.table import refusals as of_the_table
from brouhaha.table.refusals import NO_SUCH_TABLE
from brouhaha.tournaments import refusals as of_tournaments

# What was asked

BAD_MESSAGE = Refusal(
    "bad_message",
    "The server does not understand this request: {reason}.",
    "Le serveur ne comprend pas cette demande : {reason}.",
)
CUT_OFF = Words("the body was cut off", "la fin manque")
TOO_DEEP = Words("it is nested too deeply", "trop de niveaux imbriqués")
BAD_QUERY = Refusal(
    "bad_query",
    "The address has a parameter that cannot be used: {reason}.",
    "L’adresse a un paramètre inutilisable : {reason}.",
)
NOT_JSON = Refusal(
    "not_json",
    "Send this as JSON, with the content type application/json.",
    "Envoie ceci en JSON, avec le type application/json.",
)
TOO_BIG = Refusal(
    "too_big",
    "This is more than the server takes at once.",
    "C’est plus que ce que le serveur accepte à la fois.",
)
BODY_TOO_SLOW = Refusal(
    "body_too_slow",
    "The request did not arrive in time. Try again.",
    "La demande n’est pas arrivée à temps. Réessaie.",
)
NOT_FOUND = Refusal(
    "not_found",
    "There is nothing at this address.",
    "Il n’y a rien à cette adresse.",
)
WRONG_METHOD = Refusal(
    "wrong_method",
    "This address cannot be asked in this way.",
    "On ne peut pas interroger cette adresse ainsi.",
)
BAD_REQUEST = Refusal(
    "bad_request",
    "The server cannot answer this request.",
    "Le serveur ne peut pas répondre à cette demande.",
)
NO_SUCH_MATCH = Refusal(
    "no_such_match",
    "There is no such match: the link may be incomplete, or the match too old.",
    "Cette partie n’existe pas : le lien est peut-être incomplet, ou la partie trop ancienne.",
)


# Who may ask

WRONG_ORIGIN = Refusal(
    "wrong_origin",
    "Another site’s page asked for this: open Brouhaha’s own page.",
    "C’est la page d’un autre site qui l’a demandé : ouvre la page de Brouhaha.",
)
WRONG_HOST = Refusal(
    "wrong_host",
    "This server does not answer at the name {host}. Whoever runs it can add it as public_url.",
    "Ce serveur ne répond pas au nom {host}. Son responsable peut l’ajouter comme public_url.",
)
NOT_LISTED = Refusal(
    "not_listed",
    "This server does not list matches or players.",
    "Ce serveur ne donne pas de liste des parties ni des joueurs.",
)
NOT_FOR_YOU = Refusal(
    "not_for_you",
    "Your address may not read this.",
    "Ton adresse ne peut pas lire ceci.",
)

NO_AUTHORITY = Refusal(
    "no_authority",
    "This server has no certificate of its own making: there is nothing to install.",
    "Ce serveur n’a pas fabriqué de certificat : il n’y a rien à installer.",
)

# How much

TOO_FAST = Refusal(
    "too_fast",
    "That was a lot at once. Take a breath and try again.",
    "Ça fait beaucoup à la fois. Respire et réessaie.",
)
TOO_MANY_TABLES = Refusal(
    "too_many_tables",
    "The server has as many tables as it can take. Try again in a little while.",
    "Le serveur a déjà autant de tables qu’il peut. Réessaie un peu plus tard.",
)
TOO_MANY_SOCKETS = Refusal(
    "too_many_sockets",
    "Your address has too many connections open. Close a window and try again.",
    "Ton adresse a trop de connexions ouvertes. Ferme une fenêtre et réessaie.",
)
SERVER_FULL = Refusal(
    "server_full",
    "The server is full or about to restart. Try again in a little while.",
    "Le serveur est plein ou va redémarrer. Réessaie un peu plus tard.",
)

# What went wrong here

NOT_WRITTEN = Refusal(
    "not_written",
    "The server could not save that. Try again.",
    "Le serveur n’a pas pu l’enregistrer. Réessaie.",
)
STORE_FAILED = Refusal(
    "store_failed",
    "The server cannot read its store just now. Try again in a moment.",
    "Le serveur ne peut pas lire ses données en ce moment. Réessaie dans un instant.",
)
INTERNAL_ERROR = Refusal(
    "internal_error",
    "Something went wrong in the server. Try again.",
    "Quelque chose s’est mal passé dans le serveur. Réessaie.",
)

OF_ANY_BODY: Final = (WRONG_ORIGIN, NOT_JSON, BAD_MESSAGE, TOO_BIG, BODY_TOO_SLOW)

STATUS: Final = {
    BAD_MESSAGE: 400,
    BAD_QUERY: 400,
    BAD_REQUEST: 400,
    WRONG_ORIGIN: 403,
    NOT_LISTED: 403,
    of_the_club.NOT_SEATED: 403,
    of_the_club.HOST_ONLY: 403,
    of_the_club.NOT_YOU: 403,
    of_the_club.SEAT_NOT_HELD: 403,
    of_the_club.NAME_PROTECTED: 409,
    NOT_FOR_YOU: 403,
    NOT_FOUND: 404,
    NO_SUCH_TABLE: 404,
    NO_SUCH_MATCH: 404,
    of_the_club.NO_SUCH_EVENING: 404,
    of_the_club.NO_SUCH_PERSON: 404,
    of_the_club.NO_SUCH_NAME: 404,
    NO_AUTHORITY: 404,
    of_sheets.NO_SUCH_SHEET: 404,
    of_sheets.NO_SUCH_BOX: 404,
    of_sheets.NOT_YOUR_BOX: 403,
    of_sheets.SHEET_MOVED_ON: 409,
    of_sheets.ENTRY_TOO_LONG: 413,
    of_sheets.TOO_MANY_BOXES: 429,
    of_tournaments.NO_SUCH_TOURNAMENT: 404,
    of_tournaments.NO_SUCH_PARTICIPANT: 404,
    of_tournaments.NO_SUCH_ROUND_TABLE: 404,
    of_tournaments.NOT_TOURNAMENT_HOST: 403,
    of_tournaments.NOT_IN_TOURNAMENT: 403,
    of_tournaments.SENT_OUT: 403,
    of_tournaments.ROUND_DRAWN: 409,
    of_tournaments.ROUND_NOT_OVER: 409,
    of_tournaments.TOURNAMENT_BUSY: 503,
    WRONG_METHOD: 405,
    BODY_TOO_SLOW: 408,
    TOO_BIG: 413,
    NOT_JSON: 415,
    WRONG_HOST: 421,
    TOO_FAST: 429,
    TOO_MANY_TABLES: 429,
    TOO_MANY_SOCKETS: 429,
    INTERNAL_ERROR: 500,
    SERVER_FULL: 503,
    NOT_WRITTEN: 503,
    STORE_FAILED: 503,
}
BY_THE_RULES: Final = 422


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal, BY_THE_RULES)


def of_tables_and_games() -> dict[str, Refusal]:
    """By code: whatever may be refused to somebody who opens a table."""
    own = [each for name in games.names() for each in games.find(name).refusals]
    return {each.code: each for each in (
        *refusals_of(of_the_engine), *refusals_of(of_the_table), *refusals_of(of_sheets), *own,
    )}  # fmt: skip
