"""One match among bots, in the match's own time: each acts when its thought comes due.

Nothing waits for a clock; the time between two actions is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Any, Final

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Action, Bot, Event, GameState, PublicView, ResultT, StateT
from brouhaha.engine.match import AnyMatch, Match

MOST_STEPS: Final = 200_000  # a match that takes more does not end

Plan = tuple[int, int, Action | None]  # when, which seat, what


class EndlessMatch(Exception):
    """The bots never brought the match to its end."""


def play_out(match: Match[StateT], bots: Sequence[Bot]) -> Match[StateT]:
    """Play until there is a result. Bots see the two views of their seat, and nothing else."""
    for _ in steps(match, bots):
        pass
    return match


def result_of(match: Match[GameState[Any, Any, ResultT]]) -> ResultT:
    """The result of a match that was played out."""
    result = match.result
    if result is None:
        raise EndlessMatch
    return result


def steps(match: AnyMatch, bots: Sequence[Bot]) -> Iterator[None]:
    """The same, stopping after each action or deadline to let the caller look."""
    game = match.game
    plans: list[Plan] = []
    scene = -1
    for _ in range(MOST_STEPS):
        public = game.public(match.state)
        if public.scene != scene:
            if match.result is not None:
                return
            scene = public.scene
            plans = everybody_plans(match, public, bots)
        if not plans or (match.due is not None and match.due <= plans[0][0]):
            pass_time(match)
            yield
            continue
        at, seat, action = heappop(plans)
        if action is not None:
            _try(match, seat, action, at)
            yield
        thought = bots[seat].asked(public, game.private(match.state, seat), at)
        if thought is not None:
            heappush(plans, (at + thought.after, seat, thought.action))
    raise EndlessMatch


def everybody_plans(match: AnyMatch, public: PublicView, bots: Sequence[Bot]) -> list[Plan]:
    """A new scene: what each bot means to do in it, the earliest first."""
    plans: list[Plan] = []
    game, state, now = match.game, match.state, match.now
    for seat, bot in enumerate(bots):
        thought = bot.asked(public, game.private(state, seat), now)
        if thought is not None:
            plans.append((now + thought.after, seat, thought.action))
    heapify(plans)
    return plans


def pass_time(match: AnyMatch) -> list[Event]:
    """Nobody means to act before the next deadline."""
    if match.due is None:
        raise EndlessMatch
    return match.advance(match.due)


def _try(match: AnyMatch, seat: int, action: Action, at: int) -> None:
    """A bot's action may come too late, as anybody's; it thinks again then."""
    try:
        match.play(seat, action, at)
    except Rejected:
        return
