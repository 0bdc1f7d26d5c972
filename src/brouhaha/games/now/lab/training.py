"""Train a judgement of NOW! (`bots/odds.py`) against merciless, compiled.

    python -m brouhaha.games.now.lab.training          # a minute or two of one core

The cross-entropy method: figures are drawn around the best so far, each draw plays the same deals
on both sides of the table, two seats against two of merciless, and those that won most are drawn
around next. `bots/levels.py` plays by what it gives; `tests/games/now/test_learned.py` proves that
the compiled choice is the bot's.
"""

from __future__ import annotations

import argparse
import json

import msgspec
import numpy as np
from numpy.typing import NDArray

from brouhaha.games.now.bots.levels import Merciless
from brouhaha.games.now.bots.odds import PLAIN, Judgement
from brouhaha.games.now.cards import COLOURS, default_cards
from brouhaha.games.now.lab.fast import cards_of
from brouhaha.games.now.lab.kernel import (
    DECK,
    IN_PLAY,
    PLAY,
    ROUNDS,
    TO_COME,
    Bytes,
    Cards,
    Deal,
    Play,
    act,
    active,
    begin_round,
    points_won,
    resolve,
    score_match,
    set_up,
)
from brouhaha.games.now.lab.players import gain, soonest
from brouhaha.games.now.lab.rollouts import deal_anew, new_deal, worth
from brouhaha.lab.compiled import compiled, new, rule
from brouhaha.lab.compiled_xorshift import Words

Figures = NDArray[np.float64]

NAMES = Judgement.__struct_fields__
CHOOSINESS, SUREST, PERFECT, HURT, DENY, HOPE, MARGIN, SPEND, REFRESH_ROUND = range(len(NAMES))
SPREAD = np.array([0.4, 0.05, 0.6, 0.3, 0.4, 0.06, 0.3, 0.2, 0.6])  # of the first draws
LOWEST = np.array([0.1, 0.3, 0.0, 0.0, -1.0, 0.0, -2.0, 0.1, 1.0])
HIGHEST = np.array([9.0, 1.0, 9.0, 5.0, 3.0, 3.0, 5.0, 5.0, 11.0])
PLAYERS = 4
PACE, QUICKEST = Merciless.pace, Merciless.quickest


def figures(judgement: Judgement) -> Figures:
    return np.array(msgspec.structs.astuple(judgement), float)


