"""What is hidden is dealt anew in each match; else whoever has played before knows it.

So it is if a game shuffles by a chance of its own, which is the same each time, or keeps what one
match has drawn for the next one. Hands that are the same for everybody are no secret (each begins
with the cards 1 to 9, say), and neither is a pile from which chance draws later.
"""

from __future__ import annotations

from typing import Any, Final

from brouhaha.testing.hidden import Leaves, Subject, places, secrets_of
from brouhaha.testing.watching import WatchedMatch, state_at

A_PILE: Final = 4  # different values, at least


def check_dealt_anew(subject: Subject, matches: list[WatchedMatch]) -> None:
    """Of matches with the same players and options, and seeds of their own."""
    states = [state_at(match, 0) for match in matches]
    hands = [
        [_hand(hand, match) for hand in state.private]
        for state, match in zip(states, matches, strict=True)
    ]
    apart = any(hand != hands[0][0] for hand in hands[0])
    assert not (apart and all(dealt == hands[0] for dealt in hands)), (
        "every match deals the same hands, whatever its seed: who has played before knows them"
    )
    if any(match.chance.draws for match in matches):
        return
    piles = [_piles(secrets_of(subject, state, None)) for state in states]
    assert len(piles[0]) < A_PILE or any(pile != piles[0] for pile in piles), (
        "what is hidden is the same in every match, and nothing is drawn by `chance`"
    )


def _hand(view: Any, match: WatchedMatch) -> list[Any]:
    """What a seat alone knows, but for the numbers and names of seats."""
    seats = {*range(match.seats), *match.header.players}
    return [value for _, value in places(view).values() if value not in seats]


def _piles(secrets: Leaves) -> list[Any]:
    """The different values that are hidden beside the hands."""
    return list(dict.fromkeys(value for path, value in secrets.items() if path[0] != "private"))
