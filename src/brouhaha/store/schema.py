"""How the tables came to be what they are: numbered steps that are never edited, only added to.

A store records how many of them it has had. Opening it takes the missing ones in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from brouhaha.store.database import Database
from brouhaha.store.errors import NewerStore, NotAStore
from brouhaha.store.records import Row, pack

Step = str | Callable[[Database], None]


def _entries_to_pages(database: Database) -> None:
    """What was a row an entry becomes a page a table."""
    sql = "SELECT table_id, entry, payload, at FROM entries WHERE table_id = ? ORDER BY entry"
    for (table,) in database.rows("SELECT id FROM tables"):
        log = [Row(*row) for row in database.rows(sql, [table])]
        if log:
            database.insert("pages", COLUMNS["pages"], [(table, log[0].entry, pack(log))])
            database.run("UPDATE tables SET written = ? WHERE id = ?", [log[-1].entry + 1, table])


MIGRATIONS: Final[tuple[tuple[Step, ...], ...]] = (
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
    # 3: a commit is one row of the journal, whatever it brought; `pages` hold the same by table.
    # A row an entry cost a page of the disk each: tables grow in different places.
    (
        "ALTER TABLE tables ADD COLUMN written BIGINT NOT NULL DEFAULT 0",
        "CREATE TABLE journal (entries {bytes} NOT NULL)",
        """CREATE TABLE pages (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            first BIGINT NOT NULL,
            entries {bytes} NOT NULL,
            PRIMARY KEY (table_id, first)
        )""",
        _entries_to_pages,
        "DROP TABLE entries",
    ),
    # 4: which seats of a match were bots, as JSON: a level or null by seat.
    ("ALTER TABLE matches ADD COLUMN bots {bytes}",),
    # 5: which tables have finished matches: a code is not used again while it names one.
    ("CREATE INDEX matches_table ON matches (table_id)",),
)

COLUMNS: Final = {  # as they are now; what others refer to comes first
    "tables": ("id", "opened", "closed", "written"),
    "journal": ("entries",),
    "pages": ("table_id", "first", "entries"),
    "matches": ("id", "table_id", "game", "players", "bots", "result", "started", "ended", "log"),
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
        for step in statements:
            if isinstance(step, str):
                database.run(step.format_map(database.words))
            else:
                step(database)
        database.run(f"INSERT INTO {VERSION_TABLE} (version) VALUES (?)", [version])
