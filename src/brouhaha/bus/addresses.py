"""NATS servers as they are written: nats://a,b,c, or nats://user:password@a,b,c for all of them.

Servers tell of others that were not written down: so who we are goes to each of them, and is never
shown with an address.
"""

from __future__ import annotations

from urllib.parse import unquote


def hosts(written: str) -> list[str]:
    """The address of each, without credentials: nats://a, nats://b and nats://c."""
    scheme, parts = _parts(written)
    return [f"{scheme}://{part.rpartition('@')[2]}" for part in parts]


def credentials(written: str) -> dict[str, str]:
    """User and password, or a token, as nats-py takes them; the first that are written count for
    all. What a URL may not hold is written with % there."""
    _, parts = _parts(written)
    who = next((part.rpartition("@")[0] for part in parts if "@" in part), "")
    user, colon, password = who.partition(":")
    if colon:
        return {"user": unquote(user), "password": unquote(password)}
    return {"token": unquote(user)} if user else {}


def _parts(written: str) -> tuple[str, list[str]]:
    scheme, _, rest = written.rpartition("://")
    return scheme or "nats", [part.strip() for part in rest.split(",") if part.strip()]
