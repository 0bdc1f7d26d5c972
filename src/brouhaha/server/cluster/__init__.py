"""More than one process: PostgreSQL says what was accepted, NATS says who is where.

1. **Location by subscription** (`ownership`). A table lives in one process, its owner, which
   answers on the table's subject. Whoever asks there and hears that nobody listens, or nothing in
   time, claims the table: reads its log, appends the entry `MovedHere` and answers from then on.
2. **Safety by the log.** Whoever appends must know how many entries a table has. Of two claimants
   one wins. An owner that was cut off is fenced at its next append, or found out within a second by
   a look at the store, and looks before it tells anybody that their token is unknown; it drops the
   table and tells its connections to come again. Nothing rests on a lease or on a clock.
3. **Edge and owner** (`link`). A socket may land anywhere. Its process is the edge: limits, pings,
   distance. If the table is elsewhere, `remote_link` carries what is said to the owner, where a
   `remote_client` says it as a connection of its own would; the frames come back the same way.
   Between workers of one machine the socket itself goes to the owner instead (`siblings`).
4. **Nothing is missed silently** (`peers`). What two processes say to each other is numbered. After
   a gap, or silence, everybody who was connected through them comes again.
5. **One cluster** (`reports`). Processes tell each other how many tables they have and what each
   address has had of them: so `shared_limits` count for all, and `room` knows where there is some.
6. **Distance.** The way between edge and owner is measured as a player's own is, and counts as part
   of it. No clock of another process is read.
"""
