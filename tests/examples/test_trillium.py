"""The example package: installed beside Brouhaha, it is all there, and no file of ours knows it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brouhaha import games, replay
from brouhaha.cli import main
from brouhaha.envs import parallel_env
from tests.plug_ins import build_and_unpack, on_the_path, run_its_tests
from tests.server.guests import HASTE, SOON, Guest, House, house, run

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "examples" / "trillium"
SHORT = {"deck": "short", "countdown": 0, "time": 60}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("installed")
    build_and_unpack(SOURCE, folder)
    with on_the_path(folder):
        yield folder


def test_its_own_tests_pass(installed: Path) -> None:
    run_its_tests(SOURCE, installed)


def test_no_file_of_ours_knows_it() -> None:
    ours = [
        *ROOT.glob("src/**/*.py"),
        *ROOT.glob("web/src/**/*.ts"),
        *ROOT.glob("web/src/**/*.svelte"),
    ]
    assert ours
    assert [path for path in ours if "trillium" in path.read_text("utf-8").lower()] == []


def test_a_server_tells_all_of_it_and_plays_it_to_the_end(installed: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", haste=HASTE, lists="everybody") as server:
            _, listed = await server.get("/api/games")
            (told,) = [game for game in listed if game["id"] == "trillium"]
            assert told["players"] == [2, 8]
            assert [level["id"] for level in told["levels"]] == ["gentle", "steady", "sharp"]
            assert set(told["options"]) == {"countdown", "time", "deck", "penalty", "freeze"}
            assert told["options"]["deck"]["value_names"]["short"]["fr"] == "27 cartes"
            assert told["rules"] == ["en", "fr"]
            assert told["balance"]
            assert told["refusals"]["gone"]["en"].startswith("{name} was quicker")

            bots = ["sharp", "steady"]
            opened = await server.open("trillium", name="Ana", bots=bots, options=SHORT, start=True)
            ana = Guest(server.url, opened["code"], "Ana", haste=HASTE)
            ana.token = opened["token"]
            await asyncio.wait_for(ana.sit_down().ended.wait(), SOON)
            await ana.go()

            _, matches = await server.get("/api/matches")
            match = matches["matches"][0]
            assert match["game"] == "trillium"
            _, whole = await server.get(f"/api/matches/{match['id']}")
            assert replay(whole["log"]).over
            status, frames = await server.get(f"/api/matches/{match['id']}/frames")
            assert status == 200
            assert frames["frames"]
            await counted_for_the_club(server, match)

    run(scenario())


async def counted_for_the_club(server: House, match: Any) -> None:
    """With the figures that its own folder finds."""
    for _ in range(500):
        _, club = await server.get("/api/club")
        if club["matches"]:
            break
        await asyncio.sleep(0.02)
    _, player = await server.get(f"/api/club/players/{club['players'][0]['person']['id']}")
    figures = {line["figure"]: line["mean"] for line in player["games"][0]["figures"]}
    assert figures["trios"] == match["result"]["trios"][0]
    assert figures["misses"] == match["result"]["misses"][0]
    assert ("seconds" in figures) == (figures["trios"] > 0)
    assert player["figures"]["trillium"][0]["name"] == {"en": "Trios", "fr": "Trios"}


def test_it_is_simulated_rated_and_reported_on(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main("simulate trillium --players 4 --games 10 --jobs 1".split()) == 0
    assert "steady" in capsys.readouterr().out
    assert (
        main("tournament trillium --bots gentle,sharp --players 2 --matches 4 --jobs 1".split())
        == 0
    )
    assert "sharp" in capsys.readouterr().out
    assert main("balance trillium --matches 100 --jobs 1 --json".split()) == 0
    sections = json.loads(capsys.readouterr().out)["sections"]
    assert sections[-1]["title"] == "Trios in the first meadow"


def test_an_agent_can_learn_it(installed: Path) -> None:
    env = parallel_env("trillium", players=2)
    observations, _ = env.reset(seed=1)
    for _ in range(30):  # some go by while everybody looks at the meadow
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        chosen = {
            agent: max(number for number, ok in enumerate(mask) if ok)
            for agent, mask in masks.items()
        }
        observations, _, ended, _, _ = env.step(chosen)
        if not observations or all(ended.values()):
            break


def test_it_is_found_by_its_entry_point(installed: Path) -> None:
    assert "trillium" in games.names()
    assert not games.left_out()
