"""How long a table waits, and how much of anything it takes. Every bound has its reason beside it.

Times are milliseconds.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    grace: float = 20_000  # a dropped player's seat waits so long before a bot minds it
    host_grace: float = 60_000  # a dropped host keeps the table waiting no longer than this
    return_time: float = 3_000  # after a restart clocks stand still until people are back
    longest_pause: float = 600_000  # nobody can hold a match up for ever
    knock_again: float = 60_000  # after the host turned away somebody from the same address
    presence: float = 1_000  # between two frames that only tell who watches or knocks
    hand_over: float = 120_000  # a secret on a screen: time to find the other phone, not to lose it
    idle: float = 1_800_000  # nobody is here: the table closes; long enough for a flat battery
    quiet: float = 14_400_000  # people are here but nothing happens: a forgotten window

    pauses: int = 5  # of one seat in one match: a pause is a courtesy, not a weapon
    seats_a_device: int = 8  # as many as fit around a tablet, each at their own edge
    waiting: int = 24  # people without a seat: a party, not a stadium
    spectators: int = 64  # each costs a frame an update
    screens: int = 8  # a room has few walls
    waiting_moves: int = 32  # of one seat in a held race: more than thumbs can do in 250 ms
    changes: int = 1_000  # by one person, around a match: nobody uses up what others may change
    joins: int = 3_000  # by one address, around a match: half a MB of log; then they knock
    knocks: int = 24  # at the door: what a host can still look through
    removed: int = 200  # whom the host has sent away: a list that can still be read
    matches: int = 200  # of one party, for the same reason
    match_entries: int = 20_000  # of one match: the longest that bots played had 1,487 (nimble's
    # Challenge without a clock, four players), NoNo's 709 (40 turns, eight players), NOW!'s 410
    match_bytes: int = 4_194_304  # of the same: that match had 171,362
    log_bytes: int = 33_554_432  # of one party, before its last match: 200 usual ones are 10 MB
    option_bytes: int = 16_384  # options and deal as JSON: a whole typed-in box fits


SETTINGS: Final = Settings()
