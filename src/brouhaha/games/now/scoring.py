"""The score: the larger colour less the smaller one; both-colour cards go where they help most."""

from __future__ import annotations

from brouhaha.engine.common import ranking
from brouhaha.games.now.types import Result, ScoreLine, SeatView, State


def score_of(red: int, blue: int, both: int) -> int:
    """Both-colour cards all count for the larger side: no other choice gives more."""
    return abs(red - blue) + both


def score_seat(seat_view: SeatView, refresh_points: int) -> ScoreLine:
    """Refresh comes after the subtraction."""
    bonus = refresh_points if seat_view.refresh else 0
    return ScoreLine(
        red=seat_view.red,
        blue=seat_view.blue,
        both=seat_view.both,
        refresh=bonus,
        score=score_of(seat_view.red, seat_view.blue, seat_view.both) + bonus,
        total=seat_view.red + seat_view.blue + seat_view.both,
    )


def score_match(seats: list[SeatView], refresh_points: int, unranked: int = 0) -> Result:
    """Most points win; then most points of Targets in all; then the place is shared.

    The last `unranked` seats stand behind the others, whatever they have: Silvano, if he only
    gets in the way.
    """
    sheet = [score_seat(seat_view, refresh_points) for seat_view in seats]

    def standing(seat: int) -> tuple[int, int]:
        return -sheet[seat].score, -sheet[seat].total

    rivals = len(sheet) - unranked
    ranked = ranking(rivals, standing) + [[seat] for seat in range(rivals, len(sheet))]
    return Result(ranked[0], ranked, [line.score for line in sheet], sheet)


def unranked(state: State) -> int:
    """How many seats stand behind the others by the option `rank_silvano`."""
    silvanos = len(state.public.seats) - len(state.private)
    return 0 if state.options.rank_silvano else silvanos
