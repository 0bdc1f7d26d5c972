"""`brouhaha new`: what it writes is a game at once, and a name that cannot be is told in a sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from brouhaha import games
from brouhaha.cli import main
from brouhaha.starter.new import FILES, package
from tests.plug_ins import build_and_unpack, on_the_path, run_its_tests
from tests.server.guests import house, run


def test_a_new_game_passes_its_tests_and_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Words may be joined by a hyphen, as pip likes it: Python gets the underscore."""
    assert main(["new", "lone-number", "--in", str(tmp_path)]) == 0
    assert "brouhaha dev lone_number" in capsys.readouterr().out
    source, installed = tmp_path / "lone-number", tmp_path / "installed"
    assert (source / "lone_number" / "game.py").is_file()
    build_and_unpack(source, installed)
    run_its_tests(source, installed)

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            _, listed = await server.get("/api/games")
            (told,) = [game for game in listed if game["id"] == "lone_number"]
            assert told["name"] == {"en": "Lone number", "fr": "Lone number"}
            assert [level["id"] for level in told["levels"]] == ["gentle", "steady"]
            assert told["face"] == "/games/lone_number/page/face.js"
            assert told["rules"] == ["en", "fr"]
            assert set(told["options"]) == {"rounds", "pick", "show"}
            assert told["refusals"]["already_picked"]["fr"]
            async with server.session.get(server.url + told["face"]) as answer:
                assert answer.status == 200
            await server.open("lone_number", name="Ana", bots=["gentle", "steady"], start=True)

    with on_the_path(installed):
        assert not games.left_out()
        run(scenario())
        assert main("simulate lone_number --players 3 --games 20 --jobs 1".split()) == 0


def test_everything_that_is_written_has_its_name(tmp_path: Path) -> None:
    for path, text in package("own_game").items():
        assert not {"NAME", "TITLE", "PACKAGE"} & set(text.replace("/", " ").split()), path
        assert "NAME" not in path
    assert len(package("own_game")) == len(FILES)


BAD_NAMES = {
    "now": "there is a game called 'now' already",
    "class": "a word of Python's own",
    "match": "a word of Python's own",
    "json": "there is a Python package called 'json' already",
    "msgspec": "there is a Python package called 'msgspec' already",
    "tests": "there is a Python package called 'tests' already",
    "Upper": "must begin with a small letter",
    "9lives": "must begin with a small letter",
    "_own": "must begin with a small letter",
    "two words": "must begin with a small letter",
    "été": "must begin with a small letter",
    "a/b": "must begin with a small letter",
    "../up": "must begin with a small letter",
    "line\n": "must begin with a small letter",
    "": "must begin with a small letter",
    "a" * 31: "longer than 30 characters",
}


@pytest.mark.parametrize(("name", "why"), BAD_NAMES.items())
def test_a_name_that_cannot_be_is_told_in_one_sentence(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", name, "--in", str(tmp_path)]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert why in sentence
    assert not list(tmp_path.iterdir())


def test_what_is_there_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own_game").mkdir()
    assert main(["new", "own_game", "--in", str(tmp_path)]) == 1
    assert "is there already" in capsys.readouterr().err
    assert not list((tmp_path / "own_game").iterdir())
    shutil.rmtree(tmp_path / "own_game")
    assert main(["new", "own_game", "--in", str(tmp_path / "nowhere")]) == 2
    assert "there is no folder" in capsys.readouterr().err
