"""What is trained compiled is what a bot with these figures does."""

from pathlib import Path
from random import Random

import msgspec
import pytest

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.now import GAME
from brouhaha.games.now.bots.levels import Merciless
from brouhaha.games.now.bots.odds import PLAIN, Judgement
from brouhaha.games.now.lab.fast import default
from brouhaha.games.now.lab.kernel import PLAY, Play
from brouhaha.games.now.lab.proof import REFRESH_CODES
from brouhaha.games.now.lab.training import figures, keeps
from brouhaha.games.now.types import Discard, Now, State
from brouhaha.lab.compiled import new

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

TRAINED = msgspec.json.decode(Path("examples/now_judgement.json").read_bytes(), type=Judgement)


def as_play(state: State) -> Play:
    """The same position, as the kernel has it."""
    play, ranks, public = new(PLAY), default()[1], state.public
    play["players"] = play["seats"] = len(public.seats)
    play["round"], play["refresh"] = public.round, REFRESH_CODES[public.refresh]
    play["table"] = sum(1 << ranks[card.value] for card in public.targets if not card.refresh)
    for seat, place in enumerate(public.seats):
        hand = [*place.discards, state.private[seat].active, *reversed(state.decks[seat])]
        play["hand"][seat], play["top"][seat] = hand, len(place.discards)
        play["lead"][seat] = place.red - place.blue
        play["waiting"] |= (not place.said_now) << seat
    return play


def choices(match: Match[State], judgement: Judgement) -> list[tuple[bool, bool]]:
    """Of everybody who may act: the bot's and the compiled one's, keep or not."""
    found = []
    play, cards = as_play(match.state), default()[0]
    for seat, place in enumerate(match.state.public.seats):
        if not place.said_now and place.cards_left > 1:
            bot, card = Merciless(seat, Random(0)), match.state.private[seat].active
            bot.judgement = judgement  # type: ignore[misc]
            assert card is not None
            mine = bot.keeps(match.state.public, card)
            found.append((mine, bool(keeps(play, cards, seat, figures(judgement)))))
    return found


def test_the_compiled_choice_is_the_bots() -> None:
    found = []
    for number in range(12):
        random = Random(number)
        match = brouhaha.start(GAME, ["a", "b", "c", "d"], seed=number)
        while match.result is None:
            assert match.due is not None
            if match.state.public.phase != "action":
                match.advance(match.due)
                continue
            if random.random() < 0.3:
                found += choices(match, TRAINED if number % 2 else PLAIN)
            waiting = [s for s, p in enumerate(match.state.public.seats) if not p.said_now]
            seat = random.choice(waiting)
            discards = match.state.decks[seat] and random.random() < 0.5
            match.play(seat, Discard() if discards else Now(), match.now)
    assert len(found) > 300
    assert {mine for mine, _ in found} == {True, False}
    assert [pair for pair in found if pair[0] != pair[1]] == []
