"""What whoever runs the server may choose: by flag, else by environment, else by file, else this.

A setting `port` is `--port`, `BROUHAHA_PORT` and `port = …` in the TOML file. Those of a section
(`limits`, `table`) are `BROUHAHA_LIMITS_SOCKETS` and `[limits]` in the file. What is wrong is said
by the name under which it was given, with what would be right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_type_hints

import msgspec
from msgspec import Meta, inspect
from platformdirs import user_data_path

from brouhaha import table
from brouhaha.commands import BadUsage, explained
from brouhaha.commits import Sync
from brouhaha.server.edge.limits import Limits
from brouhaha.server.logs import Level, Style

PREFIX: Final = "BROUHAHA_"
Port = Annotated[int, Meta(ge=0, le=65_535)]
Days = Annotated[float, Meta(ge=0)]
Lists = Literal["seated", "everybody", "nobody"]
Network = IPv4Network | IPv6Network


class BadSettings(BadUsage):
    """Something in a flag, the environment or the file cannot be meant."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"  # 0.0.0.0: also for the phones on this network
    port: Port = 8000  # 0: any that is free
    store: str = ""  # a path or postgresql://…; empty: a file in the user's data folder
    bus: str = ""  # nats://a,b,c: servers through which other processes share these tables
    workers: Annotated[int, Meta(ge=1, le=64)] = 1  # processes at this port, with `bus`
    siblings: str = ""  # a folder in which the processes that share the port find each other
    log: Style = "text"
    log_level: Level = "info"
    tls: str = ""  # a file with a certificate, or "self": one that is made here
    tls_key: str = ""  # the certificate's key, if it is in a file of its own
    tls_port: Port = 8443  # of the secure address beside the plain one, with tls = "self"
    mdns: bool = True  # announce brouhaha.local on the networks that it listens on
    public_url: str = ""  # https://games.example.org, if people reach the server by that name
    origins: tuple[str, ...] = ()  # further pages that may open a socket: https://other.example.org
    proxies: tuple[str, ...] = ()  # addresses of proxies that may say whom they speak for
    proxies_tell_rtt: bool = False  # has no effect any more: a settings file may still have it
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")  # who may read /metrics
    lists: Lists = "seated"  # who sees the club and its lists; a replay opens for who has its link
    webhook: str = ""  # an address that is told what happens here, as POST requests
    webhook_secret: str = ""  # with which these are signed
    keep_tables_days: Days = 7  # closed tables' logs: for questions afterwards
    keep_matches_days: Days = 400  # finished matches: last year's party too
    keep_sheets_days: Days = 400  # score sheets since they were last written on
    sync: Sync = "second"  # within which a commit is on the disk; kill -9 loses nothing either way
    gather_ms: Annotated[float, Meta(ge=0, le=100)] = 0  # between two commits, at least
    haste: Annotated[float, Meta(gt=0, le=1000)] = 1  # how much faster tables' time runs
    limits: Limits = Limits()
    table: table.Settings = table.SETTINGS

    def store_url(self) -> str:
        """Where the log is kept; the user's data folder is made if it is that one."""
        if self.store:
            return self.store
        return str(data_folder() / "brouhaha.db")


