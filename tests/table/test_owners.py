"""Only a part itself changes what it holds (ARCHITECTURE.md): nobody else stores into its fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import brouhaha

ROOT = Path(brouhaha.__file__).parent
FILES = sorted(
    path for room in ("table", "commits", "server/tables") for path in (ROOT / room).rglob("*.py")
)


def stored(path: Path) -> Iterator[tuple[str, str]]:
    """Whose field is set, and which: `("self._state", "host")`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield ast.unparse(node.value), node.attr


def test_what_lasts_at_a_table_is_changed_by_its_log_alone() -> None:
    """`TableState` changes where an entry is applied, and nowhere else."""
    found = {
        path.name for path in FILES for whose, _ in stored(path) if whose.split(".")[-1] == "state"
    }
    owners = {path.name for path in FILES for whose, _ in stored(path) if "_state" in whose}
    assert (found, owners) == ({"applying.py"}, set())


def test_private_fields_are_set_in_the_file_of_their_class() -> None:
    for path in FILES:
        fields = list(stored(path))
        own = {field for whose, field in fields if whose in ("self", "cls")}
        others = {field for whose, field in fields if whose not in ("self", "cls")}
        assert {field for field in others - own if field.startswith("_")} == set(), path


def test_no_other_module_sets_a_tables_own_fields() -> None:
    """Whoever has a table (`table.…`, `self.table.…`) asks it, and sets nothing."""
    for path in sorted(ROOT.rglob("*.py")):
        for whose, field in stored(path):
            owner = whose.split(".")[-1].lstrip("_")
            assert owner not in ("outbox", "seating", "match_control", "live_match"), (path, field)
            assert owner != "table" or path.parent.name == "tournaments", (path, field)
