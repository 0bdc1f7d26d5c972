"""The levels: a memory, a pace, and how easily they are fooled. They see views only.

A level says which share of the typical words comes to mind, and how soon; how often a rule is
forgotten; how fast it types; and how often it believes in a word that nobody has ever heard. All
but merciless keep to human times.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

import msgspec

from brouhaha.engine.game import Bot, Thought
from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.judging import count, fold
from brouhaha.games.nono.knowledge import is_known
from brouhaha.games.nono.lexicon import Entry, fitting, homes
from brouhaha.games.nono.types import Answer, Pass, Private, Public, Ready, Stop, Vote, may_vote
from brouhaha.words.categories import categories

READY, STOP, PASS = Ready(), Stop(), Pass()
# How likely a word passes for typical, by what the bot knows of it
TYPICAL: Final = 1.0
A_WORD: Final = 0.8  # who knows: nobody has all typical words in mind
TYPICAL_OF_ANOTHER: Final = 0.4
NAMES_PASS: Final = 2.0  # so much more easily: nobody knows every name
LONGEST_TYPING: Final = 9000  # ms; the answer clock stands at 15 s


class Level(NamedTuple):
    """Shares are of 1, times in milliseconds."""

    recall: float  # of the typical words
    slips: float  # of the searches in which one thing is forgotten
    least: int  # before Stop!
    effort: int  # mean time until one certain word comes to mind; many come sooner
    patience: int  # then it gives the card up
    letter: int  # to type one
    faith: float  # in a word that is in no lexicon: it may be a rare one


class TypicalBot(Bot):
    """Looks for a typical word in its memory, checks it, calls Stop!; votes by what it knows."""

    level: ClassVar[Level]

    word: str | None = None  # what it called Stop! for

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase == "search" and not seat_view.passed:
            return self.search(public)
        if public.phase == "answer" and public.stopper == self.seat:
            return self.say(public)
        if public.phase == "vote" and may_vote(public, self.seat) and not seat_view.voted:
            return Thought(self.around(2500), self.vote(public))
        if public.phase == "verdict" and not seat_view.ready:
            return Thought(self.around(4000), READY)
        return None

    def around(self, middle: int) -> int:
        """A time between half and one and a half of it."""
        return int(middle * (0.5 + self.random.random()))

    # Searching

    def search(self, public: Public) -> Thought:
        """Every word that fits may come to mind at any moment: the more there are, the sooner."""
        words = self.that_come_to_mind(public)
        patience = self.around(self.level.patience)
        after = patience
        if words:
            after = self.level.least + int(self.random.expovariate(len(words) / self.level.effort))
        if after >= patience:
            return Thought(patience, PASS)
        self.word = self.random.choice(words).word
        return Thought(after, STOP)

    def that_come_to_mind(self, public: Public) -> list[Entry]:
        assert public.card is not None
        assert public.dice is not None
        dice, handicap = public.dice, public.seats[self.seat].handicap
        if self.random.random() < self.level.slips:
            dice = self.half_forgotten(dice)
        words = fitting(public.language, public.card.category, dice, handicap)
        return [entry for entry in words if self.random.random() < self.level.recall]

    def half_forgotten(self, dice: Roll) -> Roll:
        """The same dice, one of them overlooked."""
        overlooked = self.random.choice(("ban", "syllables", "order"))
        if overlooked == "order":
            return msgspec.structs.replace(dice, order=dice.order[1:])
        return msgspec.structs.replace(dice, **{overlooked: None})

    # Speaking

    def say(self, public: Public) -> Thought:
        """Types what it has in mind; a bot that was woken in the middle thinks again."""
        if self.word is None:
            words = self.that_come_to_mind(public)
            self.word = self.random.choice(words).word if words else ""
        word, self.word = self.word, None
        typing = 500 + self.around(self.level.letter) * len(word)
        return Thought(min(typing, LONGEST_TYPING), Answer(word))

    # Voting

    def vote(self, public: Public) -> Vote:
        assert public.word is not None
        word, language = public.word, public.language
        fits = self.random.random() < self.trust(public, word)
        counts = self.counts(public, word) if public.asks_syllables else None
        no_answer = not fits and not is_known(word, language) and not count(word, language).sure
        return Vote(fits, counts, no_answer)

    def trust(self, public: Public, word: str) -> float:
        """How likely it holds the word for typical, by what it knows of it."""
        assert public.card is not None
        if not is_known(word, public.language):
            return self.faith_in(public, word)
        found = homes(public.language).get(fold(word), frozenset())
        if not found or self.random.random() >= self.level.recall:
            return A_WORD
        return TYPICAL if public.card.category in found else TYPICAL_OF_ANOTHER

    def faith_in(self, public: Public, word: str) -> float:
        """It is in no lexicon: nonsense as a rule, now and then a name or a rare word."""
        assert public.card is not None
        if not count(word, public.language).sure:
            return self.level.faith / 2  # nobody could even say it
        known = categories().get(public.card.category)  # one's own is not there
        of_names = known is not None and known.of_names
        return self.level.faith * (NAMES_PASS if of_names else 1)

    def counts(self, public: Public, word: str) -> bool:
        """Whether it hears as many syllables as the die shows."""
        assert public.dice is not None
        heard = public.dice.syllables in count(word, public.language).accepted
        return heard != (self.random.random() < self.level.slips)


class GentleBot(TypicalBot):
    level = Level(
        recall=0.3, slips=0.12, least=6000, effort=240_000, patience=60_000, letter=300, faith=0.2
    )


class SteadyBot(TypicalBot):
    level = Level(
        recall=0.45, slips=0.06, least=4500, effort=150_000, patience=60_000, letter=240, faith=0.12
    )


class SharpBot(TypicalBot):
    level = Level(
        recall=0.65, slips=0.02, least=3200, effort=80_000, patience=60_000, letter=180, faith=0.06
    )


class MercilessBot(TypicalBot):
    level = Level(
        recall=0.95, slips=0.0, least=1500, effort=40_000, patience=60_000, letter=120, faith=0.03
    )