def train(generations: int, population: int, matches: int, seed: int) -> Judgement:
    """`matches` of each draw and generation; they grow, as the draws come closer together."""
    random = np.random.default_rng(seed)
    mean, spread = figures(PLAIN), SPREAD.copy()
    for generation in range(generations):
        drawn = mean + spread * random.standard_normal((population, len(NAMES)))
        drawn = np.clip(np.vstack([mean, drawn]), LOWEST, HIGHEST)
        shares = [share(one, figures(PLAIN), matches, 1000 * seed + generation) for one in drawn]
        best = drawn[np.argsort(shares)[-max(3, population // 4) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.03 * SPREAD
        told = f"best {max(shares):.3f}, mean {np.mean(shares):.3f}, centre {shares[0]:.3f}"
        print(f"generation {generation + 1}: {told}", flush=True)
    return Judgement(*(round(float(figure), 3) for figure in mean))


def share(mine: Figures, theirs: Figures, matches: int, seed: int) -> float:
    """Of wins, against those, each deal on both sides."""
    decks = np.array([default_cards().decks[colour] for colour in COLOURS], np.uint8)
    chance = np.array([(seed * 2 + 1) * 0x9E3779B97F4A7C15 % 2**64], np.uint64)
    sides = np.stack([mine, theirs])
    cards, play = cards_of(default_cards()), new(PLAY)
    return float(_share(play, cards, new_deal(), decks, sides, matches // 2, seed, chance))


@compiled
def _share(
    play: Play,
    cards: Cards,
    deal: Deal,
    decks: Bytes,
    sides: Figures,
    deals: int,
    seed: int,
    chance: Words,
) -> float:
    np.random.seed(seed)
    colours, won = np.arange(len(decks)), 0.0
    for _ in range(deals):
        deal_anew(deal, decks, colours, PLAYERS, chance)
        for turn in range(2):
            play_judged(play, cards, deal, sides, turn)
            bests = np.zeros(2)
            for s in range(PLAYERS):
                side = (s + turn) % 2
                bests[side] = max(bests[side], worth(play, s))
            won += 1.0 if bests[0] > bests[1] else 0.5 if bests[0] == bests[1] else 0.0
    return won / (2 * deals)


@compiled
def play_judged(play: Play, cards: Cards, deal: Deal, sides: Figures, turn: int) -> None:
    """lab/arena.py: steps, with bots/levels.py: LevelBot"""
    set_up(play, deal, PLAYERS)
    for _ in range(ROUNDS):
        begin_round(play, deal)
        for s in range(PLAYERS):
            play.when[s] = thinking_time()
        while play.waiting:
            s = soonest(play)
            now, before = play.when[s], play.waiting
            act(play, s, not keeps(play, cards, s, sides[(s + turn) % 2]))
            left = play.waiting
            for other in range(PLAYERS):  # a new scene: everybody thinks anew
                if other == s or (left != before and left & (left - 1) == 0):
                    play.when[other] = now + thinking_time()
        resolve(play, cards, False, 3)
        for s in range(play.seats):
            red, blue, _both = points_won(play, cards, s)
            play.lead[s] = red - blue
    score_match(play, cards)


@rule
def thinking_time() -> int:
    """bots/levels.py: LevelBot.thinking_time"""
    return max(QUICKEST, int(PACE * np.random.lognormal(0, 0.35)))


@compiled
def keeps(play: Play, cards: Cards, s: int, figures: Figures) -> bool:
    """bots/levels.py: Sharp.keeps, Merciless.draws"""
    top, left = play.top[s], DECK - play.top[s]
    if left == 1:
        return True
    draws = 1
    if play.waiting != 1 << s:
        last = figures[REFRESH_ROUND] if play.refresh == TO_COME else float(ROUNDS)
        rounds = max(1.0, last - play.round + 1)
        draws = max(1, int(np.ceil(figures[SPEND] * (left - 1) / rounds)))
    mine = worth_of(play, cards, s, active(play, s), figures)
    worths = np.empty(left - 1)
    for c in range(left - 1):
        worths[c] = worth_of(play, cards, s, int(play.hand[s, top + 1 + c]), figures)
    hope = worths.mean()
    for _ in range(draws - 1):
        hope = np.maximum(worths, hope).mean()
    return bool(mine >= figures[HOPE] * hope - figures[MARGIN])


@rule
def worth_of(play: Play, cards: Cards, s: int, card: int, figures: Figures) -> float:
    """bots/odds.py: worth, held_between"""
    total = 0.0
    aims = play.table & cards.takes[card]
    rank = 0
    while aims >> rank:
        if aims >> rank & 1:
            value, chance = cards.value[rank], 1.0
            for other in range(play.seats):
                if other != s:
                    closer = 0
                    for c in range(play.top[other], DECK):
                        closer += card < play.hand[other, c] <= value
                    odds = figures[CHOOSINESS] * closer / (DECK - play.top[other])
                    chance *= 1 - min(odds, figures[SUREST])
            points = gain(play, cards, s, rank)
            mine = points * figures[HURT] if points < 0 else float(points)
            total += chance * (mine + figures[DENY] * denied(play, cards, s, rank))
            if value == card and play.refresh == IN_PLAY:
                total += figures[PERFECT]
        rank += 1
    return total


@rule
def denied(play: Play, cards: Cards, s: int, rank: int) -> float:
    """bots/odds.py: denied"""
    total = 0
    for other in range(play.seats):
        if other != s:
            total += max(gain(play, cards, other, rank), 0)
    return float(total / (play.seats - 1))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a judgement of NOW! against merciless")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--matches", type=int, default=1000, help="of each draw and generation")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = train(arguments.generations, arguments.population, arguments.matches, arguments.seed)
    print(json.dumps(msgspec.to_builtins(found)))
    print(f"share against merciless: {share(figures(found), figures(PLAIN), 20_000, 99):.4f}")


if __name__ == "__main__":
    main()
