"""When is a move on the disk? Log, then tell: what tables accept is written, then it is shown.

1. **What a commit is** (`commit`): all that some tables accepted since the last commit, with the
   matches that it ended. It is written whole or not at all.
2. **Where it goes** (`commit_log`): with SQLite into the write-ahead log (`wal`), one short write
   to a file beside the database (`wal_file`). With PostgreSQL, and with `sync = "commit"`, into
   the store itself, which a thread of its own writes (`worker`).
3. **When it counts**: as soon as the operating system has the write, or the store has committed.
   From then on kill -9 does not undo it, and its players are told. A power cut may undo what is
   only in the write-ahead log and younger than its last fsync: about a second (`sync = "second"`,
   the default). With `sync = "commit"`, and with PostgreSQL, it undoes nothing.
4. **When it gets into the store**: the write-ahead log is brought to the disk every second. It is
   copied into the store (a checkpoint) every ten seconds, after many entries or bytes, and whenever
   a match has ended. There are two files: while one is being copied, the other is written. A commit
   for which a file has no room goes straight into the store.
5. **What a restart finds**: the store, and the write-ahead log that a killed server left. Every
   whole record of the log goes into the store before anything else happens; a last one that a
   power cut left incomplete is dropped. If more cannot be read, a copy is kept (`….damaged`), and
   what was lost is counted. `Store.take_in` recognises what had been copied already. SQLite's own
   log is looked at in the same way (`sqlite_wal`), since SQLite drops what it cannot read.
6. **What an error means**: nothing of a commit that failed has happened. Its tables are read again
   from the log and their players reconnect (`server/tables/recovery.py`). If the store refuses
   what some tables wrote, only those have failed: the others' entries are written. A checkpoint
   that fails undoes nothing: the write-ahead log is kept until the store takes it. If the store
   refuses some tables' entries for good, these are kept beside (`….refused`), and the rest is
   copied.

`server/tables/committer.py` gathers what tables did, writes it here, and then tells the players.
This package and `server/` are the only ones that know asyncio.
"""

from brouhaha.commits.commit import commit_of
from brouhaha.commits.commit_log import CommitLog, Sync
from brouhaha.commits.part import Part
from brouhaha.commits.wal import Wal, open_wal
from brouhaha.commits.wal_file import WalFile
from brouhaha.commits.worker import StoreWorker

__all__ = ["CommitLog", "Part", "StoreWorker", "Sync", "Wal", "WalFile", "commit_of", "open_wal"]
