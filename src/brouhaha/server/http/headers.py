"""What every answer carries, so that a browser lets no page do more than ours needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from brouhaha.server.edge.visitors import Visitors

# Scripts and styles come from our own files only. Style *attributes* are allowed: the page sets
# sizes and places of cards with them, and they cannot load or run anything.
CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Server": "brouhaha",
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # addresses hold table codes and replay links
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
A_YEAR: Final = "max-age=31536000"


def add_headers(visitors: Visitors) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    async def prepare(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(HEADERS)
        if visitors.is_public_https(request):
            response.headers["Strict-Transport-Security"] = A_YEAR
        response.headers.setdefault("Cache-Control", "no-store")

    return prepare
