"""What people do wrong on the command line is told in one sentence, without a traceback."""

from __future__ import annotations

import argparse
import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from brouhaha.cli import COMMANDS, main, parser_for

NONSENSE = b"\x00\xee nonsense"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files that are not what they should be."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("BROUHAHA_")]:
        monkeypatch.delenv(name)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "nonsense").write_bytes(NONSENSE)
    (tmp_path / "words.db").write_text("this is no database, but a text\n" * 100)
    (tmp_path / "object.json").write_text('{"log": 1}\n')
    (tmp_path / "key.toml").write_text("colour = 1")
    (tmp_path / "section.toml").write_text("[limits]\nelephants = 1")
    (tmp_path / "table.toml").write_text("[table]\nelephants = 1")
    (tmp_path / "flat.toml").write_text("limits = 1")
    (tmp_path / "text.toml").write_text('port = "many"')
    return tmp_path


SIMULATE = ["simulate", "now", "--players", "3"]
TOURNAMENT = ["tournament", "now", "--bots", "gentle,sharp"]

CASES: list[tuple[list[str], int, str]] = [
    (["serve", "--store", "nowhere/x.db"], 1, "nowhere/x.db"),
    (["serve", "--store", "folder"], 1, "folder"),
    (["serve", "--store", "words.db"], 1, "not a database"),
    (["serve", "--store", "mysql://x"], 1, "postgresql://"),
    (["serve", "--store", "postgresql://nobody@127.0.0.1:1/x"], 1, "the store cannot be opened"),
    (["serve", "--port", "99999"], 2, "--port must be a whole number from 0 to 65535, not 99999"),
    (["serve", "--port", "-1"], 2, "--port must be a whole number from 0 to 65535, not -1"),
    (["serve", "--port", "many"], 2, "--port must be a whole number from 0 to 65535, not many"),
    (["serve", "--haste", "0"], 2, "--haste must be a number above 0"),
    (["serve", "--host", "203.0.113.1", "--port", "0", "--store", "x.db"], 1, "203.0.113.1"),
    (["serve", "--host", "no.invalid", "--port", "0", "--store", "x.db"], 1, "no.invalid"),
    (["serve", "--proxy", "nowhere"], 2, "--proxy must be addresses or networks"),
    (["serve", "--public-url", "games"], 2, "--public-url must be an address such as https://"),
    (["serve", "--origin", "games"], 2, "--origin must be an address such as https://"),
    (["serve", "--log", "xml"], 2, "--log: invalid choice"),
    (["serve", "--log-level", "loud"], 2, "--log-level"),
    (["serve", "--config", "nowhere.toml"], 2, "nowhere.toml: No such file or directory"),
    (["serve", "--config", "folder"], 2, "folder: Is a directory"),
    (["serve", "--config", "nonsense"], 2, "nonsense is not a TOML file"),
    (["serve", "--config", "words.db"], 2, "words.db is not a TOML file"),
    (["serve", "--config", "key.toml"], 2, "colour in key.toml: there is no such setting"),
    (["serve", "--config", "section.toml"], 2, "limits.elephants in section.toml: there is no"),
    (["serve", "--config", "table.toml"], 2, "table.elephants in table.toml: there is no"),
    (["serve", "--config", "flat.toml"], 2, "limits in flat.toml must be a section: [limits]"),
    (["serve", "--config", "text.toml"], 2, "port in text.toml must be a whole number"),
    (["bot", "nowhere", "HJKMNP"], 2, "URL must begin with http:// or https://"),
    (["dev"], 1, "GAME must be the name of an installed game"),
    (["dev", "now", "--port", "99999"], 2, "--port: must be from 0 to 65535, not 99999"),
    (["bot", "http://127.0.0.1:1", "HJKMNP"], 1, "does not answer: Connection refused"),
    (["bot", "http://", "HJKMNP"], 1, "does not answer: this is no address of a server"),
    (["bot", "http://no.invalid", "HJKMNP"], 1, "ws://no.invalid/ws does not answer: "),
    (["bot", "http://127.0.0.1:1", "HJKMNP", "--level", "zork"], 2, "--level must be one of"),
    (["export"], 2, "brouhaha export: the following arguments are required: OUT"),
    (["export", "out", "--store", "nowhere/x.db"], 1, "nowhere/x.db: No such file or directory"),
    (["export", "out", "--store", "words.db"], 1, "words.db: file is not a database"),
    (["export", "out", "--store", "mysql://x"], 1, "postgresql://"),
    (["export", "out", "--config", "key.toml"], 2, "colour"),
    (["replay", "nowhere"], 2, "nowhere: No such file or directory"),
    (["replay", "folder"], 2, "folder: Is a directory"),
    (["replay", "empty"], 1, "empty is empty"),
    (["replay", "nonsense"], 1, "match 1: this is no match"),
    (["replay", "object.json"], 1, "match 1: This log cannot be replayed"),
    (["simulate", "chess", "--players", "4"], 2, "There is no game called “chess”"),
    (["simulate", "now", "--players", "99"], 2, "at most 8 players"),
    (["simulate", "now", "--players", "0"], 2, "at least 2 players"),
    (["simulate", "now", "--players", "few"], 2, "--players: not a whole number: 'few'"),
    ([*SIMULATE, "--games", "0"], 2, "--games: must be at least 1, not 0"),
    ([*SIMULATE, "--jobs", "0"], 2, "--jobs: must be at least 1, not 0"),
    ([*SIMULATE, "--bots", "zork"], 2, "now has no bot called “zork”"),
    ([*SIMULATE, "--bots", ","], 2, "--bots: not names with commas between them: ','"),
    (["tournament", "now", "--bots", "sharp"], 2, "two different bots"),
    (["tournament", "now", "--bots", "sharp,sharp"], 2, "two different bots"),
    (["tournament", "now", "--bots", "sharp,zork"], 2, "now has no bot called “zork”"),
    (["tournament", "chess", "--bots", "sharp,gentle"], 2, "There is no game called “chess”"),
    ([*TOURNAMENT, "--matches", "0"], 2, "--matches: must be at least 1, not 0"),
    ([*TOURNAMENT, "--jobs", "0"], 2, "--jobs: must be at least 1, not 0"),
    ([*TOURNAMENT, "--plot", "nowhere/x.html"], 2, "--plot: there is no folder 'nowhere'"),
    ([*TOURNAMENT, "--plot", "x.pdf"], 2, "--plot: must end in .svg or .html"),
    (["balance", "chess"], 2, "chess"),
    (["balance", "now", "--matches", "99"], 2, "--matches: must be at least 100, not 99"),
    (["balance", "now", "--out", "x.pdf"], 2, "--out: must end in .html or .md"),
    (["balance", "now", "--out", "nowhere/x.md"], 2, "--out: there is no folder 'nowhere'"),
    (["word", "ski"], 2, "--lang"),
    (["word", "ski", "--lang", "fr", "--category", "In Chess"], 2, "In Chess"),
    (["frobnicate"], 2, "frobnicate"),
]


