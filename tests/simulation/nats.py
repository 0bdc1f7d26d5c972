"""NATS, simulated: what processes say to each other comes later, in order, or is lost.

`Nats` is the server, `SimulatedBus` stands in the place of one process's `Bus`. A process can be cut
off from it, and neither side knows for a while: what is sent meanwhile is lost, as what was under
way is. Then both know; what is said from then on waits, and goes out when the line is back.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

from brouhaha.bus import Heard, NoAnswer, NobodyThere, Stop, Unreachable
from tests.simulation.timeline import SimulatedLoop, Timeline

NOTICED_AFTER: Final = 2.5  # seconds: a ping a second, of which two may be outstanding
LATE: Final = 0.02  # seconds; most are a fraction of a millisecond

Handler = Callable[[Heard], Awaitable[bytes | None] | bytes | None]


class Nats:
    def __init__(self, timeline: Timeline, chance: Random) -> None:
        self.timeline = timeline
        self.buses: list[SimulatedBus] = []
        self.down = False
        self._chance = chance
        self._arrives: dict[tuple[object, object], float] = {}

    def bus(self, servers: str, name: str) -> SimulatedBus:
        made = SimulatedBus(self)
        self.buses.append(made)
        return made

    def go_down(self) -> None:
        self.down = True
        for bus in self.buses:
            bus.cut_off()

    def come_up(self) -> None:
        self.down = False
        for bus in list(self.buses):
            bus.join_again()

    def carry(
        self, sender: object, receiver: object, call: Callable[..., None], *what: Any
    ) -> None:
        """Behind everything that is on its way between the two."""
        now = self.timeline.now
        at = now + 0.0003 + self._chance.random() ** 6 * LATE
        at = self._arrives[sender, receiver] = max(at, self._arrives.get((sender, receiver), 0.0))
        self.timeline.after(at - now, call, *what)

    def publish(self, sender: SimulatedBus, message: Message) -> None:
        """It has come to the server."""
        if sender.cut:
            return
        heard = [
            each for bus in self.buses for each in bus.listeners if each.takes(message.subject)
        ]
        for listener in self._one_of_each_group(heard):
            self.carry(self, listener.bus, listener.hear, message)
        if not heard and message.asked is not None:
            self.carry(self, sender, message.asked.nobody)

    def _one_of_each_group(self, heard: list[Listener]) -> list[Listener]:
        groups: dict[str, list[Listener]] = {}
        for listener in heard:
            groups.setdefault(listener.group, []).append(listener)
        return [*groups.pop("", []), *(self._chance.choice(each) for each in groups.values())]


class Message:
    """`asked`: who waits for an answer, or wants to know that nobody is there."""

    def __init__(self, subject: str, payload: bytes, asked: Asked | None) -> None:
        self.subject = subject
        self.payload = payload
        self.asked = asked


class Asked:
    def __init__(self, bus: SimulatedBus, answered: Callable[[bytes | None], None]) -> None:
        """`answered` hears None if there is nobody."""
        self.bus = bus
        self._answered = answered

    def nobody(self) -> None:
        self._come(None)

    def answer(self, payload: bytes) -> None:
        self._come(payload)

    def _come(self, payload: bytes | None) -> None:
        if not (self.bus.cut or self.bus.dead):
            self.bus.loop.call_soon(self._answered, payload)


class Listener:
    """A subscription: one message after the other, in a task of its process."""

    def __init__(self, bus: SimulatedBus, subject: str, handler: Handler, group: str) -> None:
        self.bus = bus
        self.group = group
        self._subject = subject
        self._prefix = subject[:-1] if subject.endswith("*") else None  # of what it takes besides
        self._handler = handler
        self._came: asyncio.Queue[Message] = asyncio.Queue()
        self._task = bus.loop.create_task(self._listen())

    def takes(self, subject: str) -> bool:
        if self.bus.given_up:
            return False
        return subject == self._subject or (
            self._prefix is not None and subject.startswith(self._prefix)
        )

    def hear(self, message: Message) -> None:
        if not (self.bus.cut or self.bus.dead):
            self.bus.loop.call_soon(self._came.put_nowait, message)

    async def _listen(self) -> None:
        while True:
            message = await self._came.get()
            answer = self._handler(Heard(message.subject, message.payload, undelivered=False))
            if isinstance(answer, Awaitable):
                answer = await answer
            if answer is not None and message.asked is not None:
                self.bus.answer(message.asked, answer)

    def stop(self) -> None:
        self._task.cancel()


class SimulatedBus:
    """In the place of `Bus`."""

    def __init__(self, nats: Nats) -> None:
        self.loop: SimulatedLoop = asyncio.get_running_loop()  # type: ignore[assignment]
        self.lost_sends = 0
        self.listeners: list[Listener] = []
        self.cut = False  # nothing comes through
        self.given_up = False  # and both sides know it
        self.dead = False  # its process is
        self._nats = nats
        self._waiting: deque[Message] = deque()  # to go out when the line is back

    async def connect(self) -> None:
        if self._nats.down:
            raise Unreachable("no NATS server answers")

    @property
    def connected(self) -> bool:
        return not self.given_up

    def send(self, subject: str, payload: bytes, undelivered: str = "") -> None:
        def nobody(_: bytes | None) -> None:
            for listener in self.listeners:
                if listener.takes(undelivered):
                    listener._handler(Heard(undelivered, b"", undelivered=True))

        self._publish(Message(subject, payload, Asked(self, nobody) if undelivered else None))

    def _publish(self, message: Message) -> None:
        if self.given_up:
            self._waiting.append(message)
        elif not self.cut:
            self._nats.carry(self, self._nats, self._nats.publish, self, message)

    async def ask(self, subject: str, payload: bytes, within: float) -> bytes:
        if self.given_up:
            raise Unreachable
        future: asyncio.Future[bytes | None] = self.loop.create_future()

        def answered(answer: bytes | None) -> None:
            if not future.done():
                future.set_result(answer)

        self._publish(Message(subject, payload, Asked(self, answered)))
        try:
            answer = await asyncio.wait_for(future, within)
        except TimeoutError:
            raise (Unreachable if self.given_up else NoAnswer)(subject) from None
        if answer is None:
            raise NobodyThere(subject)
        return answer

    def answer(self, asked: Asked, payload: bytes) -> None:
        if not self.cut:
            self._nats.carry(self, asked.bus, asked.answer, payload)

    async def listen(self, subject: str, handler: Handler, group: str = "") -> Stop:
        listener = Listener(self, subject, handler, group)
        await asyncio.sleep(0.001)  # NATS knows by then
        self.listeners.append(listener)

        async def stop() -> None:
            with suppress(ValueError):
                self.listeners.remove(listener)
            listener.stop()
            await asyncio.sleep(0.001)

        return stop

    async def follow(self, subject: str, hear: Callable[[bytes], None]) -> Stop:
        return await self.listen(subject, lambda heard: hear(heard.payload))

    async def close(self) -> None:
        """What was said has gone out."""
        self.die()

    # What happens to it

    def cut_off(self) -> None:
        self.cut = True
        self._nats.timeline.after(NOTICED_AFTER, self._notice)

    def _notice(self) -> None:
        self.given_up = self.cut

    def join_again(self) -> None:
        self.cut = self.given_up = False
        while self._waiting and not self.dead:
            self._publish(self._waiting.popleft())

    def die(self) -> None:
        self.dead = self.given_up = self.cut = True
        with suppress(ValueError):
            self._nats.buses.remove(self)
