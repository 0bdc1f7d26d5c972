"""How the tables came to be what they are: numbered steps that are never edited, only added to.

A store records how many of them it has had. Opening it takes the missing ones in one transaction.
"""

from __future__ import annotations

from typing import Final

from brouhaha.store.database import Database
from brouhaha.store.errors import NewerStore, NotAStore

MIGRATIONS: Final = (
    # 1: the log. Clustered by its key, so that a table is read in one sweep.
    (
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY, opened BIGINT NOT NULL, closed BIGINT
        ) {clustered}""",
        "CREATE INDEX tables_closed ON tables (closed)",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            entry BIGINT NOT NULL CHECK (entry >= 0),
            payload {bytes} NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (table_id, entry)
        ) {clustered}""",
    ),
    # 2: finished matches, which outlive their table. `players` is JSON, `log` is zlib of JSON.
    (
        """CREATE TABLE matches (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT NOT NULL,
            game TEXT NOT NULL,
            players {bytes} NOT NULL,
            result {bytes} NOT NULL,
            started BIGINT NOT NULL,
            ended BIGINT NOT NULL,
            log {bytes} NOT NULL
        )""",
        "CREATE INDEX matches_ended ON matches (ended, id)",
        """CREATE TABLE match_players (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat BIGINT NOT NULL,
            name {bytes} NOT NULL,
            PRIMARY KEY (match_id, seat)
        ) {clustered}""",
        "CREATE INDEX match_players_name ON match_players (name)",
    ),
)

COLUMNS: Final = {  # as they are now; what others refer to comes first
    "tables": ("id", "opened", "closed"),
    "entries": ("table_id", "entry", "payload", "at"),
    "matches": ("id", "table_id", "game", "players", "result", "started", "ended", "log"),
    "match_players": ("match_id", "seat", "name"),
}
VERSION_TABLE: Final = "brouhaha_store"


def migrate(database: Database) -> None:
    """Bring a store, or an empty database, to what this release writes."""
    if steps_taken(database) == len(MIGRATIONS):
        return
    with database.transaction():
        database.lock_schema()
        _take_steps(database, steps_taken(database))


def steps_taken(database: Database) -> int:
    """How many migrations it has had; 0 for an empty database."""
    names = database.table_names()
    if VERSION_TABLE not in names:
        if names:
            raise NotAStore(f"this database holds something else: {', '.join(sorted(names))}")
        return 0
    steps: int = database.rows(f"SELECT max(version) FROM {VERSION_TABLE}")[0][0]
    if steps > len(MIGRATIONS):
        raise NewerStore(
            f"this store has version {steps}, this release knows {len(MIGRATIONS)}: upgrade it"
        )
    return steps


def _take_steps(database: Database, taken: int) -> None:
    if taken == 0:
        database.run(f"CREATE TABLE {VERSION_TABLE} (version BIGINT NOT NULL PRIMARY KEY)")
    for version, statements in enumerate(MIGRATIONS[taken:], taken + 1):
        for statement in statements:
            database.run(statement.format_map(database.words))
        database.run(f"INSERT INTO {VERSION_TABLE} (version) VALUES (?)", [version])
