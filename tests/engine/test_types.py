"""The types that the package promises its users: mypy, strict, over a small program of theirs."""

from __future__ import annotations

from pathlib import Path

from mypy import api

import brouhaha

PROGRAM = """\
import brouhaha
from brouhaha.games import nimble, now

named = brouhaha.start("now", players=["Ana", "Bo"])
reveal_type(named.public())  # PublicView
reveal_type(named.public().seats[0].name)  # str
reveal_type(named.result)  # Result | None

given = brouhaha.start(now.GAME, players=["Ana", "Bo"], seed=7)
reveal_type(given.public())  # now.types.Public
reveal_type(given.private(0).active)  # int | None
reveal_type(given.result)  # now.types.Result | None
reveal_type(given.state.decks)  # list[list[int]]
reveal_type(brouhaha.start(nimble.GAME, ["Ana", "Bo"]).public().piles[0])  # nimble.cards.Card

again = brouhaha.replay(given.log)
reveal_type(again.public().phase)  # str
if again.result is not None:
    reveal_type(again.result.winners)  # Sequence[int]
    reveal_type(again.result.ranking)  # Sequence[Sequence[int]]


def leader(match: brouhaha.AnyMatch) -> str:
    return match.public().seats[0].name


leader(named), leader(given)

given.public().dice  # error: "Public" has no attribute "dice"
named.public().targets  # error: "PublicView" has no attribute "targets"
given.result.winners  # error: Item "None" of "Result | None" has no attribute "winners"
brouhaha.start(7, ["Ana"])  # error: No overload variant of "start" matches argument types
"""


def told(program: Path, *options: str) -> list[str]:
    """What mypy says, a line each: `<line>: <kind>: <text>`."""
    cache = f"--cache-dir={program.parent / 'cache'}"
    out, trouble, _ = api.run(["--strict", "--config-file=", cache, *options, str(program)])
    assert not trouble
    return [line.removeprefix(f"{program}:") for line in out.splitlines()]


def test_a_program_is_told_what_it_gets(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    said = dict(line.split(": ", 1) for line in reversed(told(program)[:-1]))
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        code, _, expected = line.partition("  # ")
        if code.lstrip().startswith("reveal_type"):
            revealed = said.pop(str(number))
            assert expected == short(revealed), line
        elif expected:
            assert expected in said.pop(str(number)), line
    assert not said, "mypy finds something else"


def short(revealed: str) -> str:
    """A revealed type without the modules that everybody knows."""
    text = revealed.removeprefix('note: Revealed type is "').removesuffix('"')
    for prefix in ("brouhaha.engine.game.", "brouhaha.games.", "typing."):
        text = text.replace(prefix, "")
    return text


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(brouhaha.__file__).parent / "py.typed").is_file()
