"""What the documents show works: every Python example is run, every command is understood."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from brouhaha.cli import parser_for
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.replay import replay
from brouhaha.lab.arena import play_out, result_of
from brouhaha.starter.new import package
from brouhaha.testing import Conformance, copy_state

ROOT = Path(__file__).parents[2]


def blocks(document: str) -> list[str]:
    """The Python examples of a document, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.findall(r"^( *)```python\n(.*?)^ *```", text, flags=re.DOTALL | re.MULTILINE)
    return [dedent(code) for _, code in found]


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


WHOLE_GAME = package("alone")
CODE = [path for path in WHOLE_GAME if path.endswith((".py", ".js", ".css"))]


@pytest.mark.parametrize("path", [path for path in CODE if "__init__" not in path])
def test_the_whole_game_is_what_brouhaha_new_writes(path: str) -> None:
    shown = (ROOT / "docs/write-your-own-game.md").read_text(encoding="utf-8")
    written = [line for line in WHOLE_GAME[path].splitlines() if not line.startswith("from alone")]
    assert re.sub(r"\n{4,}", "\n\n\n", "\n".join(written)) in shown


def test_the_whole_game_takes_under_400_lines() -> None:
    assert sum(len(WHOLE_GAME[path].splitlines()) for path in CODE) < 400


PAGES = [
    path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
]
WITH_EXAMPLES = [page for page in PAGES if blocks(page)]
COMMANDS = [
    (page, command)
    for page in PAGES
    for command in re.findall(r"^ *(brouhaha [a-z]+ .*)$", (ROOT / page).read_text("utf-8"), re.M)
]


def test_there_are_examples() -> None:
    assert {"README.md", "docs/shuffles.md", "docs/store.md", "docs/lab.md"} <= {*WITH_EXAMPLES}
    assert len(COMMANDS) >= 6


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_examples_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, each with what those before it have defined, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for example in blocks(page):
        run(example, names)


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_commands_are_understood(
    page: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command, comments=True)[1:]
    assert parser_for(words).parse_args(words).command == words[0]
