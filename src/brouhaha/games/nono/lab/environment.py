"""NoNo for agents. Words are no numbers, so an agent is given what comes to its mind: for each turn
16 words of the card's category, drawn from the bots' lexicon for each seat by itself. Answering is
choosing one of them. For each it sees what is wrong with it: order letters missing (parts of two),
the ban letter in it, other syllables than the die's, a plural by -s where an S is rolled; and
that there is a word at all.

Before that: the phase one-hot, the turn, points in play, the multiplier, whether it is the stopper
or has passed, whether the word under vote is one that the lexicon knows for this card; then the
scores, its own first, as parts of 100.
"""

from __future__ import annotations

from random import Random
from typing import Final

from brouhaha.engine.game import Action
from brouhaha.envs.senses import Senses, Vector, filled, one_hot, others
from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.judging import count, fold, plural_refused
from brouhaha.games.nono.lexicon import Entry, homes, typical
from brouhaha.games.nono.types import Answer, Pass, Private, Public, Stop, Vote, may_vote

WORDS, FIGURES, MOST_PLAYERS = 16, 5, 8
STOP, PASS, AGAINST, FOR, ANSWER = 1, 2, 3, 4, 5
PHASES: Final = ("search", "answer", "vote")


class NonoSenses(Senses):
    size = len(PHASES) + 6 + MOST_PLAYERS + FIGURES * WORDS
    actions = (
        *("wait", "stop", "pass", "vote against", "vote for"),
        *(f"answer {number}" for number in range(WORDS)),
    )

    def begin(self, random: Random) -> None:
        self.seed = random.random()

    def in_mind(self, public: Public, seat: int) -> list[Entry]:
        """The words that this seat thinks of in this turn."""
        if public.card is None:
            return []
        known = typical(public.language, public.card.category)
        random = Random(f"{self.seed}/{public.turn}/{seat}")
        return random.sample(known, min(WORDS, len(known)))

    def observe(self, public: Public, private: Private, seat: int) -> Vector:
        phase = PHASES.index(public.phase) if public.phase in PHASES else None
        dice, card = public.dice, public.card
        numbers = [
            *one_hot(phase, len(PHASES)),
            public.turn / public.turns,
            dice.points / 12 if dice else 0.0,
            card.multiplier / 3 if card else 0.0,
            float(public.stopper == seat),
            float(public.seats[seat].passed),
            float(self.knows(public)),
        ]
        places = (public.seats[seat], *others(seat, public.seats))
        scores = [seat_view.score / 100 for seat_view in places]
        numbers += scores + [0.0] * (MOST_PLAYERS - len(scores))
        if dice is not None:
            for entry in self.in_mind(public, seat):
                numbers += self.faults(entry, dice)
        return filled(numbers, self.size)

    def faults(self, entry: Entry, dice: Roll) -> list[float]:
        return [
            sum(letter not in entry.letters for letter in dice.letters) / 2,
            float(dice.ban is not None and dice.ban in entry.letters),
            float(dice.syllables is not None and dice.syllables not in entry.syllables),
            float(plural_refused(dice.letters, entry.plural)),
            1.0,
        ]

    def knows(self, public: Public) -> bool:
        if not public.word or public.card is None:
            return False
        return public.card.category in homes(public.language).get(fold(public.word), ())

    def allowed(self, public: Public, private: Private, seat: int) -> list[int]:
        seat_view, is_stopper = public.seats[seat], public.stopper == seat
        if public.phase == "search" and not seat_view.passed:
            return [STOP, PASS]
        if public.phase == "answer" and is_stopper:
            return list(range(ANSWER, ANSWER + len(self.in_mind(public, seat))))
        if public.phase == "vote" and may_vote(public, seat) and not seat_view.voted:
            return [AGAINST, FOR]
        return []

    def action(self, number: int, public: Public, private: Private, seat: int) -> Action | None:
        if number >= ANSWER:
            words = self.in_mind(public, seat)
            chosen = number - ANSWER
            return Answer(words[chosen].word) if chosen < len(words) else None
        if number in (AGAINST, FOR):
            return Vote(number == FOR, self.hears_the_number(public))
        return Stop() if number == STOP else Pass()

    def hears_the_number(self, public: Public) -> bool | None:
        """The vote on syllables, where it is asked, is by the counter's own guess."""
        if not public.asks_syllables or public.dice is None:
            return None
        return public.dice.syllables in count(public.word or "", public.language).accepted
