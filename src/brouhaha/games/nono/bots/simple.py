"""The simplest player: it does anything that is allowed."""

from __future__ import annotations

from brouhaha.engine.game import Bot, Thought
from brouhaha.games.nono.lexicon import written
from brouhaha.games.nono.types import Answer, Pass, Private, Public, Ready, Stop, Vote, may_vote

READY, STOP, PASS = Ready(), Stop(), Pass()


class RandomBot(Bot):
    """Does anything that is allowed, at any moment; its words are anybody's."""

    def think(self, public: Public, private: Private) -> Thought | None:
        after, seat_view = int(self.random.random() * 4000), public.seats[self.seat]
        if public.phase == "search" and not seat_view.passed:
            return Thought(after, STOP if self.random.random() < 0.4 else PASS)
        if public.phase == "answer" and public.stopper == self.seat:
            return Thought(4 * after, Answer(self.any_word(public)))
        if public.phase == "vote" and may_vote(public, self.seat) and not seat_view.voted:
            return Thought(4 * after, Vote(self.thumb(), self.thumb(), self.random.random() < 0.1))
        if public.phase == "verdict" and not seat_view.ready:
            return Thought(3 * after, READY)
        return None

    def thumb(self) -> bool:
        return self.random.random() < 0.5

    def any_word(self, public: Public) -> str:
        """Mostly one of the category, sometimes one of another, sometimes none."""
        assert public.card is not None
        words, draw = written(public.language), self.random.random()
        if draw < 0.05:
            return "?" * int(40 * draw)
        category = public.card.category
        if draw >= 0.7 or category not in words:
            category = self.random.choice(list(words))
        return self.random.choice(words[category])
