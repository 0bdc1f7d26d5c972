"""JSON that is nested too deeply is no message, over HTTP and over a socket, and harms no table."""

from __future__ import annotations

from pathlib import Path

import pytest

from brouhaha.server.edge.nesting import DEEPEST, is_deep
from tests.server.guests import hear, hello, house, run

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

OPENERS = {"[": "]", '{"a":': "}"}


def nested(depth: int, opener: str) -> str:
    inside = "" if opener == "[" else "1"
    return opener * depth + inside + OPENERS[opener] * depth


@pytest.mark.parametrize("opener", OPENERS)
def test_what_is_deep(opener: str) -> None:
    assert not is_deep(nested(DEEPEST, opener).encode())
    assert is_deep(nested(DEEPEST + 1, opener).encode())
    assert is_deep(b"[" * 100)
    assert is_deep(b"[1, [[1]], " + nested(DEEPEST, opener).encode() + b"]")
    assert not is_deep(b'["' + b"[" * 100 + b'", "\\"[[", ' + b"[]," * 100 + b"1]")


# About a thousand levels are as many as Python can read; somewhat fewer it can read and not write.
@pytest.mark.parametrize("depth", [33, 200, 480, 900, 985, 990, 995, 1100, 5000])
def test_deep_options_cards_and_actions_are_refused(tmp_path: Path, depth: int) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            opened = await server.open("now", name="Ana", bots=["steady", "steady"])
            async with server.socket() as socket:
                await hello(socket, opened["code"], token=opened["token"])
                for deep in (nested(depth, opener) for opener in OPENERS):
                    for field in ("options", "deal"):
                        body = f'{{"game":"now","name":"Ana","{field}":{{"cards":{deep}}}}}'
                        kind = {"Content-Type": "application/json"}
                        url = f"{server.url}/api/tables"
                        async with server.session.post(url, data=body, headers=kind) as answer:
                            assert (answer.status, (await answer.json())["code"]) in (
                                (400, "bad_message"),
                                (413, "too_big"),
                            )
                    for text in (
                        f'{{"type":"choose","game":"now","options":{{"cards":{deep}}}}}',
                        f'{{"type":"choose","game":"now","deal":{{"cards":{deep}}}}}',
                        f'{{"type":"act","id":1,"seen":1,"after":0,"action":{deep}}}',
                        deep,
                    ):
                        if len(text) < server.server.settings.limits.frame_bytes:
                            await socket.send_str(text)
                            assert (await hear(socket, "error"))["code"] == "bad_message"
                await socket.send_json({"type": "rename", "name": "Anna"})
                while (await hear(socket, "table"))["seats"][0]["name"] != "Anna":
                    pass  # the table was shown for another reason
            assert server.server.metrics.counts["errors"] == 0

    run(scenario())
