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
    # 6: sheets of people who play with the real box, and the boxes that they typed in.
    (
        "CREATE TABLE sheets (id TEXT NOT NULL PRIMARY KEY, changed BIGINT NOT NULL)",
        "CREATE INDEX sheets_changed ON sheets (changed, id)",
        """CREATE TABLE sheet_records (
            sheet_id TEXT NOT NULL REFERENCES sheets (id) ON DELETE CASCADE,
            number BIGINT NOT NULL,
            payload {bytes} NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (sheet_id, number)
        ) {clustered}""",
        """CREATE TABLE boxes (
            id TEXT NOT NULL PRIMARY KEY,
            game TEXT NOT NULL,
            name {bytes} NOT NULL,
            key_hash {bytes} NOT NULL,
            content {bytes} NOT NULL,
            changed BIGINT NOT NULL
        )""",
        "CREATE INDEX boxes_game ON boxes (game, changed)",
    ),
    # 7: the club. `uncounted` are the matches of which its rows know nothing yet; `recounts` names
    # what has to be counted again from `club_seats`. Names are bytes, as in `match_players`.
    (
        "CREATE TABLE uncounted (match_id TEXT NOT NULL PRIMARY KEY)",
        "INSERT INTO uncounted (match_id) SELECT id FROM matches",
        """CREATE TABLE recounts (
            kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, id)
        ) {clustered}""",
        "CREATE TABLE club_facts (id TEXT NOT NULL PRIMARY KEY, value {bytes} NOT NULL)",
        """CREATE TABLE persons (
            id BIGINT NOT NULL PRIMARY KEY,
            name {bytes} NOT NULL,
            pseudonym {bytes},
            device TEXT
        )""",
        """CREATE TABLE person_names (
            name {bytes} NOT NULL PRIMARY KEY, person BIGINT NOT NULL
        ) {clustered}""",
        "CREATE INDEX person_names_person ON person_names (person)",
        """CREATE TABLE vouchers (
            table_id TEXT NOT NULL, name {bytes} NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (table_id, name)
        ) {clustered}""",
        """CREATE TABLE club_matches (
            id TEXT NOT NULL PRIMARY KEY,
            game TEXT NOT NULL,
            season TEXT NOT NULL,
            evening TEXT NOT NULL,
            day TEXT NOT NULL,
            started BIGINT NOT NULL,
            ended BIGINT NOT NULL
        )""",
        "CREATE INDEX club_matches_evening ON club_matches (evening, ended, id)",
        "CREATE INDEX club_matches_day ON club_matches (day, ended, id)",
        "CREATE INDEX club_matches_game ON club_matches (game, ended, id)",
        """CREATE TABLE club_seats (
            match_id TEXT NOT NULL,
            seat BIGINT NOT NULL,
            person BIGINT,
            name {bytes},
            bot TEXT,
            ended BIGINT NOT NULL,
            place BIGINT,
            won BIGINT NOT NULL,
            chance DOUBLE PRECISION NOT NULL,
            mu DOUBLE PRECISION,
            sigma DOUBLE PRECISION,
            figures {bytes} NOT NULL,
            PRIMARY KEY (match_id, seat)
        ) {clustered}""",
        "CREATE INDEX club_seats_person ON club_seats (person, ended, match_id)",
        "CREATE INDEX club_seats_name ON club_seats (name)",
        """CREATE TABLE evenings (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT NOT NULL,
            day TEXT NOT NULL,
            started BIGINT NOT NULL,
            ended BIGINT NOT NULL,
            matches BIGINT NOT NULL
        )""",
        "CREATE INDEX evenings_table ON evenings (table_id, ended, id)",
        "CREATE INDEX evenings_day ON evenings (day, table_id, started)",
        "CREATE INDEX evenings_started ON evenings (started, id)",
        """CREATE TABLE standings (
            evening TEXT NOT NULL,
            person BIGINT NOT NULL,
            matches BIGINT NOT NULL,
            wins BIGINT NOT NULL,
            chance DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (evening, person)
        ) {clustered}""",
        "CREATE INDEX standings_best ON standings (evening, wins, matches)",
        "CREATE INDEX standings_person ON standings (person)",
        """CREATE TABLE person_games (
            person BIGINT NOT NULL,
            game TEXT NOT NULL,
            matches BIGINT NOT NULL,
            wins BIGINT NOT NULL,
            chance DOUBLE PRECISION NOT NULL,
            ms BIGINT NOT NULL,
            streak BIGINT NOT NULL,
            best_streak BIGINT NOT NULL,
            first_ended BIGINT NOT NULL,
            last_ended BIGINT NOT NULL,
            last_match TEXT NOT NULL,
            PRIMARY KEY (person, game)
        ) {clustered}""",
        "CREATE INDEX person_games_most ON person_games (game, matches, person)",
        """CREATE TABLE person_figures (
            person BIGINT NOT NULL,
            game TEXT NOT NULL,
            figure TEXT NOT NULL,
            matches BIGINT NOT NULL,
            total DOUBLE PRECISION NOT NULL,
            best DOUBLE PRECISION NOT NULL,
            best_match TEXT NOT NULL,
            best_text {bytes} NOT NULL,
            PRIMARY KEY (person, game, figure)
        ) {clustered}""",
        "CREATE INDEX person_figures_best ON person_figures (game, figure, best)",
        """CREATE TABLE rivals (
            person BIGINT NOT NULL,
            other BIGINT NOT NULL,
            matches BIGINT NOT NULL,
            ahead BIGINT NOT NULL,
            behind BIGINT NOT NULL,
            PRIMARY KEY (person, other)
        ) {clustered}""",
        "CREATE INDEX rivals_most ON rivals (person, matches)",
        "CREATE INDEX rivals_other ON rivals (other)",
        """CREATE TABLE ratings (
            game TEXT NOT NULL,
            season TEXT NOT NULL,
            person BIGINT NOT NULL,
            mu DOUBLE PRECISION NOT NULL,
            sigma DOUBLE PRECISION NOT NULL,
            safe DOUBLE PRECISION NOT NULL,
            matches BIGINT NOT NULL,
            last_ended BIGINT NOT NULL,
            last_match TEXT NOT NULL,
            PRIMARY KEY (game, season, person)
        ) {clustered}""",
        "CREATE INDEX ratings_best ON ratings (game, season, safe)",
        "CREATE INDEX ratings_person ON ratings (person)",
    ),
    # 8: tournaments, each a log as a sheet is.
    (
        "CREATE TABLE tournaments (id TEXT NOT NULL PRIMARY KEY, changed BIGINT NOT NULL)",
        "CREATE INDEX tournaments_changed ON tournaments (changed, id)",
        """CREATE TABLE tournament_records (
            tournament_id TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
            number BIGINT NOT NULL,
            payload {bytes} NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (tournament_id, number)
        ) {clustered}""",
    ),
)

