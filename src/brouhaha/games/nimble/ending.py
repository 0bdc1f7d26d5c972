"""When is a round over? At once, when somebody is out of cards, or nobody can place one rightly.

A player can reach every card of theirs, so nobody can place rightly when no frame in any deck or
discard has the colour of a circle on top. Only a placement changes that, and only for its player.
"""

from __future__ import annotations

from brouhaha.games.nimble.types import Ending, SeatView, State


def ending_after_placement(state: State, hand: SeatView) -> Ending | None:
    """What the placement that this player has just made brings about."""
    left = hand.deck + hand.discard
    if left == 0:
        return "all_placed"
    if left == 1 and len(state.private) == 2:
        return "one_left"
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
