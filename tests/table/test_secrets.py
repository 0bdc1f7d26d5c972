"""No frame to a seat holds what that seat may not know: checked from outside the view code.

NOW! is dealt with known cards, so that every frame can be searched for the cards themselves.
"""

from __future__ import annotations

import re

import msgspec

from brouhaha.games.now.types import State
from brouhaha.table import wire
from tests.known import known
from tests.table.fake_link import Client, Link

HIDDEN = re.compile(rb'"(?:decks|target_deck|box|perfects|seed|state|fingerprint)":')


def hidden_cards(link: Link, seat: int | None) -> set[int]:
    """What nobody at this seat may know: what lies in decks, and the others' active cards."""
    state = known(link.table.live_match).match.state
    assert isinstance(state, State)
    hidden = {card for deck in state.decks for card in deck}
    shown = {place.active for place in state.public.seats}
    for other, hand in enumerate(state.private):
        if other != seat and hand.active is not None and hand.active not in shown:
            hidden.add(hand.active)
    return hidden


def numbers_in(frame: bytes) -> set[int]:
    """Every number under a name that could hold a player card."""
    found: set[int] = set()

    def walk(value: object, name: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, key)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, name)
        elif isinstance(value, int) and name in ("active", "discards", "value", "card", "cards"):
            found.add(value)

    message = msgspec.json.decode(frame)
    for target in message["public"].pop("targets", []):
        target.pop("value", None)
    for place in message["public"]["seats"]:
        place.pop("won", None)
    best = (message["private"] or {}).get("best")
    for target in best["targets"] if best else []:
        target.pop("value", None)
    for event in message["events"]:
        event.pop("target", None)
        if event["type"] == "revealed":
            event.pop("card")
    walk(message, "")
    return found


def check(link: Link, client: Client, seat: int | None, seen: int) -> int:
    for frame in client.frames[seen:]:
        if frame.startswith(b'{"type":"update"'):
            assert not numbers_in(frame) & hidden_cards(link, seat)
            assert not HIDDEN.search(frame)
            assert (msgspec.json.decode(frame)["private"] is None) == (seat is None)
    return len(client.frames)


def test_nobody_is_told_a_card_that_is_not_theirs() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    ana.say(wire.ClientInSeatBot("random")).say(wire.ClientInStart())
    watcher, screen = link.connect(role="spectator"), link.connect(role="screen")
    late = link.connect(name="Late", wait=True)
    seats = {ana: 0, bo: 1, watcher: None, screen: None, late: None}
    seen = dict.fromkeys(seats, 0)
    updates = 0
    for step in range(500):
        link.wait(300)
        if step % 3 == 0:
            for person in (ana, bo):
                person.act({"type": ("discard", "now", "ready")[step % 5 % 3]})
        for client, seat in seats.items():
            before = seen[client]
            seen[client] = check(link, client, seat, before)
            updates += seen[client] - before
    assert updates > 300


def test_the_checker_would_notice() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    leak = ana.update.private
    frame = bo.frames[-1].replace(bytes(bo.update.private), bytes(leak))
    assert numbers_in(frame) & hidden_cards(link, 1)


def test_the_log_of_a_match_keeps_its_seed_from_everybody_until_the_end() -> None:
    link = Link()
    people = link.start("Ana", "Bo", "Cy")
    seed = known(link.table.state.header).seed.encode()
    assert seed in b"".join(link.log)
    assert all(seed not in frame for person in people for frame in person.frames)
