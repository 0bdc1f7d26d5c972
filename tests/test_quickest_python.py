"""Which build of Python .venv is of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import quickest_python as asked
from tools.quickest_python import quickest_python

pytestmark = pytest.mark.no_cover  # nothing of src/: see tests/tracing.py

NAME = f"python{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In which the other build lies, if there is one."""
    monkeypatch.setattr(asked, "FOLDERS", (str(tmp_path),))
    return tmp_path


def install(folder: Path, script: str, name: str = NAME) -> str:
    build = folder / name
    build.write_text(f"#!/bin/sh\n{script}\n")
    build.chmod(0o755)
    return str(build)


def test_one_that_is_quicker_by_much_is_taken(folder: Path) -> None:
    other = install(folder, "echo 0.0")
    assert quickest_python() == other


@pytest.mark.parametrize("script", ["echo 1000.0", "exit 1"], ids=["slower", "of no use"])
def test_else_it_is_the_one_that_asks(folder: Path, script: str) -> None:
    install(folder, script)
    assert quickest_python() == sys.executable


def test_another_version_is_not_asked(folder: Path) -> None:
    install(folder, "echo 0.0", "python3")
    assert quickest_python() == sys.executable
