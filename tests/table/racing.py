"""People at their distances who tap, and what the slower one is told."""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha.table.wire import ClientInAct, ClientOutRefused, Race
from tests.known import known
from tests.table.fake_link import Client, Link


def far_apart(link: Link, people: list[Client], *rtts: float) -> None:
    for person, rtt in zip(people, rtts, strict=True):
        for _ in range(10):
            link.table.measured(person.conn, rtt, rtt)


def tap(link: Link, person: Client, action: dict[str, Any], at: float, rtt: float) -> float:
    """The player reacts `at` ms after the update was drawn; gives when the message arrives."""
    person.moves += 1
    raw = msgspec.Raw(msgspec.json.encode(action))
    message = ClientInAct(person.moves, person.update.seq, at, raw)
    link.now = sent_at(link, person) + at + rtt
    person.say(message)
    return link.now


def sent_at(link: Link, person: Client) -> float:
    sent = link.table.outbox.sent(person.update.seq)
    assert sent is not None
    return sent.at


def refusal(person: Client) -> ClientOutRefused:
    answer: ClientOutRefused = person.all(ClientOutRefused)[-1]
    return answer


def race_of(person: Client) -> Race:
    """The race that they lost."""
    return known(refusal(person).race)
