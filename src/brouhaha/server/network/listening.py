"""Where the server listens: a plain port, a secure one, and what follows the network's changes.

- no `tls`: plain HTTP at `port`;
- `tls = FILE`: HTTPS at `port`, with that certificate;
- `tls = "self"`: plain HTTP at `port`, so that a phone can be shown the way, and HTTPS at
  `tls_port` with a certificate made here.

What only some servers need, a name on the network or a certificate made here, is imported by those:
the libraries behind it are a third of what a server would take to start.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Coroutine
from datetime import UTC, datetime
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from brouhaha.server.edge.accepting import Entrance, Site
from brouhaha.server.network import tls
from brouhaha.server.network.addresses import Listening, listened_on, reachable
from brouhaha.server.settings import Settings, data_folder

if TYPE_CHECKING:
    from brouhaha.server.network.mdns import NameAnnouncer

SELF: Final = "self"
LOOK_AGAIN: Final = 15.0  # seconds: how soon the certificate follows a changed network


class Listener:
    """The server's ports, and what other devices are told about them."""

    def __init__(self, settings: Settings, entrance: Entrance) -> None:
        self._settings = settings
        self._entrance = entrance
        self._port = settings.port
        self._secure_port: int | None = None
        self._announcer: NameAnnouncer | None = None

    @property
    def listening(self) -> Listening:
        settings = self._settings
        return Listening(
            port=self._port,
            secure_port=self._secure_port,
            secure=bool(settings.tls) and settings.tls != SELF,
            name=self._announcer.name if self._announcer else "",
        )

    @property
    def tls_folder(self) -> Path | None:
        """Where the authority is kept, if there is one."""
        return data_folder() / "tls" if self._settings.tls == SELF else None

    async def listen(self, runner: web.AppRunner) -> list[Coroutine[Any, Any, None]]:
        """From now on people can come. Gives the chores that keep it so."""
        settings, chores = self._settings, list[Coroutine[Any, Any, None]]()
        check_tls(settings)
        own = None if settings.tls in ("", SELF) else _own_context(settings)
        self._port = await self._open(runner, settings.port, own)
        if settings.tls == SELF:
            context = tls.context_of_files(self._certificate(), None)
            self._secure_port = await self._open(runner, settings.tls_port, context)
            chores.append(self._keep_certificate(context))
        if settings.mdns and not settings.public_url and reachable(settings, self.listening):
            from brouhaha.server.network.mdns import NameAnnouncer

            self._announcer = NameAnnouncer(self._port, self._numbers)
            chores.append(self._announcer.run())
        return chores

    async def _open(self, runner: web.AppRunner, port: int, context: ssl.SSLContext | None) -> int:
        """The port that it is then: 0 means any that is free."""
        known, settings = {address[1] for address in runner.addresses}, self._settings
        shared = bool(settings.siblings)
        await Site(runner, settings.host, port, context, self._entrance, shared=shared).start()
        opened: int = next(each[1] for each in runner.addresses if each[1] not in known)
        return opened

    def _numbers(self) -> list[IPv4Address]:
        numbers = [number.address for number in listened_on(self._settings.host)]
        return [number for number in numbers if isinstance(number, IPv4Address)]

    def _certificate(self) -> Path:
        from brouhaha.server.network.home_authority import certificate_for
        from brouhaha.server.network.mdns import NAMES

        numbers = [str(number.address) for number in listened_on(self._settings.host)]
        hosts = [*numbers, "localhost", "127.0.0.1", "::1", f"{socket.gethostname()}.local"]
        hosts += [f"{name}.local" for name in NAMES]
        return certificate_for(hosts, data_folder() / "tls", datetime.now(UTC))

    async def _keep_certificate(self, context: ssl.SSLContext) -> None:
        """A laptop that comes to another network has another number: new visitors see it."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            context.load_cert_chain(self._certificate())


def check_tls(settings: Settings) -> None:
    """Flags that mean nothing together are refused rather than overlooked."""
    if settings.tls_key and settings.tls in ("", SELF):
        raise tls.BadCertificate("--tls-key needs --tls with the certificate that it belongs to")


def _own_context(settings: Settings) -> ssl.SSLContext:
    key = Path(settings.tls_key) if settings.tls_key else None
    return tls.context_of_files(Path(settings.tls), key)
