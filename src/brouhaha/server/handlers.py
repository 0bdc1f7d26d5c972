"""Which handler answers at which address."""

from __future__ import annotations

from functools import partial

from aiohttp.typedefs import Handler

from brouhaha.server.club import routes as club_routes
from brouhaha.server.club.api import ClubApi
from brouhaha.server.describe.documents import answer_asyncapi, answer_openapi
from brouhaha.server.feed import routes as feed_routes
from brouhaha.server.feed.api import FeedApi
from brouhaha.server.http import routes as http_routes
from brouhaha.server.http.api import Api, OpenTable
from brouhaha.server.http.route import Route
from brouhaha.server.server import Server
from brouhaha.server.server_api import ServerApi
from brouhaha.server.sheets.api import SheetsApi
from brouhaha.server.sheets.boxes_api import BoxesApi
from brouhaha.server.tables import opening
from brouhaha.server.tournaments import routes as tournament_routes
from brouhaha.server.tournaments.api import TournamentApi


def handlers(server: Server) -> dict[Route, Handler]:
    direct: OpenTable = partial(opening.open_table, server.committer)
    open_table = direct if server.cluster is None else server.cluster.capacity.open
    api = Api(server.committer, server.finder, server.reader, server.visitors, open_table)
    itself = ServerApi(server)
    sheets = SheetsApi(server.committer, server.writer, server.reader, server.visitors)
    boxes = BoxesApi(
        server.settings, server.committer.clock, server.writer, server.reader, server.visitors
    )
    return {
        http_routes.GAMES: api.games,
        http_routes.RULES: server.game_files.rules,
        http_routes.OPEN_TABLE: api.open_table,
        http_routes.TABLE: api.table,
        http_routes.SEATS: api.seats,
        http_routes.MATCHES: api.matches,
        http_routes.MATCH: api.match,
        http_routes.FRAMES: api.frames,
        http_routes.HIGHLIGHTS: api.highlights,
        http_routes.PLAYER: api.player,
        http_routes.OPEN_SHEET: sheets.open,
        http_routes.SHEET: sheets.sheet,
        http_routes.WRITE_ON_SHEET: sheets.write,
        http_routes.SHEET_CSV: sheets.csv,
        http_routes.BOXES: boxes.boxes,
        http_routes.KEEP_BOX: boxes.keep,
        http_routes.CHECK_BOX: boxes.check,
        http_routes.BOX: boxes.box,
        http_routes.DROP_BOX: boxes.drop,
        http_routes.ADDRESSES: itself.addresses,
        http_routes.AUTHORITY: itself.authority,
        http_routes.OPENAPI: answer_openapi,
        http_routes.ASYNCAPI: answer_asyncapi,
        http_routes.HEALTH: itself.health,
        http_routes.METRICS: itself.metrics,
        http_routes.SOCKET: server.sockets.come_in,
        **_club_handlers(server, api),
        **_tournament_handlers(server),
        **_feed_handlers(server, api),
    }


def _club_handlers(server: Server, api: Api) -> dict[Route, Handler]:
    club = ClubApi(api, server.finder, server.club_writer, server.visitors, server.historian.wake)
    return {
        club_routes.CLUB: club.club,
        club_routes.EVENINGS: club.evenings,
        club_routes.EVENING: club.evening,
        club_routes.EVENING_JSON: club.evening_json,
        club_routes.EVENING_CSV: club.evening_csv,
        club_routes.PLAYERS: club.players,
        club_routes.PLAYER_PAGE: club.player,
        club_routes.LADDER: club.ladder,
        club_routes.PASS: club.enter,
        club_routes.CLAIM: club.claim,
        club_routes.OWN: club.own,
        club_routes.VOUCH: club.vouch,
        club_routes.WISH: club.wish,
        club_routes.FORGET: club.forget,
    }


def _tournament_handlers(server: Server) -> dict[Route, Handler]:
    api = TournamentApi(
        server.committer, server.tournaments, server.director, server.visitors, server.free_tables
    )
    return {
        tournament_routes.OPEN_TOURNAMENT: api.open,
        tournament_routes.TOURNAMENT: api.look,
        tournament_routes.IN_TOURNAMENT: api.say,
    }


def _feed_handlers(server: Server, api: Api) -> dict[Route, Handler]:
    feed = FeedApi(api, server.feed, server.finder, server.tournaments, server.visitors)
    return {
        feed_routes.HOUSE_FEED: feed.house,
        feed_routes.TABLE_FEED: feed.table,
        feed_routes.TOURNAMENT_FEED: feed.tournament,
    }
