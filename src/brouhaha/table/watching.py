"""Who only watches sees nothing before the farthest player does.

Somebody who plays over a long way and watches the same table in a window nearby would see every
card sooner than their line says, and race from there. So what is told to those who watch, and to
those who wait for the next match, is told later, by the way to the farthest player. The host's own
screens are told at once: they stand in the room. A host may decide otherwise (`watchers_later`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.table.commit import Close, Effect, Later, Send
from brouhaha.table.presence import Client
from brouhaha.table.seating import Seating

LEAST: Final = 10.0  # ms: less is no use to anybody
MOST: Final = 300.0  # ms: who seems farther than twice that does not blind everybody else


def told_later(
    effects: Sequence[Effect], seating: Seating, playing: int, now: float
) -> list[Effect]:
    """The same effects, those for who watches a match of so many seats later than now. What one of
    them is told stays in its order."""
    delay = _way_to_the_farthest(seating, playing)
    told = []
    for effect in effects:
        client = seating.clients.get(effect.conn)
        if client is None or not _only_watches(client, playing):
            told.append(effect)
            continue
        at = max(client.told_until, now + delay)
        if at > now and isinstance(effect, Send | Close):
            client.told_until = at
            effect = Later(at, effect)
        told.append(effect)
    return told


def _only_watches(client: Client, playing: int) -> bool:
    if client.player is None:
        return not client.own
    return all(player.seat >= playing for player in client.players)


def _way_to_the_farthest(seating: Seating, playing: int) -> float:
    """Half of the usual round trip, in ms; 0: all are near."""
    trips = [
        player.line.view.rtt
        for player in seating.players.values()
        if player.seat < playing and player.client is not None and player.line.view is not None
    ]
    way = min(max(trips, default=0) / 2, MOST)
    return way if way >= LEAST else 0.0
