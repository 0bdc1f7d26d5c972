// A line that died without a word: what the page notices, says and sends again. Time is given.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, mock, test } from 'node:test';
import { clock, document, done, load, sockets, stored } from './load.mjs';

const { TableLink } = await load('/src/socket.svelte.ts');
after(done);

let link;
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  stored.set('brouhaha.seat.K7CDFM', 'token');
  link = new TableLink('K7CDFM');
  welcome();
});
afterEach(() => {
  link.close();
  document.hidden = false;
  mock.timers.reset();
});

const latest = () => sockets.at(-1);
const sent = (socket, type) => socket.sent.filter((message) => message.type === type);
const update = (heard) => ({ type: 'update', seq: 1, at: 0, public: {}, private: null, events: [], heard });

function welcome(heard = 0, missed = null) {
  latest().open();
  latest().hear({ type: 'welcome', seat: 0, token: 'token', heard, also: [], version: 1, missed });
}

function wait(ms) {
  for (let passed = 0; passed < ms; passed += 100) {
    clock.now += 100;
    mock.timers.tick(100);
  }
}

test('a quiet line is asked, and answers', () => {
  const line = latest();
  for (let beats = 1; beats <= 5; beats++) {
    wait(2500);
    assert.equal(sent(line, 'beat').length, beats);
    line.hear({ type: 'beat' });
  }
  assert.deepEqual([link.status, latest()], ['open', line]);
});

test('a line that is never quiet is not asked', () => {
  for (let second = 0; second < 10; second++) {
    wait(1000);
    latest().hear(update(0));
  }
  assert.equal(sent(latest(), 'beat').length, 0);
});

test('after six seconds of silence it is weak, and another is opened beside it', () => {
  const line = latest();
  wait(5500);
  assert.equal(link.status, 'open');
  wait(1000);
  assert.equal(link.status, 'weak');
  assert.notEqual(latest(), line);
  assert.equal(line.readyState, 1);
  assert.equal(latest().sent.length, 0);
});

test('if the old line speaks again first, it stays; the other is given up', () => {
  const line = latest();
  wait(6500);
  const beside = latest();
  line.hear({ type: 'beat' });
  assert.deepEqual([link.status, line.readyState, beside.readyState], ['open', 1, 3]);
  wait(1000);
  assert.equal(latest(), beside);
});

test('if the new line opens first, the old one is closed, and its last words are not heard', () => {
  const line = latest();
  wait(6500);
  welcome();
  assert.deepEqual([link.status, line.readyState], ['open', 3]);
  line.hear({ type: 'notice', code: 'replaced' });
  assert.equal(link.over, null);
});

test('an attempt that is stuck makes way for the next; one that fails is tried again within two seconds', () => {
  wait(6500);
  const stuck = latest();
  wait(3500);
  assert.equal(stuck.readyState, 3);
  assert.notEqual(latest(), stuck);
  const refused = latest();
  refused.close();
  wait(1500);
  assert.notEqual(latest(), refused);
  assert.equal(link.status, 'weak');
});

test('what was tapped is sent again on the new line, in its order, with its numbers, until it is answered', () => {
  const line = latest();
  const ids = [link.act({ type: 'a' }), link.act({ type: 'b' }), link.act({ type: 'c' })];
  assert.deepEqual(ids, [1, 2, 3]);
  line.hear(update(1));
  wait(6500);
  assert.equal(link.act({ type: 'd' }), 4); // on a weak line too
  welcome(1);
  assert.deepEqual(sent(latest(), 'act'), sent(line, 'act').slice(1));
  latest().hear({ type: 'refused', code: 'bounced', details: {}, request: 'act', id: 2, race: null });
  latest().hear(update(4));
  const answered = latest();
  wait(6500);
  welcome(4);
  assert.notEqual(latest(), answered);
  assert.deepEqual(sent(latest(), 'act'), []);
});

test('an unanswered move is a sign of a dead line, once', () => {
  const line = latest();
  link.act({ type: 'a' });
  wait(2000);
  line.hear({ type: 'table', status: 'playing', seats: [], you: 0 });
  wait(1500);
  assert.equal(link.status, 'weak');
  line.hear({ type: 'table', status: 'playing', seats: [], you: 0 });
  assert.equal(link.status, 'weak'); // it speaks, but does not answer
  welcome();
  for (let second = 0; second < 5; second++) {
    wait(1000);
    latest().hear({ type: 'beat' });
  }
  assert.equal(link.status, 'open');
});

test('a tap that nobody answers for half a minute is refused in words', () => {
  const told = [];
  link.onrefused = ({ code, id }) => told.push([code, id]);
  link.act({ type: 'a' });
  for (let second = 0; second < 31; second++) {
    wait(1000);
    if (latest().readyState === 0) welcome();
    latest().hear({ type: 'beat' });
  }
  assert.deepEqual(told, [['moment_passed', 1]]);
});

test('a wish that may not have arrived is said to be unsure, one without a line not to be sent', () => {
  const told = [];
  link.onnotice = (code) => told.push(code);
  link.send({ type: 'pause' });
  latest().hear({ type: 'table', status: 'paused', seats: [], you: 0 });
  wait(6500);
  welcome();
  assert.deepEqual(told, []);
  wait(100);
  link.send({ type: 'resume' });
  latest().close();
  assert.equal(link.send({ type: 'resume' }), false);
  wait(500);
  welcome();
  assert.deepEqual(told, ['not_sent', 'unsure']);
});

test('a page that slept asks before it doubts the line', () => {
  clock.now += 60_000;
  wait(500);
  assert.equal(link.status, 'open');
  assert.equal(sent(latest(), 'beat').length, 1);
  wait(2500);
  assert.equal(link.status, 'weak');
});

test('a page out of sight is not judged', () => {
  document.hidden = true;
  wait(20_000);
  assert.equal(link.status, 'open');
});

test('who comes back hears what they missed', () => {
  const told = [];
  link.onmissed = (missed) => told.push(missed);
  wait(6500);
  welcome(0, { lasted: 6500, moves: 3, minded: 2 });
  assert.deepEqual(told, [{ lasted: 6500, moves: 3, minded: 2 }]);
});
