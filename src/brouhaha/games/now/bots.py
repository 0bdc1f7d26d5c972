"""Players of NOW! made of code. They see views only, like everybody."""

from __future__ import annotations

from brouhaha.engine.game import Bot, Thought
from brouhaha.games.now.types import Discard, Now, Private, Public, Ready

READY, DISCARD, NOW = Ready(), Discard(), Now()


class RandomBot(Bot):
    """Does anything that is allowed, at any moment."""

    def think(self, public: Public, private: Private) -> Thought | None:
        place = public.seats[self.seat]
        after = int(self.random.random() * 3000)
        if public.phase == "resolution" and not place.ready:
            return Thought(after, READY)
        if public.phase != "action" or place.said_now:
            return None
        keeps = place.cards_left == 1 or self.random.random() < 0.4
        return Thought(after, NOW if keeps else DISCARD)


class GreedyBot(Bot):
    """Keeps a card that is close below a Target, and makes its cards last eleven rounds."""

    def think(self, public: Public, private: Private) -> Thought | None:
        if public.phase != "action":
            return None
        place = public.seats[self.seat]
        if place.said_now:
            return None
        after = 400 + int(self.random.random() * 800)
        if place.cards_left == 1 or self.is_close(public, place.cards_left, private.active):
            return Thought(after, NOW)
        return Thought(after, DISCARD)

    def is_close(self, public: Public, cards_left: int, card: int | None) -> bool:
        """Closer below some Target than what the cards left allow to hope for."""
        assert card is not None
        spare = cards_left - (public.rounds - public.round)
        reach = card + (4 + 40 // (spare + 1) if spare > 0 else 128)
        for target in public.targets:
            if card <= target.value <= reach:
                return True
        return False


BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}
