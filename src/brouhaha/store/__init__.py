"""What has been accepted? An append-only log of every table's inputs, and the finished matches.

Bytes in, bytes out: this room knows no game, no table and no clock. A row is written before anyone
is shown what it did, and once `append` has returned neither kill -9 nor a power cut loses it.
The key (table, entry number) belongs to whoever writes it first: a second writer is `Fenced` off.

    with open_store("brouhaha.db") as store:            # or postgresql://…
        store.append([Row("7QK2", 0, b"opened", at)])   # many tables, one commit
        for table, rows in store.load_all_open(): ...
"""

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
)
from brouhaha.store.opening import open_slates
from brouhaha.store.records import Batch, Expired, Finished, Played, Row, Stats, Summary
from brouhaha.store.slate import Slate, Slates
from brouhaha.store.store import Store, open_store
from brouhaha.store.transfer import back_up, export_matches, import_matches

__all__ = [
    "BadStoreUrl",
    "Batch",
    "Expired",
    "Fenced",
    "Finished",
    "NewerStore",
    "NotAStore",
    "Played",
    "Row",
    "Slate",
    "Slates",
    "Stats",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreReadOnly",
    "StoreUnreachable",
    "Summary",
    "back_up",
    "export_matches",
    "import_matches",
    "open_slates",
    "open_store",
]
