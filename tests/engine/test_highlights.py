"""The moments worth telling: found by each game in what everybody heard, the same every time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import brouhaha
from brouhaha import games
from brouhaha.engine.game import Event, Game
from brouhaha.engine.highlights import Heard, Highlight, largest_comeback
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.replay import MOST_HIGHLIGHTS, highlights, steps
from brouhaha.games.nimble.cards import Card
from brouhaha.games.nimble.types import Checked, Judged, Outcome, Placed
from brouhaha.games.nono.types import Judged as NonoJudged
from brouhaha.games.nono.types import Stopped, Turned
from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.types import Discarded, LastPlayer, Shown, Taken
from brouhaha.lab.arena import play_out


def log_of(match: AnyMatch) -> Log:
    return Log(match.header, match.entries, match.now)


def played(game: str, seed: int, players: int) -> AnyMatch:
    found = games.find(game)
    bots = [found.bots["sharp"](seat, Random(seed + seat)) for seat in range(players)]
    names = [f"P{seat}" for seat in range(players)]
    options = {"turns": 8} if game == "nono" else {}
    if seed % 2:
        options["countdown"] = 0  # then nobody hears the beginning
    return play_out(brouhaha.start(found, names, options=options, seed=seed), bots)


def names_in(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\d+)\}", sentence))


@pytest.mark.parametrize("game", ["now", "nimble", "nono"])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_match_has_some_and_they_are_true_to_it(game: str, seed: int) -> None:
    match = played(game, seed, 3)
    found = highlights(match.game, log_of(match))
    assert 1 <= len(found) <= MOST_HIGHLIGHTS
    assert found == highlights(match.game, log_of(match))
    for one in found:
        assert 0 <= one.at <= match.now
        for sentence in (one.en, one.fr):
            assert names_in(sentence) <= {"0", "1", "2"}
            assert "{" not in re.sub(r"\{\d+\}", "", sentence)
            assert sentence[-1] == "."
        assert not re.search(r" [;:!?»]|« ", one.fr), one.fr  # these spaces do not break
        assert names_in(one.en) == names_in(one.fr)


@pytest.mark.parametrize("game", ["now", "nimble", "nono"])
def test_each_opens_at_a_step_of_the_match(game: str) -> None:
    match = played(game, 5, 3)
    times = {step.at for step in steps(match.game, match.header, match.entries)}
    assert {one.at for one in highlights(match.game, log_of(match))} <= times


def test_a_game_that_has_none_says_nothing() -> None:
    match = played("now", 1, 3)
    assert Game.highlights(match.game, match.state, []) == []


def test_a_comeback_is_a_winners_who_was_last() -> None:
    scores = [[0, 5, 3], [1, 9, 3], [12, 9, 3]]
    assert largest_comeback(scores, [0]) == (0, 1, 8)
    assert largest_comeback(scores, [1]) is None
    assert largest_comeback([[2, 2], [2, 2]], [0, 1]) is None


# Each kind of moment, told of what was heard


def sentences(game: str, *heard: tuple[int, Sequence[Event]], seats: int = 3) -> list[str]:
    """What the game tells of it, in English."""
    found = games.find(game)
    state = brouhaha.start(found, [f"P{seat}" for seat in range(seats)], seed=1).state
    told: list[Highlight] = found.highlights(state, [Heard(*one) for one in heard])
    return [one.en for one in told]


def target(value: int, points: int = 1) -> TargetCard:
    return TargetCard(value, "red", points)


def test_now_two_cards_one_apart() -> None:
    shown: list[Event] = [Shown((83, 82, 9)), Taken(target(84, 3), 0, 83), Taken(target(12), 2, 9)]
    assert sentences("now", (900, shown)) == ["83 beat 82: {0} took the 84 from {1}."]


def test_now_the_last_player_risks_a_card() -> None:
    told = sentences(
        "now",
        (500, [LastPlayer(1)]),
        (700, [Discarded(1, 30), Shown((9, 100, 50)), Taken(target(104, 2), 1, 100)]),
    )
    assert told == ["Last of all, {1} let 30 go, drew 100, and took 2 points."]


def test_now_a_haul_a_perfect_and_a_waste() -> None:
    told = sentences(
        "now",
        (100, [Discarded(2, value) for value in range(1, 6)]),
        (900, [Shown((50, 84, 20)), Taken(target(84), 1, 84), Taken(target(92, 4), 1, 84)]),
    )
    assert told == [
        "{1} took 2 Targets with one card, the 84: 5 points.",
        "{1} hit the 84 exactly: a Perfect.",
        "{2} discarded 5 cards in round 1, and took nothing.",
    ]


def outcome(winner: int, titles: tuple[Any, ...], left: tuple[int, ...]) -> Judged:
    return Judged(Outcome("all_placed", winner, titles, (0,) * len(left), left))


def test_nimble_an_error_costs_the_first_the_win_and_the_replay_opens_at_it() -> None:
    one = Card("red", "blue")
    heard = [
        Heard(1000, [Placed(0, 2, one)]),
        Heard(1200, [Placed(1, 2, one)]),
        Heard(
            5000,
            [
                Checked(2, 0, one, 1, None, error=False),
                Checked(2, 1, one, 0, "green", error=True),
                Checked(2, 2, one, 1, "blue", error=False),
                outcome(1, ("queen_of_hearts", "pinocchio"), (0, 4)),
            ],
        ),
    ]
    game = games.find("nimble")
    state = brouhaha.start(game, ["Ana", "Bo"], seed=1).state
    told = game.highlights(state, heard)
    assert [(found.at, found.en) for found in told] == [
        (5000, "{1} had the most cards left, 4, and won: nobody made fewer errors."),
        (1000, "{0} was first, but 1 error handed the win to {1}."),
        (1000, "{0} and {1} were on pile 3 within 200 ms."),
    ]


def test_nimble_a_run_and_a_narrow_end() -> None:
    one = Card("red", "blue")
    told = sentences(
        "nimble",
        *[(1000 + 500 * n, [Placed(0, 0, one)]) for n in range(4)],
        (4000, [outcome(0, ("queen_of_hearts", "pinocchio"), (0, 1))]),
        seats=2,
    )
    assert told == ["{0} placed 4 cards in a row, in 1.5 s.", "{0} and {1} were one card apart."]


def test_nono_the_words_of_a_match() -> None:
    """Played, not made up: a verdict has too many parts."""
    match = played("nono", 2, 3)
    heard = [step.events for step in steps(match.game, match.header, match.entries)]
    kinds = {type(event) for events in heard for event in events}
    assert {Turned, Stopped, NonoJudged} <= kinds
    told = " ".join(one.en for one in highlights(match.game, log_of(match)))
    words = {e.verdict.word for events in heard for e in events if isinstance(e, NonoJudged)}
    assert any(f"“{word}”" in told for word in words)


def test_nono_who_is_not_to_see_a_word_is_not_told_it() -> None:
    match = played("nono", 2, 3)

    def mask(text: str, language: str | None = None) -> str:
        return "•" * len(text)

    shown = " ".join(one.en for one in highlights(match.game, log_of(match)))
    masked = " ".join(one.en for one in highlights(match.game, log_of(match), mask))
    quoted = re.findall("“(.+?)”", shown)
    assert quoted
    assert not any(word in masked for word in quoted)
