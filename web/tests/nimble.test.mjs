// nimble's hand: taps show at once, answers confirm them or take them back, and no card is ever lost.
import assert from 'node:assert/strict';
import { after, test, mock } from 'node:test';
import { done, load } from './load.mjs';

const { Hand } = await load('/src/games/nimble/hand.svelte.ts');
const { pauseAfter, turnedOf } = await load('/src/games/nimble/checkSteps.ts');
const { allows, DEAL, STEPS } = await load('/src/games/nimble/lesson/script.ts');
const { ENOUGH, hintFor } = await load('/src/games/nimble/hints.ts');
after(done);
mock.timers.enable({ apis: ['setTimeout'] });

const A = ['blue', 'red'];
const B = ['red', 'green'];
const PILES = [
  ['green', 'blue'],
  ['yellow', 'mauve'],
  ['orange', 'red'],
];

/** A table of two with five cards each, and the hand of seat 0 on it. */
function seated({ deck = 5, discard = 0, top = null } = {}) {
  const place = (name) => ({ name, deck, discard, top, ready: false });
  const stage = {
    you: 0,
    sent: [],
    public: {
      phase: 'play',
      round: 1,
      rounds: 1,
      seats: [place('Ana'), place('Bo')],
      piles: PILES,
      heights: [1, 1, 1],
      scene: 0,
      deadline: null,
      check: [],
      outcomes: [],
    },
    act(action) {
      return this.sent.push(action);
    },
  };
  const hand = new Hand(stage);
  /** The server's next update: how seat 0 is now, the piles, and what happened. */
  const update = (mine, events, piles = {}) => {
    const seats = stage.public.seats.with(0, { ...stage.public.seats[0], ...mine });
    stage.public = { ...stage.public, seats, ...piles };
    // Outside a component nothing watches `stage.public`: a hand hears of it with the events.
    hand.hear(events);
  };
  return { stage, hand, update };
}
const counts = ({ sight }) => [sight.deck.length, sight.discard.length];

test('a flip shows at once, face down, and turns when the card is told', () => {
  const { hand, update } = seated();
  hand.ask({ type: 'flip' });
  assert.deepEqual(counts(hand), [4, 1]);
  assert.equal(hand.sight.discard.at(-1), null);
  update({ deck: 4, discard: 1, top: A }, [{ type: 'flipped', seat: 0, card: A }]);
  assert.deepEqual(counts(hand), [4, 1]);
  assert.deepEqual(hand.sight.discard.at(-1), A);
});

test('a card is aimed at what was seen at the tap, not at what came in before the tap was handled', () => {
  const { hand, stage, update } = seated({ deck: 4, discard: 1, top: A });
  const before = stage.public;
  const theirs = { piles: PILES.with(1, B), heights: [1, 2, 1] };
  update({}, [{ type: 'placed', seat: 1, pile: 1, card: B }], theirs);
  stage.seen = before;
  hand.place(1);
  assert.deepEqual(stage.sent.at(-1), { type: 'place', pile: 1, onto: PILES[1] });
  stage.seen = stage.public;
  hand.place(2);
  hand.takeBack(1);
  hand.takeBack(2);
  hand.place(1);
  assert.deepEqual(stage.sent.at(-1), { type: 'place', pile: 1, onto: B });
});

test('an own card that was seen on a pile is aimed at, though its update is not drawn yet', () => {
  const { hand, stage, update } = seated({ deck: 3, discard: 2, top: A });
  const before = stage.public;
  hand.place(1);
  update({ deck: 3, discard: 1, top: B }, [{ type: 'placed', seat: 0, pile: 1, card: A }], {
    piles: PILES.with(1, A),
    heights: [1, 2, 1],
  });
  stage.seen = before;
  hand.place(1);
  assert.deepEqual(stage.sent.at(-1), { type: 'place', pile: 1, onto: A });
});

test('flip, flip, place: three moves in flight, answered one by one', () => {
  const { hand, stage, update } = seated();
  hand.ask({ type: 'flip' });
  hand.ask({ type: 'flip' });
  hand.place(1);
  assert.deepEqual(counts(hand), [3, 1]);
  assert.deepEqual(stage.sent.at(-1), { type: 'place', pile: 1, onto: PILES[1] });
  update({ deck: 4, discard: 1, top: A }, [{ type: 'flipped', seat: 0, card: A }]);
  assert.deepEqual(counts(hand), [3, 1]);
  update({ deck: 3, discard: 2, top: B }, [{ type: 'flipped', seat: 0, card: B }]);
  assert.deepEqual([counts(hand), hand.sight.piles[1]], [[3, 1], B]);
  update({ deck: 3, discard: 1, top: A }, [{ type: 'placed', seat: 0, pile: 1, card: B }], {
    piles: PILES.with(1, B),
    heights: [1, 2, 1],
  });
  assert.deepEqual([counts(hand), hand.sight.discard], [[3, 1], [A]]);
});

