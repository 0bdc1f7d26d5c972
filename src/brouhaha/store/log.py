"""The log in the database: a journal with one row a commit, filed by table when it has grown.

To write is to add one row, however many tables moved; `tables.written` counts each one's entries,
and only who knows that count may go on: so a second writer is found out. To read is to take a
table's pages and what the journal still holds of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter

from msgspec import DecodeError

from brouhaha.store.database import Conflict, Database
from brouhaha.store.errors import StoreDamaged
from brouhaha.store.records import Row, pack, unpack
from brouhaha.store.schema import COLUMNS

Spans = dict[str, tuple[int, int]]  # by table: the first entry, and the one after the last
Write = Callable[[Database, Sequence[Row], Spans], None]

GO_ON = "UPDATE tables SET written = ? WHERE id = ? AND written = ?"
PAGES = "SELECT entries FROM pages WHERE table_id = ? ORDER BY first"
WRITTEN = "SELECT written FROM tables WHERE id = ?"
OPEN_PAGES = """SELECT id, written, entries FROM tables LEFT JOIN pages ON table_id = id
    WHERE closed IS NULL ORDER BY id, first"""


def spans(rows: Sequence[Row]) -> Spans:
    """A gap in a log is a mistake of the caller's, which must not become a lasting one."""
    found: Spans = {}
    for row in rows:
        table, entry = row.table, row.entry
        first, follows = found.get(table, (entry, entry))
        if entry != follows:
            raise ValueError(f"table {table}: entry {entry} does not follow {follows - 1}")
        found[table] = first, entry + 1
    return found


def write(database: Database, rows: Sequence[Row], spans: Spans) -> None:
    """In a transaction; `spans` are the rows' own. Raises `Conflict` if somebody else wrote on at
    one of the tables."""
    _go_on(database, rows, spans)
    database.insert("journal", COLUMNS["journal"], [(pack(rows),)])


def write_filed(database: Database, rows: Sequence[Row], spans: Spans) -> None:
    """The same, for rows that are many: not by way of the journal."""
    _go_on(database, rows, spans)
    _file(database, rows)


def _go_on(database: Database, rows: Sequence[Row], spans: Spans) -> None:
    opened = [(row.table, row.at, None, 0) for row in rows if row.entry == 0]
    if opened:
        database.insert("tables", COLUMNS["tables"], opened)
    # In one order, so that two writers who meet do not wait for each other.
    steps = [(end, table, first) for table, (first, end) in sorted(spans.items())]
    if database.run_many(GO_ON, steps) != len(steps):
        raise Conflict("a table has another number of entries")


def file(database: Database) -> None:
    """In a transaction: the journal's entries, each to its table. What cannot be read stays."""
    journal = database.rows("DELETE FROM journal RETURNING entries")
    readable, damaged = _readable(entries for (entries,) in journal)
    _file(database, readable)
    if damaged:
        database.insert("journal", COLUMNS["journal"], [(entries,) for entries in damaged])


def _file(database: Database, rows: Iterable[Row]) -> None:
    pages = [(table, rows[0].entry, pack(rows)) for table, rows in _by_table(rows).items()]
    database.insert("pages", COLUMNS["pages"], pages)


def of_table(database: Database, table: str) -> list[Row]:
    """In a snapshot. Raises `StoreDamaged` if not all of it can be read."""
    written = next((number for (number,) in database.rows(WRITTEN, [table])), 0)
    pages, _ = _readable(page for (page,) in database.rows(PAGES, [table]))
    return _whole(table, pages + _in_the_journal(database).get(table, []), written)


def of_all_open(database: Database) -> Iterator[tuple[str, list[Row]]]:
    """In a snapshot. Raises `StoreDamaged` at the end, if something is missing of a table."""
    journal, damaged = _in_the_journal(database), None
    for (table, written), pages in groupby(database.stream(OPEN_PAGES), itemgetter(0, 1)):
        rows, _ = _readable(page for *_, page in pages if page is not None)
        try:
            whole = _whole(table, rows + journal.get(table, []), written)
        except StoreDamaged as error:
            damaged = damaged or error
        else:
            yield table, whole
    if damaged is not None:
        raise damaged


def _in_the_journal(database: Database) -> dict[str, list[Row]]:
    journal = database.rows("SELECT entries FROM journal")
    return _by_table(_readable(entries for (entries,) in journal)[0])


def _readable(packed: Iterable[bytes]) -> tuple[list[Row], list[bytes]]:
    """All rows that can be read, and the packs that cannot: what is missing of a table is found
    by its number of entries, so one bad pack harms the tables in it and no other."""
    rows: list[Row] = []
    damaged: list[bytes] = []
    for entries in packed:
        try:
            rows += unpack(entries)
        except (DecodeError, UnicodeDecodeError):
            damaged.append(entries)
    return rows, damaged


def _by_table(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """In order: a database may give the commits in any."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.table].append(row)
    for ordered in found.values():
        ordered.sort(key=attrgetter("entry"))
    return found


def _whole(table: str, rows: list[Row], written: int) -> list[Row]:
    """In order: what was filed and what the journal still holds may take turns."""
    rows.sort(key=attrgetter("entry"))
    if [row.entry for row in rows] != list(range(written)):
        raise StoreDamaged(f"table {table}: entries are missing from its log")
    return rows
