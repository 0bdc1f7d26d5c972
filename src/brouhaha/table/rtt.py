"""How long is a seat's way? Its round trips as a distribution, and how much of it is believed.

A round trip is what lies between an update and the move that answers it, less the time that the
player took: the way there, the drawing, the way back. What measures it, and what it proves:

    `measure` and its answer   the page itself, through any proxy or tunnel. A client can answer
                               late: believed among friends
    ping and pong              the WebSocket library at the other end. The same, for clients that
                               answer no `measure`
    the kernel (`tcp_info.py`) the kernel's least round trip to the other end of the TCP line: the
                               client, or a proxy before it. Only a kernel of one's own can make
                               it longer: it proves a distance
    the moves themselves       the page and its screen. A client can say anything: they tell how
                               long to wait for this seat, and no more

Nothing can be answered early: what has to be answered is random. So nobody can seem nearer than
they are, and whoever seems far may only pretend. No server can tell these two apart. Hence a table
chooses whom it believes:

- `friends`: a claim counts if the round trip that it implies is a likely one among all that were
  measured: if those near it, each discounted by its distance, are more than `DOUBT` of them. How
  far one reaches grows with the line's own spread; a stray alone makes nothing likely.
- `strangers`: a seat gets credit for its least proven round trip and `SLACK`, up to a cap.
  That least one is the least of all its connections: neither jitter nor late, missing or suddenly
  slower answers can make it larger, so uncertainty never pays.

What was tried for friends, and what came of it (`bench/races.md` has the rows):

                                               mobile, right %   who says `after` 0 gains
    two quantiles, and slack by their distance        93.5              3 to 4 points
    the least measured round trip, and 33 ms          88.7              9
    the longest likely trip for a longer claim        99.7              9
    likely trips, each reaching equally far           97.7              0
    likely trips, else the line's own median          99.2              0: what is done here

A server of several machines measures more legs than one. `Line.proven` then takes the sum of the
legs' least round trips; answers to `measure` cross all legs already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import exp, inf, log
from typing import Final

from brouhaha.table.belief import DOUBT, Belief, quantile
from brouhaha.table.wire import LineView, LineWord, TablePolicy

FIRST_PINGS: Final = (0.25, 0.5, 1.0, 2.0)  # seconds between them: who just came may act soon
MEASURE_EVERY: Final = 3  # pings: a few a minute
# ms between the measures of those who are in races: often while little is known of their line
MEASURE_NEW_RACERS_EVERY, MEASURE_RACERS_EVERY = 2_000.0, 10_000.0
WINDOW: Final = 24  # round trips: two minutes, so that a change of network is noticed
ENOUGH_TO_SHAKE: Final = 8  # round trips: a page that is still loading answers late
ENOUGH: Final = 4  # answers of the page itself, to do without the pongs
WELL_KNOWN: Final = 16  # answers: one more hardly changes what is believed
LOW, MIDDLE, HIGH = 0.25, 0.5, 0.9  # quantiles: beyond the high one lie the strays
GRAIN: Final = 1.0  # ms: of a clock, of a waking
NEARLY: Final = 12.0  # ms: how far away one is like it, at least: a busy page, a screen's frame
UNKNOWN: Final = 15.0  # ms: a friend's line that nothing has measured yet
SLACK: Final = 6.0  # ms beyond what is proven that a stranger's claim may lie
LONGEST_PAINT: Final = 100.0  # ms: what a page says that its drawing takes is believed up to here
QUIET_RACES, QUIET_MS = 6, 15_000.0  # stayed out of so many, for so long: it is not waited for
NEVER_RACED, NEVER_RACED_MS = 2, 5_000.0  # the same, of a seat that has not been in any race yet

NEAR_MS, SHAKY_MS = 80.0, 25.0  # what is called far; what shaky, if it is a quarter of the way too


class Line:
    """One seat's way to the table, as far as it is known and believed."""

    __slots__ = (
        "_answers", "_has_raced", "_out_since", "_paint", "_policy", "_pongs", "_raced_out",
        "_to_measure_at", "belief", "device", "least_proven", "trips", "view",
    )  # fmt: skip

    def __init__(
        self, policy: TablePolicy, least_proven: float = inf, device: object = None
    ) -> None:
        self._policy = policy
        self.device = device  # at its other end: seats may share one, with its clock
        self._answers: list[float] = []  # of the page, as many as `WINDOW`
        self._pongs: list[float] = []  # the same
        # Those with which its moves counted. One beyond the reach is to be reckoned at once, the
        # others are taken in with the next measurement.
        self.trips: deque[float] = deque(maxlen=WINDOW)
        self._paint = 0.0
        self._raced_out, self._out_since = 0, 0.0
        self._has_raced = False
        self._to_measure_at = 0.0  # in the next race, but not before
        self.least_proven = least_proven  # of all connections of this player
        self.view: LineView | None = None  # what everybody is shown of it
        self.reckon()

    def beside(self, least_proven: float) -> Line:
        """Another seat's at the same device: the same way, by the same measurements. What it does
        in races is its own."""
        line = Line(self._policy, min(least_proven, self.least_proven), self.device)
        line._answers.extend(self._answers)
        line._pongs.extend(self._pongs)
        line._paint = self._paint
        line.reckon()
        return line

    # Measured

    def ponged(self, trip: float) -> None:
        _keep(self._pongs, trip)
        if len(self._answers) < ENOUGH:  # else nobody looks at it
            self.reckon()

    def answered(self, trip: float, paint: float) -> None:
        """The page answered a `measure`, and said how long its drawing takes."""
        _keep(self._answers, trip)
        self._paint = min(paint, LONGEST_PAINT)
        self.reckon()

    def proven(self, kernel: float) -> None:
        """The least round trip that the kernel has seen on this connection."""
        if kernel < self.least_proven:
            self.least_proven = max(0.0, kernel)
            self.reckon()

    def follow(self, policy: TablePolicy) -> None:
        """The table believes otherwise from now on."""
        self._policy = policy
        self.reckon()

    # Raced

    def raced(self) -> None:
        self._raced_out, self._has_raced = 0, True

    def stays_out(self, now: float) -> None:
        """A race has begun in which this seat could be, and is not yet."""
        if self._raced_out == 0:
            self._out_since = now
        self._raced_out += 1

    def is_quiet(self, now: float) -> bool:
        """Has it stayed out of so many races that nobody waits for it, until it is in one again?"""
        races, ms = (QUIET_RACES, QUIET_MS) if self._has_raced else (NEVER_RACED, NEVER_RACED_MS)
        return self._raced_out > races and now - self._out_since >= ms

    def to_measure(self, now: float) -> bool:
        """It could be in a race: is it to be measured again? Asked once."""
        if now < self._to_measure_at:
            return False
        well_known = len(self._answers) >= WELL_KNOWN
        self._to_measure_at = now + (
            MEASURE_RACERS_EVERY if well_known else MEASURE_NEW_RACERS_EVERY
        )
        return True

    # Believed

    @property
    def rtt(self) -> float:
        """The usual round trip as it is believed."""
        return self.belief.usual

    def reckon(self) -> None:
        """What is believed by what is known now."""
        measured = self._measured()
        if measured:
            self.view = _view(measured, self._paint)
        if self._policy.trust == "strangers":
            self.belief = _strangers(self.least_proven, self._policy.credit)
        else:
            self.belief = _friends(measured, sorted(self.trips), self._paint)

    def _measured(self) -> list[float]:
        """Round trips in order; the page's own answers, once there are enough."""
        if len(self._answers) >= ENOUGH:
            return sorted(self._answers)
        if self._answers or self._pongs:
            return sorted((*self._answers, *self._pongs))
        return [] if self.least_proven == inf else [self.least_proven]


