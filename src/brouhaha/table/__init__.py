"""Who sits where, and who is heard first? Sans-IO: messages and time in, effects out.

A `Table` never waits, never asks a clock, never draws chance of its own and never writes. The
server calls it with what came in and carries out what comes out:

    table = Table.open(code, "now", {}, now=now, entropy=secrets.token_bytes, settings=SETTINGS)
    table = Table.restore(code, entries, now=now, entropy=…, settings=…)   # bytes, in order

In (`now`: ms on a line that never goes back, with decimals; `conn`: any hashable of the caller's):

    table.receive(conn, message, now)      # a wire.ClientIn; `hello` makes the connection known
    table.disconnect(conn, now)            # the socket has closed, by whichever side
    table.measured(conn, ping)             # a ping's round trip in ms
    table.answered(conn, trip, paint)      # of a `measure`; how long its page takes to draw, in ms
    table.proven(conn, kernel)             # the kernel's least round trip in ms, if it tells one
    table.wake(now)                        # when `table.wakes_at` has come

Out, after each of them:

    table.wakes_at                         # when to call `wake` next, or None
    table.dirty                            # there is something to write or to tell: flush soon

Log, then tell. Nothing that `receive` or `wake` did is visible to anybody until it is written:

    commit = table.flush()                  # all since the last flush, of one table
    … commit.code, commit.first, commit.entries: append as (code, first), (code, first + 1), …
    … commit.finished: matches that ended, each with its replay id, names, result and log
    for effect in table.committed(commit, now):   # once written, in the order of the flushes
        Send(conn, frame) | Close(conn, code)    # frame: UTF-8 JSON text
        Later(at, effect)                        # one of these, but not before `at`
        Measure(conn)                            # ask it `measure` soon, if it answers them
    table.closed                           # after that: forget the table

Commits of many tables may be written together. A table may go on receiving while its commit is
being written; what it does meanwhile is in the next one. A commit whose `entries` are empty need
not be written, only wait its turn. If writing fails, drop the table: it is restored from the log.

Also for the server: `wire` (messages), `refusals` (their sentences),
`frames.refusal(Rejected(…))`, `codes.new_code` and `codes.tidy`, `rtt.Pings` (ping payloads that
cannot be forged).
"""

from brouhaha.table.commit import Close, Effect, Later, Measure, Send, TableCommit
from brouhaha.table.finished import FinishedMatch
from brouhaha.table.settings import SETTINGS, Settings
from brouhaha.table.table import Table

__all__ = [
    "SETTINGS",
    "Close",
    "Effect",
    "FinishedMatch",
    "Later",
    "Measure",
    "Send",
    "Settings",
    "Table",
    "TableCommit",
]
