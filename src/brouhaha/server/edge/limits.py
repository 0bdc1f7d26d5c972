"""How much of anything a stranger may send or open. Every bound has its reason beside it.

An address is one IPv4 address or one IPv6 /64 network, which is what a home is given. Bounds by
address leave room for a class or a fair: forty people who play, reload and come back at once
(`tests/server/test_forty_people.py`). `a_second` is what can be kept up, `at_once` what may have
been saved for a burst. Over its budget a seat is refused what it asks; if it goes on, its
connection is closed, and nobody else's. `bench/strangers.md` has what the worst comes to.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    frame_bytes: int = 32_768  # options with a whole typed-in box are 16 kB, a move is 100 bytes
    # Of one seat, however often it comes back; or of one connection without a seat
    frames_a_second: float = 30  # quick thumbs make ten
    frames_at_once: float = 90  # what a phone sends that was in a tunnel
    bytes_a_second: float = 16_384  # ten moves are 1.3 kB
    bytes_at_once: float = 1_048_576  # a typed-in box changed sixty times, 16 kB each
    told_frames_a_second: float = 1_000  # that others receive: ten moves, a table of a hundred
    told_frames_at_once: float = 9_000  # what comes out of the tunnel, at the same table
    told_bytes_a_second: float = 2_000_000  # of those; an update of nimble is 1.5 kB
    told_bytes_at_once: float = 18_000_000

    # Of one address, all its sockets together
    address_frames_a_second: float = 400  # forty quick thumbs
    address_frames_at_once: float = 2_000  # all forty out of a tunnel at once, fifty moves each
    frames_in_line: float = 500  # heard a second; the rest waits, so that others' moves do not
    address_bytes_a_second: float = 65_536  # all of it may have to be kept on a disk
    address_bytes_at_once: float = 3_145_728
    address_told_frames_a_second: float = 3_000  # 40 people at ten tables of nimble make 1,500
    address_told_frames_at_once: float = 20_000  # 40 people who come back to one table: 1,600
    address_told_bytes_a_second: float = 6_000_000
    address_told_bytes_at_once: float = 64_000_000
    address_control_frames_a_second: float = 100  # pings and pongs: 40 players are asked for 13
    address_control_frames_at_once: float = 1_000  # 40 players who come in, five times over

    # Of one socket
    control_frames_a_second: float = 20  # pings, and pongs nobody asked for
    unsent_bytes: int = 262_144  # for one socket: seconds of updates; who is slower is cut off
    unsent_bytes_an_address: int = 12_582_912  # then its slow ones are cut off: forty of them fit
    hello_seconds: float = 10  # a socket that says nothing is not a player
    silent_seconds: float = 7  # of a player, and the line is dead: the others know within 10 s
    hidden_silent_seconds: float = 25  # of a page out of sight, which sleeps, or a watcher
    ping_seconds: float = (
        3  # to a player, whose distance must be known; two are missed before a cut
    )
    quiet_ping_seconds: float = 8  # to everybody else, only to know that they are there

    sockets: int = 20_000  # in all: about 10 kB each, and as many file descriptors
    sockets_an_address: int = 400  # phones, laptops and screens of a school behind one address
    connections_an_address: int = 500  # the same before they are sockets; pages load over six
    connections_a_second: float = 100  # that it opens
    connections_at_once: float = 1_000  # a class that opens six each, three times over
    tables: int = 20_000  # in all: about 40 kB each
    tables_an_hour: float = 240  # opened by one address; a party opens one an evening
    tables_at_once: float = 60  # of the same: a class that starts together
    joins_a_minute: float = 30  # of tournaments, by one address: a café's door
    joins_at_once: float = 150  # of the same: a hall in which all scan one QR code
    wrong_codes_a_minute: float = 60  # by one address: 34 million codes are not tried out
    requests_a_second: float = 20  # by one address, of the API; a page asks twice
    requests_at_once: float = 600  # of the same: a class that reloads five times in a row
    visits_a_second: float = 100  # by one address: all requests, files and handshakes included
    visits_at_once: float = 6_000  # a first visit is 25 and a socket: a class, five times over
    core_share: float = 0.1  # of a core, for its requests: 300 a second; the rest waits in line
    core_seconds_at_once: float = 1.0  # of the same, saved up: first visits of forty, 25 ms each
    visit_bytes_a_second: float = 4_000_000  # of bodies and answers
    visit_bytes_at_once: float = 64_000_000  # a first visit is 0.3 MB: a school
    replays_a_minute: float = 60  # by one address: each costs some 50 ms of a core
    remembered_addresses: int = 50_000  # of which the above is counted; the oldest make way

    body_bytes: int = 32_768  # of a request: as a frame
    bodies_an_address: int = 45  # being sent at the same time: a class that reloads; 0.3 MB each
    body_seconds: float = 10  # to send it: nobody holds a request open by dribbling
    head_seconds: float = 20  # to send a request's head, and to keep an idle connection
    head_bytes: int = 8_190  # of one line of it
    heads: int = 64  # lines of it
    whole_head_bytes: int = 65_536  # of all of it
    read_seconds: float = 20  # for the store to answer: a replay takes a second on a slow machine
    write_seconds: float = 10  # for it to take a new table; then whoever asked is told to try again
    listed: int = 100  # matches in one answer
    sheet_entry_bytes: int = 4_096  # what is written on a score sheet at once: a round is 400
    boxes: int = 2_000  # typed in, in all: about 10 kB each
    replay_frames: int = 1_000  # in one answer; the next ones come with the next request


LIMITS: Final = Limits()
