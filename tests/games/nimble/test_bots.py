"""Bots: their pace, their memory, their rank; and one that is wrong on purpose and loses."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Action, Event
from brouhaha.engine.log import Header
from brouhaha.engine.match import Match, new_header
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.bots.levels import Gentle, Learned, Level, Merciless, Sharp, Steady
from brouhaha.games.nimble.bots.memory import NOWHERE, Memory
from brouhaha.games.nimble.cards import Card
from brouhaha.games.nimble.types import Flip, Place, SeatView, State
from brouhaha.lab.arena import play_out, result_of

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py

LEVELS: list[type[Level]] = [Gentle, Steady, Sharp, Merciless, Learned]


class CountingMatch(Match[State]):
    """Remembers why actions were refused."""

    __slots__ = ("refused",)

    def __init__(self, header: Header) -> None:
        super().__init__(GAME, header)
        self.refused: list[str] = []

    def play(self, seat: int, action: Action, at: int) -> list[Event]:
        try:
            return super().play(seat, action, at)
        except Rejected as refused:
            self.refused.append(refused.code)
            raise


def played(kinds: Sequence[str], seed: int, **options: Any) -> CountingMatch:
    names = [f"{kind} {seat}" for seat, kind in enumerate(kinds)]
    match = CountingMatch(new_header(GAME, names, options, seed, None))
    bots = [GAME.bots[kind](seat, Random(seed * 10 + seat)) for seat, kind in enumerate(kinds)]
    play_out(match, bots)
    return match


# Wrong on purpose


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_places_wrongly_on_purpose_is_first_done_and_loses(players: int) -> None:
    for seed in range(20):
        seat = seed % players
        kinds = ["greedy"] * players
        kinds[seat] = "reckless"
        result = result_of(played(kinds, seed))
        assert result.titles[seat] == "queen_of_hearts"
        assert result.errors[seat] > 5
        assert result.ranking[-1] == [seat]
        assert sum(result.errors) == result.errors[seat]


# Levels


@pytest.mark.parametrize(("players", "matches"), [(2, 60), (4, 40)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_level_beats_the_one_below(players: int, matches: int, number: int) -> None:
    """Seats change sides; the whole measure, with its interval, is in `bench/nimble.md`."""
    pair = [LEVELS[number - 1].__name__.lower(), LEVELS[number].__name__.lower()]
    wins = 0
    for seed in range(matches):
        kinds = [pair[(seat + seed) % 2] for seat in range(players)]
        wins += kinds[result_of(played(kinds, seed)).winners[0]] == pair[1]
    assert wins >= 0.6 * matches


@pytest.mark.parametrize("level", LEVELS)
def test_levels_act_at_human_pace(level: type[Level]) -> None:
    """People flip and decide in 0.6 to 1.2 s; merciless and learned alone are quicker."""
    name = level.__name__.lower()
    match = played([name] * 2, 3)
    times = [entry.at for entry in match.entries if entry.seat == 0]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    low, high = (300, 600) if issubclass(level, Merciless) else (600, 1250)
    assert low < median(gaps) < high
    assert min(gaps) >= 2 * level.quickest


def test_levels_race_for_piles() -> None:
    refused = [code for seed in range(5) for code in played(["sharp"] * 4, seed).refused]
    assert set(refused) == {"bounced"}
    assert len(refused) > 20


def test_better_levels_make_fewer_errors() -> None:
    errors = [
        sum(sum(result_of(played([kind] * 2, seed)).errors) for seed in range(40))
        for kind in ("gentle", "steady", "sharp", "merciless")
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == 0 < errors[-2]


@pytest.mark.parametrize("kind", sorted(GAME.bots))
def test_every_bot_says_ready_in_the_check(kind: str) -> None:
    """Without a clock for the check, a Challenge ends only if all do."""
    match = played([kind] * 2, 4, challenge=True, check=0)
    assert len(match.public().outcomes) == 2


# Memory

A, B, C, D = (
    Card("blue", "red"),
    Card("red", "green"),
    Card("green", "mauve"),
    Card("mauve", "blue"),
)


def flipped(memory: Memory, place: SeatView, *cards: Card) -> None:
    for card in cards:
        place.deck, place.discard, place.top = place.deck - 1, place.discard + 1, card
        memory.follow(place)


def a_hand(span: int) -> tuple[Memory, SeatView]:
    memory, place = Memory(span), SeatView("Ana", deck=4)
    memory.follow(place)
    return memory, place


def test_memory_knows_how_far_back_a_card_lies_and_what_comes_again() -> None:
    memory, place = a_hand(span=9)
    flipped(memory, place, A, B, C)
    assert [memory.behind({frame}) for frame in ("red", "blue")] == [1, 2]
    assert memory.behind({"green"}) == NOWHERE  # it is on top
    place.deck, place.discard, place.top = 2, 2, B  # back
    memory.follow(place)
    assert memory.discard == [A, B]
    assert memory.ahead({"green"}) == 1
    assert memory.ahead({"yellow"}) == 3  # C does not fit; the next was never seen


def test_memory_survives_turning_the_discard_over() -> None:
    memory, place = a_hand(span=9)
    flipped(memory, place, A, B, C, D)
    assert memory.ahead({"red"}) == 3  # turn over, A, B
    place.deck, place.discard, place.top = 4, 0, None
    memory.follow(place)
    assert memory.deck == [D, C, B, A]
    assert [memory.ahead({frame}) for frame in ("blue", "red", "mauve")] == [1, 2, 4]
    assert memory.ahead({"yellow"}) == NOWHERE


def test_memory_drops_what_was_placed() -> None:
    memory, place = a_hand(span=9)
    flipped(memory, place, A, B)
    place.discard, place.top = 1, A
    memory.follow(place)
    assert memory.discard == [A]
    assert memory.behind({"red"}) == NOWHERE


@pytest.mark.parametrize(
    ("span", "remembered"),
    [(1, set()), (2, {"green"}), (3, {"green", "red"}), (4, {"green", "red", "blue"})],
)
def test_memory_fades(span: int, remembered: set[str]) -> None:
    memory, place = a_hand(span)
    flipped(memory, place, A, B, C, D)
    frames = {"blue", "red", "green", "mauve"}
    assert {frame for frame in frames if memory.behind({frame}) != NOWHERE} == remembered


def test_memory_begins_anew_where_it_did_not_follow() -> None:
    memory, _ = a_hand(span=9)
    memory.follow(SeatView("Ana", deck=9, discard=3, top=B))
    assert memory.discard == [None, None, B]
    assert memory.deck == [None] * 9


def test_memory_is_used_to_go_back() -> None:
    """Blue lies under red: a level that remembers it takes the top card back, then places."""
    assert first_actions(Merciless) == ["back", "place"]


def test_who_has_forgotten_flips_on() -> None:
    class Forgetful(Merciless):
        span = 1

    assert first_actions(Forgetful) == ["flip", "flip"]


def test_nothing_is_remembered_from_the_last_round() -> None:
    options = {"challenge": True, "countdown": 0, "round": 5}
    match = Match(GAME, new_header(GAME, ["a", "b"], options, 1, None))
    bot = Merciless(0, Random(1))
    next_action(bot, match)
    next_action(bot, match)
    assert bot.memory.in_mind
    match.advance(5000)
    bot.think(match.public(), match.private(0))
    assert bot.memory.in_mind == bot.memory.deck == bot.memory.discard == []


def first_actions(level: Callable[[int, Random], Level]) -> list[str]:
    """What it does once it has flipped A and B, and a blue circle turns up on pile 2."""
    decks = [[A, B, C, D], [Card("yellow", "orange"), Card("orange", "mauve")], []]
    decks[0].insert(0, Card("orange", "yellow"))
    decks[2] += [Card("red", "yellow"), Card("yellow", "blue"), Card("blue", "orange")]
    deal = {"decks": decks, "givers": [0, 1, 2]}
    match = Match(GAME, new_header(GAME, ["a", "b", "c"], {"countdown": 0}, 1, deal))
    bot = level(0, Random(1))
    for _ in range(2):
        assert type(next_action(bot, match)) is Flip
    table = match.public()
    match.play(2, Flip(), match.now)
    match.play(2, Place(2, table.piles[2]), match.now)  # yellow on yellow: a blue circle
    return [str(next_action(bot, match).__struct_config__.tag) for _ in range(2)]


def next_action(bot: Level, match: Match[State]) -> Action:
    """Its next action, carried out when it comes due."""
    at = match.now
    while True:
        thought = bot.think(match.public(), match.private(0))
        assert thought is not None
        at += thought.after
        if thought.action is not None:
            match.play(0, thought.action, at)
            return thought.action
