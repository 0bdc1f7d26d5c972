"""Every address that the server answers, but for the files of the page and of the games' faces.

One list: the app serves these routes, OpenAPI describes them, and the page's types are theirs.
"""

from __future__ import annotations

from typing import Any, Final

from brouhaha.club import refusals as of_the_club
from brouhaha.engine.errors import Refusal
from brouhaha.engine.refusals import WRONG_SEAT
from brouhaha.server.club.routes import CLUB_ROUTES
from brouhaha.server.feed.routes import FEED_ROUTES
from brouhaha.server.http import refusals
from brouhaha.server.http.route import Route
from brouhaha.server.http.types import (
    Addresses,
    FramesQuery,
    GameInfo,
    Health,
    HeldSeats,
    HighlightsQuery,
    MatchesQuery,
    MatchHighlights,
    MatchList,
    MatchRecord,
    NewTable,
    OpenedTable,
    PlayerQuery,
    PlayerRecord,
    ReplayPage,
    SeatQuestion,
    SocketQuery,
    TableInfo,
)
from brouhaha.server.sheets.types import (
    BoxCheck,
    BoxContent,
    BoxKey,
    BoxList,
    BoxRecord,
    CsvQuery,
    KeptBox,
    NewBox,
    NewSheet,
    OpenedSheet,
    SheetNews,
    SheetQuery,
    SheetWish,
)
from brouhaha.server.tournaments.routes import TOURNAMENT_ROUTES
from brouhaha.sheets import refusals as of_sheets
from brouhaha.table.refusals import NO_SUCH_TABLE

AT_EVERY_ADDRESS: Final = (refusals.WRONG_HOST, refusals.TOO_FAST, refusals.INTERNAL_ERROR)


