"""Random messages in any order, at any time, from anybody: nothing raises, and nothing leaks.

After every storm the table is still what its log says, and it still lets the time pass.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brouhaha.table import wire
from tests.table.fake_link import CODE, Client, Link
from tests.table.test_restore import lasting

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

SEATS = st.integers(0, 9)
GAMES = st.sampled_from(["now", "nimble", "nono", "chess"])
ACTIONS = st.sampled_from(
    [
        b'{"type":"ready"}',
        b'{"type":"discard"}',
        b'{"type":"now"}',
        b'{"type":"flip"}',
        b'{"type":"place","pile":0,"onto":["red","blue"]}',
        b'{"type":"stop"}',
        b'{"type":"answer","word":"ski"}',
        b'{"type":"vote","fits":true}',
        b'{"type":"pass"}',
        b"null",
        b'{"type":[[[]]]}',
    ]
).map(msgspec.Raw)
MESSAGES = st.one_of(
    st.builds(
        wire.ClientInHello,
        st.just(CODE),
        role=st.sampled_from(["player", "player", "spectator", "screen"]),
        name=st.none() | st.sampled_from(["Ana", "Bo", "Œdipe", "\u0000", "x" * 200]),
        seq=st.none() | st.integers(0, 2**53 - 1),
    ),
    st.builds(
        wire.ClientInAct,
        st.integers(1, 40),
        st.integers(0, 2**53 - 1),
        st.floats(0, 86_400_000),
        ACTIONS,
    ),
    st.builds(wire.ClientInReady, st.booleans()),
    st.builds(wire.ClientInRename, st.text(max_size=40)),
    st.builds(wire.ClientInChoose, GAMES, st.sampled_from([{}, {"countdown": 1}, {"x": 1}])),
    st.builds(wire.ClientInNext, GAMES),
    st.builds(wire.ClientInSeatBot, st.sampled_from(["random", "steady", "wizard"])),
    st.builds(wire.ClientInRemove, SEATS),
    st.builds(wire.ClientInPassHost, SEATS),
    st.builds(wire.ClientInHello, st.just(CODE), name=st.just("Late"), wait=st.just(True)),
    st.builds(wire.ClientInTakeOver, SEATS),
    st.builds(wire.ClientInRenameSeat, SEATS, st.text(max_size=40)),
    st.builds(wire.ClientInReadmit, SEATS),
    st.builds(
        wire.ClientInPolicy,
        st.builds(
            wire.PolicyChange,
            locked=st.booleans(),
            bots_make_way=st.booleans(),
            rotation=st.sampled_from(["in_turn", "winner_stays"]),
        ),
    ),
    st.builds(wire.ClientInStart, anyway=st.booleans()),
    st.sampled_from(
        [
            wire.ClientInStart(),
            wire.ClientInStart(),
            wire.ClientInPause(),
            wire.ClientInResume(),
            wire.ClientInRematch(),
            wire.ClientInLeave(),
        ]
    ),
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["say"] * 8 + ["wait", "drop", "back", "measure", "restart"]),
        st.integers(0, 5),
        MESSAGES,
        st.sampled_from([0.0, 0.3, 15.0, 400.0, 4_000.0, 70_000.0]),
    ),
    max_size=60,
)


Step = tuple[str, int, Any, float]


def take(link: Link, tokens: list[str], step: Step) -> None:
    """One step of a storm."""
    kind, who, message, pause = step
    client = link.clients.get(who)
    if kind == "wait":
        link.wait(pause)
    elif kind == "restart":
        link.restart()
    elif kind == "back" and tokens:
        link.connect(token=tokens[who % len(tokens)])
    elif client is None or client.closed is not None:
        fresh = Client(link, len(link.clients))
        link.clients[fresh.conn] = fresh
        fresh.say(message)
    elif kind == "drop":
        client.drop()
        client.closed = "dropped"
    elif kind == "measure":
        link.table.measured(who, pause, None if who % 2 else pause / 3)
    else:
        client.say(message)


@settings(max_examples=120, deadline=None)
@given(STEPS)
def test_nothing_that_anybody_says_breaks_a_table(steps: list[Step]) -> None:
    link = Link()
    link.seat("Ana", "Bo", "Cy")
    tokens = [client.token for client in link.clients.values()]
    for step in steps:
        take(link, tokens, step)
    link.wait(5_000)
    assert lasting(link.restored(link.log)) == lasting(link.table)


@settings(max_examples=60, deadline=None)
@given(STEPS, st.sampled_from(["now", "nimble", "nono"]))
def test_nothing_breaks_a_match(steps: list[Step], game: str) -> None:
    link = Link(game)
    people = link.start("Ana", "Bo", "Cy")
    for step in steps:
        take(link, [person.token for person in people], step)
    link.wait(5_000)
    assert lasting(link.restored(link.log)) == lasting(link.table)
