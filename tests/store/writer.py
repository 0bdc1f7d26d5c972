"""A writer to be killed: `python -m tests.store.writer URL` appends until then.

Each batch writes one row at each table, and one finished match; its number is printed once
`append` has returned. It starts at tables that a killed one left.
"""

from __future__ import annotations

import sys
from itertools import count

from brouhaha.store import open_store
from tests.store.samples import match, rows

TABLES = [f"T{number}" for number in range(7)]


def main(url: str) -> None:
    with open_store(url) as store:
        for batch in count(len(store.entries(TABLES[0]))):
            entries = [row for table in TABLES for row in rows(table, batch, 1)]
            store.append(entries, finished=[match(f"m{batch}")])
            store.file(now=batch % 3 == 2)
            print(batch, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
