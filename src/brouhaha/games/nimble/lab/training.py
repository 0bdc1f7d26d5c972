"""Train how a player of nimble looks for a card that fits (`bots/search.py`), compiled.

    python -m brouhaha.games.nimble.lab.training       # half a minute of one core

The cross-entropy method: figures are drawn around the best so far, each draw plays the same deals
on both sides of the table against merciless, whose eyes, hands and memory it has, and those that
won most are drawn around next. `tests/games/nimble/test_learned.py` proves that the compiled choice
is the bot's.
"""

from __future__ import annotations

import argparse
import json

import msgspec
import numpy as np
from numpy.typing import NDArray

from brouhaha.games.nimble.bots.levels import Merciless
from brouhaha.games.nimble.bots.search import FARTHEST, Search
from brouhaha.games.nimble.lab.kernel import (
    BACK,
    CARDS,
    CIRCLE,
    CLOCK,
    DEAL,
    FLIP,
    FRAME,
    MOST_SEATS,
    NONE,
    PILES,
    PLACE,
    PLAY,
    RECYCLE,
    Deal,
    Ints,
    Play,
    act,
    may,
    set_up,
    top_of,
    winner,
)
from brouhaha.games.nimble.lab.players import soonest
from brouhaha.games.nimble.setup import SHARES
from brouhaha.lab.compiled import compiled, new, rule

Figures = NDArray[np.float64]
Flags = NDArray[np.bool_]

NAMES = Search.__struct_fields__
EAGERNESS, PERSISTENCE, FORTUNE = range(len(NAMES))
SPREAD = np.array([0.08, 0.1, 0.1])
LOWEST, HIGHEST = np.array([0.5, 0.3, 0.01]), np.array([0.995, 1.0, 0.9])
NEAREST = np.array([-1.0, 0.0, 0.0])  # merciless: whichever is nearer
LOOK, MOVE, QUICKEST, SPREAD_OF_TIMES = (
    Merciless.look,
    Merciless.move,
    Merciless.quickest,
    Merciless.spread,
)
LOOKING, NOWHERE, LONGEST = 0, 99, 600_000


def figures(search: Search) -> Figures:
    return np.array(msgspec.structs.astuple(search), float)


