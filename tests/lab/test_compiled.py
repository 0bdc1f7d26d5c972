"""What the lab compiles is compiled anew when a rule of another file changed; chance compiled is
the engine's, word for word.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from brouhaha.engine.chance import Chance
from brouhaha.lab.compiled import stamp_of
from brouhaha.lab.compiled_chance import MOST_SEED, MOST_WORDS, draw, seeds_of, shuffle, text

pytestmark = pytest.mark.no_cover  # compiled: see pyproject.toml

RULES = """
from brouhaha.lab.compiled import rule

@rule
def answer():
    return {answer}
"""
CALLER = """
from rules_of_a_game import answer
from brouhaha.lab.compiled import compiled

@compiled
def ask():
    return answer()
"""


def loaded(folder: Path, name: str) -> Any:
    """As a new process would import it."""
    spec = spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def asked(folder: Path) -> tuple[int, bool]:
    """What the compiled caller answers, and whether that came from the cache."""
    stamp_of.cache_clear()
    loaded(folder, "rules_of_a_game")
    caller = loaded(folder, "caller_of_rules")
    answer = caller.ask()
    return answer, bool(caller.ask.stats.cache_hits)


def test_a_rule_that_changed_in_another_file_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "caller_of_rules.py").write_text(CALLER)
    (tmp_path / "rules_of_a_game.py").write_text(RULES.format(answer=41))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    try:
        assert asked(tmp_path) == (41, False)
        assert asked(tmp_path) == (41, True)
        (tmp_path / "rules_of_a_game.py").write_text(RULES.format(answer=42))
        assert asked(tmp_path) == (42, False)
    finally:
        stamp_of.cache_clear()
        for name in ("rules_of_a_game", "caller_of_rules"):
            sys.modules.pop(name, None)


def test_compiled_chance_is_the_engines() -> None:
    random = Random(1)
    state, columns = np.zeros(25, np.uint64), np.zeros(5, np.uint64)
    for _ in range(200):
        seed, label = (
            random.randbytes(random.randrange(MOST_SEED + 1)),
            "label/" * random.randrange(9),
        )
        number = random.randrange(-1, 10)
        told = Chance(seed)
        name = label if number < 0 else f"{label}{number}"
        room, lengths = seeds_of([seed])
        draw(state, columns, room[0], lengths[0], text(label), number)
        words = np.frombuffer(state.tobytes(), np.uint32)[:MOST_WORDS]
        assert words.tolist() == list(told.words(name, MOST_WORDS))
        count = random.randrange(1, MOST_WORDS)
        order = np.zeros(MOST_WORDS, np.uint8)
        shuffle(state, order, count)
        assert order[:count].tolist() == told.shuffled(name, range(count))
