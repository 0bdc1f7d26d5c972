"""Around every request: how many a stranger may make, and how trouble is answered.

Nothing that goes wrong in a handler reaches the network as anything but a `Trouble`, and nothing
that is a fault of ours goes unlogged.
"""

from __future__ import annotations

import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from brouhaha.engine.errors import Rejected
from brouhaha.server import logs
from brouhaha.server.answers import ApiError, Trouble, trouble_of
from brouhaha.server.api import answer
from brouhaha.server.metrics import Metrics
from brouhaha.server.visitors import Visitors
from brouhaha.store import StoreError

OF_STATUS = {404: "not_found", 405: "wrong_method", 413: "too_big"}


def guard(visitors: Visitors, metrics: Metrics) -> Middleware:
    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith("/api/") and not visitors.may_ask(visitors.who(request)):
            metrics.add("requests_limited")
            return answer(request, Trouble("too_fast"), 429)
        try:
            return await handler(request)
        except ApiError as error:
            return answer(request, error.trouble, error.status)
        except Rejected as rejected:
            return answer(request, trouble_of(rejected), 422)
        except web.HTTPException as error:
            if not request.path.startswith("/api/"):
                raise
            return answer(request, Trouble(OF_STATUS.get(error.status, "refused")), error.status)
        except StoreError as error:
            logs.trouble("store_failed", error)
            return answer(request, Trouble("store_failed"), 503)
        except ConnectionError:  # they have gone
            raise
        except Exception as error:
            metrics.add("errors")
            logs.trouble("request_failed", error)
            return answer(request, Trouble("internal_error"), 500)

    return guarded


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
