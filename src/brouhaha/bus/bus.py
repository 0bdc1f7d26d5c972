"""One process's connection to NATS."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError

from brouhaha.bus.addresses import credentials, hosts
from brouhaha.bus.nats_connection import NatsConnection

# nats-py's own figures (a server is missed after minutes, looked for again after 2 s, and given up
# after 60 attempts) are for programs that nobody waits for.
RECONNECT: Final[dict[str, Any]] = {
    "reconnect_time_wait": 0.1,  # seconds between attempts: players wait meanwhile
    "max_reconnect_attempts": -1,  # a server of NATS may be away for an hour; then it is back
    "connect_timeout": 1,  # seconds: one of several servers is not waited for any longer
    "ping_interval": 1,  # seconds: a server that is gone without a word is missed after three
    "max_outstanding_pings": 2,
    "pending_size": 8 << 20,  # bytes that may wait for a server to come back
    "drain_timeout": 2,  # seconds, to deliver what came before we stop
}
STARTS_WITHIN: Final = 10.0  # seconds to reach any server at the start
TRIES_AGAIN_AFTER: Final = 0.3  # seconds, when a server has sent us away
SETTLES_WITHIN: Final = 1.0  # seconds for a question to come back; else the line is broken
NOT_LET_IN: Final = "authorization"  # in what a server says to whom it does not know
NOBODY: Final = "brouhaha.nobody"  # a subject to which nobody listens
STATUS, NO_RESPONDERS = "Status", "503"  # the header by which NATS says so

log = logging.getLogger(__name__)
Stop = Callable[[], Awaitable[None]]
Handler = Callable[["Heard"], Awaitable[bytes | None] | bytes | None]


class BusError(Exception):
    """Something was asked and there is no answer."""


class NobodyThere(BusError):
    """Nobody listens to that subject."""


class NoAnswer(BusError):
    """Somebody may listen, but did not answer in time."""


class Unreachable(BusError):
    """No server of NATS can be reached."""


class Heard(NamedTuple):
    """What came in. `undelivered`: nobody listens to what was sent with this subject to return."""

    subject: str
    payload: bytes
    undelivered: bool


class Listener:
    """One subject, and what deals with what comes for it; on whichever line there is."""

    def __init__(self, subject: str, handler: Handler, group: str) -> None:
        self._subject = subject
        self._handler = handler
        self._group = group
        self._subscription: Subscription | None = None

    async def begin(self, client: NatsConnection) -> None:
        async def hear(message: Msg) -> None:
            answer = await self._dealt_with(message)
            if answer is not None and message.reply:
                with suppress(NatsError):  # whoever asked asks again
                    await client.publish(message.reply, answer)

        self._subscription = await client.subscribe(self._subject, queue=self._group, cb=hear)

    async def _dealt_with(self, message: Msg) -> bytes | None:
        headers = message.headers or {}
        undelivered = headers.get(STATUS) == NO_RESPONDERS
        try:
            answer = self._handler(Heard(message.subject, message.data, undelivered))
            return await answer if isinstance(answer, Awaitable) else answer
        except Exception:  # a fault of ours: whoever asked hears nothing, and asks again
            log.exception("what came for %s could not be dealt with", message.subject)
            return None

    async def end(self) -> None:
        if self._subscription is not None:
            with suppress(NatsError):  # the line is closed: that stops it too
                await self._subscription.unsubscribe()


class Follower(Listener):
    """The same for what needs no answer, without a task of its own."""

    def __init__(self, subject: str, hear: Callable[[bytes], None]) -> None:
        super().__init__(subject, lambda heard: hear(heard.payload), "")
        self._hear = hear

    async def begin(self, client: NatsConnection) -> None:
        self._subscription = await client.follow(self._subject, self._heard)

    def _heard(self, payload: bytes) -> None:
        try:
            self._hear(payload)
        except Exception:  # a fault of ours: nobody else is to be heard less for it
            log.exception("what came for %s could not be dealt with", self._subject)


class Bus:
    def __init__(self, servers: str, name: str) -> None:
        """`servers`: nats://a,b,c. `name`: ours, as operators see it in NATS."""
        self._servers = servers
        self._name = name
        self._client = NatsConnection()
        self._listeners: list[Listener] = []
        self._outgoing: deque[tuple[str, bytes, str]] = deque()
        self._wake = asyncio.Event()
        self._chores: list[asyncio.Task[None]] = []
        self._sent_away = asyncio.Event()
        self.lost_sends = 0  # that not even waited: too many did

    async def connect(self) -> None:
        """Raises `Unreachable`."""
        self._client = await self._connected()
        self._chores = [asyncio.create_task(chore) for chore in (self._send_all(), self._return())]

    async def _connected(self) -> NatsConnection:
        """A new line, to any server that lets us in. Raises `Unreachable`."""
        why = "answers"
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                while True:
                    try:
                        return await self._attempt()
                    except (OSError, NatsError) as error:
                        why = "lets us in" if NOT_LET_IN in str(error).lower() else why
                    await asyncio.sleep(TRIES_AGAIN_AFTER)
        except TimeoutError:
            asked = ", ".join(hosts(self._servers))
            raise Unreachable(f"no NATS server {why} at {asked}") from None

    async def _attempt(self) -> NatsConnection:
        client = NatsConnection()

        async def closed() -> None:
            if client is self._client:
                self._sent_away.set()

        options = RECONNECT | credentials(self._servers) | {"allow_reconnect": False}
        try:
            await client.connect(
                hosts(self._servers), name=self._name, error_cb=_ignore, closed_cb=closed, **options
            )
        except BaseException:
            await client.close()
            raise
        client.options["allow_reconnect"] = True  # a line that is there once is mended
        return client

    async def _return(self) -> None:
        """A line that breaks is mended by the library. But a server may also send us away, because
        its list of users was changed, say: the library never comes back from that."""
        while True:
            await self._sent_away.wait()
            log.warning("a NATS server has sent us away")
            await asyncio.sleep(TRIES_AGAIN_AFTER)
            with suppress(Unreachable, NatsError):
                client = await self._connected()
                for listener in self._listeners:
                    await listener.begin(client)
                self._client = client
                self._sent_away.clear()

    @property
    def connected(self) -> bool:
        return bool(self._client.is_connected)

    # Out

    def send(self, subject: str, payload: bytes, undelivered: str = "") -> None:
        """To whoever listens, in order. If nobody does, what listens to `undelivered` is told."""
        if self._outgoing or not self._client.write_now(subject, payload, undelivered):
            self._outgoing.append((subject, payload, undelivered))
            self._wake.set()

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outgoing:
                subject, payload, undelivered = self._outgoing.popleft()
                try:
                    await self._client.publish(subject, payload, reply=undelivered)
                except NatsError:  # no server, and no more room to wait
                    self.lost_sends += 1

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        """The answer of whoever listens. Raises a `BusError`."""
        if not self.connected:
            raise Unreachable
        try:
            answer = await self._client.request(subject, payload, timeout=within)
        except NoRespondersError:
            raise NobodyThere(subject) from None
        except (TimeoutError, NatsError) as error:
            if not self.connected:
                raise Unreachable from error
            raise NoAnswer(subject) from error
        return bytes(answer.data)

    # In

    async def listen(self, subject: str, handler: Handler, group: str = "") -> Stop:
        """Everything that comes for this subject, one after the other; what the handler gives is
        the answer. Of those in a group, one hears each message. Gives what stops it."""
        return await self._begun(Listener(subject, handler, group))

    async def follow(self, subject: str, hear: Callable[[bytes], None]) -> Stop:
        """The same for what needs no answer: it is heard as soon as it is read."""
        return await self._begun(Follower(subject, hear))

    async def _begun(self, listener: Listener) -> Stop:
        self._listeners.append(listener)
        with suppress(NatsError):  # the line is closed: it begins with the next one
            await listener.begin(self._client)
        await self._settle()

        async def stop() -> None:
            self._listeners.remove(listener)
            await listener.end()
            await self._settle()

        return stop

    async def _settle(self) -> None:
        """Until NATS knows all that we have told it. A question that nobody answers comes behind
        it; the library's `flush` does not, its ping may overtake what is to be flushed."""
        with suppress(BusError):
            await self.ask(NOBODY, b"", SETTLES_WITHIN)

    async def close(self) -> None:
        """Let what came be heard, and what was said go out."""
        if not self._chores:  # there never was a line
            return
        while self._outgoing and self.connected:
            await asyncio.sleep(0)
        for chore in self._chores:
            chore.cancel()
        if self.connected:
            with suppress(NatsError, TimeoutError):
                await self._client.drain()
        if not self._client.is_closed:
            await self._client.close()


async def _ignore(error: Exception) -> None:
    """A line that breaks is mended; `connected` tells, and so does every question."""
