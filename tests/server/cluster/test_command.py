"""`brouhaha serve --bus`: what is wrong with it is told in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from brouhaha import cli
from brouhaha.server.settings import BadSettings, load
from tests.bus.nats_servers import free_port


def test_a_bus_needs_a_store_that_others_reach() -> None:
    with pytest.raises(BadSettings, match="--bus needs a store that others reach: postgresql://"):
        load({"bus": "nats://a,b"}, {}, None)
    with pytest.raises(BadSettings, match="BROUHAHA_BUS needs"):
        load({"store": "games.db"}, {"BROUHAHA_BUS": "nats://a"}, None)
    assert load({"bus": "nats://a,b", "store": "postgresql://db/x"}, {}, None).bus == "nats://a,b"


@pytest.mark.parametrize("wrong", ["a,b", "http://a", "nats://", "nats://a,", "nats://a b"])
def test_a_bus_is_named_by_its_servers(wrong: str) -> None:
    with pytest.raises(BadSettings, match="must be the addresses of NATS servers"):
        load({"bus": wrong, "store": "postgresql://db/x"}, {}, None)


def test_a_bus_that_is_not_there(
    store: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brouhaha.bus.bus.STARTS_WITHIN", 0.2)
    bus = f"nats://127.0.0.1:{free_port()}"
    assert cli.main(["serve", "--port", "0", "--no-mdns", "--store", store, "--bus", bus]) == 1
    assert f"no NATS server answers at {bus}" in capsys.readouterr().err


def test_the_library_is_asked_for_only_with_a_bus(
    store: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [
        name
        for name in sys.modules
        if name.startswith(("brouhaha.bus", "brouhaha.server.cluster."))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nats.aio.client", None)
    assert cli.main(["serve", "--port", "0", "--store", store, "--bus", "nats://127.0.0.1"]) == 1
    assert "pip install 'brouhaha[cluster]'" in capsys.readouterr().err
