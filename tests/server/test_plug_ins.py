"""Other people's games: what they say of themselves is told, their files are given out, and what is
wrong with one harms nobody else. The packages are real ones, found by their entry points."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brouhaha import cli, games
from brouhaha.server.http.headers import CONTENT_POLICY
from tests.plug_ins import SHOUT, install, on_the_path, shout_with
from tests.server.guests import House, hear, hello, house, run

FACE = "export default {}\n" * 100
PRESENTED = """
presentation = Presentation(
    name={"en": "Shout!", "de": "Ruf!"},
    colour="#112233",
    levels=(Level("random", {"en": "Loud"}),),
    options={"loud": OptionTexts({"en": "Loud"}, values={"true": {"en": "Very"}})},
)
"""
FILES = {
    "page/face.js": FACE,
    "page/art/card.svg": "<svg/>",
    "page/.secret": "no",
    "page/style.css": "p {}",
    "rules/en.md": "# Shout!\n",
    "rules/fr.md": "# Crie !\n",
    "rules/notes.txt": "no",
    "secret.py": "KEY = 1\n",
}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "packages"
    folder.mkdir()
    with on_the_path(folder):
        yield folder


def told(games_told: list[dict[str, Any]], game: str) -> dict[str, Any]:
    (found,) = [each for each in games_told if each["id"] == game]
    return found


# What a game brings


def test_a_plug_in_says_of_itself_what_people_are_shown(packages: Path, store: Path) -> None:
    install(packages, shout_with(PRESENTED), files=FILES)
    games.look_again()

    async def scenario() -> None:
        async with house(store) as server:
            _, listed = await server.get("/api/games")
            assert [game["id"] for game in listed] == ["now", "nimble", "nono", "shout"]
            shout = told(listed, "shout")
            assert shout["name"] == {"en": "Shout!", "de": "Ruf!"}
            assert shout["levels"] == [{"id": "random", "name": {"en": "Loud"}, "why": {}}]
            assert (shout["first_level"], shout["usual_level"]) == ("random", "random")
            assert shout["players"] == [2, 8]
            assert shout["options"] == {"loud": {
                "kind": "switch", "default": False, "label": {"en": "Loud"}, "why": {},
                "value_names": {"true": {"en": "Very"}},
            }}  # fmt: skip
            assert shout["refusals"]["too_early"]["fr"] == "Attends un peu."
            assert shout["rules"] == ["en", "fr"]
            assert shout["face"] == "/games/shout/page/face.js"
            assert "Public" in shout["schema"]["$defs"]
            assert (await server.get("/healthz"))[1]["games_left_out"] == []
            await the_files_are_given_out(server)

    run(scenario())


async def the_files_are_given_out(server: House) -> None:
    async def get(path: str, **headers: str) -> Any:
        async with server.session.get(server.url + path, headers=headers) as answer:
            return answer, await answer.text()

    answer, text = await get("/games/shout/page/face.js")
    assert (answer.status, text) == (200, FACE)
    assert answer.content_type == "text/javascript"
    assert answer.headers["Content-Security-Policy"] == CONTENT_POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-cache"
    again, text = await get(
        "/games/shout/page/face.js", **{"If-None-Match": answer.headers["ETag"]}
    )
    assert (again.status, text) == (304, "")
    for path, kind in (("art/card.svg", "image/svg+xml"), ("style.css", "text/css")):
        answer, _ = await get(f"/games/shout/page/{path}")
        assert (answer.status, answer.content_type) == (200, kind)
    answer, text = await get("/api/games/shout/rules/fr")
    assert (answer.content_type, text) == ("text/markdown", "# Crie !\n")
    for path in (
        "/games/shout/page/.secret", "/games/shout/page/art", "/games/shout/page/nothing.js",
        "/games/shout/page/../secret.py", "/games/shout/page/%2e%2e/secret.py",
        "/games/shout/page/..%2fsecret.py", "/games/shout/page//face.js",
        "/games/shout/page/art%5c..%5c..%5csecret.py", "/games/shout/page/%00",
        "/games/shout/page/art/../../secret.py", "/games/shout/page/face.js/x",
        "/games/chess/page/face.js", "/games/now/page/face.js", "/games/shout/page/",
        "/api/games/shout/rules/de", "/api/games/shout/rules/notes", "/api/games/chess/rules/en",
        "/api/games/shout/rules/..%2fpage%2fface.js",
    ):  # fmt: skip
        answer, text = await get(path)
        assert answer.status == 404, path
        assert "KEY" not in text


CHOICES = """
import enum
import msgspec
from typing import Annotated, Literal
from brouhaha.engine.common import ExtraSeconds, Seconds

