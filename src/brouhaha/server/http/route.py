"""An address that the server answers, as data."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from brouhaha.engine.errors import Refusal

JSON: Final = "application/json"


class Route(NamedTuple):
    """Where, what for, what goes in, what comes out, and what may be refused."""

    name: str
    method: str
    path: str
    about: str
    answer: Any
    body: Any = None
    query: Any = None
    refuses: tuple[Refusal, ...] = ()
    obeys_rules: bool = False  # a table's or a game's refusals come too
    statuses: tuple[int, ...] = (200,)
    content: str = JSON
