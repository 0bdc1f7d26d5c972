"""`brouhaha bot URL CODE`: a bot that sits down at a table over the same wire as everybody.

An example for whoever writes one. It says hello, hears updates, asks its mind what to do and
when, and says it. If the line breaks it comes back with the token of its seat.

A mind is anything with `think(public, private)` that gives a `Thought`: what to do after how many
milliseconds, or None until the next scene. Here it is one of the game's own bots; put yours there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
from contextlib import suppress
from random import Random
from typing import Any

import aiohttp
import msgspec

from brouhaha import games
from brouhaha.commands import BadUsage, CommandFailed
from brouhaha.engine.game import Action, Bot
from brouhaha.table.bots import same_level

THE_END = ("kicked", "table_closed", "replaced")  # after these notices it does not come back
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 4.0  # seconds before it tries again
Message = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="the server: http://192.168.0.7:8000")
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    parser.add_argument("--level", default="steady", help="how well it plays: gentle, steady, "
                        "sharp, merciless, in nimble learned (%(default)s)")  # fmt: skip
    parser.add_argument("--name", default="Robot", help="what it is called (%(default)s)")


def run(args: argparse.Namespace) -> int:
    if not args.url.startswith(("http://", "https://")):
        raise BadUsage(f"URL must begin with http:// or https://, not {args.url!r}")
    levels = {name for game in games.names() for name in games.find(game).bots}
    if args.level not in levels:
        raise BadUsage(f"--level must be one of {', '.join(sorted(levels))}, not {args.level!r}")
    return asyncio.run(BotPlayer(args.url, args.code, args.level, args.name).play())


class BotPlayer:
    def __init__(self, url: str, code: str, level: str, name: str, haste: float = 1) -> None:
        self.address = url.rstrip("/").replace("http", "ws", 1) + "/ws"
        self.code, self.level, self.name = code, level, name
        self.haste = haste  # of a server whose time runs faster than the world's
        self.token: str | None = None  # our seat: keep it to come back
        self.new_token = secrets.token_hex()  # for that seat: if no welcome comes, it is ours yet
        self.moves = 0  # the number of our last move
        self.table: Message = {}  # as it was told last
        self.update: Message = {}
        self.drawn_at = 0.0
        self.mind: Bot | None = None
        self.minded: tuple[int, int] = (0, 0)  # the match and the seat that the mind is for
        self.scene = -1
        self.plan: asyncio.Task[None] | None = None
        self.status: int | None = None  # to exit with, when there is nothing left to do

    async def play(self) -> int:
        """Until we are sent away."""
        pause = FIRST_PAUSE
        async with aiohttp.ClientSession() as session:
            while self.status is None:
                there = {"table": self.code}  # of several processes, the one that has it answers
                try:
                    async with session.ws_connect(self.address, params=there) as socket:
                        await self.listen(socket)
                        pause = FIRST_PAUSE
                except aiohttp.ClientError as error:
                    if self.token is None:  # it was never there: the address may be wrong
                        sentence = f"{self.address} does not answer: {_reason(error)}"
                        raise CommandFailed(sentence) from error
                    if pause == FIRST_PAUSE:  # said once, not at every attempt
                        print(f"no connection, trying again: {_reason(error)}", file=sys.stderr)
                self.drop_plan()
                await asyncio.sleep(0 if self.status is not None else pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        return self.status

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Say who we are; then one method for each type of message that concerns us."""
        new = {"name": self.name, "token": self.new_token}
        who = {"token": self.token} if self.token else new
        await socket.send_json({"type": "hello", "code": self.code, **who})
        async for frame in socket:
            message = msgspec.json.decode(frame.data)
            heard = getattr(self, f"heard_{message['type']}", None)
            if heard is not None:
                await heard(socket, message)

    async def heard_welcome(self, socket: Any, message: Message) -> None:
        self.token, self.moves = message["token"], message["heard"]
        print(f"{self.name} has seat {message['seat']} at table {message['code']}", flush=True)

    async def heard_table(self, socket: Any, message: Message) -> None:
        """Who is here and what is played. In the lobby we are always ready."""
        self.table = message
        if message["status"] != "playing":
            self.drop_plan()
        if message["status"] == "lobby" and not message["seats"][message["you"]]["ready"]:
            await socket.send_json({"type": "ready"})

    async def heard_update(self, socket: Any, message: Message) -> None:
        """The match as we may know it. A new scene is a reason to think again."""
        self.update, self.drawn_at = message, asyncio.get_running_loop().time()
        scene = message["public"]["scene"]
        if scene != self.scene or self.mind is None or self.plan is None:
            self.scene = scene
            self.think(socket)

    async def heard_refused(self, socket: Any, message: Message) -> None:
        if message["code"] == "moved":
            await self.heard_moved(socket, message["details"])
        elif message["request"] == "hello":
            print(f"not let in: {message['code']}", file=sys.stderr)
            self.status = 1
        elif message["request"] == "act":
            self.think(socket)

    async def heard_moved(self, socket: Any, message: Message) -> None:
        """Our seat is at another table of the party: there we go, with the same token."""
        self.code = message["code"]

    async def heard_notice(self, socket: Any, message: Message) -> None:
        if message["code"] in THE_END:
            print(f"goodbye: {message['code']}", file=sys.stderr)
            self.status = 0

    def think(self, socket: Any) -> None:
        """Ask the mind what to do, and when."""
        self.drop_plan()
        table, update = self.table, self.update
        if table["status"] != "playing" or update["private"] is None:
            return
        game = games.find(table["game"])
        if self.mind is None or self.minded != (table["match"], table["you"]):
            self.mind = game.bots[same_level(self.level, game)](table["you"], Random())
            self.minded = table["match"], table["you"]
        thought = self.mind.asked(
            msgspec.convert(update["public"], game.kinds.public),
            msgspec.convert(update["private"], game.kinds.private),
            int(update["at"] + self.since_drawn()),
        )
        if thought is not None:
            wait = thought.after / 1000 / self.haste
            self.plan = asyncio.create_task(self.act(socket, thought.action, wait))

    async def act(self, socket: Any, action: Action | None, wait: float) -> None:
        """Do it when its time has come. `seen` and `after` tell the table when that was."""
        await asyncio.sleep(wait)
        self.plan = None
        if action is None:
            self.think(socket)
            return
        self.moves += 1
        after, seen = self.since_drawn(), self.update["seq"]
        move = {"type": "act", "id": self.moves, "seen": seen, "after": after}
        with suppress(ConnectionError):  # the line broke: there will be another chance
            await socket.send_str(msgspec.json.encode({**move, "action": action}).decode())

    def since_drawn(self) -> float:
        """How many ms of the match the last update is old."""
        return (asyncio.get_running_loop().time() - self.drawn_at) * 1000 * self.haste

    def drop_plan(self) -> None:
        if self.plan is not None:
            self.plan.cancel()
            self.plan = None


def _reason(error: aiohttp.ClientError) -> str:
    """The system's own words for it, where it has any."""
    if isinstance(error, aiohttp.InvalidURL):
        return "this is no address of a server"
    if not isinstance(error, OSError):
        return str(error)
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno)
    return error.strerror or str(error)
