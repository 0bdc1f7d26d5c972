"""What the documents show works: their examples are run here."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.replay import replay
from brouhaha.lab.arena import play_out, result_of
from brouhaha.testing import Conformance, copy_state

ROOT = Path(__file__).parents[2]


def blocks(document: str) -> list[str]:
    """The Python examples of a document, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def run(example: str, names: dict[str, Any]) -> None:
    exec(compile(example, "example", "exec", dont_inherit=True), names)


def smallest_game() -> Any:
    names: dict[str, Any] = {}
    run(blocks("docs/write-your-own-game.md")[0], names)
    return names["GAME"]


class TestTheSmallestGame(Conformance):
    """It passes the suite that its page tells to use."""

    game = smallest_game()

    def twin(self, match: AnyMatch, seat: int, random: Random) -> Any:
        return copy_state(match)

    def test_there_is_something_it_may_not_know(self) -> None:
        """There is not: all of its state is shown, so a twin is a copy."""
        assert set(self.game.kinds.state.__struct_fields__) == {"public", "private", "result"}


def test_the_smallest_game_is_won_by_a_shout() -> None:
    game = smallest_game()
    match = Match(game, new_header(game, ["Ana", "Bo"], None, 7, None))
    play_out(match, [game.bots["random"](seat, Random(seat)) for seat in range(2)])
    assert result_of(match).winners in ([0], [1])
    assert replay(game, Log(match.header, match.entries, match.now)).result == match.result


EXAMPLES = [(d, n) for d in ("README.md", "docs/shuffles.md") for n in range(len(blocks(d)))]


@pytest.mark.parametrize(("document", "number"), EXAMPLES)
def test_examples_run(document: str, number: int) -> None:
    run(blocks(document)[number], {})
