"""Who meets whom, at many tables, and who leads? A tournament is its log, as a match is.

Read in this order:

    records      what a tournament's log is made of
    tournament   what a log comes to: people, rounds, results
    decisions    what a wish comes to: the record to be written, or why it cannot be
    pairing      who sits with whom in the next round
    standings    points and how equals are told apart, each rule a function
    pages        what everybody may see of it

Sans-IO: records, time and a seed in, records out. Tables, sockets and the store are the server's.
"""

from brouhaha.tournaments.tournament import Tournament, read

__all__ = ["Tournament", "read"]
