"""Flags before environment before file before what is built in."""

from __future__ import annotations

from pathlib import Path

import pytest

from brouhaha.server.settings import BadSettings, Settings, load


def test_flags_go_before_environment_before_file(tmp_path: Path) -> None:
    file = tmp_path / "brouhaha.toml"
    file.write_text('host = "::"\nport = 1\nlists = false\n[limits]\nsockets = 7\ntables = 8\n')
    environment = {
        "BROUHAHA_PORT": "2",
        "BROUHAHA_LIMITS_SOCKETS": "9",
        "BROUHAHA_ORIGINS": "https://a.example, https://b.example",
        "BROUHAHA_TABLE_GRACE": "5000",
        "PATH": "/bin",
    }
    chosen = load({"port": 3, "host": None}, environment, file)
    assert (chosen.host, chosen.port, chosen.lists) == ("::", 3, "nobody")
    assert (chosen.limits.sockets, chosen.limits.tables) == (9, 8)
    assert chosen.origins == ("https://a.example", "https://b.example")
    assert chosen.table.grace == 5000
    assert load({}, {"BROUHAHA_PORT": "2"}, file).port == 2
    assert load({}, {}, None) == Settings()


@pytest.mark.parametrize("text", [
    "port = 70000", 'port = "many"', "colour = 1", "[limits]\nelephants = 1", "not toml",
    'proxies = ["nowhere"]', 'log = "xml"',
])  # fmt: skip
def test_what_cannot_be_meant_is_said(tmp_path: Path, text: str) -> None:
    file = tmp_path / "brouhaha.toml"
    file.write_text(text)
    with pytest.raises(BadSettings):
        load({}, {}, file)


def test_the_store_is_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    url = Path(Settings().store_url())
    assert tmp_path in url.parents
    assert url.parent.is_dir()
    assert Settings(store="elsewhere.db").store_url() == "elsewhere.db"
