"""Other people's games that are none, are called like ours or are gone: they are left out and named, and
harm nobody else."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from brouhaha import cli, games
from tests.plug_ins import SHOUT, install, on_the_path, shout_with
from tests.server.guests import house, run


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


BAD = {
    "cannot be imported: ModuleNotFoundError": "import no_such_module",
    "cannot be imported: SyntaxError": "def (",
    "cannot be imported: SystemExit": "raise SystemExit(3)",
    "cannot be imported: RecursionError": "def again(): again()\nagain()",
    "cannot be imported: AttributeError": "GAMES = 1",
    "names a dict, not an instance": "GAME = {}",
    "names the class": SHOUT + "\nGAME = ShoutGame",
    "its id is 'other', and its entry point is called 'shout'": shout_with("id = 'other'"),
    "its id is not made of": shout_with("id = '../shout'"),
    "it has no `players`": shout_with("del players"),
    "`bots` is not a mapping": shout_with("bots = [Shouter]"),
    "its bot 'random' is not a class of Bot": shout_with("bots = {'random': dict}"),
    "a name of a bot has 1 to 32": shout_with("bots = {'x' * 33: Shouter}"),
    "its bot 'still' does not think": shout_with(
        "class Still(Bot): ...\nbots = {'still': Still}"
    ),
    "cannot import name 'x' from 'json' (__init__.py)": "from json import x",
    "No such file or directory: 'cards.json'": "open('/etc/no/such/cards.json')",
    "cannot be imported: Odd: (it cannot be told)": (
        "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd"
    ),
    "its version is not": shout_with("version = '1'"),
    "in `legal`, 'go' does not give a rule": shout_with("legal = {'go': {str: shout}}"),
    "in `legal`, 1 does not give a rule": shout_with("legal = {1: {Shout: shout}}"),
    "its actions are not all msgspec Structs": shout_with("kinds = kinds._replace(action=int)"),
    "its refusals are not all made of texts": shout_with("refusals = (Refusal('a', 1, 2),)"),
    "its name is longer than 60": shout_with("presentation = Presentation(name={'en': 'x' * 61})"),
    "it says more than": shout_with("presentation = Presentation(pitch={'en': 'x' * 1001})"),
    "turn the direction of writing": shout_with(
        "presentation = Presentation(name={'en': 'tuo\\u202espin'})"
    ),
    "is not well formed: 'utf-8'": shout_with("presentation = Presentation(name={'en': '\\ud800'})"),
    "names a level twice": shout_with(
        "presentation = Presentation(levels=(Level('random', {}), Level('random', {})))"
    ),
    "cannot be read: TypeError: unhashable": shout_with("__hash__ = None"),
    "its players are not": shout_with("players = (2, 8)"),
    "its players are not a range": shout_with("players = range(2, 2)"),
    "`kinds` is not of the type Kinds": shout_with("kinds = None"),
    "its kind `deal` is not a msgspec Struct": shout_with("kinds = kinds._replace(deal=dict)"),
    "its kind `public` has no `phase`": shout_with("kinds = kinds._replace(public=Private)"),
    "no schema can be made": shout_with(
        "class Odd(Private):\n    what: complex\nkinds = kinds._replace(private=Odd)"
    ),
    "its options have no default: speed": shout_with(
        "class Odd(Options, kw_only=True):\n    speed: int\nkinds = kinds._replace(options=Odd)"
    ),
    "its own_options are no options": shout_with("own_options = frozenset({'speed'})"),
    "`presentation` is not": shout_with("presentation = {}"),
    "its folder is no package: 'nowhere'": shout_with(
        "presentation = Presentation(folder='nowhere')"
    ),
    "its presentation is not well formed": shout_with("presentation = Presentation(colour='red')"),
    "names a level that is no bot": shout_with("presentation = Presentation(usual_level='brave')"),
    "names an option that it has not": shout_with(
        "presentation = Presentation(options={'speed': OptionTexts({'en': 'Speed'})})"
    ),
    "its refusals are not": shout_with("refusals = ('too_early',)"),
    "cannot be read: ZeroDivisionError": shout_with(
        "@property\ndef version(self): return 1 / 0"
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", BAD)
def test_a_game_that_cannot_be_played_is_left_out(packages: Path, why: str) -> None:
    install(packages, BAD[why])
    games.look_again()
    assert games.names() == ["nimble", "nono", "now"]
    (left_out,) = games.left_out()
    assert (left_out.entry, left_out.package) == ("shout", "shouting")
    assert why in left_out.why
    assert "\n" not in left_out.why


def test_our_games_cannot_be_replaced(packages: Path) -> None:
    install(packages, shout_with("id = 'now'"), entry="now", package="a_thief")
    install(packages, shout_with(), package="first")
    install(packages, shout_with(), package="second")
    games.look_again()
    assert type(games.find("now")).__module__ == "brouhaha.games.now.game"
    assert type(games.find("shout")).__module__ == "first"
    assert [(each.package, each.why) for each in games.left_out()] == [
        ("a_thief", "there is another game called 'now'"),
        ("second", "there is another game called 'shout'"),
    ]
    assert games.ours() == ["nimble", "nono", "now"]


def test_a_server_with_bad_plug_ins_says_so_and_serves_the_others(
    packages: Path, store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(packages, shout_with())
    install(packages, "raise SystemExit", entry="gone", package="leaver")
    install(packages, "1 / 0", entry="maths", package="maths")
    games.look_again()
    caplog.set_level(logging.INFO)

    async def scenario() -> None:
        async with house(store) as server:
            status, health = await server.get("/healthz")
            assert (status, health["status"]) == (200, "ok")
            assert health["games_left_out"] == [
                {"entry": "gone", "package": "leaver", "why": "it cannot be imported: SystemExit:"},
                {"entry": "maths", "package": "maths",
                 "why": "it cannot be imported: ZeroDivisionError: division by zero"},
            ]  # fmt: skip
            assert (await server.post({"game": "maths"}))[1]["code"] == "unknown_game"
            await server.open("shout", name="Ana", bots=["random"], start=True)

    run(scenario())
    first, *others = [vars(record)["fields"] for record in caplog.records[:3]]
    assert first["games"] == "shout (shouting)"
    assert "trust" in first["trust"]
    assert [each["entry"] for each in others] == ["gone", "maths"]


def test_commands_say_which_games_are_left_out(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(packages, "1 / 0", entry="maths", package="maths")
    games.look_again()
    assert cli.main("simulate maths --players 2".split()) == 2
    told, refused = capsys.readouterr().err.splitlines()
    assert "'maths' of the package maths is left out: it cannot be imported" in told
    assert "There is no game called “maths”." in refused


def test_a_table_whose_game_is_gone_waits_for_it(
    tmp_path: Path, store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path / "packages", shout_with())

    async def opened() -> str:
        async with house(store) as server:
            code: str = (await server.open("shout", name="Ana", bots=["random"], start=True))[
                "code"
            ]
            return code

    async def found(code: str) -> int:
        async with house(store) as server:
            return (await server.get(f"/api/tables/{code}"))[0]

    with on_the_path(tmp_path / "packages"):
        code = run(opened())
    assert run(found(code)) == 404
    (line,) = [each for each in caplog.records if each.message == "table_waits_for_its_game"]
    assert vars(line)["fields"] == {"table": code, "game": "shout"}
    assert not any(each.exc_info for each in caplog.records)
    with on_the_path(tmp_path / "packages"):
        assert run(found(code)) == 200
