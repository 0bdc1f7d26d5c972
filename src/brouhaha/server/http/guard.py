"""Around every request: how many a stranger may make and when, and how trouble is answered.

Nothing that goes wrong in a handler reaches the network as anything but an `ErrorAnswer`, and no
fault of ours goes unlogged.
"""

from __future__ import annotations

import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from brouhaha.engine.errors import LANGUAGES, Rejected
from brouhaha.server import logs
from brouhaha.server.edge.turnstile import SOCKET, Turnstile
from brouhaha.server.edge.visitors import Visitor, Visitors
from brouhaha.server.http import refusals
from brouhaha.server.http import routes as http_routes
from brouhaha.server.http.api import answer
from brouhaha.server.http.types import error_answer
from brouhaha.server.metrics import Metrics
from brouhaha.store import StoreError

MOST_SHOWN = 80  # characters of a name that was asked for
OF_STATUS = {404: refusals.NOT_FOUND, 405: refusals.WRONG_METHOD, 413: refusals.TOO_BIG}


def guard(visitors: Visitors, turnstile: Turnstile, metrics: Metrics) -> Middleware:
    around = Guard(visitors, turnstile, metrics)

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        visitor = visitors.who(request)  # who may bring hundreds at once
        return await turnstile.in_turns(visitor.address, around.counted(request, handler, visitor))

    return guarded


class Guard:
    def __init__(self, visitors: Visitors, turnstile: Turnstile, metrics: Metrics) -> None:
        self._visitors = visitors
        self._turnstile = turnstile
        self._metrics = metrics

    async def counted(
        self, request: web.Request, handler: Handler, visitor: Visitor
    ) -> web.StreamResponse:
        """An address sends so many bodies at the same time."""
        if not request.body_exists:
            return await self._allowed(request, handler, visitor)
        bodies = self._visitors.bodies
        if not bodies.enter(visitor.address):
            return self._too_many(request, visitor)
        try:
            return await self._allowed(request, handler, visitor)
        finally:
            bodies.leave(visitor.address)

    async def _allowed(
        self, request: web.Request, handler: Handler, visitor: Visitor
    ) -> web.StreamResponse:
        """If the visitor may make this request."""
        handshake, size = request.path == http_routes.SOCKET.path, request.content_length or 0
        asks = request.path.startswith("/api/")
        if not self._visitors.may_visit(visitor, size, handshake=handshake) or (
            asks and not self._visitors.may_ask(visitor)
        ):
            return self._too_many(request, visitor)
        if handshake:
            self._turnstile.charge(visitor.address, SOCKET)
        host = self._visitors.wrong_host(request)
        if host is not None:
            self._metrics.add("wrong_hosts")
            return in_words(request, Rejected(refusals.WRONG_HOST, host=host[:MOST_SHOWN]))
        response = await self._answered(request, handler)
        self._visitors.answered(visitor, response.content_length or 0)
        return response

    def _too_many(self, request: web.Request, visitor: Visitor) -> web.Response:
        self._metrics.add("requests_limited")
        refused = in_words(request, Rejected(refusals.TOO_FAST))
        if visitor.direct:
            refused.force_close()
        return refused

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except Exception as error:
            answer = self._instead(request, error)
            _forget_the_way(error)
            return answer

    def _instead(self, request: web.Request, error: Exception) -> web.Response:
        if isinstance(error, Rejected):
            return refuse(request, error)
        if isinstance(error, web.HTTPException):
            if not request.path.startswith("/api/"):
                return as_it_is(error)
            return refuse(request, Rejected(OF_STATUS.get(error.status, refusals.BAD_REQUEST)))
        if isinstance(error, StoreError):
            logs.trouble("store_failed", error)
            return refuse(request, Rejected(refusals.STORE_FAILED))
        if isinstance(error, ConnectionError):  # they have gone: nobody hears it
            self._metrics.add("bad_requests")
            return refuse(request, Rejected(refusals.BAD_REQUEST))
        self._metrics.add("errors")
        logs.trouble("request_failed", error)
        return refuse(request, Rejected(refusals.INTERNAL_ERROR))


def refuse(request: web.Request, rejected: Rejected) -> web.Response:
    return answer(request, error_answer(rejected), refusals.status_of(rejected.refusal))


def as_it_is(error: web.HTTPException) -> web.Response:
    """An answer that is raised as an error knows the frames that it came through."""
    return web.Response(
        body=error.body, status=error.status, reason=error.reason, headers=error.headers
    )


def _forget_the_way(error: BaseException | None) -> None:
    """The frames that an error came through know who keeps it (a body, a future): with them it
    would wait for the collector of cycles, and the collector holds everybody up."""
    while error is not None:
        error.__traceback__ = None
        error = error.__context__


def in_words(request: web.Request, rejected: Rejected) -> web.Response:
    """For a person, unless the page asked: the page that would say it is not given out either."""
    if request.path.startswith("/api/"):
        return refuse(request, rejected)
    words = "\n".join(rejected.sentence(language) for language in LANGUAGES)
    return web.Response(text=words, status=refusals.status_of(rejected.refusal))


STRANGERS_FAULTS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)


def http_log(metrics: Metrics) -> logging.Logger:
    """Where the HTTP library tells of trouble. What strangers send wrong is counted, not told:
    their noise would fill the log."""

    def worth_telling(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, STRANGERS_FAULTS):
            return True
        metrics.add("bad_requests")
        return False

    log = logging.Logger("brouhaha.http")
    log.parent = logs.LOG
    log.addFilter(worth_telling)
    return log