GAMES: Final = Route("games", "GET", "/api/games", "The games that can be played.", list[GameInfo])
RULES: Final = Route(
    "rules", "GET", "/api/games/{game}/rules/{language}", "A game's rules, as Markdown.",
    str,
    refuses=(refusals.NOT_FOUND,),
    content="text/markdown",
)  # fmt: skip
OPEN_TABLE: Final = Route(
    "open_table", "POST", "/api/tables", "Open a table.",
    OpenedTable,
    body=NewTable,
    refuses=(refusals.TOO_MANY_TABLES, refusals.SERVER_FULL, refusals.NOT_WRITTEN),
    obeys_rules=True,
    statuses=(201,),
)  # fmt: skip
TABLE: Final = Route(
    "table", "GET", "/api/tables/{code}", "Whether one can sit down at a table.",
    TableInfo,
    refuses=(NO_SUCH_TABLE, refusals.STORE_FAILED),
)  # fmt: skip
SEATS: Final = Route(
    "seats", "POST", "/api/seats", "Which of the seats that a device remembers are still its own.",
    HeldSeats,
    body=SeatQuestion,
)  # fmt: skip
MATCHES: Final = Route(
    "matches", "GET", "/api/matches", "Finished matches, the last first.",
    MatchList,
    query=MatchesQuery,
    refuses=(
        refusals.NOT_LISTED, of_the_club.NOT_SEATED, refusals.BAD_QUERY, refusals.NO_SUCH_MATCH,
        refusals.STORE_FAILED,
    ),
)  # fmt: skip
MATCH: Final = Route(
    "match", "GET", "/api/matches/{id}", "A finished match with its log, result and seed.",
    MatchRecord,
    refuses=(refusals.NO_SUCH_MATCH, refusals.STORE_FAILED),
)  # fmt: skip
FRAMES: Final = Route(
    "frames", "GET", "/api/matches/{id}/frames",
    "The match step by step, as a seat or (`public`) everybody saw it.",
    ReplayPage,
    query=FramesQuery,
    refuses=(
        refusals.BAD_QUERY, WRONG_SEAT, refusals.NO_SUCH_MATCH, refusals.STORE_FAILED,
    ),
    obeys_rules=True,  # a log from other rules cannot be played again
)  # fmt: skip
HIGHLIGHTS: Final = Route(
    "highlights", "GET", "/api/matches/{id}/highlights",
    "The moments of the match that are worth telling.",
    MatchHighlights,
    query=HighlightsQuery,
    refuses=(refusals.BAD_QUERY, refusals.NO_SUCH_MATCH, refusals.STORE_FAILED),
    obeys_rules=True,  # a log from other rules cannot be played again
)  # fmt: skip
PLAYER: Final = Route(
    "player", "GET", "/api/players/{name}", "What somebody of that name played.",
    PlayerRecord,
    query=PlayerQuery,
    refuses=(
        refusals.NOT_LISTED, of_the_club.NOT_SEATED, refusals.BAD_QUERY, refusals.STORE_FAILED,
    ),
)  # fmt: skip
OPEN_SHEET: Final = Route(
    "open_sheet", "POST", "/api/sheets", "Begin a score sheet, for play with the real box.",
    OpenedSheet,
    body=NewSheet,
    refuses=(
        refusals.TOO_MANY_TABLES, refusals.NOT_WRITTEN, refusals.STORE_FAILED,
    ),
    obeys_rules=True,
    statuses=(201,),
)  # fmt: skip
SHEET: Final = Route(
    "sheet", "GET", "/api/sheets/{code}", "A score sheet, if it is not the one seen before.",
    SheetNews,
    query=SheetQuery,
    refuses=(
        refusals.BAD_QUERY, of_sheets.NO_SUCH_SHEET, of_sheets.SHEET_UNREADABLE,
        refusals.STORE_FAILED,
    ),
    obeys_rules=True,
)  # fmt: skip
WRITE_ON_SHEET: Final = Route(
    "write_on_sheet", "POST", "/api/sheets/{code}",
    "Enter, correct, take back or bring back something on a score sheet.",
    SheetNews,
    body=SheetWish,
    refuses=(
        of_sheets.NO_SUCH_SHEET, of_sheets.SHEET_MOVED_ON, of_sheets.SHEET_UNREADABLE,
        of_sheets.ENTRY_TOO_LONG, refusals.STORE_FAILED,
    ),
    obeys_rules=True,
)  # fmt: skip
SHEET_CSV: Final = Route(
    "sheet_csv", "GET", "/api/sheets/{code}/csv", "A score sheet as a file for spreadsheets.",
    str,
    query=CsvQuery,
    refuses=(
        refusals.BAD_QUERY, of_sheets.NO_SUCH_SHEET, of_sheets.SHEET_UNREADABLE,
        refusals.STORE_FAILED,
    ),
    obeys_rules=True,
    content="text/csv",
)  # fmt: skip
BOXES: Final = Route(
    "boxes", "GET", "/api/boxes/{game}", "The boxes of a game that were typed in here.",
    BoxList,
    refuses=(refusals.NOT_LISTED, of_sheets.NO_BOX_FOR_GAME, refusals.STORE_FAILED),
    obeys_rules=True,
)  # fmt: skip
KEEP_BOX: Final = Route(
    "keep_box", "POST", "/api/boxes/{game}", "Keep the cards of a real box by a name.",
    KeptBox,
    body=NewBox,
    refuses=(
        of_sheets.NO_BOX_FOR_GAME, of_sheets.BOX_WRONG, of_sheets.NO_SUCH_BOX,
        of_sheets.NOT_YOUR_BOX, of_sheets.TOO_MANY_BOXES, refusals.TOO_MANY_TABLES,
        refusals.STORE_FAILED,
    ),
    obeys_rules=True,
)  # fmt: skip
CHECK_BOX: Final = Route(
    "check_box", "POST", "/api/boxes/{game}/check", "Whether this can be a box of the game.",
    BoxCheck,
    body=BoxContent,
    refuses=(of_sheets.NO_BOX_FOR_GAME,),
    obeys_rules=True,
)  # fmt: skip
BOX: Final = Route(
    "box", "GET", "/api/boxes/{game}/{id}", "A typed-in box; `house` is the house’s own.",
    BoxRecord,
    query=CsvQuery,
    refuses=(
        refusals.BAD_QUERY, of_sheets.NO_BOX_FOR_GAME, of_sheets.NO_SUCH_BOX, refusals.STORE_FAILED,
    ),
    obeys_rules=True,
)  # fmt: skip
DROP_BOX: Final = Route(
    "drop_box", "POST", "/api/boxes/{game}/{id}/drop", "Forget a typed-in box.",
    BoxList,
    body=BoxKey,
    refuses=(
        of_sheets.NO_BOX_FOR_GAME, of_sheets.NO_SUCH_BOX, of_sheets.NOT_YOUR_BOX,
        refusals.STORE_FAILED,
    ),
    obeys_rules=True,
)  # fmt: skip
ADDRESSES: Final = Route(
    "addresses", "GET", "/api/addresses", "How other devices reach this server.", Addresses
)
AUTHORITY: Final = Route(
    "authority", "GET", "/authority.crt",
    "The certificate authority of a server that made its own, for phones to install.",
    bytes,
    refuses=(refusals.NO_AUTHORITY,),
    content="application/x-x509-ca-cert",
)  # fmt: skip
OPENAPI: Final = Route("openapi", "GET", "/api/openapi.json", "This description.", dict[str, Any])
ASYNCAPI: Final = Route(
    "asyncapi", "GET", "/api/wire.json", "The messages of the socket.", dict[str, Any]
)
HEALTH: Final = Route(
    "health", "GET", "/healthz", "Whether the server is well (200) or not (503).",
    Health,
    statuses=(200, 503),
)  # fmt: skip
METRICS: Final = Route(
    "metrics", "GET", "/metrics", "Figures for Prometheus.",
    str,
    refuses=(refusals.NOT_FOR_YOU,),
    content="text/plain",
)  # fmt: skip
SOCKET: Final = Route(
    "socket", "GET", "/ws", "The WebSocket of a table; see /api/wire.json.",
    None,
    query=SocketQuery,
    refuses=(refusals.WRONG_ORIGIN, refusals.TOO_MANY_SOCKETS, refusals.SERVER_FULL),
    statuses=(101,),
)  # fmt: skip

ROUTES: Final = (
    GAMES, RULES, OPEN_TABLE, TABLE, SEATS, MATCHES, MATCH, FRAMES, HIGHLIGHTS, PLAYER,
    OPEN_SHEET, SHEET, WRITE_ON_SHEET, SHEET_CSV, BOXES, KEEP_BOX, CHECK_BOX, BOX, DROP_BOX,
    ADDRESSES, AUTHORITY, OPENAPI, ASYNCAPI, HEALTH, METRICS, SOCKET,
    *CLUB_ROUTES, *TOURNAMENT_ROUTES, *FEED_ROUTES,
)  # fmt: skip


def refusals_of(route: Route) -> list[Refusal]:
    """All that may be refused there, with what any address may refuse."""
    of_body = refusals.OF_ANY_BODY if route.body is not None else ()
    by_rules = refusals.of_tables_and_games().values() if route.obeys_rules else ()
    return list(dict.fromkeys((*of_body, *route.refuses, *by_rules, *AT_EVERY_ADDRESS)))
