"""Other people's games: what they say of themselves is told, and their files are given out. The packages
are real ones, found by their entry points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from brouhaha import games
from brouhaha.server.http.headers import CONTENT_POLICY
from tests.plug_ins import install, shout_with
from tests.server.guests import House, house, run


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


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


def told(games_told: list[dict[str, Any]], game: str) -> dict[str, Any]:
    (found,) = [each for each in games_told if each["id"] == game]
    return found


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
