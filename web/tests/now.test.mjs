// NOW!: what a resolution looked like on the way, and which gestures of the hand are moves.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clock, done, load } from './load.mjs';

const { holdingAt, slotsAt, stepsOf, storyOf, wonAt } = await load('/src/games/now/resolutionSteps.ts');
const { Hand } = await load('/src/games/now/hand.svelte.ts');
const { bubble } = await load('/src/games/now/lesson/script.ts');
const { hintFor } = await load('/src/games/now/hints.ts');
after(done);

const RED = { value: 84, colour: 'red', points: 2 };
const BLUE = { value: 16, colour: 'blue', points: 3 };
const REFRESH = { refresh: true };
const EVENTS = [
  { type: 'said_now', seat: 1, by_clock: false },
  { type: 'shown', cards: [80, 84] },
  { type: 'taken', target: RED, seat: 1, card: 84 },
  { type: 'stayed', target: BLUE },
  { type: 'refresh_taken', seat: 1, card: 84 },
];
const AFTER = { red: 5, blue: 1, both: 0, refresh: true };

test('only a resolution tells a story', () => {
  assert.equal(storyOf(EVENTS.slice(0, 1)), null);
  assert.equal(stepsOf(storyOf(EVENTS)), 4);
});

test('of two resolutions in one update the last is told, and no Target lies there twice', () => {
  const again = [
    { type: 'shown', cards: [9, 16] },
    { type: 'taken', target: BLUE, seat: 1, card: 16 },
  ];
  const story = storyOf([...EVENTS, ...again]);
  assert.deepEqual(story.cards, [9, 16]);
  assert.deepEqual(
    slotsAt(story, 0, []).map((slot) => slot.key),
    ['16'],
  );
});

test('a Target lies there until its line is told; what nobody took stays', () => {
  const story = storyOf(EVENTS);
  const here = (at) =>
    slotsAt(story, at, [BLUE])
      .filter((slot) => slot.here)
      .map((slot) => slot.key);
  assert.deepEqual([1, 2, 3, 4].map(here), [
    ['84', '16', 'refresh'],
    ['16', 'refresh'],
    ['16', 'refresh'],
    ['16'],
  ]);
  const waiting = slotsAt(storyOf(EVENTS.slice(0, 4)), 0, [BLUE, REFRESH]).map((slot) => slot.key);
  assert.deepEqual(waiting, ['84', '16', 'refresh'], 'Refresh that nobody won waits at the end');
});

test('totals count up as the story goes', () => {
  const story = storyOf(EVENTS);
  assert.deepEqual(holdingAt(AFTER, story, 1, 1), { red: 3, blue: 1, both: 0, refresh: false });
  assert.deepEqual(holdingAt(AFTER, story, 2, 1), { red: 5, blue: 1, both: 0, refresh: false });
  assert.deepEqual(holdingAt(AFTER, story, 4, 1), AFTER);
  assert.deepEqual(wonAt(story, 4, 1), [RED, REFRESH]);
  assert.deepEqual(wonAt(story, 4, 0), []);
});

function aHand() {
  const sent = [];
  const seat = { cards_left: 16, said_now: false };
  const stage = {
    you: 0,
    public: { phase: 'action', round: 1, seats: [seat] },
    private: { active: 80 },
    act: (action) => sent.push(action.type),
  };
  const hand = new Hand(stage);
  clock.now = 1000;
  hand.seen();
  return { hand, stage, seat, sent };
}

test('a tap in the first moment of a card is not for it', () => {
  const { hand, sent } = aHand();
  clock.now += 119;
  hand.discard();
  assert.deepEqual(sent, []);
  clock.now += 1;
  hand.discard();
  assert.deepEqual(sent, ['discard']);
});

test('one move at a time: the next tap waits for the answer', () => {
  const { hand, seat, stage, sent } = aHand();
  clock.now += 200;
  hand.discard();
  hand.discard();
  hand.now();
  assert.deepEqual(sent, ['discard']);
  assert.equal(hand.value, null, 'the next card is not known yet');
  seat.cards_left = 15;
  stage.private = { active: 7 };
  assert.equal(hand.value, 7);
  hand.now();
  assert.deepEqual([sent, hand.said], [['discard', 'now'], true]);
});

test('a refusal puts the card back', () => {
  const { hand } = aHand();
  clock.now += 200;
  hand.discard();
  assert.equal(hand.flown.length, 1);
  assert.equal(hand.takeBack(99), false, 'not ours');
  assert.equal(hand.takeBack(1), true);
  assert.deepEqual([hand.value, hand.flown.length, hand.asked], [80, 0, null]);
});

test('the lesson praises what was won, and says what would have won', () => {
  const view = (round, won) => ({ round, phase: 'resolution', seats: [{ said_now: true, won }] });
  const first = { value: 84, colour: 'blue', points: 1 };
  assert.equal(bubble(view(1, [first]), null), 'closest');
  assert.equal(bubble(view(2, [first]), null), 'lastLost');
  assert.equal(bubble(view(2, [first, { value: 124 }]), null), 'lastWon');
  assert.equal(bubble(view(3, [first, { value: 124 }]), null), 'endLost');
  assert.equal(bubble(view(3, [first, { value: 68 }]), null), 'endWon');
});

test('hints lead through the first round, and only through it', () => {
  const view = (phase, seat = {}, more = {}) => ({
    round: 1,
    phase,
    last_player: null,
    seats: [seat],
    ...more,
  });
  assert.equal(hintFor(view('countdown'), 0), 'look');
  assert.equal(hintFor(view('action'), 0), 'choose');
  assert.equal(hintFor(view('action', {}, { last_player: 0 }), 0), '', 'the alarm says it');
  assert.equal(hintFor(view('action', { said_now: true }), 0), 'said');
  assert.equal(hintFor(view('resolution'), 0), '', 'the cards tell it');
  assert.equal(hintFor(view('action', {}, { round: 2 }), 0), '');
  assert.equal(hintFor(view('action'), null), '');
});