def data_folder() -> Path:
    """The user's own; it is made if it is not there."""
    folder = user_data_path("brouhaha", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


SECTIONS: Final[dict[str, type[msgspec.Struct]]] = {"limits": Limits, "table": table.Settings}
LISTS: Final = ("origins", "proxies", "metrics_from")
FLAGS: Final = {  # of `brouhaha serve`
    "host": "--host",
    "port": "--port",
    "store": "--store",
    "bus": "--bus",
    "workers": "--workers",
    "siblings": "--siblings",
    "tls": "--tls",
    "tls_key": "--tls-key",
    "tls_port": "--tls-port",
    "mdns": "--mdns",
    "public_url": "--public-url",
    "origins": "--origin",
    "proxies": "--proxy",
    "log": "--log",
    "log_level": "--log-level",
    "haste": "--haste",
}


class Given(NamedTuple):
    """A value that was chosen, and the name under which it was."""

    value: Any
    name: str


def load(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None) -> Settings:
    """All three together. `flags`: those that were given; None counts as not given."""
    given = dict(_from_file(file)) if file else {}
    given |= dict(_from_environment(environment))
    given |= {n: Given(value, FLAGS[n]) for n, value in flags.items() if value is not None}
    chosen: dict[str, dict[str, Any]] = {section: {} for section in ("", *SECTIONS)}
    for key, one in given.items():
        section, _, name = key.rpartition(".")
        chosen[section][name] = _checked(key, one)
    sections: dict[str, Any] = {
        name: kind(**chosen[name]) for name, kind in SECTIONS.items() if chosen[name]
    }
    settings = Settings(**chosen[""], **sections)
    if settings.bus and not settings.store.startswith(("postgresql://", "postgres://")):
        raise BadSettings(f"{given['bus'].name} needs a store that others reach: postgresql://…")
    if settings.workers > 1 and not (settings.bus and settings.port):
        lacks = "--bus, over which they share the tables" if settings.port else "a --port"
        raise BadSettings(f"{given['workers'].name} needs {lacks}")
    if settings.webhook and not settings.webhook_secret:
        raise BadSettings(f"{given['webhook'].name} needs webhook_secret, to sign what is told")
    return settings


def networks(written: Iterable[str]) -> list[Network]:
    """Addresses and networks, such as 10.0.0.7 or 10.0.0.0/8."""
    return [ip_network(network) for network in written]


# Where they come from: each with its key, such as `port` or `limits.sockets`


def _from_file(file: Path) -> Iterator[tuple[str, Given]]:
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadSettings(explained(error)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file} is not a TOML file: {error}") from None
    for name, value in content.items():
        if name not in SECTIONS:
            yield name, Given(value, f"{name} in {file}")
        elif isinstance(value, dict):
            yield from (
                (f"{name}.{n}", Given(v, f"{name}.{n} in {file}")) for n, v in value.items()
            )
        else:
            raise BadSettings(f"{name} in {file} must be a section: [{name}]")


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Given]]:
    """Variables that name no setting are somebody else's."""
    for key in TYPES:
        variable = f"{PREFIX}{key.replace('.', '_')}".upper()
        if variable in environment:
            value = environment[variable]
            yield key, Given(_listed(value) if key in LISTS else value, variable)


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


# What they must be


def _is_web_address(value: str) -> bool:
    return not value or re.fullmatch(r"https?://[^/\s]+/?", value) is not None


def _is_page(value: str) -> bool:
    return not value or re.fullmatch(r"https?://[^/\s]+(/\S*)?", value) is not None


def _is_bus(value: str) -> bool:
    return not value or re.fullmatch(r"(nats|tls)://[^\s/,]+(,[^\s/,]+)*", value) is not None


def _are_web_addresses(value: tuple[str, ...]) -> bool:
    return all(map(_is_web_address, value))


def _are_networks(value: tuple[str, ...]) -> bool:
    try:
        networks(value)
    except ValueError:
        return False
    return True


NETWORKS: Final = "addresses or networks, such as 10.0.0.7 or 10.0.0.0/8"
FURTHER: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {  # what their types do not say
    "public_url": (_is_web_address, "an address such as https://games.example.org"),
    "webhook": (_is_page, "an address such as https://games.example.org/hook"),
    "bus": (_is_bus, "the addresses of NATS servers, such as nats://10.0.0.1,10.0.0.2"),
    "origins": (_are_web_addresses, "an address such as https://games.example.org"),
    "proxies": (_are_networks, NETWORKS),
    "metrics_from": (_are_networks, NETWORKS),
}


def _types() -> Iterator[tuple[str, Any]]:
    """The type of each setting by its key."""
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        if name in SECTIONS:
            inner = get_type_hints(SECTIONS[name], include_extras=True)
            yield from ((f"{name}.{n}", k) for n, k in inner.items())
        else:
            yield name, kind


TYPES: Final = dict(_types())


def _checked(key: str, given: Given) -> Any:
    """The value as its type wants it."""
    if key not in TYPES:
        raise BadSettings(f"{given.name}: there is no such setting")
    given = given._replace(value=_as_now(key, given.value))
    is_right, wanted = FURTHER.get(key, (lambda value: True, ""))
    try:
        value = msgspec.convert(given.value, TYPES[key], strict=False)
    except msgspec.ValidationError:
        wanted = wanted or _in_words(inspect.type_info(TYPES[key]))
    else:
        if is_right(value):
            return value
    raise BadSettings(f"{given.name} must be {wanted}, not {_shown(given.value)}")


def _as_now(key: str, value: Any) -> Any:
    """`lists` was true or false once: everybody, or nobody."""
    if key == "lists" and str(value).lower() in ("true", "1", "false", "0"):
        return "everybody" if str(value).lower() in ("true", "1") else "nobody"
    return value


def _in_words(kind: inspect.Type) -> str:
    """What a setting of this type must be."""
    match kind:
        case inspect.LiteralType(values=values):
            return " or ".join(map(str, values))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_bounds(kind)}"
        case inspect.FloatType():
            return f"a number{_bounds(kind)}"
        case inspect.StrType():
            return "a text"
        case _:
            return "a list of texts"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge} to {kind.le}"
    if kind.ge is not None:
        return f" that is {kind.ge} or more"
    if kind.gt is not None and kind.le is not None:
        return f" above {kind.gt}, {kind.le} at most"
    return ""


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
