"""A device that several people share: its seats, tokens and moves."""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha.table import wire
from tests.table.fake_link import Client, Link

STOP = {"type": "stop"}


def sit(device: Client, **who: Any) -> wire.Seated:
    device.say(wire.ClientInSit(**who))
    return last_seated(device)


def last_seated(device: Client) -> wire.Seated:
    held: wire.Seated = device.all(wire.ClientOutSeated)[-1].held
    return held


def tablet(link: Link, name: str, *others: str) -> tuple[Client, list[str]]:
    """A device with so many seats, and all its tokens."""
    device = link.connect(name=name)
    return device, [device.token, *(sit(device, name=other).token for other in others)]


def act(device: Client, by: int, action: dict[str, Any], move: int, after: float = 0) -> Client:
    raw = msgspec.Raw(msgspec.json.encode(action))
    return device.say(wire.ClientInAct(move, device.update.seq, after, raw, by))


def playing(link: Link) -> tuple[Link, Client, Client, list[str]]:
    """Ana has a phone; Bo, Cy and Di share a tablet: seats 1, 2 and 3."""
    ana = link.connect(name="Ana")
    device, held = tablet(link, "Bo", "Cy", "Di")
    ana.say(wire.ClientInStart(anyway=True))
    link.wait(3500)
    return link, ana, device, held
