"""NOW! by the thousand: `environment.py` and the ticks of `envs/ticks.py` over the compiled rules,
dealt from the referee's own chance. `tests/envs/test_batch.py` proves it equal to the single ones.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from brouhaha.envs import order
from brouhaha.envs.batch import Batch, Masks, Numbers, Rows
from brouhaha.envs.compiled_order import first_of
from brouhaha.games.now.cards import COLOURS, default_cards
from brouhaha.games.now.lab.environment import DISCARD, MOST_OTHERS, NOW, TARGETS, NowSenses
from brouhaha.games.now.lab.fast import cards_of
from brouhaha.games.now.lab.kernel import (
    BLUE,
    DEAL,
    DECK,
    IN_PLAY,
    PLAY,
    RED,
    REFRESH,
    ROUNDS,
    SLOTS,
    TO_COME,
    TOP_VALUE,
    Cards,
    Deal,
    Ints,
    Play,
    act,
    active,
    begin_round,
    may,
    points_won,
    resolve,
    score_match,
    set_up,
)
from brouhaha.games.now.lab.players import Options
from brouhaha.games.now.lab.rollouts import best_worth, worth
from brouhaha.games.now.setup import THIRD
from brouhaha.games.now.types import Options as RefereesOptions
from brouhaha.lab.compiled import compiled, rule
from brouhaha.lab.compiled_chance import Text, below, draw, shuffle, text, word

# A match's clock: ms since Go, when the action ends; how many ticks there were; and the beginning
# of its priorities within ticks.
CLOCK = np.dtype(
    [("now", np.int64), ("due", np.int64), ("ticks", np.int64), ("beginning", np.uint64)]
)
Clock: TypeAlias = Any
Plays = NDArray[np.void]

LABELS = tuple(
    text(label)
    for label in ("colours", "targets", "refresh/position", "deck/", "refresh/", order.LABEL)
)
DEFAULTS = RefereesOptions()
ACTION_MS, LAST_MS = (round(1000 * s) for s in (DEFAULTS.action, DEFAULTS.last_player))
OWN = 4 + 4 * TARGETS  # where the own figures begin
GONE = OWN + 7  # the own discards by value
OTHERS = GONE + TOP_VALUE


class NowBatch(Batch):
    senses = NowSenses

    def __init__(self, players: int, matches: int, **settings: Any) -> None:
        super().__init__(players, matches, **settings)
        cards = default_cards()
        self.cards = cards_of(cards)
        self.ranks = np.argsort(np.argsort([card.value for card in cards.targets]))
        self.decks = np.array([cards.decks[colour] for colour in COLOURS], np.uint8)
        self.plays, self.deals = np.zeros(matches, PLAY), np.zeros(matches, DEAL)
        self.clocks = np.zeros(matches, CLOCK)

    def deal(self, rows: Rows, seeds: Text, lengths: Rows) -> None:
        matches, boxes = (self.plays, self.deals, self.clocks), (self.ranks, self.decks)
        begin(matches, rows, self.players, seeds, lengths, boxes, LABELS)

    def play(self, actions: Ints) -> None:
        matches = self.plays, self.deals, self.clocks
        told = self.refused, self.terminated, self.rewards, self.scores
        step(matches, self.cards, actions, self.tick, Options(), told)

    def observe(self, rows: Rows, observations: Numbers, masks: Masks) -> None:
        see(self.plays, self.cards, rows, observations, masks)


# Dealing


@compiled
def begin(
    matches: tuple[Plays, Plays, Plays],
    rows: Rows,
    players: int,
    seeds: Text,
    lengths: Rows,
    boxes: tuple[Ints, NDArray[np.uint8]],
    labels: tuple[Text, ...],
) -> None:
    plays, deals, clocks = matches
    state, columns = np.zeros(25, np.uint64), np.zeros(5, np.uint64)
    places = np.zeros(SLOTS, np.uint8)
    scratch = state, columns, places
    for number in range(len(rows)):
        row = rows[number]
        seed = seeds[number], lengths[number]
        deal_cards(deals[row], players, seed, boxes, labels, scratch)
        set_up(plays[row], deals[row], players)
        begin_round(plays[row], deals[row])
        clock = clocks[row]
        clock.now, clock.due, clock.ticks = 0, ACTION_MS, 0
        draw(state, columns, seed[0], seed[1], labels[5], -1)
        clock.beginning = np.uint64(word(state, 0)) | np.uint64(word(state, 1)) << np.uint64(32)


@rule
def deal_cards(deal: Deal, players: int, seed: Any, boxes: Any, labels: Any, scratch: Any) -> None:
    """setup.py: new_state, choose_colours, shuffle_targets; rounds.py: refresh"""
    (ranks, decks), (state, columns, places) = boxes, scratch
    bytes_of_seed, length = seed
    draw(state, columns, bytes_of_seed, length, labels[1], -1)
    shuffle(state, places, SLOTS - 1)
    draw(state, columns, bytes_of_seed, length, labels[2], -1)
    refresh = THIRD + below(state, THIRD)
    for slot in range(SLOTS):
        place = slot - (slot > refresh)
        deal.targets[slot] = REFRESH if slot == refresh else ranks[places[place]]
    draw(state, columns, bytes_of_seed, length, labels[0], -1)
    shuffle(state, places, len(decks))
    seats = players + 1 if players == 2 else players
    for s in range(seats):
        deal.shuffles[s, 0] = places[len(decks) - 1 - s]  # kept here until the deck is dealt
    for s in range(seats):
        colour = deal.shuffles[s, 0]
        draw(state, columns, bytes_of_seed, length, labels[3], s)
        shuffle(state, places, DECK)
        for c in range(DECK):
            deal.decks[s, c] = decks[colour, places[c]]
        draw(state, columns, bytes_of_seed, length, labels[4], s)
        shuffle(state, places, DECK)
        for c in range(DECK):
            deal.shuffles[s, c] = places[c]


# A tick


@compiled
def step(
    matches: tuple[Plays, Plays, Plays],
    cards: Cards,
    actions: Ints,
    tick: int,
    options: Options,
    told: tuple[Any, ...],
) -> None:
    plays, deals, clocks = matches
    refused, ended, rewards, scores = told
    for m in range(len(plays)):
        play, clock = plays[m], clocks[m]
        let_act(play, clock, actions[m], tick, refused[m])
        ended[m] = False
        rewards[m] = 0
        if play.waiting:
            continue
        resolve(play, cards, options.any_perfect, options.refresh_points)
        if play.round == ROUNDS:
            score_match(play, cards)
            pay(play, rewards[m], scores[m])
            ended[m] = True
        else:
            begin_round(play, deals[m])
            clock.now, clock.due = 0, ACTION_MS


@rule
def let_act(play: Play, clock: Clock, actions: Ints, tick: int, refused: Any) -> None:
    """envs/ticks.py: _let_act; play.py: call_last_player, keep_all"""
    clock.now += tick
    pending = 0
    for s in range(play.players):
        refused[s] = False
        if actions[s]:
            pending |= 1 << s
    if clock.due <= clock.now:
        play.waiting = 0  # the time is up before anybody acts
    while pending:
        s = first_of(pending, play.players, clock.beginning, clock.ticks)
        pending ^= 1 << s
        discards = actions[s] == DISCARD
        if not may(play, s, discards):
            refused[s] = True
            continue
        before = play.waiting
        act(play, s, discards)
        now_waiting = play.waiting
        if now_waiting != before and now_waiting and now_waiting & (now_waiting - 1) == 0:
            clock.due = clock.now + LAST_MS
    clock.ticks += 1


@rule
def pay(play: Play, rewards: Any, scores: Ints) -> None:
    """envs/ticks.py: _rewards, _tell_scores"""
    best, winners = best_worth(play, play.seats)
    equal, share = 1 / play.players, 1 / winners
    for s in range(play.players):
        rewards[s] = share * (worth(play, s) == best) - equal
        scores[s] = play.score[s]


# What is seen


@compiled
def see(plays: Plays, cards: Cards, rows: Rows, seen: Numbers, masks: Masks) -> None:
    for number in range(len(rows)):
        play = plays[rows[number]]
        for s in range(play.players):
            seen[number, s] = 0
            look(play, cards, s, seen[number, s])
            waits = play.waiting >> s & 1
            masks[number, s, 0] = 1
            masks[number, s, DISCARD] = waits and play.top[s] < DECK - 1
            masks[number, s, NOW] = waits


@rule
def look(play: Play, cards: Cards, s: int, numbers: Any) -> None:
    """environment.py: NowSenses.observe"""
    numbers[0] = play.round / ROUNDS
    numbers[1] = play.refresh == TO_COME
    numbers[2] = play.refresh == IN_PLAY
    numbers[3] = (SLOTS - 3 * play.round) / SLOTS
    look_at_targets(play, cards, numbers)
    red, blue, both = points_won(play, cards, s)
    numbers[OWN] = active(play, s) / TOP_VALUE
    numbers[OWN + 1] = (DECK - play.top[s]) / DECK
    numbers[OWN + 2] = play.waiting >> s & 1 == 0
    numbers[OWN + 3] = limited((red - blue) / 32)
    numbers[OWN + 4] = limited(both / 12)
    numbers[OWN + 5] = play.holder == s
    numbers[OWN + 6] = play.waiting == 1 << s
    for c in range(play.top[s]):
        numbers[GONE - 1 + play.hand[s, c]] = 1
    for place in range(min(play.seats - 1, MOST_OTHERS)):
        other = s + 1 + place
        other -= play.seats if other >= play.seats else 0
        look_at_other(play, cards, other, numbers[OTHERS + 6 * place :])


@rule
def look_at_targets(play: Play, cards: Cards, numbers: Any) -> None:
    place, rank, left = 0, 0, play.table
    while left and place < TARGETS:
        if left & 1:
            at, colour = 4 + 4 * place, cards.colour[rank]
            points = cards.points[rank] / 12
            numbers[at] = cards.value[rank] / TOP_VALUE
            numbers[at + 1 + (0 if colour == RED else 1 if colour == BLUE else 2)] = points
            place += 1
        left >>= 1
        rank += 1


@rule
def look_at_other(play: Play, cards: Cards, s: int, numbers: Any) -> None:
    red, blue, both = points_won(play, cards, s)
    is_player = s < play.players
    # Silvano's card goes aside when the next round begins; the kernel does it at the resolution
    aside = 0 if is_player or play.waiting else 1
    numbers[0] = (DECK - play.top[s] + aside) / DECK
    numbers[1] = is_player and play.waiting >> s & 1 == 0
    numbers[2], numbers[3] = limited(red / 32), limited(blue / 32)
    numbers[4], numbers[5] = limited(both / 12), play.holder == s


@rule
def limited(number: float) -> float:
    return min(max(number, -1.0), 1.0)