test('a card that is placed lies on the pile at once, and the next one is aimed at it', () => {
  const { hand, stage } = seated({ deck: 3, discard: 2, top: B });
  hand.place(2);
  assert.deepEqual([hand.sight.piles[2], hand.sight.heights[2], counts(hand)], [B, 2, [3, 1]]);
  hand.place(2);
  assert.deepEqual(stage.sent.at(-1).onto, B);
});

test('a bounced card is in the hand again, on the winner’s pile lies the winner’s card', () => {
  const { hand, stage, update } = seated({ deck: 3, discard: 2, top: B });
  hand.place(2);
  hand.ask({ type: 'flip' });
  update({}, [{ type: 'placed', seat: 1, pile: 2, card: A }], {
    piles: PILES.with(2, A),
    heights: [1, 1, 2],
  });
  assert.deepEqual(hand.sight.piles[2], B); // ours is still on its way
  assert.deepEqual(hand.takeBack(1), stage.sent[0]);
  assert.deepEqual([hand.sight.piles[2], counts(hand)], [A, [2, 3]]); // the flip still shows
  assert.equal(hand.takeBack(1), null);
});

test('what was put back or turned over is remembered, and comes up without waiting', () => {
  const { hand, update } = seated({ deck: 1, discard: 1, top: A });
  hand.ask({ type: 'back' });
  update({ deck: 2, discard: 0, top: null }, [{ type: 'taken_back', seat: 0, card: A }]);
  hand.ask({ type: 'flip' });
  assert.deepEqual(hand.sight.discard, [A]);
  update({ deck: 1, discard: 1, top: A }, [{ type: 'flipped', seat: 0, card: A }]);
  update({ deck: 0, discard: 2, top: B }, [{ type: 'flipped', seat: 0, card: B }]);
  hand.ask({ type: 'recycle' });
  hand.ask({ type: 'flip' });
  assert.deepEqual([hand.sight.discard, hand.sight.deck], [[A], [B]]);
});

test('after a loss of the line the view alone counts', () => {
  const { hand, update } = seated();
  hand.ask({ type: 'flip' });
  hand.ask({ type: 'flip' });
  update({ deck: 4, discard: 1, top: A }, []);
  assert.deepEqual([counts(hand), hand.sight.discard], [[4, 1], [A]]);
});

test('a move that nobody answers is shown until the line gives it up, and taken back in the end', () => {
  const { hand, stage } = seated();
  hand.ask({ type: 'flip' });
  assert.deepEqual(counts(hand), [4, 1]);
  hand.takeBack(stage.sent.length);
  assert.deepEqual(counts(hand), [5, 0]);
});

test('nothing is shown that could not be sent, or after the round', () => {
  const { hand, stage } = seated();
  stage.act = () => 0;
  assert.equal(hand.ask({ type: 'flip' }), false);
  assert.deepEqual(counts(hand), [5, 0]);
});

test('the check hurries over what is right and stops at errors', () => {
  const check = Array.from({ length: 90 }, (_, i) => ({
    pile: i % 3,
    index: Math.floor(i / 3),
    error: i === 4,
  }));
  assert.ok(pauseAfter(check, 5) > 5 * pauseAfter(check, 4));
  const whole = Array.from({ length: 90 }, (_, i) => pauseAfter(check, i)).reduce((sum, ms) => sum + ms);
  assert.ok(whole < 12_000, `${whole} ms`);
  assert.deepEqual(
    turnedOf(check, 7, 0, 2).map((card) => card.index),
    [1, 2],
  );
});

test('the lesson: the other’s cards fit nowhere, and only the tap that is being learnt is let through', () => {
  const circles = new Set(DEAL.decks[0].concat(DEAL.decks[1].slice(0, 2)).map(([, circle]) => circle));
  assert.ok(DEAL.decks[1].slice(2).every(([frame]) => !circles.has(frame)));
  assert.ok(allows(STEPS[0], { type: 'flip' }) && !allows(STEPS[0], { type: 'place', pile: 0 }));
  assert.ok(allows(STEPS[1], { type: 'place', pile: 0 }) && !allows(STEPS[1], { type: 'place', pile: 1 }));
  assert.ok(allows(undefined, { type: 'ready' }));
});

test('hints say what to tap until some cards are placed', () => {
  const view = (seat, more = {}) => ({ round: 1, phase: 'play', seats: [seat], ...more });
  const fresh = { deck: 3, discard: 0, top: null };
  assert.equal(hintFor(view(fresh, { phase: 'countdown' }), 0, 0).key, 'look');
  assert.equal(hintFor(view(fresh), 0, 0).key, 'flip');
  assert.deepEqual(hintFor(view({ ...fresh, top: ['blue', 'red'] }), 0, 0), { key: 'place', frame: 'blue' });
  assert.equal(hintFor(view({ deck: 0, discard: 2, top: ['blue', 'red'] }), 0, 0).key, 'recycle');
  assert.equal(hintFor(view(fresh), 0, ENOUGH), null);
  assert.equal(hintFor(view(fresh, { round: 2 }), 0, 0), null);
  assert.equal(hintFor(view(fresh, { phase: 'check' }), 0, 0), null);
});