class Pace(enum.Enum):
    SLOW = "slow"
    FAST = "fast"

class Chosen(msgspec.Struct, frozen=True, rename="camel"):
    how_long: Literal["short", "medium", "long"] = "short"
    pace: Pace = Pace.SLOW
    loud: bool = False
    times: Annotated[int, msgspec.Meta(ge=1, le=5)] = 2
    wait: Seconds = 3.0
    extra: list[ExtraSeconds | None] | None = None
    motto: Annotated[str, msgspec.Meta(max_length=9)] = ""
"""
CHOSEN = """
kinds = kinds._replace(options=Chosen)
del bots
presentation = Presentation(
    options={"how_long": OptionTexts({"en": "How long"})}, words={"shout": {"fr": "Crier"}}
)
"""


def test_options_of_every_kind_are_told_as_they_were_written(packages: Path, store: Path) -> None:
    install(packages, CHOICES + shout_with(CHOSEN))
    games.look_again()

    async def scenario() -> None:
        async with house(store) as server:
            _, listed = await server.get("/api/games")
            shout = told(listed, "shout")
            kinds = {name: each["kind"] for name, each in shout["options"].items()}
            assert kinds == {
                "loud": "switch", "howLong": "choice", "pace": "choice", "times": "whole",
                "wait": "seconds", "extra": "by_seat",
            }  # fmt: skip
            assert shout["options"]["howLong"]["values"] == ["short", "medium", "long"]
            assert shout["options"]["howLong"]["label"] == {"en": "How long"}
            assert shout["options"]["pace"]["values"] == ["slow", "fast"]
            assert shout["words"] == {"shout": {"fr": "Crier"}}
            assert [level["id"] for level in shout["levels"]] == ["random"]

    run(scenario())


def test_no_link_leads_out_of_the_folder(packages: Path, store: Path) -> None:
    install(packages, shout_with(), files={"page/face.js": FACE, "secret.py": "KEY = 1"})
    (packages / "shouting" / "page" / "out.js").symlink_to(packages / "shouting" / "secret.py")
    games.look_again()

    async def scenario() -> None:
        async with house(store) as server:
            for path, status in (("face.js", 200), ("out.js", 404)):
                async with server.session.get(f"{server.url}/games/shout/page/{path}") as answer:
                    assert answer.status == status

    run(scenario())


def test_a_file_that_changes_is_given_out_as_it_is_now(packages: Path, store: Path) -> None:
    install(packages, shout_with(), files={"page/face.js": FACE})
    games.look_again()

    async def scenario() -> None:
        async with house(store) as server:
            for text in (FACE, "export default { now: true }\n"):
                (packages / "shouting" / "page" / "face.js").write_text(text)
                async with server.session.get(f"{server.url}/games/shout/page/face.js") as answer:
                    assert await answer.text() == text

    run(scenario())


def test_our_games_go_the_same_way(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            _, listed = await server.get("/api/games")
            for game in ("now", "nimble", "nono"):
                info = told(listed, game)
                assert info["rules"] == ["en", "fr"]
                assert [level["id"] for level in info["levels"]] == [
                    "gentle", "steady", "sharp", "merciless", *["learned"] * (game == "nimble"),
                ]  # fmt: skip
                assert (info["first_level"], info["usual_level"]) == ("gentle", "steady")
                for option in info["options"].values():
                    assert set(option["label"]) == set(option["why"]) == {"en", "fr"}
                    wanted = [*option.get("values", []), *option.get("asks", [])]
                    assert {str(value) for value in wanted} <= set(option["value_names"])
                url = f"{server.url}/api/games/{game}/rules/fr"
                async with server.session.get(url) as answer:
                    assert "les règles" in await answer.text()

    run(scenario())


# What is wrong with one

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


# What fails while it is played

CRASHES = {
    "a rule": "def act(self, state, seat, action, at, chance):\n    state.public.phase = 'odd'\n    return 1 / 0",
    "a deadline": "def expire(self, state, at, chance):\n    return self.expire(state, at, chance)",
    "a deadline that stays": "def expire(self, state, at, chance):\n    return []",
    "a strange deadline": "def expire(self, state, at, chance):\n    state.public.deadline = 'soon'\n    return []",
    "an error that cannot be told": "class Odd(Exception):\n    def __str__(self): return 1 / 0\ndef contested(self, *_):\n    raise Odd",
    "an error that is too much": "def contested(self, *_):\n    raise KeyError('\\ud800' * 10**6)",
    "a contest": "def contested(self, state, seat, action):\n    raise MemoryError",
    "an exit": "def act(self, state, seat, action, at, chance):\n    raise SystemExit",
    "a cancellation": "def act(self, state, seat, action, at, chance):\n    import asyncio\n    raise asyncio.CancelledError",
    "a closed generator": "def expire(self, state, at, chance):\n    raise GeneratorExit",
    "an interrupt": "def public(self, state):\n    if state.public.phase == 'wait': return state.public\n    raise KeyboardInterrupt",
    "the public view": "def public(self, state):\n    assert state.public.phase == 'wait'\n    return state.public",
    "a private view": "def private(self, state, seat):\n    assert state.public.phase == 'wait'\n    return state.private[seat]",
    "a view that cannot be sent": "def private(self, state, seat):\n    return Private() if state.public.phase == 'wait' else object()",
    "the result": "def result(self, state):\n    return state.result and object()",
    "a ranking of strangers": "def result(self, state):\n    return state.result and Result([7], [[7], [-1]], [1])",
    "a ranking of nobody": "def result(self, state):\n    return state.result and Result([], [], [])",
    "a huge view": "def expire(self, state, at, chance):\n    state.public.phase = 'x' * 10**6\n    state.public.deadline = None\n    return []",
    "a huge hand": "def private(self, state, seat):\n    class Huge(Private):\n        all: str = 'x' * 10**6\n    return Private() if state.public.phase == 'wait' else Huge()",
    "contesters": "def contested(self, *_):\n    return True\ndef contesters(self, *_):\n    return 5",
    "a masked view": "def masked(self, public, mask):\n    return public if public.phase == 'wait' else object()",
    "events": "def expire(self, state, at, chance):\n    state.public.phase = 'go'\n    state.public.deadline = None\n    return [object()]",
}  # fmt: skip
BOT_CRASHES = {
    "a bot": "class Bad(Shouter):\n    def think(self, public, private):\n        if public.phase == 'go': raise KeyError('x')\n",
    "a bot at once": "class Bad(Shouter):\n    def think(self, public, private):\n        raise KeyError('x')\n",
    "a bot's thought": "class Bad(Shouter):\n    def think(self, public, private):\n        return Thought('soon', Shout())\n",
    "a bot that is cancelled": "class Bad(Shouter):\n    def think(self, public, private):\n        import asyncio\n        raise asyncio.CancelledError\n",
    "a bot's action": "class Bad(Shouter):\n    def think(self, public, private):\n        return Thought(0, 7)\n    \ndef contested(self, state, seat, action):\n    return action.loud\n",
}  # fmt: skip


UNSET = "def setup(self, *_):\n    return 1 / 0"
PICKY = """
class Picky(Options):
    def __post_init__(self):
        if self.loud: raise KeyError