COLUMNS: Final = {  # as they are now; what others refer to comes first
    "tables": ("id", "opened", "closed", "written"),
    "journal": ("entries",),
    "pages": ("table_id", "first", "entries"),
    "matches": ("id", "table_id", "game", "players", "bots", "result", "started", "ended", "log"),
    "match_players": ("match_id", "seat", "name"),
    "sheets": ("id", "changed"),
    "sheet_records": ("sheet_id", "number", "payload", "at"),
    "tournaments": ("id", "changed"),
    "tournament_records": ("tournament_id", "number", "payload", "at"),
    "boxes": ("id", "game", "name", "key_hash", "content", "changed"),
    "uncounted": ("match_id",),
    "recounts": ("kind", "id"),
    "club_facts": ("id", "value"),
    "persons": ("id", "name", "pseudonym", "device"),
    "person_names": ("name", "person"),
    "vouchers": ("table_id", "name", "at"),
    "club_matches": ("id", "game", "season", "evening", "day", "started", "ended"),
    "club_seats": (
        "match_id", "seat", "person", "name", "bot", "ended", "place", "won", "chance", "mu",
        "sigma", "figures",
    ),
    "evenings": ("id", "table_id", "day", "started", "ended", "matches"),
    "standings": ("evening", "person", "matches", "wins", "chance"),
    "person_games": (
        "person", "game", "matches", "wins", "chance", "ms", "streak", "best_streak",
        "first_ended", "last_ended", "last_match",
    ),
    "person_figures": (
        "person", "game", "figure", "matches", "total", "best", "best_match", "best_text",
    ),
    "rivals": ("person", "other", "matches", "ahead", "behind"),
    "ratings": (
        "game", "season", "person", "mu", "sigma", "safe", "matches", "last_ended", "last_match",
    ),
}  # fmt: skip
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
