"""What tests of the club share: passes, matches that are behind it, and its front."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Any

from brouhaha.club import access
from brouhaha.lab.archive import archived, play
from brouhaha.store import ArchivedMatch, open_store
from tests.club.conftest import NOON
from tests.server.guests import House
from tests.server.openapi_contract import check_answer

DEVICE, OTHER_DEVICE = "d" * 64, "e" * 64


async def post(server: House, path: str, body: Any, cookie: str = "") -> tuple[int, Any, str]:
    """With the pass that is given back."""
    headers = {"Cookie": f"brouhaha_club={cookie}"}
    async with server.session.post(server.url + path, json=body, headers=headers) as answer:
        told = await answer.json()
        given = answer.cookies.get("brouhaha_club")
    check_answer("POST", path, answer.status, told)
    return answer.status, told, given.value if given else cookie


async def get(server: House, path: str, cookie: str) -> tuple[int, Any]:
    return await server.get(path, Cookie=f"brouhaha_club={cookie}")


async def host_pass(server: House) -> str:
    url = server.server.settings.store_url()
    with open_store(url) as store:
        key = access.keep(store.database, access.HOST_KEY, secrets.token_hex(16).encode())
    _, told, cookie = await post(server, "/api/club/pass", {"host": key.decode()})
    assert told["viewer"] == "host"
    return cookie


def matches(*names: str, count: int = 1, first: int = 0) -> list[ArchivedMatch]:
    match = play("now", names, ["greedy"] * len(names), "a match")
    return [
        archived(match, f"m{number}", NOON + number * 600_000, table="OLD")
        for number in range(first, first + count)
    ]


def keep(url: object, found: Iterable[ArchivedMatch]) -> None:
    with open_store(str(url)) as store:
        for match in found:
            store.finish(match)


async def counted(server: House, cookie: str, matches: int) -> Any:
    """The club's front, as soon as so many matches are in it."""
    for _ in range(500):
        status, page = await get(server, "/api/club", cookie)
        assert status == 200, page
        if page["matches"] == matches:
            return page
        await asyncio.sleep(0.02)
    raise AssertionError(page)
