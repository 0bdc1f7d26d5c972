// NoNo: a verdict in lines, the marks on a word, a match card by card, and the lesson's rails.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { done, load } from './load.mjs';

const { linesOf, marksAt, costAt } = await load('/src/games/nono/verdictLines.ts');
const { cutPlaces, glyphs } = await load('/src/games/nono/parts/word.ts');
const { cardsOf } = await load('/src/games/nono/history.ts');
const { allowed, bubble, companion } = await load('/src/games/nono/lesson/script.ts');
const { hintFor } = await load('/src/games/nono/hints.ts');
after(done);

const DICE = {
  order: [
    ['S', 1],
    ['P', 2],
  ],
  ban: 'E',
  syllables: 3,
};
const MARKS = [
  { start: 0, end: 4, kind: 'plural' },
  { start: 1, end: 2, kind: 'demanded' },
  { start: 2, end: 3, kind: 'banned' },
];
const verdict = (penalties) => ({ seat: 0, word: 'apes', change: -20, penalties, marks: MARKS });
const off = (reason, letter = null) => ({ reason, amount: reason === 'vote' ? -3 : -10, letter });

test('a right word: every die and the thumbs, nothing to pay', () => {
  const lines = linesOf(verdict([]), DICE, null);
  assert.deepEqual(
    lines.map(({ kind, good, amount }) => [kind, good, amount]),
    [
      ['order', true, 1],
      ['order', true, 2],
      ['ban', true, 0],
      ['syllables', true, 0],
      ['vote', true, 0],
    ],
  );
  assert.equal(costAt(lines), 0);
});

test('each penalty has its line, with the letter it is about', () => {
  const wrong = [
    off('vote'),
    off('banned', 'E'),
    off('missing', 'P'),
    off('category'),
    off('syllables'),
    off('plural', 'S'),
    off('handicap'),
  ];
  const lines = linesOf(verdict(wrong), DICE, 'first');
  assert.deepEqual(
    lines.filter((line) => !line.good).map((line) => line.kind),
    ['order', 'ban', 'syllables', 'category', 'plural', 'handicap', 'vote'],
  );
  assert.equal(lines.find((line) => line.kind === 'order' && !line.good).letter, 'P');
  assert.equal(costAt(lines), -63);
  assert.deepEqual(
    linesOf(verdict([off('no_word')]), DICE, 'first').map((line) => line.kind),
    ['no_word'],
  );
});

test('two dice with one letter: missing, it is told once', () => {
  const twins = {
    order: [
      ['R', 1],
      ['R', 1],
    ],
    ban: null,
    syllables: null,
  };
  assert.equal(
    linesOf(verdict([off('missing', 'R')]), twins, null).filter((line) => line.kind === 'order').length,
    1,
  );
  assert.equal(linesOf(verdict([]), twins, null).filter((line) => line.kind === 'order').length, 2);
});

test('an S that only makes a plural is told once, as that', () => {
  const lines = linesOf(verdict([off('plural', 'S')]), DICE, null);
  assert.deepEqual(
    lines.filter((line) => line.letter === 'S').map(({ kind, good }) => [kind, good]),
    [['plural', false]],
  );
});

test('marks come with their lines', () => {
  const lines = linesOf(verdict([off('plural', 'S')]), DICE, null);
  assert.deepEqual(
    marksAt(verdict([]), lines.slice(0, 1)).map((mark) => mark.kind),
    ['demanded'],
  );
  assert.equal(marksAt(verdict([]), lines).length, 3);
});

test('a word is cut where the dots are, whatever stands between its words', () => {
  assert.deepEqual(cutPlaces('marathon', 'ma·ra·thon'), [2, 4]);
  assert.deepEqual(cutPlaces("sport d'équipe", "sport·d'é·quipe"), [6, 9]);
  assert.deepEqual(cutPlaces('ping-pong', 'ping·pong'), [5]);
  assert.deepEqual(cutPlaces('marathon', 'some·thing'), []);
});

test('letters know their marks; characters count as the server counts them', () => {
  const drawn = glyphs('🐒ape', [{ start: 1, end: 4, kind: 'plural' }], null);
  assert.deepEqual(
    drawn.map(({ char, kinds, ending }) => [char, kinds.length, ending]),
    [
      ['🐒', 0, false],
      ['a', 1, false],
      ['p', 1, false],
      ['e', 1, true],
    ],
  );
});

test('a match card by card: who said what, and cards that nobody solved', () => {
  const lying = (turn) => ({
    turn,
    language: 'fr',
    card: { names: { en: `Card ${turn}`, fr: `Carte ${turn}` } },
  });
  const judged = { type: 'judged', verdict: { seat: 2, word: 'ski', change: 6 } };
  const cards = cardsOf([
    { public: { turn: 0, card: null }, events: [] },
    { public: lying(1), events: [] },
    { public: lying(1), events: [judged] },
    { public: lying(2), events: [] },
    { public: { turn: 2, card: null }, events: [] },
  ]);
  assert.deepEqual(cards, [
    { turn: 1, category: 'Carte 1', seat: 2, word: 'ski', change: 6 },
    { turn: 2, category: 'Carte 2', seat: null, word: '', change: 0 },
  ]);
});

test('the lesson: one thing at a time, and Ana has the last word', () => {
  const table = (phase, turn, voted = false) => ({ phase, turn, seats: [{ voted }] });
  assert.equal(allowed(table('search', 1), { type: 'stop' }), true);
  assert.equal(allowed(table('search', 3), { type: 'stop' }), false);
  assert.equal(allowed(table('search', 1), { type: 'pass' }), false);
  assert.deepEqual(
    [bubble(table('search', 2)), bubble(table('vote', 3)), bubble(table('vote', 3, true))],
    ['stopWrong', 'vote', 'voting'],
  );
  const ana = companion(100, 'rolling pin');
  assert.deepEqual(ana({ type: 'turned', turn: 2 }, 1), []);
  assert.deepEqual(
    ana({ type: 'turned', turn: 3 }, 1).map((cue) => cue.action.type),
    ['stop'],
  );
  assert.deepEqual(ana({ type: 'stopped', seat: 0 }, 1), []);
  assert.deepEqual(ana({ type: 'answered', seat: 1 }, 1), []);
});

test('each hint stays until it was followed', () => {
  const view = (phase, stopper = null) => ({ phase, stopper });
  const nothing = { searched: false, voted: false };
  assert.equal(hintFor(view('countdown'), 0, nothing), 'look');
  assert.equal(hintFor(view('search'), 0, nothing), 'search');
  assert.equal(hintFor(view('search'), 0, { ...nothing, searched: true }), '');
  assert.equal(hintFor(view('answer', 1), 0, nothing), 'typing');
  assert.equal(hintFor(view('answer', 0), 0, nothing), '', 'the field to type in says it');
  assert.equal(hintFor(view('vote', 1), 0, nothing), 'vote');
  assert.equal(hintFor(view('vote', 1), 0, { searched: true, voted: true }), '');
});
