"""The club's addresses; a part of the list in `server/http/routes.py`."""

from __future__ import annotations

from typing import Final

from brouhaha.club import page_types as pages
from brouhaha.club import refusals as of_the_club
from brouhaha.server.club import types as types
from brouhaha.server.http import refusals
from brouhaha.server.http.route import Route

SEEN: Final = (refusals.NOT_LISTED, of_the_club.NOT_SEATED, refusals.STORE_FAILED)

CLUB: Final = Route(
    "club", "GET", "/api/club", "Who played here: days, evenings, players, records.",
    pages.ClubPage, refuses=SEEN,
)  # fmt: skip
EVENINGS: Final = Route(
    "evenings", "GET", "/api/club/evenings", "Evenings, the latest first.",
    pages.EveningList,
    query=types.EveningsQuery,
    refuses=(*SEEN, refusals.BAD_QUERY, of_the_club.NO_SUCH_EVENING),
)  # fmt: skip
EVENING: Final = Route(
    "evening", "GET", "/api/club/evenings/{id}",
    "What one table played without a long break, or (by a day such as 2026-11-17) all tables.",
    pages.EveningPage,
    query=types.EveningQuery,
    refuses=(*SEEN, refusals.BAD_QUERY, of_the_club.NO_SUCH_EVENING),
)  # fmt: skip
EVENING_JSON: Final = Route(
    "evening_json", "GET", "/api/club/evenings/{id}/json", "An evening whole, to keep.",
    pages.EveningPage,
    query=types.ExportQuery,
    refuses=(*SEEN, refusals.BAD_QUERY, of_the_club.NO_SUCH_EVENING),
)  # fmt: skip
EVENING_CSV: Final = Route(
    "evening_csv", "GET", "/api/club/evenings/{id}/csv",
    "An evening as a table: a line for each seat of each match.",
    str,
    query=types.ExportQuery,
    refuses=(*SEEN, refusals.BAD_QUERY, of_the_club.NO_SUCH_EVENING),
    content="text/csv",
)  # fmt: skip
PLAYERS: Final = Route(
    "players", "GET", "/api/club/players", "Who played here, the busiest first, or by name.",
    pages.PlayerList,
    query=types.PlayersQuery,
    refuses=(*SEEN, refusals.BAD_QUERY, of_the_club.NO_SUCH_PERSON),
)  # fmt: skip
PLAYER_PAGE: Final = Route(
    "player_page", "GET", "/api/club/players/{id}", "One person: what they played and how well.",
    pages.PlayerPage,
    refuses=(*SEEN, of_the_club.NO_SUCH_PERSON),
)  # fmt: skip
LADDER: Final = Route(
    "ladder", "GET", "/api/club/ladders/{game}", "How strong players are, and how sure that is.",
    pages.LadderPage,
    query=types.LadderQuery,
    refuses=(*SEEN, refusals.BAD_QUERY),
)  # fmt: skip
PASS: Final = Route(
    "club_pass", "POST", "/api/club/pass",
    "Let this device see the club, for a seat that it has or for the host's key: sets a cookie.",
    types.ClubPass,
    body=types.ClubEntry,
    refuses=(refusals.STORE_FAILED,),
)  # fmt: skip
CLAIM: Final = Route(
    "claim", "POST", "/api/club/claims", "Protect the name that one sits under, for a device.",
    types.OwnPersons,
    body=types.DeviceAtSeat,
    refuses=(refusals.STORE_FAILED, of_the_club.SEAT_NOT_HELD, of_the_club.NAME_PROTECTED),
)  # fmt: skip
OWN: Final = Route(
    "own_persons", "POST", "/api/club/own", "Whose names a device protects.",
    types.OwnPersons,
    body=types.DeviceQuestion,
    refuses=(refusals.STORE_FAILED,),
)  # fmt: skip
VOUCH: Final = Route(
    "vouch", "POST", "/api/club/vouchers",
    "Say that a seat is its name's owner's: within half a day its matches count as theirs.",
    types.Vouched,
    body=types.DeviceAtSeat,
    refuses=(refusals.STORE_FAILED, of_the_club.SEAT_NOT_HELD),
)  # fmt: skip
WISH: Final = Route(
    "host_wish", "POST", "/api/club/host", "What the host decides about persons.",
    types.Done,
    body=types.HostWish,
    refuses=(
        refusals.STORE_FAILED, of_the_club.HOST_ONLY, of_the_club.NO_SUCH_PERSON,
        of_the_club.NO_SUCH_NAME,
    ),
)  # fmt: skip
FORGET: Final = Route(
    "forget", "POST", "/api/club/forget",
    "Forget a person: their names leave every row and every log.",
    types.Done,
    body=types.Forget,
    refuses=(refusals.STORE_FAILED, of_the_club.NOT_YOU, of_the_club.NO_SUCH_PERSON),
)  # fmt: skip

CLUB_ROUTES: Final = (
    CLUB, EVENINGS, EVENING, EVENING_JSON, EVENING_CSV, PLAYERS, PLAYER_PAGE, LADDER, PASS, CLAIM,
    OWN, VOUCH, WISH, FORGET,
)  # fmt: skip
