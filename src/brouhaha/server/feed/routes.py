"""The feed's addresses; a part of the list in `server/http/routes.py`."""

from __future__ import annotations

from typing import Final

from brouhaha.club import refusals as of_the_club
from brouhaha.server.http import refusals
from brouhaha.server.http.route import Route
from brouhaha.table.refusals import NO_SUCH_TABLE
from brouhaha.tournaments.refusals import NO_SUCH_TOURNAMENT

KIND: Final = "text/event-stream"
HOUSE_FEED: Final = Route(
    "house_feed", "GET", "/api/feed", "What happens here, as server-sent events.",
    str,
    refuses=(
        refusals.NOT_LISTED, of_the_club.NOT_SEATED, refusals.TOO_MANY_SOCKETS,
        refusals.STORE_FAILED,
    ),
    content=KIND,
)  # fmt: skip
TABLE_FEED: Final = Route(
    "table_feed", "GET", "/api/tables/{code}/feed",
    "What everybody at a table hears, as server-sent events.",
    str,
    refuses=(
        NO_SUCH_TABLE, refusals.NOT_FOR_YOU, refusals.TOO_MANY_SOCKETS, refusals.STORE_FAILED,
    ),
    content=KIND,
)  # fmt: skip
TOURNAMENT_FEED: Final = Route(
    "tournament_feed", "GET", "/api/tournaments/{code}/feed",
    "A tournament as it goes, as server-sent events.",
    str,
    refuses=(NO_SUCH_TOURNAMENT, refusals.TOO_MANY_SOCKETS, refusals.STORE_FAILED),
    content=KIND,
)  # fmt: skip

FEED_ROUTES: Final = (HOUSE_FEED, TABLE_FEED, TOURNAMENT_FEED)
