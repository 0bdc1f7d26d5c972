"""Was everything that anybody was shown, and in that order, what happened? Asked of the log alone.

It shares nothing with the server but the rules: it plays the archived match again and looks for
each view that a client had on its screen, in the order in which it had them. A view that is not
there was taken back, or written by a second owner; one that is only further back was shown after
what came later, so somebody was sent back in time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from brouhaha.server.commands.bot import Message
from brouhaha.server.http import replay_pages
from brouhaha.store import Store, open_store
from tests.server.guests import Guest


def check_what_was_shown(store: str, tables: Sequence[Sequence[Guest]]) -> int:
    """Gives how many views were looked at. `tables`: who sat there, by seat."""
    with open_store(store, read_only=True) as opened:
        return sum(_check_table(opened, guests) for guests in tables)


def _check_table(opened: Store, guests: Sequence[Guest]) -> int:
    ends = {plain([each["replay"], each["result"]]) for each in map(_end, guests)}
    assert len(ends) == 1, "two ends were shown"
    match = opened.match(_end(guests[0])["replay"])
    assert match is not None, "a match that everybody saw the end of is not there"
    looked_at = 0
    for seat, guest in enumerate(guests):
        frames = replay_pages.page(match, seat, 0, 10**6).frames
        steps = [msgspec.json.decode(msgspec.json.encode(frame)) for frame in frames]
        history = [plain([step["public"], step["private"]]) for step in steps]
        shown = [plain([each["public"], each["private"]]) for each in guest.heard("update")]
        _check_order(history, shown)
        looked_at += len(shown)
    return looked_at


def _check_order(history: list[bytes], shown: list[bytes]) -> None:
    assert shown, "nothing was shown"
    places: defaultdict[bytes, list[int]] = defaultdict(list)
    for number, view in enumerate(history):
        places[view].append(number)
    at = 0
    for view in shown:
        assert view in places, "something was shown that has not happened"
        known = places[view]
        later = bisect_left(known, at)
        assert later < len(known), "somebody was sent back in time"
        at = known[later]


def _end(guest: Guest) -> Message:
    return guest.heard("table")[-1]


def plain(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")
