"""Sessions at tables, drawn by chance: who comes and goes, taps, lies about times, pauses, restarts.

    python -m tests.table.sessions FROM SESSIONS

A line for each: what was written and what everybody was told, as a checksum. The same source, compiled
or not, says the same.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any
from zlib import crc32

import msgspec

from brouhaha.table import wire
from tests.table.fake_link import Client, Link

GAMES = ("nimble", "now", "nono")
NAMES = ("Ana", "Bo", "Cy", "Dee")
STEPS = 150
ACTIONS: dict[str, list[dict[str, Any]]] = {
    "nimble": [{"type": "flip"}] * 4 + [{"type": "back"}, {"type": "recycle"}, {"type": "place"}],
    "now": [{"type": "discard"}] * 3 + [{"type": "now"}, {"type": "ready"}],
    "nono": [
        {"type": "stop"},
        {"type": "answer", "word": "bain de soleil"},
        {"type": "vote", "fits": True},
        {"type": "pass"},
        {"type": "ready"},
    ],
}
RARE = (
    wire.ClientInReady(),
    wire.ClientInPause(),
    wire.ClientInResume(),
    wire.ClientInRematch(),
    wire.ClientInStart(anyway=True),
    wire.ClientInRename("Zoé"),
    wire.ClientInSeatBot("steady"),
    wire.ClientInPolicy(wire.PolicyChange(trust="strangers", credit=25)),
    wire.ClientInPolicy(wire.PolicyChange(draw=True)),
    wire.ClientInTakeOver(2),
)


class Session:
    def __init__(self, number: int) -> None:
        self._chance = Random(number)
        self._game = GAMES[number % len(GAMES)]
        self._link = Link(self._game, seed=number, match_entries=self._chance.choice((40, 20_000)))
        self._people = self._link.seat(*NAMES[: self._chance.randint(2, 4)])
        if self._chance.random() < 0.4:
            self._people[0].say(wire.ClientInSeatBot(self._chance.choice(("steady", "random"))))
        self._people[0].say(wire.ClientInStart(anyway=True))
        self._link.wait(3_500)

    def play(self) -> int:
        for _ in range(STEPS):
            self._step(self._chance.choice(self._people))
        link = self._link
        told = [frame for client in link.clients.values() for frame in client.frames]
        finished = [msgspec.json.encode(match) for match in link.finished]
        return crc32(b"\n".join([*link.log, *told, *finished]))

    def _step(self, person: Client) -> None:
        link, chance, what = self._link, self._chance, self._chance.random()
        if person.closed is not None:
            self._comes_back(person)
        elif what < 0.75:
            self._taps(person)
        elif what < 0.85:
            link.wait(chance.choice((0.4, 12.0, 300.0, 20_000.0)))
        elif what < 0.9:
            link.table.measured(person.conn, chance.uniform(0, 200), chance.choice((None, 3.0)))
        elif what < 0.92:
            link.table.answered(person.conn, chance.uniform(0, 300), chance.uniform(0, 40))
        elif what < 0.97:
            person.say(chance.choice(RARE))
        elif what < 0.99:
            person.drop()
            person.closed = "dropped"
        else:
            link.restart()

    def _taps(self, person: Client) -> None:
        action = dict(self._chance.choice(ACTIONS[self._game]))
        if action["type"] == "place" and person.all(wire.ClientOutUpdate):
            piles = person.public.get("piles", []) if self._game == "nimble" else []
            action |= {"pile": 0, "onto": piles[0] if piles else ["red", "blue"]}
        if person.all(wire.ClientOutUpdate):
            person.act(action, after=self._chance.choice((0.0, 3.5, 80.0, 4_000.0)))
        if self._chance.random() < 0.5:
            self._link.wait(self._chance.uniform(0, 60))

    def _comes_back(self, person: Client) -> None:
        again = self._link.connect(token=person.token)
        self._people[self._people.index(person)] = again


def main(first: int, sessions: int) -> None:
    for number in range(first, first + sessions):
        print(number, Session(number).play())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
