"""What deploy/ has for operators names options, settings and addresses that exist."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

from brouhaha.server.commands import serve
from brouhaha.server.settings import load

DEPLOY = Path(__file__).parents[2] / "deploy"


def options_of(command: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    serve.add_arguments(parser)
    return parser.parse_args(command)


def test_the_service_starts_what_there_is() -> None:
    unit = (DEPLOY / "brouhaha@.service").read_text()
    started = re.search(r"^ExecStart=(.*)$", unit, re.M)
    assert started is not None
    program, command, *options = shlex.split(started[1].replace("%i", "8001"))
    assert (Path(program).name, command) == ("brouhaha", "serve")
    assert options_of(options).port == "8001"


def test_its_settings_are_settings() -> None:
    lines = (DEPLOY / "brouhaha.env").read_text().splitlines()
    environment = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    settings = load({}, environment, None)
    assert settings.store.startswith("postgresql://")
    assert settings.bus.startswith("nats://")
    assert settings.proxies == ("127.0.0.1",)


def test_the_composed_processes_get_options_that_exist() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    flags = re.findall(r"^    - (--[^\s]*)", re.sub(r"\$\{POSTGRES[^}]*\}", "secret", text), re.M)
    options = options_of([re.sub(r"\$\{\w+:-(.*)\}", r"\1", flag) for flag in flags])
    assert options.store == "postgresql://brouhaha:secret@postgres/brouhaha"
    assert options.bus == "nats://nats1,nats2,nats3"
    network = re.search(r"subnet: (\S+)", text)
    assert network is not None
    assert options.proxies == [network[1]]


def test_the_balancer_knows_every_process() -> None:
    composed = (DEPLOY / "compose.yaml").read_text()
    processes = re.findall(r"^  (game\d): \*game", composed, re.M)
    upstream = re.findall(r"server (game\d):8000", (DEPLOY / "nginx.conf").read_text())
    assert processes == upstream == ["game1", "game2", "game3"]
