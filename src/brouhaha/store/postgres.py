"""PostgreSQL by URL, through psycopg 3; comes with the extra `brouhaha[postgres]`.

A connection that was lost is opened again at the next call; the call that lost it has failed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from brouhaha.store import database
from brouhaha.store.database import Conflict, Values
from brouhaha.store.errors import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)

LINE: Final[dict[str, Any]] = {  # a line that has died without a word is found out
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,  # ms
}
SCHEMA_LOCK: Final = 0x62726F75  # any number that other programs are unlikely to use
CLUB_LOCK: Final = 0x62726F77
READERS_PAUSE: Final = 0.02  # seconds
# Rows a step: a cursor on the server costs twice as much; old client libraries step by one.
STREAM_STEP: Final = 1000 if psycopg.capabilities.has_stream_chunked() else 1
# Whatever the database's default: a commit that is not on the disk must not count as one.
DURABLE: Final = b"""SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'"""
MEANINGS: Final[dict[str, type[StoreError]]] = {  # by the first characters of SQLSTATE
    "23503": Conflict,
    "23505": Conflict,
    "53100": StoreFull,
    "25006": StoreReadOnly,
    "42501": StoreReadOnly,
    "55P03": StoreLocked,
    "40": StoreLocked,
    "XX001": StoreDamaged,
    "XX002": StoreDamaged,
    "08": StoreUnreachable,
    "28": StoreUnreachable,
    "3D": StoreUnreachable,
    "53": StoreUnreachable,
    "57P": StoreUnreachable,
}


class PostgresDatabase:
    words: Final = {"bytes": "BYTEA", "clustered": ""}

    def __init__(self, url: str, *, read_only: bool) -> None:
        self._url = url
        self._read_only = read_only
        with _explained():
            self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        options = LINE | conninfo_to_dict(self._url)  # what the URL says goes first
        connection = psycopg.connect(make_conninfo(**options), autocommit=True)
        if self._read_only:
            connection.execute("SET default_transaction_read_only = on")
        connection.execute(f"SET lock_timeout = {database.LOCK_WAIT_MS}".encode())
        connection.execute(DURABLE)
        return connection

    def _live(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection.closed:
            self._connection = self._connect()
        return self._connection

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with _explained(), self._block(b"BEGIN"):
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with _explained(), self._block(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _block(self, begin: bytes) -> Iterator[None]:
        connection = self._live()
        connection.execute(begin)
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with suppress(psycopg.Error):  # a lost connection has nothing to roll back
                connection.execute("ROLLBACK")
            raise

    def lock_schema(self) -> None:
        self.rows("SELECT pg_advisory_xact_lock(?)", [SCHEMA_LOCK])

    def lock_club(self) -> None:
        self.rows("SELECT pg_advisory_xact_lock(?)", [CLUB_LOCK])

    def try_lock(self, number: int) -> bool:
        return bool(self.rows("SELECT pg_try_advisory_lock(?)", [number])[0][0])

    def table_names(self) -> set[str]:
        sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        return {name for (name,) in self.rows(sql)}

    def run(self, sql: str, values: Values = ()) -> int:
        with _explained():
            return self._live().execute(_placed(sql), values).rowcount

    def run_many(self, sql: str, rows: Sequence[Values]) -> int:
        with _explained(), self._live().cursor() as cursor:
            cursor.executemany(_placed(sql), rows)
            return cursor.rowcount

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Values]) -> None:
        """COPY costs this side a third of what INSERTs cost, at any number of rows."""
        statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with _explained(), self._live().cursor().copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        with _explained():
            return self._live().execute(_placed(sql), values, binary=True).fetchall()

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        with _explained(), self._live().cursor() as cursor:
            yield from cursor.stream(_placed(sql), binary=True, size=STREAM_STEP)

    def rewrite(self, tables: Sequence[str]) -> None:
        """What the planner has noted of their values is made anew too. PostgreSQL's own write-ahead
        log keeps what was until that is written over, and so does whatever was made from it."""
        self._outlast_readers()
        for table in tables:
            self._drop_statistics(table)
            self.run(f"VACUUM FULL {table}")
        self.run(f"ANALYZE {', '.join(tables)}")
        self.run("VACUUM FULL pg_catalog.pg_statistic")  # passed over if the role may not

    def _outlast_readers(self) -> None:
        """VACUUM keeps what somebody may still see who began to read before it was deleted."""
        now = self.rows("SELECT pg_current_xact_id()::xid::text")[0][0]
        sql = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
            AND pid <> pg_backend_pid() AND age(backend_xmin) >= age(?::text::xid)"""
        give_up = time.monotonic() + database.LOCK_WAIT_MS / 1000
        while self.rows(sql, [now])[0][0] and time.monotonic() < give_up:
            time.sleep(READERS_PAUSE)

    def _drop_statistics(self, table: str) -> None:
        """A column that is given its own type again loses what was noted of it, and nothing else.
        (ANALYZE would leave it, if the table is empty by now.)"""
        sql = """SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
            WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped"""
        for column, kind in self.rows(sql, [table]):
            self.run(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE {kind}")

    def disk_bytes(self) -> int:
        sql = """SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
            WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace"""
        size: int = self.rows(sql)[0][0]
        return size

    def close(self) -> None:
        self._connection.close()


def _placed(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        in_one_line = " ".join(str(error).split())
        raise _meaning(error)(in_one_line) from error


def _meaning(error: psycopg.Error) -> type[StoreError]:
    state = error.sqlstate or ""
    if not state and isinstance(error, psycopg.OperationalError):
        return StoreUnreachable  # the driver's own: no answer, or no longer one
    return next((MEANINGS[state[:n]] for n in (5, 3, 2) if state[:n] in MEANINGS), StoreError)
