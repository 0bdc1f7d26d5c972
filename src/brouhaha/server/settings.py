"""What whoever runs the server may choose: by flag, else by environment, else by file, else this.

A setting `port` is `--port`, `BROUHAHA_PORT` and `port = …` in the TOML file. Those of a section
(`limits`, `table`) are `BROUHAHA_LIMITS_SOCKETS` and `[limits]` in the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from platformdirs import user_data_path

from brouhaha import table
from brouhaha.server.limits import Limits
from brouhaha.server.logs import Style

PREFIX: Final = "BROUHAHA_"
Port = Annotated[int, Meta(ge=0, le=65_535)]
Days = Annotated[float, Meta(ge=0)]
Sync = Literal["second", "commit"]
Network = IPv4Network | IPv6Network


class BadSettings(Exception):
    """Something in a flag, the environment or the file cannot be meant."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"  # 0.0.0.0: also for the phones on this network
    port: Port = 8000  # 0: any that is free
    store: str = ""  # a path or postgresql://…; empty: a file in the user's data folder
    log: Style = "text"
    public_url: str = ""  # https://games.example.org, if people reach the server by that name
    origins: tuple[str, ...] = ()  # further pages that may open a socket: https://other.example.org
    proxies: tuple[str, ...] = ()  # addresses of proxies that may say whom they speak for
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")  # who may read /metrics
    lists: bool = True  # may anybody list finished matches? False: only who has their link
    keep_tables_days: Days = 7  # closed tables' logs: for questions afterwards
    keep_matches_days: Days = 400  # finished matches: last year's party too
    sync: Sync = "second"  # within which a commit is on the disk; kill -9 loses nothing either way
    gather_ms: Annotated[float, Meta(ge=0, le=100)] = 0  # between two commits, at least
    haste: Annotated[float, Meta(gt=0, le=1000)] = 1  # how much faster tables' time runs
    limits: Limits = Limits()
    table: table.Settings = table.SETTINGS

    def store_url(self) -> str:
        """Where the log is kept; the user's data folder is made if it is that one."""
        if self.store:
            return self.store
        folder = user_data_path("brouhaha", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        return str(folder / "brouhaha.db")


SECTIONS: Final[dict[str, type[msgspec.Struct]]] = {"limits": Limits, "table": table.Settings}
LISTS: Final = ("origins", "proxies", "metrics_from")


def load(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None) -> Settings:
    """All three together. `flags`: those that were given; None counts as not given."""
    chosen = _read(file) if file else {}
    _merge(chosen, _from_environment(environment))
    _merge(chosen, {name: value for name, value in flags.items() if value is not None})
    try:
        settings = msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(str(error)) from None
    networks([*settings.proxies, *settings.metrics_from])
    return settings


def networks(written: Iterable[str]) -> list[Network]:
    """Addresses and networks, such as 10.0.0.7 or 10.0.0.0/8."""
    try:
        return [ip_network(network) for network in written]
    except ValueError as error:
        raise BadSettings(str(error)) from None


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file}: {error}") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Variables that name no setting are somebody else's."""
    found: dict[str, Any] = {}
    for field in Settings.__struct_fields__:
        if field in SECTIONS:
            section = {
                name: environment[variable]
                for name in SECTIONS[field].__struct_fields__
                if (variable := f"{PREFIX}{field}_{name}".upper()) in environment
            }
            if section:
                found[field] = section
        elif (variable := f"{PREFIX}{field}".upper()) in environment:
            value = environment[variable]
            found[field] = _listed(value) if field in LISTS else value
    return found


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _merge(below: dict[str, Any], above: Mapping[str, Any]) -> None:
    for name, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(name), dict):
            below[name] = below[name] | value
        else:
            below[name] = value
