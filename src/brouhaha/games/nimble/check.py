"""The check: each pile from the bottom, and every error is its owner's. Nobody knew before."""

from __future__ import annotations

from brouhaha.engine.common import deadline
from brouhaha.engine.game import Event
from brouhaha.games.nimble.scoring import judge_match, judge_round
from brouhaha.games.nimble.types import Checked, Ending, Judged, Placement, State, Stopped


def stop(state: State, ending: Ending, seat: int | None, at: int) -> list[Event]:
    """The round is over: turn the piles over and judge them; after the last round, the match."""
    public = state.public
    public.phase = "check"
    public.scene += 1
    public.deadline = deadline(at, state.options.check)
    public.check = [
        card for number, pile in enumerate(state.piles) for card in check_pile(number, pile)
    ]
    outcome = judge_round(state, ending, public.check)
    public.outcomes.append(outcome)
    if public.round == public.rounds:
        state.result = judge_match(public.outcomes)
    return [Stopped(ending, seat), *public.check, Judged(outcome)]


def check_pile(number: int, pile: list[Placement]) -> list[Checked]:
    """A frame must have the colour of the circle directly under it, itself right or wrong."""
    owner, bottom = pile[0]
    checked = [Checked(number, 0, bottom, owner, None, error=False)]
    under = bottom.circle
    for index, (seat, card) in enumerate(pile[1:], start=1):
        checked.append(Checked(number, index, card, seat, under, card.frame != under))
        under = card.circle
    return checked
