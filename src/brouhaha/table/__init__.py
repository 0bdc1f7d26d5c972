"""Who sits where, and who is heard first? Sans-IO: messages and time in, effects out.

A `Table` never waits, never asks a clock, never draws chance of its own and never writes. The
server calls it with what came in and carries out what comes out:

    table = Table.open(code, "now", {}, now=now, entropy=secrets.token_bytes, settings=SETTINGS)
    table = Table.restore(code, entries, now=now, entropy=…, settings=…)   # bytes, in order

In (`now`: ms on a line that never goes back, with decimals; `conn`: any hashable of the caller's):

    table.receive(conn, message, now)      # a wire.ClientIn; `hello` makes the connection known
    table.disconnect(conn, now)            # the socket has closed, by whichever side
    table.measured(conn, ping, kernel)     # a ping's round trip in ms; TCP_INFO's RTT in ms or None
    table.wake(now)                        # when `table.wakes_at` has come

Out, after each of them:

    table.wakes_at                         # when to call `wake` next, or None
    table.dirty                            # there is something to write or to tell: flush soon

Log, then tell. Nothing that `receive` or `wake` did is visible to anybody until it is written:

    batch = table.flush()                  # all since the last flush, of one table
    … batch.code, batch.first, batch.entries: append as (code, first), (code, first + 1), …
    … batch.finished: matches that ended, each with its replay id, names, result and log
    for effect in table.committed(batch, now):   # after the commit, in the order of the flushes
        Send(conn, frame) | Close(conn, code)    # frame: UTF-8 JSON text
    table.closed                           # after that: forget the table

Many tables' batches may be committed in one transaction. A table may go on receiving while its
batch is being written; what it does meanwhile is in the next one. A batch whose `entries` are empty
needs no commit, only its turn. If the commit fails, drop the table: it is restored from the log.

Also for the server: `wire` (messages), `schema` (their JSON Schema), `refusals` (their sentences),
`frames.refusal(Rejected(…))`, `codes.new_code` and `codes.tidy`, `rtt.Pings` (ping payloads that
cannot be forged; `kernel` is TCP_INFO's least RTT, tcpi_min_rtt, or None behind a proxy).
"""

from brouhaha.table.batch import Batch, Close, Effect, Finished, Send
from brouhaha.table.settings import SETTINGS, Settings
from brouhaha.table.table import Table

__all__ = ["SETTINGS", "Batch", "Close", "Effect", "Finished", "Send", "Settings", "Table"]
