"""What is compiled is compiled, and says what the source says. Run where it is (`make compiled-at-once`)."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import brouhaha
import compiled_build

ROOT = Path(compiled_build.__file__).parent
SESSIONS = 300


def test_each_module_is_compiled() -> None:
    for name in compiled_build.MODULES:
        module = importlib.import_module("brouhaha." + name.removesuffix(".py").replace("/", "."))
        assert Path(module.__file__ or "").suffix == ".so", name
    assert Path(brouhaha.__file__ or "").is_relative_to(ROOT / ".compiled")


def said(source: Path) -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tests.table.sessions", "0", str(SESSIONS)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def test_sessions_at_tables_are_the_same_to_the_byte() -> None:
    interpreted, compiled = said(ROOT / "src"), said(ROOT / ".compiled")
    assert len(set(interpreted)) == SESSIONS
    assert compiled == interpreted


def test_a_class_with_arguments_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """mypyc would forget them: `Move` would be looked at by the collector, an entry lose its tag."""
    compiled_build.check()
    monkeypatch.setattr(compiled_build, "MODULES", ("table/outcomes.py",))
    with pytest.raises(SystemExit, match="Move"):
        compiled_build.check()


def test_what_has_changed_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = compiled_build._digest()
    assert (ROOT / ".compiled" / compiled_build.STAMP).read_text() == digest
    monkeypatch.setattr(compiled_build, "MODULES", compiled_build.MODULES[1:])
    assert compiled_build._digest() != digest
