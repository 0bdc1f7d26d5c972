"""Bots are players like everybody: they do what is allowed, and change nothing by thinking.

An action may come too late, as anybody's. But when nothing at all has changed since a bot thought
of it, a refusal is the bot's own fault. And what a bot does follows from what its seat was shown:
asked the same again, after another match, it answers the same.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from brouhaha.engine.any_bot import AnyBot
from brouhaha.engine.game import AnyGame, Bot, Thought
from brouhaha.engine.reading import decode_action
from brouhaha.testing.watching import WatchedMatch, plain

MOST_ASKED: Final = 30  # questions that are asked again


class Asked(NamedTuple):
    """What a bot was shown, and what it thought."""

    public: bytes
    private: bytes
    at: int
    thought: Thought | None


class Supervised(Bot):
    """A bot whose thoughts are looked at."""

    def __init__(self, bot: Bot, match: WatchedMatch) -> None:
        super().__init__(bot.seat, bot.random)
        self.bot = bot
        self.match = match
        self.saw: Any = None  # when it last meant to act
        self.meant: Thought | None = None
        self.asked_so_far: list[Asked] = []

    def think(self, public: Any, private: Any, at: int) -> Thought | None:
        self.was_it_refused_for_nothing(plain((public, private)))
        state = msgspec.msgpack.encode(self.match.state)
        shown = msgspec.msgpack.encode(public), msgspec.msgpack.encode(private)
        thought = self.bot.asked(public, private, at)
        name = type(self.bot).__name__
        assert msgspec.msgpack.encode(self.match.state) == state, f"{name} changes what it sees"
        self.saw, self.meant = plain((public, private)), thought
        if len(self.asked_so_far) < MOST_ASKED:
            self.asked_so_far.append(Asked(*shown, at, thought))
        if thought is not None:
            self.check(thought, name)
        return thought

    def check(self, thought: Thought, name: str) -> None:
        assert isinstance(thought.after, int), f"{name} acts after {thought.after!r} ms"
        assert thought.after >= 0, f"{name} acts {-thought.after} ms before it has thought"
        if thought.action is not None:
            again = decode_action(self.match.game, plain(thought.action))
            assert again == thought.action, f"{name} does what nobody could: {thought.action}"

    def was_it_refused_for_nothing(self, sees: Any) -> None:
        last, meant = self.match.inputs[-1], self.meant
        refused = self.match.seen[-1].refused
        if not refused or meant is None or last.seat != self.seat:
            return
        if isinstance(self.bot, AnyBot):  # the house's own, which can only try
            return
        assert last.action is not meant.action or sees != self.saw, (
            f"{type(self.bot).__name__} was refused for {meant.action} "
            f"({self.match.seen[-1].told(self.seat)['refused']['code']}), "
            "and nothing had changed since it thought of it"
        )


def ask_again(game: AnyGame, bot: Bot, asked: list[Asked]) -> None:
    """`bot` is as the one was that was asked; it is alone now, and nobody can tell it anything."""
    for one in asked:
        public = msgspec.msgpack.decode(one.public, type=game.kinds.public)
        private = msgspec.msgpack.decode(one.private, type=game.kinds.private)
        assert bot.asked(public, private, one.at) == one.thought, (
            f"{type(bot).__name__} knows more than its seat is shown, or remembers another match"
        )
