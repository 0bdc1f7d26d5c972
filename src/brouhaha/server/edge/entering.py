"""May whoever says hello come in? Asked before the table is: the rest of a hello is the table's."""

from __future__ import annotations

import time
from typing import Final

from brouhaha.server.edge.budgets import spend
from brouhaha.server.edge.meter import Meter
from brouhaha.server.edge.visitors import Visitor, Visitors
from brouhaha.server.tables.link import Link
from brouhaha.table.wire import ClientInHello

FIRST_BYTES: Final = 200  # of a hello


def may_try(visitors: Visitors, visitor: Visitor, link: Link | None, hello: ClientInHello) -> bool:
    """Who comes back to their seat always may. Strangers guess only so often."""
    if link is not None and link.known:
        return True
    new = hello.hand_over is None and (hello.token is None or hello.name is not None)
    right = link is not None and new
    return visitors.may_try_code(visitor, right=right)


def may_enter(visitors: Visitors, meter: Meter, link: Link | None) -> bool:
    """Coming and going is told to everybody at the table. Who has a seat pays with what the seat
    has, everybody else with what their address has."""
    now, told = time.monotonic(), 2 * link.clients if link is not None else 0
    costs = 1, FIRST_BYTES, told, told * (link.weight.frame_bytes if link is not None else 0)
    if link is None or link.holder is None:
        return spend(now, costs, meter.account.talk) is None
    budget = visitors.budgets.seat(link.code, link.holder, now)
    return spend(now, costs, budget) is None
