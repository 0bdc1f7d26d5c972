"""The compiled path is NOW! as the referee has it: deal for deal, choice for choice."""

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import brouhaha
from brouhaha.engine.game import Bot, Thought
from brouhaha.games.now import GAME
from brouhaha.games.now.bots.simple import DISCARD, NOW, GreedyBot, nearest_above
from brouhaha.games.now.cards import COLOURS, CardSet, default_cards
from brouhaha.games.now.lab import fast, proof
from brouhaha.games.now.lab.bits import lowest, meeting, size
from brouhaha.games.now.lab.kernel import DEAL, PLAY, REFRESH, SLOTS
from brouhaha.games.now.lab.players import Options, near, play_thresholds
from brouhaha.games.now.lab.proof import by_kernel, by_referee, new_trial
from brouhaha.games.now.lab.rollouts import deal_anew, new_deal, threshold_wins, wins_by_deck
from brouhaha.games.now.types import Private, Public
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.compiled import new
from tests.known import known

# These also come first: they compile, which takes twice as long when it is traced.
many = pytest.mark.no_cover  # matches or words: see tests/tracing.py


@many
@pytest.mark.parametrize("part", range(4))
def test_both_tell_the_same_of_every_round_of_random_matches(part: int) -> None:
    for number in range(400 * part, 400 * part + 400):
        trial = new_trial(number)
        assert by_kernel(trial) == by_referee(trial), number


@many
def test_the_random_matches_visit_every_corner() -> None:
    """Or else the proof above would prove little."""
    trials = [new_trial(number) for number in range(300)]
    told = [(trial, *by_kernel(trial)) for trial in trials]
    assert {trial.players for trial in trials} == set(range(2, 9))
    assert {trial.options["perfect"] for trial in trials} == {"in_play", "any"}
    assert any(line[3] == 1 for _, trace, _, _ in told for line in trace), "a last card in hand"
    assert {trace[-1][0] for _, trace, _, _ in told} == {1, 2}, "Refresh stays, or is settled"
    assert any(accepted < len(trial.tape) for trial, _, _, accepted in told), "a refusal"
    assert any(255 in trial.tape for trial in trials), "the clock"


class ThresholdBot(Bot):
    """What `play_thresholds` does, for the referee."""

    def __init__(self, seat: int, threshold: int) -> None:
        super().__init__(seat, Random())
        self.threshold = threshold

    def think(self, public: Public, private: Private) -> Thought | None:
        place = public.seats[self.seat]
        if public.phase != "action" or place.said_now:
            return None
        card = known(private.active)
        aim = nearest_above(public.targets, card)
        near_enough = aim is not None and aim.value - card <= self.threshold
        return Thought(100, NOW if near_enough or place.cards_left == 1 else DISCARD)


@many
@pytest.mark.parametrize("players", range(2, 9))
def test_thresholds_play_as_bots_of_one_pace_would(players: int) -> None:
    random = Random(players)
    cards, ranks, room = fast.default()
    for number in range(players, 420, 7):
        trial = new_trial(number)._replace(players=players)
        thresholds = [random.choice((0, 3, 10, 20, 60)) for _ in range(players)]
        match = trial.begin(GAME)
        options = Options(trial.options["perfect"] == "any", trial.options["refresh_points"])
        deal = fast.deal_of(match, ranks)
        play_thresholds(room, cards, deal, players, options, near(cards, thresholds))
        play_out(match, [ThresholdBot(s, t) for s, t in enumerate(thresholds)])
        scores = result_of(match).scores
        assert room["score"][: len(scores)].tolist() == scores


@many
def test_sets_as_bits() -> None:
    random = Random(4)
    for _ in range(300):
        sets = [
            random.getrandbits(32) & random.getrandbits(32) & random.getrandbits(32)
            for _ in range(16)
        ]
        one = 1 << random.randrange(32) | 1 << random.randrange(32)
        places = sum(1 << place for place, other in enumerate(sets) if other & one)
        assert meeting(np.array(sets, np.uint32), one) == places
        assert size(one) == one.bit_count()
        assert 1 << lowest(one) == one & -one


@many
def test_compiled_deals_are_fair() -> None:
    """Every Target, card and deck is there once, in every place about as often."""
    decks = np.array([default_cards().decks[colour] for colour in COLOURS], np.uint8)
    deal, colours, chance = new_deal(), np.arange(8), np.array([5], np.uint64)
    first_targets, firsts, refreshes = np.zeros(256), np.zeros(129), np.zeros(SLOTS)
    for _ in range(8000):
        deal_anew(deal, decks, colours, 4, chance)
        assert sorted(deal["targets"]) == [*range(SLOTS - 1), REFRESH]
        assert {tuple(sorted(deck)) for deck in deal["decks"][:4]} <= {*map(tuple, np.sort(decks))}
        assert (np.sort(deal["shuffles"][:4]) == np.arange(16)).all()
        first_targets[deal["targets"][0]] += 1
        firsts[deal["decks"][2][0]] += 1
        refreshes[list(deal["targets"]).index(REFRESH)] += 1
    assert abs(first_targets[: SLOTS - 1] - 250).max() < 5 * 250**0.5
    assert abs(firsts[1:] - 62.5).max() < 5 * 62.5**0.5
    assert set(np.flatnonzero(refreshes)) == set(range(11, 22))


@many
def test_rollouts_of_a_seed_stay_what_they_were() -> None:
    """`tools/now_cards.py` makes the same cards again only if these stay."""
    targets = [
        {"value": 4 * (i + 1), "colour": ("red", "blue", "both")[i % 3], "points": 1 + i % 4}
        for i in reversed(range(32))
    ]
    decks = {colour: [1 + i + 8 * k for k in range(16)] for i, colour in enumerate(COLOURS)}
    cards = msgspec.convert({"targets": targets, "decks": decks}, CardSet)
    wins, sat = wins_by_deck(cards, 4, 2000, 11)
    assert wins.tolist() == [145.5, 197.5, 215.0, 365.5, 155.5, 231.0, 263.0, 427.0]
    assert sat.tolist() == [999, 1014, 1010, 1003, 994, 989, 977, 1014]


@many
def test_threshold_rollouts_count_every_match_once() -> None:
    wins = threshold_wins(default_cards(), [20, 20, 20, 0], 4000, 3)
    assert wins.sum() == pytest.approx(4000)
    assert wins[3] < 800 < wins[:3].min()
    assert threshold_wins(default_cards(), [20, 20, 20, 0], 4000, 3).tolist() == wins.tolist()


def test_records_have_room_for_everybody() -> None:
    assert new(PLAY)["hand"].shape == new(DEAL)["decks"].shape == (8, 16)
    assert proof.agree(1)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"refresh_place": "anywhere"},
        {"signal": "all"},
        {"refresh_active": "kept"},
        {"rank_silvano": False},
        {"action": 1},
    ],
    ids=str,
)
def test_with_any_options_a_simulated_match_is_the_referees(options: dict[str, Any]) -> None:
    """The kernel plays by those that it mirrors, and leaves the others to the referee."""
    for seed in range(12):
        names = [f"p{seat}" for seat in range(2 + seed % 3)]
        one, two = (brouhaha.start(GAME, names, options, seed=seed) for _ in range(2))
        random = Random(seed)
        bots = [GreedyBot(seat, random) for seat in range(len(names))]
        result = play_out(one, bots).result
        assert result is not None
        assert fast.play(two, Random(seed)) == (result.winners, result.scores)
