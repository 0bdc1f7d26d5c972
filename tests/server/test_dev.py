"""`brouhaha dev`: its panel shows everything of a match at any moment of its log, on this machine only; no other server has it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from brouhaha import games
from brouhaha.commands import CommandFailed
from brouhaha.engine.errors import Rejected
from brouhaha.server.app import serving
from brouhaha.server.dev.command import TRUSTING
from brouhaha.server.dev.files import package_of, stamp
from brouhaha.server.dev.workbench import Workbench, _only_here, moment_of
from brouhaha.server.server import Server
from brouhaha.server.settings import Settings
from tests.plug_ins import install, on_the_path, shout_with

HASTE = 20  # a match of NOW! takes seconds
Visit = Callable[[aiohttp.ClientSession, str, Server], Awaitable[None]]


def visit(folder: Path, visitor: Visit, *, dev: bool = True) -> None:
    async def run() -> None:
        settings = Settings(
            port=0, store=str(folder / "store.db"), mdns=False, haste=HASTE, table=TRUSTING
        )
        watched = package_of("now")
        add = lambda server, app: Workbench(server, "now", 2, folder, watched).add_to(app)  # noqa: E731
        async with (
            serving(settings, add if dev else None) as (server, port),
            aiohttp.ClientSession() as session,
        ):
            await visitor(session, f"http://127.0.0.1:{port}", server)

    asyncio.run(run())


async def ask(session: aiohttp.ClientSession, url: str) -> Any:
    async with session.get(url) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


async def sit(session: aiohttp.ClientSession, url: str, table: dict[str, Any]) -> Any:
    """As the phone in the window does."""
    socket = await session.ws_connect(f"{url}/ws")
    hello = {"type": "hello", "code": table["code"], "role": "player", "token": table["token"]}
    await socket.send_json(hello)
    return socket


async def status(session: aiohttp.ClientSession, url: str, wanted: str) -> dict[str, Any]:
    for _ in range(200):
        told: dict[str, Any] = await ask(session, f"{url}/dev/table")
        if told["status"] == wanted:
            return told
        await asyncio.sleep(0.02)
    raise AssertionError(told)


def test_the_panel_pauses_steps_and_goes_back_to_any_moment(tmp_path: Path) -> None:
    async def panel(session: aiohttp.ClientSession, url: str, server: Server) -> None:
        table = await ask(session, f"{url}/dev/table")
        assert table["game"] == "now"
        assert len(table["players"]) == 3
        socket = await sit(session, url, table)
        while (await ask(session, f"{url}/dev/table"))["entries"] < 3:
            await asyncio.sleep(0.02)
        await session.post(f"{url}/dev/pause")
        before = await status(session, url, "paused")
        await session.post(f"{url}/dev/step")
        after = await status(session, url, "paused")
        assert after["entries"] > before["entries"]

        live = server.registry.tables[table["code"]].live_match
        assert live is not None
        log = await ask(session, f"{url}/dev/log?from=0")
        assert len(log) == after["entries"]
        for entry in range(after["entries"] + 1):
            moment = await ask(session, f"{url}/dev/moment?entry={entry}")
            assert moment["entry"] == entry
            assert moment["state"]["public"] == moment["public"]
            assert moment["state"]["private"] == moment["private"]
            assert entry == 0 or moment["action"] == log[entry - 1]["action"]
        last = await ask(session, f"{url}/dev/moment")
        assert last["state"] == moment_of(live.match, after["entries"]).state
        assert "deck" in str(last["state"])  # what nobody may see
        await session.post(f"{url}/dev/resume")
        await status(session, url, "playing")
        await session.post(f"{url}/dev/again")
        assert (await ask(session, f"{url}/dev/table"))["code"] != table["code"]
        await socket.close()

    visit(tmp_path, panel)


def test_its_table_is_there_again_after_a_restart(tmp_path: Path) -> None:
    seen = []

    async def look(session: aiohttp.ClientSession, url: str, server: Server) -> None:
        table = await ask(session, f"{url}/dev/table")
        seen.append((table["code"], table["token"]))

    visit(tmp_path, look)
    visit(tmp_path, look)
    assert seen[0] == seen[1]


def test_frames_of_the_window_are_let_in_and_strangers_are_not(tmp_path: Path) -> None:
    async def strangers(session: aiohttp.ClientSession, url: str, server: Server) -> None:
        async with session.get(f"{url}/dev/table") as answer:
            assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
        elsewhere = {"Origin": "http://evil.example"}
        async with session.post(f"{url}/dev/pause", headers=elsewhere) as answer:
            assert answer.status == 403
        async with session.get(f"{url}/dev/table", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421

    visit(tmp_path, strangers)


@pytest.mark.parametrize("address", ["192.168.1.7", "::ffff:10.0.0.1", None])
def test_nobody_else_on_the_network_is_answered(address: str | None) -> None:
    class Request:
        remote = address

    with pytest.raises(Rejected, match="not_for_you"):
        _only_here(Request())  # type: ignore[arg-type]


def test_no_other_server_has_a_panel(tmp_path: Path) -> None:
    async def nothing(session: aiohttp.ClientSession, url: str, server: Server) -> None:
        for path in ("/dev", "/dev/table", "/dev/moment", "/dev/log"):
            async with session.get(f"{url}{path}") as answer:
                assert answer.status == 404, path
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        async with session.post(f"{url}/dev/pause") as answer:
            assert answer.status in (404, 405)

    visit(tmp_path, nothing, dev=False)


def test_a_saved_file_is_noticed_and_the_package_found_without_running_it(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    install(packages, "this is no Python\n", entry="broken", package="broken_game")
    install(packages, shout_with(), files={"page/face.js": "export default {}\n"})
    with on_the_path(packages):
        assert package_of("broken") == packages / "broken_game"
        folder = package_of("shout")
    before, python = stamp(folder), stamp(folder, ".py")
    (folder / "page" / "face.js").write_text("export default { play() {} }\n")
    os.utime(folder / "page" / "face.js", ns=(1, 1))
    assert stamp(folder) != before
    assert stamp(folder, ".py") == python
    os.utime(folder / "__init__.py", ns=(1, 1))
    assert stamp(folder, ".py") != python
    (folder / "__pycache__").mkdir(exist_ok=True)
    settled = stamp(folder)
    (folder / "__pycache__" / "x.pyc").write_text("")
    assert stamp(folder) == settled
    with pytest.raises(CommandFailed, match="no game is called 'chess'"):
        package_of("chess")
    assert package_of("nimble").name == "nimble"
    assert games.find("nimble").id == "nimble"
