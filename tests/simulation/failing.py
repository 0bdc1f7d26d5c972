"""Faults that are planned: which call for which table raises next, ours or a game's; and what another
version of the server makes of a table when it starts.

`receive`, `wake` and `flush` of a table raise instead of doing anything. What a game does (`settle`,
`submit`) and what concerns two tables (`split`, `unite`) is done first: nobody knows how it stands then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.refusals import UNKNOWN_GAME
from brouhaha.engine.replay import OTHER_RULES, play_again
from brouhaha.server.tables import two_tables
from brouhaha.server.tables.recovery import MOST_FAULTS
from brouhaha.table import Table, match_control
from brouhaha.table.live_match import LiveMatch
from tests.simulation.disturbances import Disturbances
from tests.simulation.fleet import Fleet

HALF_DONE: Final = ((LiveMatch, "settle"), (LiveMatch, "submit"), (two_tables, "split"), (two_tables, "unite"))  # fmt: skip
UNPLAYABLE: Final[dict[str, Callable[[], Exception]]] = {  # the match is given up
    "other rules": lambda: Rejected(OTHER_RULES, played="1", known="2"),
    "broken game": lambda: RuntimeError("planned"),
}
UNREADABLE: Final[dict[str, Callable[[], Exception]]] = {  # the table stays in the store
    "no game": lambda: Rejected(UNKNOWN_GAME, game="gone"),
    "no table": lambda: RuntimeError("planned"),
}


class Failing:
    def __init__(self, fleet: Fleet, disturbances: Disturbances) -> None:
        self.left_out: set[str] = set()  # tables that stay in the store until another start
        self._fleet = fleet
        self._disturbances = disturbances
        self._calls: dict[str, tuple[str, int]] = {}  # by table: which one, and how often
        self._versions: dict[str, str] = {}  # by table: what is made of it when it is read next
        self._unplayable: Callable[[], Exception] | None = None
        self._faults: Counter[str] = Counter()  # since the server was started

    def plan(self, code: str, call: str, count: int = 1) -> None:
        self._calls[code] = call, count

    def change_version(self, code: str, what: str) -> None:
        self._versions[code] = what

    def calm_down(self) -> None:
        self._calls.clear()

    def starts_again(self) -> None:
        self.left_out.clear()
        self._faults.clear()

    @contextmanager
    def replaced(self) -> Iterator[None]:
        with ExitStack() as stack:
            for name in ("receive", "wake", "flush"):
                faulty = self._faulty(name, getattr(Table, name))
                stack.enter_context(patch.object(Table, name, faulty))
            for where, name in HALF_DONE:
                faulty = self._half_done(name, getattr(where, name))
                stack.enter_context(patch.object(where, name, faulty))
            stack.enter_context(patch.object(match_control, "play_again", self._play_again))
            yield

    def _faulty(self, name: str, call: Any) -> Any:
        def called(table: Table, *args: Any) -> Any:
            if self._calls and self._calls.get(table.state.code, ("",))[0] == name:
                self._fleet.excused_faults += 1
                self._raise(table.state.code)
            return call(table, *args)

        return called

    def _half_done(self, name: str, call: Any) -> Any:
        def called(whose: Table | LiveMatch, *args: Any, **named: Any) -> Any:
            done = call(whose, *args, **named)
            for code, (planned, _) in self._calls.items():
                if planned == name and self._is_of(code, whose):
                    if name in ("split", "unite"):  # a fault of ours, at each of these
                        self._fleet.excused_faults += sum(
                            isinstance(a, Table) for a in (whose, *args)
                        )
                    self._raise(code)
            return done

        return called

    def _is_of(self, code: str, whose: Table | LiveMatch) -> bool:
        return any(whose in (table, table.live_match) for table in self._fleet.tables(code))

    def _raise(self, code: str) -> None:
        call, count = self._calls.pop(code)
        if count > 1:
            self._calls[code] = call, count - 1
        self._faults[code] += 1
        if self._faults[code] > MOST_FAULTS:
            self.left_out.add(code)
        self._disturbances.disturb(1, code)
        raise RuntimeError("planned")

    def reading(self, code: str, restored: Callable[[], Table | None]) -> Table | None:
        """A table from its log, as the version that reads it does."""
        version = self._versions.pop(code, "")
        self._unplayable = UNPLAYABLE.get(version)
        try:
            if version not in UNREADABLE:
                return restored()
            self.left_out.add(code)
            self._fleet.excused_faults += version == "no table"
            with patch.object(Table, "restore", side_effect=UNREADABLE[version]()):
                return restored()
        finally:
            self._unplayable = None

    def _play_again(self, *args: Any) -> AnyMatch:
        if self._unplayable is not None:
            raise self._unplayable()
        return play_again(*args)
