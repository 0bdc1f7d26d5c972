"""`brouhaha word`: what it prints and how it exits."""

from __future__ import annotations

import argparse
import json

import pytest

from brouhaha.words import cli

SKI = ["ski de fond", "--lang", "fr", "--must", "F,N", "--ban", "U"]


def word(*args: str) -> int:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    return cli.run(parser.parse_args(args))


def test_the_books_example_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert word(*SKI, "--syllables", "3", "--category", "In Sports", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    expected = {
        "ok": True,
        "missing": [],
        "banned": [],
        "plural_s": False,
        "category_words": [],
        "syllables": {"accepted": [3], "cut": "ski·de·fond", "sure": True},
    }
    assert {key: printed[key] for key in expected} == expected


def test_what_is_wrong_is_said_in_the_language_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--must", "S,Z", "--ban", "G", "--syllables", "3", "--category", "At the Beach"]
    assert word("plages", "--lang", "fr", *args) == 1
    assert capsys.readouterr().out.splitlines() == [
        "plages : refusé",
        "il manque : Z",
        "interdit : G",
        "pluriel en -s, et un S est sorti",
        "mot de la catégorie : plages",
        "syllabes : plages (1 ou 2)",
        "il n'y en a pas 3",
    ]


def test_or_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert word("gxqaekwz", "--lang", "fr", "--say", "en") == 0
    assert capsys.readouterr().out.splitlines() == [
        "gxqaekwz: passes",
        "syllables: gxqaekwz (1 or 2)",
        "the counter does not know this word: let the table vote",
    ]


def test_an_unsure_count_is_the_tables_to_vote_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert word("gxqaekwz", "--lang", "en", "--syllables", "4") == 0
    assert capsys.readouterr().out.splitlines() == [
        "gxqaekwz: passes if the table votes for its syllables",
        "syllables: gxqaekwz (1 or 2)",
        "the counter does not know this word: let the table vote",
    ]


def test_no_letter_is_no_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert word("🎉", "--lang", "en") == 1
    assert "no letter" in capsys.readouterr().out


@pytest.mark.parametrize(("handicap", "status"), [("first", 1), ("last", 0)])
def test_handicap(handicap: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert word("sapin", "--lang", "fr", "--must", "N,P", "--handicap", handicap) == status
    assert ("handicap" in capsys.readouterr().out) == bool(status)


def test_an_unknown_category_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert word(*SKI, "--category", "In Chess") == 2
    assert "In Chess" in capsys.readouterr().err


@pytest.mark.parametrize(
    "args",
    [
        ["ski"],
        ["ski", "--lang", "de"],
        ["ski", "--lang", "fr", "--must", "7"],
        ["ski", "--lang", "fr", "--must", "FN"],
        ["ski", "--lang", "fr", "--ban", ""],
        ["ski", "--lang", "fr", "--syllables", "0"],
        ["ski", "--lang", "fr", "--syllables", "two"],
    ],
)
def test_bad_usage_exits_with_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        word(*args)
    assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err
