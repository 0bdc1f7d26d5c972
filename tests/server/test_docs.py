"""docs/hosting.md names every setting, flag and address; a stale page fails here."""

from __future__ import annotations

import argparse
from pathlib import Path

from brouhaha.server.commands import serve
from brouhaha.server.http import routes as http_routes
from brouhaha.server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
NOT_FOR_HOSTS = {"haste"}  # for tests and demonstrations


def test_every_setting_is_explained() -> None:
    for name in set(Settings.__struct_fields__) - NOT_FOR_HOSTS:
        variable = f"BROUHAHA_{name.upper()}"
        section = name in ("limits", "table")
        row = f"| `[{name}]` | `{variable}_…`" if section else f"| `{name}` | `{variable}` |"
        assert row in PAGE, name


def test_every_flag_is_explained() -> None:
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    for action in parser._actions:
        if action.help != argparse.SUPPRESS and action.dest != "help":
            assert f"`{action.option_strings[0]}" in PAGE, action.option_strings


def test_the_frames_of_a_replay_are_where_the_page_says() -> None:
    paths = {route.path for route in http_routes.ROUTES}
    assert "/api/matches/{id}/frames" in paths
    assert "/api/matches/ID/frames" in PAGE
