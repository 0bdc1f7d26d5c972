"""The tournaments' addresses; a part of the list in `server/http/routes.py`."""

from __future__ import annotations

from typing import Final

from brouhaha.server.http import refusals
from brouhaha.server.http.route import Route
from brouhaha.server.tournaments import types as types
from brouhaha.table.refusals import NAME_MISSING, NO_SUCH_BOT
from brouhaha.tournaments import refusals as of_tournaments

SENT: Final = (
    refusals.STORE_FAILED, refusals.NOT_WRITTEN, refusals.TOO_MANY_TABLES, NAME_MISSING,
)  # fmt: skip

OPEN_TOURNAMENT: Final = Route(
    "open_tournament", "POST", "/api/tournaments", "Open a tournament.",
    types.OpenedTournament,
    body=types.NewTournament,
    refuses=(*SENT, of_tournaments.SEATS_WRONG),
    obeys_rules=True,
    statuses=(201,),
)  # fmt: skip
TOURNAMENT: Final = Route(
    "tournament", "GET", "/api/tournaments/{code}",
    "A tournament as everybody sees it, if it is not as it was seen before.",
    types.TournamentNews,
    query=types.TournamentQuery,
    refuses=(refusals.BAD_QUERY, of_tournaments.NO_SUCH_TOURNAMENT, refusals.STORE_FAILED),
)  # fmt: skip
IN_TOURNAMENT: Final = Route(
    "in_tournament", "POST", "/api/tournaments/{code}",
    "The same for somebody who takes part, or for the host; and what they wish.",
    types.TournamentNews,
    body=types.TournamentSaying,
    refuses=(
        *SENT, NO_SUCH_BOT, refusals.SERVER_FULL, of_tournaments.NO_SUCH_TOURNAMENT,
        of_tournaments.NOT_TOURNAMENT_HOST, of_tournaments.NOT_IN_TOURNAMENT,
        of_tournaments.NO_SUCH_PARTICIPANT, of_tournaments.SENT_OUT,
        of_tournaments.TOURNAMENT_FULL, of_tournaments.NO_LATECOMERS,
        of_tournaments.TOURNAMENT_ENDED, of_tournaments.WENT_TOO_OFTEN,
        of_tournaments.TOO_FEW_TO_DRAW, of_tournaments.ROUND_DRAWN,
        of_tournaments.ROUND_NOT_OVER, of_tournaments.NO_MORE_ROUNDS,
        of_tournaments.NO_SUCH_ROUND_TABLE, of_tournaments.PLACES_WRONG,
        of_tournaments.TOKEN_SHORT, of_tournaments.TOURNAMENT_BUSY,
    ),
)  # fmt: skip

TOURNAMENT_ROUTES: Final = (OPEN_TOURNAMENT, TOURNAMENT, IN_TOURNAMENT)
