"""A table and fake clients over a fake link: time is given, chance is given, no sockets.

Everything that the table tells goes through here, and each frame is decoded as the type that the
wire promises. Entries are kept as a store would keep them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from brouhaha.table import (
    Close,
    Effect,
    FinishedMatch,
    Later,
    Measure,
    Settings,
    Table,
)
from brouhaha.table.wire import (
    ClientIn,
    ClientInAct,
    ClientInHello,
    ClientInReady,
    ClientInStart,
    ClientOut,
    ClientOutNotice,
    ClientOutRefused,
    ClientOutTable,
    ClientOutUpdate,
    ClientOutWelcome,
)

CODE = "HJKMNP"
read = msgspec.json.Decoder(ClientOut).decode


def _plain(match: FinishedMatch) -> Any:
    """With its result and log as a reader of the archive gets them."""
    result, log = (msgspec.json.decode(json) for json in (match.result, match.log))
    return match._replace(result=result, log=log)


class Client:
    """One connection, and all that it heard."""

    def __init__(self, link: Link, conn: int) -> None:
        self.link = link
        self.conn = conn
        self.frames: list[bytes] = []
        self.heard: list[Any] = []
        self.closed: str | None = None
        self.measures = 0  # that it was asked because it is in races
        self.moves = 0

    def say(self, message: ClientIn) -> Client:
        self.link.table.receive(self.conn, message, self.link.now)
        self.link.tell()
        return self

    def act(self, action: dict[str, Any], *, after: float = 0, move: int | None = None) -> Client:
        self.moves = self.moves + 1 if move is None else move
        raw = msgspec.Raw(msgspec.json.encode(action))
        return self.say(ClientInAct(self.moves, self.update.seq, after, raw))

    def drop(self) -> None:
        self.link.table.disconnect(self.conn, self.link.now)
        self.link.tell()

    def all(self, kind: type) -> list[Any]:
        return [message for message in self.heard if isinstance(message, kind)]

    @property
    def token(self) -> str:
        token: str = self.all(ClientOutWelcome)[-1].token
        return token

    @property
    def table(self) -> ClientOutTable:
        table: ClientOutTable = self.all(ClientOutTable)[-1]
        return table

    @property
    def status(self) -> str:
        return self.table.status

    @property
    def update(self) -> ClientOutUpdate:
        update: ClientOutUpdate = self.all(ClientOutUpdate)[-1]
        return update

    @property
    def public(self) -> Any:
        return msgspec.json.decode(self.update.public)

    @property
    def private(self) -> Any:
        return msgspec.json.decode(self.update.private)

    @property
    def result(self) -> Any:
        return msgspec.json.decode(self.table.result)

    @property
    def refused(self) -> list[str]:
        return [message.code for message in self.all(ClientOutRefused)]

    @property
    def notices(self) -> list[str]:
        return [message.code for message in self.all(ClientOutNotice)]


class Link:
    """The server's part, without its sockets: it writes, and then tells."""

    def __init__(self, game: str = "now", seed: int = 1, **settings: Any) -> None:
        self.now = 1000.0
        self.code = CODE
        self.wakes = 0
        self.entropy = Random(seed).randbytes
        self.settings = Settings(**settings)
        self.log: list[bytes] = []
        self.finished: list[Any] = []
        self.clients: dict[int, Client] = {}
        self.later: list[Later] = []
        self.table = Table.open(
            CODE, game, {}, now=self.now, entropy=self.entropy, settings=self.settings
        )
        self.tell()

    def tell(self) -> None:
        while self.table.dirty:
            batch = self.table.flush()
            assert (batch.code, batch.first) == (self.code, len(self.log))
            self.log += batch.entries
            self.finished += [_plain(match) for match in batch.finished]
            for effect in self.table.committed(batch, self.now):
                self.carry_out(effect)

    def carry_out(self, effect: Effect) -> None:
        client = self.clients[effect.conn]  # type: ignore[index]
        assert client.closed is None
        if isinstance(effect, Later):
            self.later.append(effect)
        elif isinstance(effect, Measure):
            client.measures += 1
        elif isinstance(effect, Close):
            client.closed = effect.code
            self.table.disconnect(effect.conn, self.now)
        else:
            client.frames.append(effect.frame)
            client.heard.append(read(effect.frame))

    def connect(self, **hello: Any) -> Client:
        client = Client(self, len(self.clients))
        self.clients[client.conn] = client
        return client.say(ClientInHello(self.code, **hello))

    def wait(self, milliseconds: float) -> None:
        """Let the time pass; the table is woken whenever it asked to be."""
        end = self.now + milliseconds
        while self.table.wakes_at is not None and self.table.wakes_at <= end:
            self.wakes = self.wakes + 1 if self.table.wakes_at <= self.now else 0
            assert self.wakes < 100, "the table does not let the time pass"
            self.now = max(self.now, self.table.wakes_at)
            self.table.wake(self.now)
            self.tell()
        self.now = end
        self._tell_later()

    def _tell_later(self) -> None:
        """What was to be told by now."""
        due = sorted((each for each in self.later if each.at <= self.now), key=lambda one: one.at)
        self.later = [each for each in self.later if each.at > self.now]
        for each in due:
            self.carry_out(each.effect)

    def restart(self) -> None:
        """kill -9, and up again from the log; every connection is gone."""
        for client in self.clients.values():
            client.closed = client.closed or "killed"
        self.now += 5000
        self.table = self.restored(self.log)

    def restored(self, log: list[bytes]) -> Table:
        return Table.restore(
            self.code, log, now=self.now, entropy=self.entropy, settings=self.settings
        )

    def seat(self, *names: str) -> list[Client]:
        """So many people sit down; all are ready."""
        people = [self.connect(name=name) for name in names]
        for person in people:
            person.say(ClientInReady())
        return people

    def start(self, *names: str) -> list[Client]:
        """And play: the match is past its countdown."""
        people = self.seat(*names)
        people[0].say(ClientInStart())
        self.wait(3500)
        return people