def called(arguments: list[str]) -> int:
    """The exit status, however the command ends."""
    try:
        return main(arguments)
    except SystemExit as left:
        return int(left.code or 0)


@pytest.mark.parametrize(
    ("arguments", "status", "told"), CASES, ids=[" ".join(case[0]) for case in CASES]
)
def test_a_mistake_is_told_in_one_sentence(
    arguments: list[str], status: int, told: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert called(arguments) == status
    said = capfd.readouterr().err
    assert told in said
    assert "Traceback" not in said
    assert "Errno" not in said
    sentences = [line for line in said.splitlines() if re.match("brouhaha.*: |match 1: ", line)]
    assert len(sentences) == 1, said
    logged = [line for line in said.splitlines() if re.match(r"\d\d:\d\d:\d\d info ", line)]
    assert len(said.splitlines()) == len(logged) + 1, said


def test_a_folder_for_the_matches_that_cannot_be_made_is_named(
    here: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Once it was said that the port needs special rights."""

    def forbidden(self: Path, **_: bool) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "mkdir", forbidden)
    assert main(["serve", "--port", "0"]) == 1
    assert re.fullmatch("brouhaha: .*brouhaha: Permission denied\n", capfd.readouterr().err)


@pytest.mark.parametrize(("variable", "value", "told"), [
    ("BROUHAHA_PORT", "99999", "BROUHAHA_PORT must be a whole number from 0 to 65535, not 99999"),
    ("BROUHAHA_LISTS", "perhaps", "BROUHAHA_LISTS must be everybody or nobody or seated"),
    ("BROUHAHA_SYNC", "never", "BROUHAHA_SYNC must be commit or second, not never"),
    ("BROUHAHA_LIMITS_SOCKETS", "x", "BROUHAHA_LIMITS_SOCKETS must be a whole number, not x"),
    ("BROUHAHA_PROXIES", "10.0.0.1, x", "BROUHAHA_PROXIES must be addresses or networks"),
    ("BROUHAHA_KEEP_MATCHES_DAYS", "-1", "BROUHAHA_KEEP_MATCHES_DAYS must be a number that is 0 or"),
    ("BROUHAHA_CONFIG", "nowhere.toml", "nowhere.toml: No such file or directory"),
])  # fmt: skip
def test_a_wrong_variable_is_named(
    variable: str, value: str, told: str, here: Path,
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv(variable, value)
    assert main(["serve"]) == 2
    assert told in capfd.readouterr().err


def test_a_file_that_cannot_be_written_is_named(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from brouhaha.store import open_store

    open_store("x.db").close()
    assert main(["export", "folder", "--store", "x.db"]) == 1
    assert capfd.readouterr().err == "brouhaha: folder: Is a directory\n"


def test_a_second_server_on_the_same_store_is_told_so(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "brouhaha.cli", "serve", "--port", "0", "--store", "x.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        try:
            while "ready" not in first.stdout.readline():
                assert first.poll() is None
            assert main(["serve", "--port", "0", "--store", "x.db"]) == 1
        finally:
            first.terminate()
    said = capfd.readouterr().err
    assert "the store cannot be opened: " in said
    assert "Traceback" not in said


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_every_argument(command: str) -> None:
    parser = parser_for([command])
    [commands] = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    chosen = commands.choices[command]
    assert re.fullmatch("[A-Z].*[.]", chosen.description)
    assert [action.dest for action in chosen._actions if not action.help] == []
