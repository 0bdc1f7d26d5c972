"""Simulation: same seed, same result, on one core or many; the command as people type it."""

import json
import subprocess
import sys

import pytest

from brouhaha.cli import main
from brouhaha.lab import simulate as lab
from brouhaha.lab.arena import result_of
from brouhaha.lab.simulate import new_task, play_one, play_some, simulate

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


def told(report: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in report.items() if k not in ("seconds", "games_per_second")}


def test_same_seed_same_result_on_one_core_or_two() -> None:
    task = new_task("now", 3, 5, ["random"])
    one, two = simulate(task, 250, jobs=1), simulate(task, 250, jobs=2)
    assert told(one) == told(two)
    assert told(simulate(new_task("now", 3, 6, ["random"]), 250)) != told(one)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_compiled_path_gives_what_the_referee_gives(players: int) -> None:
    task = new_task("now", players, 1, ["greedy"])
    assert lab.fast_path(task.game, task.bots) is not None
    fast = play_some(task, range(40))
    matches = [play_one(task, number) for number in range(40)]
    assert fast.scores == [
        sum(seat)
        for seat in zip(*(getattr(result_of(m), m.game.score_name) for m in matches), strict=True)
    ]
    for seat, wins in enumerate(fast.wins):
        assert wins == sum(seat in result_of(match).winners for match in matches)


def test_the_command_prints_the_report_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("simulate now --players 4 --games 20 --seed 3 --jobs 1 --json".split()) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == [
        "game", "players", "games", "seed", "finished", "seconds", "games_per_second", "wins",
        "mean_scores",
    ]  # fmt: skip
    assert (report["finished"], len(report["wins"]), len(report["mean_scores"])) == (20, 4, 4)


def test_the_command_speaks_to_people_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("simulate now --players 2 --games 5 --bots random,greedy --jobs 1".split()) == 0
    out = capsys.readouterr().out
    assert "Silvano" in out
    assert "random" in out


@pytest.mark.parametrize(
    "words",
    [
        "simulate chess --players 2",
        "simulate now --players 9",
        "simulate now --players 1",
        "simulate now --players 3 --bots clever",
    ],
)
def test_bad_usage_is_said_in_a_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert capsys.readouterr().err.startswith("brouhaha: ")


@pytest.mark.parametrize("words", ["simulate now --players 3 --games 0", "simulate", "dance"])
def test_argparse_says_the_rest(words: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(words.split())
    assert left.value.code == 2


def test_it_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "brouhaha.cli", "--version"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stdout.startswith("brouhaha ")


@pytest.mark.parametrize("game", ["now", "nimble", "nono"])
def test_every_game_can_be_simulated(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", game, "--players", "3", "--games", "2", "--jobs", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["finished"], len(report["mean_scores"])) == (2, 3)
