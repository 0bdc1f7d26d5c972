"""What is described is what is served: routes, refusals, the wire, and their TypeScript."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import brouhaha.games
from brouhaha.engine.errors import LANGUAGES, Refusal, refusals_of
from brouhaha.server.app import application
from brouhaha.server.describe.openapi import openapi
from brouhaha.server.describe.schema import game_schema
from brouhaha.server.describe.typescript import main, of_http, of_the_wire
from brouhaha.server.http import refusals
from brouhaha.server.http import routes as http_routes
from brouhaha.server.http.screens import SCREENS
from tests.server.guests import house, run
from tests.server.openapi_contract import check_answer

THE_PAGES = {*SCREENS, "/{path}", "/club/{path}", "/games/{game}/page/{path}"}
KNOWN_HERE = refusals_of(refusals)


def test_every_address_that_is_served_is_described(tmp_path: Path) -> None:
    async def scenario() -> set[tuple[str, str]]:
        async with house(tmp_path / "store.db") as server:
            routes = application(server.server).router.routes()
            return {
                (route.method, route.resource.canonical)
                for route in routes
                if route.resource is not None and route.method != "HEAD"
            }

    served = {(method, path) for method, path in run(scenario()) if path not in THE_PAGES}
    described = {
        (method.upper(), path) for path, item in openapi()["paths"].items() for method in item
    }
    listed = {(route.method, route.path) for route in http_routes.ROUTES}
    assert served == described == listed


@pytest.mark.parametrize("refusal", KNOWN_HERE, ids=lambda refusal: refusal.code)
def test_every_refusal_has_a_status_and_its_sentence_in_each_language(refusal: Refusal) -> None:
    assert refusal in refusals.STATUS
    fields = [_fields(getattr(refusal, language)) for language in LANGUAGES]
    assert fields == [fields[0]] * len(LANGUAGES)
    assert refusal.en != refusal.fr
    assert all(getattr(refusal, language).endswith(".") for language in LANGUAGES)


def _fields(sentence: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence)} - {None}


def test_every_refusal_may_come_from_some_route() -> None:
    told = {refusal for route in http_routes.ROUTES for refusal in http_routes.refusals_of(route)}
    answered_elsewhere = {refusals.WRONG_METHOD, refusals.BAD_REQUEST}
    assert set(KNOWN_HERE) - told == answered_elsewhere


GOOD: dict[str, Any] = {"code": "ABCDEF", "seat": None, "token": None}


@pytest.mark.parametrize(
    ("method", "path", "status", "body", "wrong"),
    [
        ("POST", "/api/tables", 201, GOOD, None),
        ("POST", "/api/tables", 201, {"code": 7, "seat": None}, jsonschema_rs.ValidationError),
        ("POST", "/api/tables", 403, {"code": "wrong_origin", "details": {}}, None),
        ("POST", "/api/tables", 403, {"code": "not_listed"}, jsonschema_rs.ValidationError),
        ("POST", "/api/tables", 418, {"code": "teapot"}, AssertionError),
        ("GET", "/api/nothing", 404, {"code": "no_such_match"}, AssertionError),
        ("GET", "/api/matches/abc/frames?seat=0", 422, {"code": "wrong_seat"}, None),
    ],
)
def test_answers_that_are_not_described_are_noticed(
    method: str, path: str, status: int, body: Any, wrong: type[Exception] | None
) -> None:
    if wrong is None:
        check_answer(method, path, status, body)
    else:
        with pytest.raises(wrong):
            check_answer(method, path, status, body)


# TypeScript


def test_in_typescript_what_we_send_is_complete_and_what_we_take_may_lack_defaults() -> None:
    written = of_the_wire()
    assert "  ready?: boolean;" in written  # ClientInReady
    assert "  you: number | null;" in written  # ClientOutTable


def test_what_goes_over_http_is_written() -> None:
    written = of_http()
    assert "  bots?: string[];" in written  # NewTable, which comes in
    assert "  token: string | null;" in written  # OpenedTable, which goes out
    assert "  events: unknown[];" in written  # ReplayFrame


@pytest.mark.parametrize("game", brouhaha.games.names())
def test_every_game_is_written(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([game])
    written, title = capsys.readouterr().out, game.capitalize()
    assert f"export interface {title} {{" in written
    for part in ("Options", "Deal", "Public", "Private", "Result"):
        assert f"export interface {title}{part} {{" in written
    assert title not in of_the_wire()  # the page knows no game by its name
    assert set(game_schema(brouhaha.games.find(game))) >= {"options", "action", "event", "$defs"}
