"""Every address that the server answers, but for the page's own files.

One list: the app serves these routes, OpenAPI describes them, and the page's types are theirs.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from brouhaha.engine.errors import Refusal
from brouhaha.engine.refusals import WRONG_SEAT
from brouhaha.server import refusals
from brouhaha.server.http_types import (
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
    TableInfo,
)
from brouhaha.table.refusals import NO_SUCH_TABLE

JSON: Final = "application/json"
AT_EVERY_ADDRESS: Final = (refusals.WRONG_HOST, refusals.TOO_FAST, refusals.INTERNAL_ERROR)


class Route(NamedTuple):
    """Where, what for, what goes in, what comes out, and what may be refused."""

    name: str
    method: str
    path: str
    about: str
    answer: Any
    body: Any = None
    query: Any = None
    refuses: tuple[Refusal, ...] = ()
    obeys_rules: bool = False  # a table's or a game's refusals come too
    statuses: tuple[int, ...] = (200,)
    content: str = JSON


GAMES: Final = Route("games", "GET", "/api/games", "The games that can be played.", list[GameInfo])
OPEN_TABLE: Final = Route(
    "open_table", "POST", "/api/tables", "Open a table.",
    OpenedTable,
    body=NewTable,
    refuses=(
        refusals.WRONG_ORIGIN, refusals.NOT_JSON, refusals.BAD_MESSAGE, refusals.TOO_BIG,
        refusals.BODY_TOO_SLOW, refusals.TOO_MANY_TABLES, refusals.SERVER_FULL,
        refusals.NOT_WRITTEN,
    ),
    obeys_rules=True,
    statuses=(201,),
)  # fmt: skip
TABLE: Final = Route(
    "table", "GET", "/api/tables/{code}", "Whether one can sit down at a table.",
    TableInfo,
    refuses=(NO_SUCH_TABLE,),
)  # fmt: skip
SEATS: Final = Route(
    "seats", "POST", "/api/seats", "Which of the seats that a device remembers are still its own.",
    HeldSeats,
    body=SeatQuestion,
    refuses=(
        refusals.WRONG_ORIGIN, refusals.NOT_JSON, refusals.BAD_MESSAGE, refusals.TOO_BIG,
        refusals.BODY_TOO_SLOW,
    ),
)  # fmt: skip
MATCHES: Final = Route(
    "matches", "GET", "/api/matches", "Finished matches, the last first.",
    MatchList,
    query=MatchesQuery,
    refuses=(
        refusals.NOT_LISTED, refusals.BAD_QUERY, refusals.NO_SUCH_MATCH, refusals.STORE_FAILED,
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
    refuses=(refusals.NOT_LISTED, refusals.BAD_QUERY, refusals.STORE_FAILED),
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
    refuses=(refusals.WRONG_ORIGIN, refusals.TOO_MANY_SOCKETS, refusals.SERVER_FULL),
    statuses=(101,),
)  # fmt: skip

ROUTES: Final = (
    GAMES, OPEN_TABLE, TABLE, SEATS, MATCHES, MATCH, FRAMES, HIGHLIGHTS, PLAYER, ADDRESSES,
    AUTHORITY, OPENAPI, ASYNCAPI, HEALTH, METRICS, SOCKET,
)  # fmt: skip


def refusals_of(route: Route) -> list[Refusal]:
    """All that may be refused there, with what any address may refuse."""
    by_rules = refusals.of_tables_and_games().values() if route.obeys_rules else ()
    return list(dict.fromkeys((*route.refuses, *by_rules, *AT_EVERY_ADDRESS)))
