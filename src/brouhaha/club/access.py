"""Who may see the club, and who is its host.

Whoever holds a seat at a table of this server is given a pass, signed with a secret of the store:
so every process knows it, and it outlives the table. The host is whoever has the host's key, which
`brouhaha club` prints from the store. Keys and passes are compared in constant time.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest, new
from typing import Final, Literal

from brouhaha.store.database import Database

Viewer = Literal["anybody", "seated", "host"]

PASS_SECONDS: Final = 400 * 86_400  # last year's party too; browsers keep a cookie no longer
SECRET: Final = "secret"
HOST_KEY: Final = "host_key"


def secrets_of(database: Database) -> dict[str, bytes]:
    """What is kept of them; the store has none before the first server made some."""
    return dict(database.rows("SELECT id, value FROM club_facts"))


def keep(database: Database, id: str, value: bytes, *, anew: bool = False) -> bytes:
    """The value under this name: the one that is there, unless it is to be replaced."""
    clash = "UPDATE SET value = excluded.value" if anew else "NOTHING"
    sql = f"INSERT INTO club_facts (id, value) VALUES (?, ?) ON CONFLICT (id) DO {clash}"
    with database.transaction():
        database.run(sql, [id, value])
        return secrets_of(database)[id]


def new_pass(secret: bytes, viewer: Viewer, now: float) -> str:
    """For a cookie: who it is for, until when, and a signature."""
    said = f"{viewer}.{int(now) + PASS_SECONDS}"
    return f"{said}.{_signature(secret, said)}"


def read_pass(secret: bytes, given: str, now: float) -> Viewer:
    said, _, signature = given.rpartition(".")
    viewer, _, until = said.partition(".")
    if not compare_digest(_signature(secret, said), signature.encode("utf-8", "replace").decode()):
        return "anybody"
    if not until.isdecimal() or int(until) < now:
        return "anybody"
    return "host" if viewer == "host" else "seated"


def is_host_key(known: bytes, given: str) -> bool:
    return compare_digest(sha256(known).digest(), sha256(given.encode("utf-8", "replace")).digest())


def device_print(key: str) -> str:
    """What is kept of a device's key."""
    return sha256(b"device " + key.encode("utf-8", "replace")).hexdigest()


def _signature(secret: bytes, said: str) -> str:
    return new(secret, said.encode("utf-8", "replace"), "sha256").hexdigest()
