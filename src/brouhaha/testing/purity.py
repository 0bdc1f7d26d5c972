"""Questions change nothing: views, `contested`, `masked`, `highlights` are asked at any time.

Before somebody asks, what there is is kept: the state as bytes, and a copy of what the game could
remember (`Kept`). After each answer it is compared; copying it again each time would cost more than
all the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from math import isfinite
from random import Random
from typing import Any

import msgspec

from brouhaha.engine.game import Action
from brouhaha.engine.highlights import Heard
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.replay import highlights, statistics, steps
from brouhaha.testing.watching import leaves, plain, who

Question = Callable[[], Any]


class Kept:
    """A match and what its game could remember, as they are now: its own attributes, and those of
    its classes with all that their lists hold."""

    def __init__(self, match: AnyMatch) -> None:
        classes = [vars(cls) for cls in type(match.game).__mro__]
        lists = (value for one in classes for value in one.values())
        self.match = match
        self.state = msgspec.msgpack.encode(match.state)
        self.classes = [(names, dict(names)) for names in classes]
        self.memory = [vars(match.game), *(v for v in lists if isinstance(v, list | dict | set))]
        self.remembered = deepcopy(self.memory)

    def check(self, name: str) -> None:
        """All is as it was, although `name` was asked."""
        same_state = msgspec.msgpack.encode(self.match.state) == self.state
        assert same_state, f"`{name}` changes the state"
        same_names = all(names == before for names, before in self.classes)
        same_memory = same_names and self.memory == self.remembered
        assert same_memory, f"`{name}` changes the game, which has no memory"


def check_races(kept: Kept, seat: int, action: Action) -> None:
    """What a table asks before it lets an action wait for others."""
    match = kept.match
    game, state, seats = match.game, match.state, len(match.header.players)
    check_question(kept, "contested", lambda: game.contested(state, seat, action))
    check_question(kept, "contesters", lambda: who(game.contesters(state, seat, action), seats))
    assert isinstance(game.contested(state, seat, action), bool), "`contested` says yes or no"


def check_views(kept: Kept) -> None:
    match = kept.match
    game, state, seats = match.game, match.state, range(len(match.header.players))
    public = game.public(state)
    questions: dict[str, Question] = {
        "public": lambda: game.public(state),
        "private": lambda: [game.private(state, seat) for seat in seats],
        "masked": lambda: game.masked(public, _dots),
        "due": lambda: game.due(state),
        "contesters": lambda: who(game.contesters(state, None, None), len(seats)),
        "result": lambda: game.result(state),
        "inventory": lambda: [repr(card) for card in game.inventory(state)],
    }
    for name, ask in questions.items():
        check_question(kept, name, ask)


def check_question(kept: Kept, name: str, ask: Question) -> None:
    """Asked twice it says the same, and everything is what it was."""
    answers = []
    for _ in range(2):
        answers.append(plain(ask()))
        kept.check(name)
    assert answers[0] == answers[1], f"`{name}` does not say the same twice"


# What a big screen shows


def check_mask(match: AnyMatch, random: Random) -> None:
    """Without a coarse word the masked view is the view; and every name can be masked."""
    game, public = match.game, match.game.public(match.state)
    assert plain(game.masked(public, _as_it_is)) == plain(public), "`masked` hides too much"
    name = random.choice(match.header.players)
    masked = leaves(plain(game.masked(public, _dots)))
    told = [".".join(map(str, path)) for path, text in masked.items() if text == name]
    assert not told, f"`masked` leaves a name as it was written: {told}"


def _as_it_is(text: str, language: str | None = None) -> str:
    return text


def _dots(text: str, language: str | None = None) -> str:
    return "•" * len(text)


# What is told afterwards


def check_highlights(match: AnyMatch) -> None:
    """The same whenever they are looked for; told in every language, of moments that there were."""
    game, log = match.game, Log(match.header, match.entries, match.now)
    heard = [Heard(at, events) for _, at, events in steps(game, log.header, log.entries)]
    check_question(Kept(match), "highlights", lambda: game.highlights(match.state, heard))
    for moment in game.highlights(match.state, heard):
        assert 0 <= moment.at <= match.now, f"{moment} was never"
        assert all(text.format(*match.header.players, "?") for text in (moment.en, moment.fr))
    assert highlights(game, log) == highlights(game, log)


def check_statistics(match: AnyMatch) -> None:
    """A list for each seat, of figures that the presentation names; the same whoever asks."""
    game, log = match.game, Log(match.header, match.entries, match.now)
    heard = [Heard(step.at, step.events) for step in steps(game, log.header, log.entries)]
    check_question(Kept(match), "statistics", lambda: game.statistics(match.state, heard))
    found = game.statistics(match.state, heard)
    named = {figure.id for figure in game.presented().figures}
    assert len(found) in (0, len(match.header.players)), "statistics are by seat"
    for seat in found:
        assert set(seat) <= named, f"figures without a name: {set(seat) - named}"
        assert all(isfinite(value.value) for value in seat.values()), "a figure is a number"
    assert statistics(game, log) == statistics(game, log)