def _keep(window: list[float], trip: float) -> None:
    """Behind the others; the oldest makes way. (A queue has room for 64 from the start.)"""
    window.append(max(0.0, trip))
    del window[:-WINDOW]


def _friends(measured: list[float], moves: list[float], paint: float) -> Belief:
    if not measured:
        most = _last_likely((0.0, UNKNOWN), NEARLY)
        return Belief(0.0, most, 0.0, UNKNOWN, (0.0, UNKNOWN), NEARLY)
    trips = tuple(trip + paint for trip in measured)
    usual, tail = quantile(trips, MIDDLE), _tail(trips)
    nearly = max(NEARLY, (tail - usual) / 4)
    return Belief(
        least=max(0.0, -_last_likely([-trip for trip in reversed(trips)], nearly)),
        most=_last_likely(trips, nearly),
        usual=usual,
        reach=(max(tail, _tail(moves)) if moves else tail) + GRAIN,
        trips=trips,
        nearly=nearly,
    )


def _last_likely(ordered: Sequence[float], nearly: float) -> float:
    """The highest that is likely, by those at or below it. There is one: the first ones add up."""
    like, before, share = 0.0, -inf, 1 / len(ordered)
    last, last_like = -inf, DOUBT
    for each in ordered:
        like = like * exp((before - each) / nearly) + share
        before = each
        if like >= DOUBT:
            last, last_like = each, like
    return last + nearly * log(last_like / DOUBT)


def _strangers(least_proven: float, credit: float) -> Belief:
    proven = 0.0 if least_proven == inf else min(least_proven, credit)
    most = min(proven + SLACK, max(credit, SLACK))
    return Belief(0.0, most, proven, most, (most,), 0.0)


def _tail(ordered: Sequence[float]) -> float:
    """Where a distribution like this one ends, but for strays: as far above the high quantile as
    that is above the middle. (It holds 97 to 99 of a hundred of normal and exponential ones.)"""
    high = quantile(ordered, HIGH)
    return 2 * high - quantile(ordered, MIDDLE)


def _view(measured: list[float], paint: float) -> LineView:
    middle = quantile(measured, MIDDLE)
    jitter = quantile(measured, HIGH) - quantile(measured, LOW)
    shaky = len(measured) >= ENOUGH_TO_SHAKE and jitter > max(SHAKY_MS, middle / 4)
    word: LineWord = "shaky" if shaky else "far" if middle > NEAR_MS else "near"
    return LineView(word, round(middle), round(jitter), round(paint))


def is_measured(ping: int) -> bool:
    """Does a `measure` go with this ping of a connection, counted from 1?"""
    return ping <= len(FIRST_PINGS) + 1 or ping % MEASURE_EVERY == 0


class Pings:
    """What one connection was asked and has not answered yet. Random: nothing is answered early."""

    MOST_OPEN: Final = 8  # older ones are lost: a client that does not answer costs no memory

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._open: dict[bytes, float] = {}

    def ping(self, now: float) -> bytes:
        """The payload to send."""
        payload = self._entropy(8)
        self._open[payload] = now
        if len(self._open) > self.MOST_OPEN:
            del self._open[next(iter(self._open))]
        return payload

    def pong(self, payload: bytes, now: float) -> float | None:
        """The round trip in ms; None: nobody asked for this pong."""
        sent = self._open.pop(payload, None)
        return None if sent is None else now - sent
