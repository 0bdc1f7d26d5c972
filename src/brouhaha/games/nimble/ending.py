"""When is a round over? At once, when somebody is out of cards, or nobody can place one rightly.

A player can reach every card of theirs, so nobody can place rightly when no frame in any deck or
discard has the colour of a circle on top. Only a placement changes that, and only for its player.
"""

from __future__ import annotations

from typing import Final

from brouhaha.games.nimble.types import Ending, SeatView, State

OUT_WITH: Final = {2: 1, 3: 0, 4: 0}  # a player who has so many cards left ends the round
ENDINGS: Final[tuple[Ending, Ending]] = ("all_placed", "one_left")  # by what was left


def ending_after_placement(state: State, hand: SeatView) -> Ending | None:
    """What the placement that this player has just made brings about."""
    left = hand.deck + hand.discard
    if left <= OUT_WITH[len(state.private)]:
        return ENDINGS[left]
    held = state.held
    for top in state.public.piles:
        if held[top.circle]:
            return None
    return "stalemate"


def ending_at_once(state: State) -> Ending | None:
    """The same right after set-up, when nobody has placed anything yet."""
    for hand in state.public.seats:
        if ending := ending_after_placement(state, hand):
            return ending
    return None
