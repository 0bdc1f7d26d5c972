"""Who played here, when, and how well? Evenings, persons, records, rivalries, ladders.

1. **What is counted** (`facts`): of a finished match its places, and the figures that its game
   finds in the log. A pure function; the log is played again once, however many look later.
2. **When** (`counting`): a match that is archived is also noted as uncounted, in the same commit.
   Whoever takes the note away writes the rows, in one transaction: so each match is counted once,
   by one process, however often a server is killed.
3. **What it comes to** (`tallies`, `ratings`): sums that go on from where they were, so the last
   match costs what the first did. What cannot go on (two names become one person, a match comes in
   late) is counted again from the rows (`recounting`).
4. **Who is who** (`persons`): a name is a person, unless its owner protects it with a device's key
   or the host joins it with another.
5. **What is shown** (`pages`, `exports`): each page is a few queries by index, bounded in rows. Who
   may see it is said in `access`.
6. **What is forgotten** (`forgetting`): a name leaves every row and every log of this store.

It knows no asyncio and no HTTP; the server calls it in a thread.
"""