def train(generations: int, population: int, matches: int, seed: int) -> Search:
    random = np.random.default_rng(seed)
    mean, spread = figures(Search()), SPREAD.copy()
    for generation in range(generations):
        drawn = mean + spread * random.standard_normal((population, len(NAMES)))
        drawn = np.clip(np.vstack([mean, drawn]), LOWEST, HIGHEST)
        shares = [share(one, NEAREST, 4, matches, 1000 * seed + generation) for one in drawn]
        best = drawn[np.argsort(shares)[-max(3, population // 4) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.03 * SPREAD
        told = f"best {max(shares):.3f}, mean {np.mean(shares):.3f}, centre {shares[0]:.3f}"
        print(f"generation {generation + 1}: {told}", flush=True)
    return Search(*(round(float(figure), 3) for figure in mean))


def share(mine: Figures, theirs: Figures, players: int, matches: int, seed: int) -> float:
    """Of wins, against those, each deal on both sides."""
    sides, shares = np.stack([mine, theirs]), np.array(SHARES[players])
    seen = np.zeros((MOST_SEATS, CARDS + 1), np.bool_)
    return float(_share(new(PLAY), new(DEAL), seen, sides, shares, matches // 2, seed))


@compiled
def _share(
    play: Play, deal: Deal, seen: Flags, sides: Figures, shares: Ints, deals: int, seed: int
) -> float:
    np.random.seed(seed)
    players, won = len(shares), 0
    for _ in range(deals):
        for s in range(players):
            deal.decks[s] = np.random.permutation(CARDS)
            deal.count[s] = CARDS
        seats, pile = np.random.permutation(players), 0
        for index in range(players):
            for _ in range(shares[index]):
                deal.givers[pile] = seats[index]
                pile += 1
        for turn in range(2):
            play_searching(play, deal, seen, sides, players, turn)
            won += (winner(play) + turn) % 2 == 0
    return won / (2 * deals)


@compiled
def play_searching(
    play: Play, deal: Deal, seen: Flags, sides: Figures, players: int, turn: int
) -> None:
    """lab/arena.py: steps, with bots/levels.py: Level.look_or_move"""
    set_up(play, deal, players)
    seen[:] = False
    for s in range(players):
        play.wish[s], play.when[s] = LOOKING, taking(LOOK)
    while not play.ending:
        s = soonest(play)
        now = play.when[s]
        if now >= LONGEST:
            play.ending = CLOCK
        elif play.wish[s] == LOOKING:
            seen[s, top_of(play, s)] = True
            choose(play, s, seen[s], sides[(s + turn) % 2])
            play.when[s] = now + taking(MOVE)
        else:
            if may(play, s, play.wish[s], play.aim[s], True):
                act(play, s, play.wish[s])
            play.wish[s], play.when[s] = LOOKING, now + taking(LOOK)


@rule
def taking(median: int) -> int:
    """bots/levels.py: Level.time"""
    return max(QUICKEST, int(median * np.random.lognormal(0, SPREAD_OF_TIMES)))


@rule
def choose(play: Play, s: int, seen: Flags, figures: Figures) -> None:
    """bots/levels.py: Level.choose"""
    top = top_of(play, s)
    if top != NONE:
        for pile in range(PILES):
            if CIRCLE[play.tops[pile]] == FRAME[top]:
                play.wish[s], play.aim[s] = PLACE + pile, play.tops[pile]
                return
    goes_back = turns_back(play, s, seen, figures)
    play.wish[s] = BACK if goes_back else FLIP if play.deck_size[s] else RECYCLE


@compiled
def turns_back(play: Play, s: int, seen: Flags, figures: Figures) -> bool:
    """bots/search.py: Search.turns_back; bots/memory.py: Memory.behind, Memory.ahead"""
    if figures[EAGERNESS] < 0:
        return nearest(play, s, seen, True) < nearest(play, s, seen, False)
    return promise(play, s, seen, figures, True) > promise(play, s, seen, figures, False)


@rule
def fits(play: Play, card: int) -> bool:
    found = False
    for pile in range(PILES):
        found |= CIRCLE[play.tops[pile]] == FRAME[card]
    return found


@rule
def card_at(play: Play, s: int, step: int, backwards: bool) -> int:
    """The card that lies on top after so many steps, none after the turning over, −1 beyond."""
    deck, discard = play.deck_size[s], play.discard_size[s]
    if backwards:
        return np.int64(play.discard[s, discard - 1 - step]) if step < discard else -1  # type: ignore[return-value]
    if step <= deck:
        return np.int64(play.deck[s, deck - step])  # type: ignore[return-value]
    step -= deck + 1
    if step == 0:
        return NONE
    return np.int64(play.discard[s, step - 1]) if step <= discard else -1  # type: ignore[return-value]


@rule
def nearest(play: Play, s: int, seen: Flags, backwards: bool) -> int:
    step = 1
    while True:
        card = card_at(play, s, step, backwards)
        if card < 0:
            return NOWHERE
        if card != NONE:
            if not seen[card]:
                return step + 1
            if fits(play, card):
                return step
        step += 1


@rule
def promise(play: Play, s: int, seen: Flags, figures: Figures, backwards: bool) -> float:
    """bots/search.py: Search.promise"""
    value, open_, weight, stays = 0.0, 1.0, 1.0, 1.0
    fortune = figures[FORTUNE]
    for step in range(1, FARTHEST + 1):
        card = card_at(play, s, step, backwards)
        if card < 0:
            break
        weight *= figures[EAGERNESS]
        stays *= figures[PERSISTENCE]
        if card == NONE:
            continue
        chance = fortune
        if seen[card]:
            chance = (1 - stays) * fortune + (stays if fits(play, card) else 0.0)
        value += open_ * weight * chance
        open_ *= 1 - chance
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a search of nimble against merciless")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--matches", type=int, default=2000, help="of each draw and generation")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = train(arguments.generations, arguments.population, arguments.matches, arguments.seed)
    print(json.dumps(msgspec.to_builtins(found)))
    for players in (2, 3, 4):
        won = share(figures(found), NEAREST, players, 20_000, 99)
        print(f"share against merciless, {players} players: {won:.4f}")


if __name__ == "__main__":
    main()