kinds = kinds._replace(options=Picky)
"""
BOASTFUL = "def highlights(self, state, heard):\n    raise SystemExit"
FUSSY = """
class Own(Options):
    colours: list[str] | None = None
kinds = kinds._replace(options=Own)
own_options = frozenset({"colours"})
def check_own_options(self, options):
    return 1 / 0
"""


@pytest.fixture(scope="module")
def crashing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """All the games that fail, each a plug-in; the id of each by what fails in it."""
    folder, ids = tmp_path_factory.mktemp("crashing"), {}
    with on_the_path(folder):
        for number, (what, change) in enumerate({**CRASHES, **BOT_CRASHES}.items()):
            bots = "\nbots = {'random': Bad}" if what in BOT_CRASHES else ""
            ids[what] = f"bad{number}"
            source = shout_with(f"{change}\nid = 'bad{number}'{bots}")
            install(folder, source, entry=ids[what], package=f"bad{number}")
        for id, change in (
            ("unset", UNSET), ("boastful", BOASTFUL), ("fussy", FUSSY), ("picky", PICKY)
        ):  # fmt: skip
            install(folder, shout_with(f"{change}\nid = '{id}'"), entry=id, package=id)
        games.look_again()
        assert games.left_out() == []
        yield ids


@pytest.mark.parametrize("part", [0, 1])
def test_what_fails_in_a_game_stops_its_match_and_nothing_else(
    crashing: dict[str, str], store: Path, caplog: pytest.LogCaptureFixture, part: int
) -> None:
    failing = list(crashing.values())[part::2]

    async def scenario() -> None:
        async with house(store, haste=20.0) as server, server.socket() as elsewhere:
            other = await server.open("now", name="Zoe", bots=["steady"] * 2, start=True)
            await hello(elsewhere, other["code"], token=other["token"])
            for game in failing:
                await the_match_is_given_up(server, game)
            await elsewhere.send_json({"type": "pause"})
            while (await hear(elsewhere, "table"))["status"] != "paused":
                pass
            assert server.server.metrics.counts["game_failures"] == len(failing)
            assert server.server.metrics.counts["errors"] == 0

    run(scenario())
    failed = [record for record in caplog.records if record.message == "game_failed"]
    assert {vars(record)["fields"]["game"] for record in failed} == set(failing)
    assert all(record.exc_info for record in failed)


async def the_match_is_given_up(server: House, game: str) -> None:
    """Everybody hears why; their table is in the lobby, and another game can be played at it."""
    opened = await server.open(game, name="Ana", bots=["random"])
    async with server.socket() as socket, server.socket() as watcher:
        await hello(socket, opened["code"], token=opened["token"])
        await hello(watcher, opened["code"], role="screen")
        await socket.send_json({"type": "start", "anyway": True})
        assert (await hear(socket, "notice"))["code"] == "game_failed"
        assert (await hear(watcher, "notice"))["code"] == "game_failed"
        await socket.send_json({"type": "choose", "game": "now"})
        while (table := await hear(socket, "table"))["game"] != "now":
            pass
        assert table["status"] == "lobby"
        await socket.send_json({"type": "seat_bot", "level": "steady"})
        await socket.send_json({"type": "start", "anyway": True})
        assert (await hear(socket, "update"))["public"]["phase"] == "countdown"


def test_a_game_that_cannot_be_dealt_is_refused(
    crashing: dict[str, str], store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            wanted: dict[str, Any] = {"game": "unset", "name": "Ana", "bots": ["random"]}
            status, refused = await server.post({**wanted, "start": True})
            assert (status, refused["code"]) == (422, "game_failed")
            opened = await server.open(**wanted)
            await hello(socket, opened["code"], token=opened["token"])
            await socket.send_json({"type": "start"})
            assert (await hear(socket, "refused"))["code"] == "game_failed"
            loud = {"game": "picky", "options": {"loud": True}}
            assert (await server.post(loud))[1]["code"] == "game_failed"
            await socket.send_json({"type": "choose", **loud})
            assert (await hear(socket, "refused"))["code"] == "game_failed"
            await socket.send_json({"type": "rename", "name": "Ann"})
            while (await hear(socket, "table"))["seats"][0]["name"] != "Ann":
                pass

    run(scenario())
    failed = [record for record in caplog.records if record.message == "game_failed"]
    errors = [type(record.exc_info[1]) for record in failed if record.exc_info]
    assert errors == [ZeroDivisionError, ZeroDivisionError, KeyError, KeyError]


def test_what_fails_beside_the_play_is_refused(
    crashing: dict[str, str], store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Moments to tell of a finished match, and what a player chooses for themselves."""

    async def scenario() -> None:
        async with house(store, haste=20.0) as server, server.socket() as socket:
            opened = await server.open("boastful", name="Ana", bots=["random"], start=True)
            await hello(socket, opened["code"], token=opened["token"])
            while (table := await hear(socket, "table"))["status"] != "ended":
                pass
            match = f"/api/matches/{table['replay']}"
            for _ in range(2):  # whoever reads the store is still there
                status, refused = await server.get(f"{match}/highlights")
                assert (status, refused["code"]) == (422, "game_failed")
            assert (await server.get(f"{match}/frames"))[0] == 200
            opened = await server.open("fussy", name="Ana")
        async with house(store) as server, server.socket() as socket:
            await hello(socket, opened["code"], token=opened["token"])
            await socket.send_json({"type": "own", "option": "colours", "value": "red"})
            assert (await hear(socket, "refused"))["code"] == "game_failed"
            await socket.send_json({"type": "rename", "name": "Ann"})
            while (await hear(socket, "table"))["seats"][0]["name"] != "Ann":
                pass

    run(scenario())
    failed = [
        vars(each)["fields"]["game"] for each in caplog.records if each.message == "game_failed"
    ]
    assert failed == ["boastful", "boastful", "fussy"]
