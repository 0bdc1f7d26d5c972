"""The wire's types, their schema, their TypeScript and their page agree."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from brouhaha.engine.errors import LANGUAGES, Rejected, refusals_of
from brouhaha.server.describe.schema import wire_schema
from brouhaha.server.describe.typescript import of_the_wire
from brouhaha.table import refusals, wire

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

MESSAGES = [*get_args(wire.ClientIn), *get_args(wire.ClientOut)]
PAGE = Path(__file__).parents[2] / "docs" / "wire.md"


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_every_message_is_on_the_page_in_the_schema_and_in_typescript(
    message: type[msgspec.Struct],
) -> None:
    tag = message.__struct_config__.tag
    assert f"`{tag}`" in PAGE.read_text(encoding="utf-8")
    schema = wire_schema()["$defs"][message.__name__]
    assert schema["properties"]["type"] == {"enum": [tag]}
    written = of_the_wire()
    assert f'export interface {message.__name__} {{\n  type: "{tag}";' in written
    page = PAGE.read_text(encoding="utf-8")
    for field in message.__struct_fields__:
        assert field in schema["properties"]
        assert f"`{field}`" in page, f"{message.__name__}.{field}"


def test_every_message_has_a_docstring_and_its_direction_in_its_name() -> None:
    for message in MESSAGES:
        assert inspect.getdoc(message)
        direction = "ClientIn" if message in get_args(wire.ClientIn) else "ClientOut"
        assert message.__name__.startswith(direction)


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"{}",
        b"null",
        b'{"type":"fly"}',
        b'{"type":"start","x":1}',
        b'{"type":"act","id":0,"seen":0,"after":0,"action":{}}',
        b'{"type":"act","id":1,"seen":0,"after":-1,"action":{}}',
        b'{"type":"act","id":1,"seen":0,"after":1e300,"action":{}}',
        b'{"type":"remove","seat":-1}',
        b'{"type":"hello","code":"' + b"A" * 17 + b'"}',
        b'{"type":"hello","code":"A","role":"god"}',
        b'{"type":"ready","ready":1}',
    ],
)
def test_a_frame_that_is_no_message_is_refused(frame: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode(frame)


def test_every_refusal_has_its_sentence_in_each_language() -> None:
    known = refusals_of(refusals)
    assert len({refusal.code for refusal in known}) == len(known) > 20
    details = {
        "least": 6,
        "code": "HJKMNP", "most": 4, "host": "Ana", "status": "lobby", "names": "Bo", "level": "x",
    }  # fmt: skip
    for refusal in known:
        sentences = {Rejected(refusal, **details).sentence(language) for language in LANGUAGES}
        assert len(sentences) == len(LANGUAGES)
        assert all(text.endswith(".") and "{" not in text for text in sentences)
