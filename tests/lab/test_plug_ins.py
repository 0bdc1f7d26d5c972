"""The lab takes any game: one of another package is simulated, rated, reported on and trained with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from brouhaha import games
from brouhaha.cli import main
from brouhaha.engine.errors import Rejected
from brouhaha.envs import parallel_env
from brouhaha.lab.balance import numbers_of_players
from brouhaha.lab.simulate import fast_path, new_task, play_one
from tests.plug_ins import install, on_the_path, shout_with

ENVIRONMENT = """
from shouting import Shout
from brouhaha.envs.senses import Senses, filled

class ShoutSenses(Senses):
    size = 1
    actions = ("wait", "shout")

    def observe(self, public, private, seat):
        return filled([float(public.phase == "go")], self.size)

    def allowed(self, public, private, seat):
        return [1] if public.phase == "go" else []

    def action(self, number, public, private, seat):
        return Shout()
"""
FAST = """
def play(match, random):
    return [1], [0, 1]
"""
CHANGES = """
class Slow(Shouter):
    def think(self, public, private, at):
        return Thought(9_000 - at, Shout()) if public.phase == "go" else None
bots = {"slow": Slow, "quick": Shouter}
environment = "shouting.environment:ShoutSenses"
compiled = {"quick": "shouting.fast:play", "slow": "shouting.not_here:play"}
"""


@pytest.fixture(scope="module", autouse=True)
def shout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("packages")
    with on_the_path(folder):
        files = {"environment.py": ENVIRONMENT, "fast.py": FAST}
        install(folder, shout_with(CHANGES), files=files)
        games.look_again()
        yield


def told(capsys: pytest.CaptureFixture[str], command: str) -> dict[str, object]:
    assert main(command.split()) == 0
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    return report


def test_any_game_has_a_balance_report(capsys: pytest.CaptureFixture[str]) -> None:
    report = told(capsys, "balance shout --matches 400 --jobs 1 --json")
    sections = report["sections"]
    assert isinstance(sections, list)
    assert [section["title"] for section in sections] == [
        f"Seats, {players} players, {level}" for players in (2, 5, 8) for level in ("slow", "quick")
    ]
    for section in sections:
        shares = section["shares"]
        assert sum(share["won"] for share in shares) == pytest.approx(20)
        assert {share["fair"] for share in shares} == {1 / len(shares)}


def test_a_report_asks_for_the_fewest_the_most_and_a_number_between() -> None:
    assert numbers_of_players(games.find("shout")) == [2, 5, 8]
    assert numbers_of_players(games.find("nono")) == [3, 6, 8]


def test_a_bot_that_asks_for_the_time_is_given_it() -> None:
    """The slow ones shout at 9 s sharp, whenever they hear of it."""
    match = play_one(new_task("shout", 3, 0, ["slow"]), 0)
    assert [entry.at for entry in match.entries if entry.seat is not None] == [9_000]


def test_the_first_bot_is_taken_if_none_is_named_or_random(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main("simulate shout --players 2 --games 3 --jobs 1".split()) == 0
    assert "slow" in capsys.readouterr().out


def test_a_compiled_player_is_taken_where_there_is_one() -> None:
    assert fast_path("shout", ("quick", "slow")) is None
    assert fast_path("shout", ("slow", "slow")) is None  # its packages are not here
    play = fast_path("shout", ("quick", "quick"))
    assert play is not None
    assert play(None, Random()) == ([1], [0, 1])  # type: ignore[arg-type]


def test_an_agent_can_learn_it() -> None:
    env = parallel_env("shout", players=2)
    observations, _ = env.reset(seed=1)
    assert [list(seen["action_mask"]) for seen in observations.values()] == [[1, 1], [1, 1]]
    _, rewards, ended, _, _ = env.step({"player_1": 1})
    assert rewards == {"player_0": -0.5, "player_1": 0.5}
    assert all(ended.values())


def test_a_game_without_an_environment_says_so(tmp_path: Path) -> None:
    install(tmp_path, shout_with("id = 'plain'"), entry="plain", package="plain")
    with on_the_path(tmp_path), pytest.raises(Rejected, match="plain brings no learning"):
        parallel_env("plain", players=2)
