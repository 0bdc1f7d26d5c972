"""The panel's answers: the match at any moment of its log, with its whole state, and its pauses.

A moment is made by playing the log again from its beginning, as a replay is. What it shows are
secrets, so every answer is for this machine alone.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web
from msgspec import Struct

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import AnyMatch
from brouhaha.server.dev.files import stamp
from brouhaha.server.http import refusals
from brouhaha.server.http.api import answer
from brouhaha.server.http.headers import CONTENT_POLICY
from brouhaha.server.http.screens import Screen
from brouhaha.server.http.types import NewTable
from brouhaha.server.server import Server
from brouhaha.server.tables import opening
from brouhaha.table import Table
from brouhaha.table.wire import ClientInPause, ClientInResume

PAGE: Final = "/dev"
NAME: Final = "Ana"
STEP_SECONDS: Final = 10.0  # to wait for the next thing to happen
LOOK_SECONDS: Final = 0.02
FRAMES_POLICY: Final = CONTENT_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


class Seated(Struct):
    """The table, and the token of its first seat; kept while the server starts again."""

    code: str
    token: str


class Bench(Struct):
    """How the table stands. `stamp` changes when a file of the game was saved."""

    code: str
    token: str
    game: str
    status: str
    stamp: str
    entries: int  # of the match's log
    players: list[str]
    now: int  # the match's clock


class Line(Struct):
    """An entry of the log."""

    at: int
    seat: int | None
    action: Any


class Moment(Struct):
    """The match after so many entries of its log."""

    entry: int
    at: int
    seat: int | None  # whose move it was; None: the clock's
    action: Any
    events: Any
    public: Any
    private: Any  # by seat
    result: Any
    state: Any


class Workbench:
    def __init__(self, server: Server, game: str, bots: int, folder: Path, watched: Path) -> None:
        self._server = server
        self._committer = server.committer
        self._game = game
        self._bots = bots
        self._kept = folder / "table.json"
        self._watched = watched
        self._opening = asyncio.Lock()

    def add_to(self, app: web.Application) -> None:
        app.router.add_get(PAGE, self._server.pages.screen(Screen("Dev")))
        app.router.add_get(f"{PAGE}/table", self.table)
        app.router.add_get(f"{PAGE}/log", self.log)
        app.router.add_get(f"{PAGE}/moment", self.moment)
        app.router.add_post(f"{PAGE}/{{wish:pause|resume|step|again}}", self.wish)
        app.on_response_prepare.append(_let_frames_in)

    # What is asked

    async def table(self, request: web.Request) -> web.Response:
        _only_here(request)
        seated, table = await self._seated()
        match = _match(table)
        live = table.live_match
        told = Bench(
            code=seated.code,
            token=seated.token,
            game=table.state.game,
            status=table.state.status,
            stamp=stamp(self._watched),
            entries=0 if match is None else len(match.entries),
            players=[] if match is None else match.header.players,
            now=0 if live is None else int(live.clock(self._committer.clock.now())),
        )
        return answer(request, told)

    async def log(self, request: web.Request) -> web.Response:
        """`?from=40`: the entries from there on."""
        _only_here(request)
        _, table = await self._seated()
        match = _match(table)
        first = _number(request, "from", 0)
        entries = [] if match is None else match.entries[first:]
        return answer(request, [Line(e.at, e.seat, _plain(e.action)) for e in entries])

    async def moment(self, request: web.Request) -> web.Response:
        """`?entry=12`; without one, as it stands."""
        _only_here(request)
        _, table = await self._seated()
        match = _match(table)
        if match is None:
            raise web.HTTPNotFound(text="No match has begun.\n")
        last = len(match.entries)
        return answer(request, moment_of(match, min(last, _number(request, "entry", last))))

    async def wish(self, request: web.Request) -> web.Response:
        _only_here(request)
        if not self._server.visitors.right_origin(request):
            raise Rejected(refusals.WRONG_ORIGIN)
        _, table = await self._seated()
        match request.match_info["wish"]:
            case "pause":
                self._tell(table, ClientInPause())
            case "resume":
                self._tell(table, ClientInResume())
            case "again":
                self._kept.unlink(missing_ok=True)
            case _:
                await self._step(table)
        return web.Response(status=204)

    # What is done

    async def _seated(self) -> tuple[Seated, Table]:
        """The table of before, or a new one."""
        async with self._opening:
            kept = self._read()
            tables = self._committer.registry.tables
            table = None if kept is None else tables.get(kept.code)
            if kept is None or table is None or table.state.game != self._game:
                kept = await self._open()
                table = tables[kept.code]
            return kept, table

    def _read(self) -> Seated | None:
        with suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(self._kept.read_bytes(), type=Seated)
        return None

    async def _open(self) -> Seated:
        game = games.find(self._game)
        level = game.presented().usual_level
        count = min(self._bots, game.players.stop - 2) if level else 0
        bots = [level] * count
        wanted = NewTable(self._game, name=NAME, bots=bots, start=1 + count in game.players)
        opened = await opening.open_table(self._committer, wanted)
        seated = Seated(opened.code, str(opened.token))
        self._kept.write_bytes(msgspec.json.encode(seated))
        return seated

    def _tell(self, table: Table, message: ClientInPause | ClientInResume) -> None:
        """In the name of whoever sits in the window's phone."""
        for conn, client in list(table.clients.items()):
            if client.player is not None:
                now = self._committer.clock.now()
                self._committer.run(table, table.receive, conn, message, now)
                return

    async def _step(self, table: Table) -> None:
        """Until one more thing has happened, and no further."""
        match = _match(table)
        before = 0 if match is None else len(match.entries)
        self._tell(table, ClientInResume())
        with suppress(TimeoutError):
            async with asyncio.timeout(STEP_SECONDS):
                while match is not None and len(match.entries) == before and not match.over:
                    await asyncio.sleep(LOOK_SECONDS)
        self._tell(table, ClientInPause())


def moment_of(match: AnyMatch, entry: int) -> Moment:
    steps = replay.steps(match.game, match.header, match.entries[:entry])
    step = next(islice(steps, entry, None))
    made = match.entries[entry - 1] if entry > 0 else None
    state = step.match.state
    return Moment(
        entry=entry,
        at=step.at,
        seat=None if made is None else made.seat,
        action=_plain(made and made.action),
        events=_plain(step.events),
        public=_plain(match.game.public(state)),
        private=[_plain(match.game.private(state, seat)) for seat in range(match.seats)],
        result=_plain(match.game.result(state)),
        state=_plain(state),
    )


def _number(request: web.Request, name: str, otherwise: int) -> int:
    written = request.query.get(name, "")
    return int(written) if written.isascii() and written.isdigit() else otherwise


def _plain(value: object) -> Any:
    """As JSON has it; what JSON has no word for, as Python shows it."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=repr)


def _match(table: Table) -> AnyMatch | None:
    return None if table.live_match is None else table.live_match.match


def _only_here(request: web.Request) -> None:
    if request.remote is None or not ip_address(request.remote).is_loopback:
        raise Rejected(refusals.NOT_FOR_YOU)


async def _let_frames_in(request: web.Request, response: web.StreamResponse) -> None:
    """Phone and screen are frames of the panel's window."""
    response.headers["Content-Security-Policy"] = f"{FRAMES_POLICY}; frame-src 'self'"
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
