"""What has been accepted? An append-only log of every table's inputs, and the finished matches.

An entry is bytes that this package never reads, and it knows no game and no clock. Of a finished
match it reads the players' names, to find matches by player, and compresses the log. Once `append`
has returned, neither kill -9 nor a power cut loses what it wrote. The key (table, entry number)
belongs to whoever writes it first: a second writer is `Fenced` off. `brouhaha.commits` tells when
something is written.

    with open_store("brouhaha.db") as store:            # or postgresql://…
        store.append([Row("7QK2", 0, b"opened", at)])   # many tables, one commit
        for table, rows in store.load_all_open(): ...
"""

from brouhaha.store.boxes import StoredBox
from brouhaha.store.coded_logs import CodedLogs, CodedRecord
from brouhaha.store.errors import (
    BadStoreUrl,
    Fenced,
    NewerStore,
    NotAStore,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
    TablesRefused,
)
from brouhaha.store.opening import sqlite_path
from brouhaha.store.records import (
    ArchivedMatch,
    Closing,
    Commit,
    Expired,
    MatchSummary,
    Played,
    Row,
    Stats,
)
from brouhaha.store.store import Store, open_store
from brouhaha.store.transfer import back_up, export_matches, import_matches

__all__ = [
    "ArchivedMatch",
    "BadStoreUrl",
    "Closing",
    "CodedLogs",
    "CodedRecord",
    "Commit",
    "Expired",
    "Fenced",
    "MatchSummary",
    "NewerStore",
    "NotAStore",
    "Played",
    "Row",
    "Stats",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreReadOnly",
    "StoreUnreachable",
    "StoredBox",
    "TablesRefused",
    "back_up",
    "export_matches",
    "import_matches",
    "open_store",
    "sqlite_path",
]
