"""What the server says of itself over HTTP: how it is and where it is reached."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from aiohttp import web

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.server.http import refusals
from brouhaha.server.http import routes as http_routes
from brouhaha.server.http.api import answer
from brouhaha.server.http.types import Addresses, Health
from brouhaha.server.network.addresses import reachable
from brouhaha.server.server import Server

STATS_SECONDS: Final = 2.0  # for the store's part of the metrics: they are told without it


class ServerApi:
    def __init__(self, server: Server) -> None:
        self._server = server

    async def health(self, request: web.Request) -> web.Response:
        well = self._server.log.healthy and not self._server.sockets.stopping
        well = well and (self._server.cluster is None or self._server.cluster.well)
        told = Health(
            "ok" if well else "ailing",
            len(self._server.registry.tables),
            len(self._server.sockets.open),
            games.left_out(),
        )
        return answer(request, told, 200 if well else 503)

    async def addresses(self, request: web.Request) -> web.Response:
        listening = self._server.listener.listening
        found = Addresses(reachable(self._server.settings, listening), listening.secure_port)
        return answer(request, found)

    async def authority(self, request: web.Request) -> web.Response:
        folder = self._server.listener.tls_folder
        if folder is None:
            raise Rejected(refusals.NO_AUTHORITY)
        from brouhaha.server.network.home_authority import authority_certificate  # see `listening`

        body = authority_certificate(folder)
        return web.Response(body=body, content_type=http_routes.AUTHORITY.content)

    async def metrics(self, request: web.Request) -> web.Response:
        if not self._server.visitors.may_read_metrics(self._server.visitors.who(request)):
            raise Rejected(refusals.NOT_FOR_YOU)
        gauges = {
            "sockets": len(self._server.sockets.open),
            "tables": len(self._server.registry.tables),
            "uptime_seconds": time.monotonic() - self._server.started,
            "cpu_seconds": time.process_time(),
        }
        if self._server.cluster is not None:
            gauges |= self._server.cluster.gauges()
        stats = None
        with contextlib.suppress(Exception):
            asked = self._server.reader.submit(lambda store: store.stats())
            stats = await asyncio.wait_for(asked, STATS_SECONDS)
        return web.Response(text=self._server.metrics.text(gauges, stats))
