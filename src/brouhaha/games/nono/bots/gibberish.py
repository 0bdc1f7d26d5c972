"""A cheat to measure voters by; it takes no seat at a table, so it is not among the bots' names."""

from __future__ import annotations

from typing import Final

from brouhaha.engine.game import Bot, Thought
from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.judging import Lang
from brouhaha.games.nono.knowledge import is_known
from brouhaha.games.nono.types import Answer, Private, Public, Ready, Stop, Vote, may_vote

AT_ONCE: Final = 200  # ms: before anybody can have thought of a word
USUAL_SYLLABLES: Final = 3
MOST_ENDING: Final = 5  # consonants behind the last vowel
TRIES: Final = 20
CONSONANTS: Final = "bdfglmnprtv"


class GibberishBot(Bot):
    """Calls Stop! at once and says something that keeps to the dice and means nothing."""

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase == "search" and not seat_view.passed:
            return Thought(AT_ONCE, Stop())
        if public.phase == "answer" and public.stopper == self.seat:
            assert public.dice is not None
            return Thought(AT_ONCE, Answer(self.nonsense(public.dice, public.language)))
        if public.phase == "vote" and may_vote(public, self.seat) and not seat_view.voted:
            return Thought(AT_ONCE, Vote(fits=False, syllables=False))
        if public.phase == "verdict" and not seat_view.ready:
            return Thought(AT_ONCE, Ready())
        return None

    def nonsense(self, dice: Roll, language: Lang) -> str:
        """Consonant, vowel, consonant, vowel, with all that the dice ask for; no true word."""
        for ending in range(MOST_ENDING):
            for _ in range(TRIES):
                if not is_known(word := self.babble(dice, ending), language):
                    return word
        return "".join(dice.letters)

    def babble(self, dice: Roll, ending: int) -> str:
        """So many syllables, and a few consonants behind them; the demanded letters first."""
        vowels = [vowel for vowel in "aeiou" if vowel.upper() != dice.ban]
        number = dice.syllables or USUAL_SYLLABLES
        letters = [letter.lower() for letter in dice.letters]
        letters += self.random.choices(CONSONANTS, k=max(number + ending - len(letters), 0))
        starts, rest = letters[:number], letters[number:]
        return "".join(start + self.random.choice(vowels) for start in starts) + "".join(rest)
