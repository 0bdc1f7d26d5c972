// The page's few decisions: words, addresses, codes, and the line to the table.
import assert from 'node:assert/strict';
import { after, test, mock } from 'node:test';
import { GAMES, tellOf } from './games.mjs';
import { clock, done, frames, load, location, sockets, stored } from './load.mjs';

const { translator } = await load('/src/i18n/translator.ts');
const { go, route, routeOf } = await load('/src/router.svelte.ts');
const { codeSize, readCode } = await load('/src/tableCode.ts');
const { backoff } = await load('/src/line.ts');
const { TableLink } = await load('/src/socket.svelte.ts');
const { settings } = await load('/src/settings.svelte.ts');
const { lineFigures, lineWords, raceWords } = await load('/src/parts/raceWords.ts');
const { fetchTexts } = await load('/src/i18n/catalogue.svelte.ts');
const { countMatch, suitableLevel } = await load('/src/games/experience.ts');
const { fetchGames } = await load('/src/gameInfos.svelte.ts');
tellOf(GAMES);
await fetchGames();
await fetchTexts();
after(done);

const CARDS = { en: { left: '{n} {n|card|cards} left' }, fr: { left: 'Reste {n} {n|carte|cartes}\u00a0!' } };

test('plurals follow the language: 0 is plural in English, singular in French', () => {
  const english = translator(CARDS, () => 'en');
  const french = translator(CARDS, () => 'fr');
  assert.deepEqual(
    [0, 1, 2].map((n) => english('left', { n })),
    ['0 cards left', '1 card left', '2 cards left'],
  );
  assert.deepEqual(
    [0, 1, 2].map((n) => french('left', { n })),
    ['Reste 0 carte\u00a0!', 'Reste 1 carte\u00a0!', 'Reste 2 cartes\u00a0!'],
  );
});

test('a text that nobody wrote is empty, a missing parameter stays visible', () => {
  const t = translator(CARDS, () => 'en');
  assert.equal(t.of('refused', 'unheard_of'), '');
  assert.equal(t('left'), '{n} {n|card|cards} left');
});

test('the browser says the language', () => assert.equal(settings.language, 'fr'));

test('the first matches of each game have gentle bots', () => {
  const levels = ['now', 'now', 'now'].map((game) => {
    const level = suitableLevel(game);
    countMatch(game);
    return level;
  });
  assert.deepEqual(levels, ['gentle', 'gentle', 'steady']);
  assert.equal(suitableLevel('nono'), 'gentle');
  assert.deepEqual(JSON.parse(stored.get('brouhaha.settings')).played, { now: 3 });
});

test('addresses name screens', () => {
  assert.deepEqual(routeOf('/'), { screen: 'home' });
  assert.deepEqual(routeOf('/t/k7cdfm'), { screen: 'table', code: 'K7CDFM' });
  assert.deepEqual(routeOf('/screen/K7CDFM'), { screen: 'big', code: 'K7CDFM' });
  assert.deepEqual(routeOf('/rules/nimble'), { screen: 'rules', game: 'nimble' });
  assert.deepEqual(routeOf('/t/'), { screen: 'lost' });
  assert.deepEqual(routeOf('/t/%'), { screen: 'lost' });
  go('/learn/now');
  assert.equal(location.pathname, '/learn/now');
  assert.deepEqual(route(), { screen: 'learn', game: 'now' });
});

test('a code may be typed in any way, or be the whole link', () => {
  for (const typed of ['k7cdfm', ' K7C-DFM ', 'k7c dfm', 'http://host:8000/t/k7cdfm', '/screen/K7CDFM'])
    assert.equal(readCode(typed), 'K7CDFM', typed);
  assert.equal(readCode('K7'), 'K7');
});

function seated() {
  stored.set('brouhaha.seat.K7CDFM', 'token');
  const link = new TableLink('K7CDFM');
  const socket = sockets.at(-1);
  socket.open();
  socket.hear({
    type: 'welcome',
    code: 'K7CDFM',
    role: 'player',
    seat: 0,
    token: 'token',
    heard: 4,
    also: [],
    version: 1,
  });
  return { link, socket };
}

const update = {
  type: 'update',
  at: 0,
  public: { phase: 'action' },
  private: null,
  events: [],
  result: null,
};

test('hello brings the token of the seat, or else a name and a token for a new one', () => {
  const { link, socket } = seated();
  assert.equal(socket.sent[0].type, 'hello');
  assert.deepEqual([socket.sent[0].token, socket.sent[0].name, socket.sent[0].seq], ['token', null, null]);
  link.close();
  stored.delete('brouhaha.seat.K7CDFM');
  settings.name = 'Ana';
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const stranger = new TableLink('K7CDFM');
  sockets.at(-1).open();
  const { token, name } = sockets.at(-1).sent[0];
  assert.deepEqual([token.length, name], [64, 'Ana']);
  sockets.at(-1).close(); // before the welcome came
  mock.timers.tick(1000);
  sockets.at(-1).open();
  assert.deepEqual([sockets.at(-1).sent[0].token, sockets.at(-1).sent[0].name], [token, 'Ana']);
  sockets.at(-1).hear({ type: 'welcome', seat: 2, token: 'mine', heard: 0, also: [] });
  assert.equal(stored.get('brouhaha.seat.K7CDFM'), 'mine');
  stranger.close();
  mock.timers.reset();
});

test('the big screen shows by the token of a seat whose it is, and has no name', () => {
  const hello = () => {
    const link = new TableLink('K7CDFM', 'screen');
    sockets.at(-1).open();
    link.close();
    const { token, name, role } = sockets.at(-1).sent[0];
    return [token, name, role];
  };
  stored.set('brouhaha.seat.K7CDFM', 'token');
  assert.deepEqual(hello(), ['token', null, 'screen']);
  stored.delete('brouhaha.seat.K7CDFM');
  assert.deepEqual(hello(), [null, null, 'screen']);
});

test('an action says which update was on screen, and for how long; ids go on above those heard', () => {
  const { link, socket } = seated();
  socket.hear({ ...update, seq: 7, public: 'seventh' });
  clock.now = 1000;
  frames.splice(0).forEach((draw) => draw(1000));
  clock.now = 1312.5;
  socket.hear({ ...update, seq: 8, public: 'eighth' }); // arrived, but not drawn yet
  assert.deepEqual([link.seen, link.public], ['seventh', 'eighth']);
  assert.equal(link.act({ type: 'discard' }), 5);
  assert.deepEqual(socket.sent.at(-1), {
    type: 'act',
    id: 5,
    seen: 7,
    after: 312.5,
    action: { type: 'discard' },
  });
  assert.equal(link.act({ type: 'now' }), 6);
  link.close();
});

test('an update counts as seen when the frame that drew it is over, and a slow one is told as it was', () => {
  const { link, socket } = seated();
  clock.now = 2990;
  socket.hear({ ...update, seq: 7 });
  clock.now = 3000;
  frames.splice(0).forEach((draw) => draw(3000));
  frames.splice(0).forEach((draw) => draw(3016));
  socket.hear({ ...update, seq: 8 });
  clock.now = 3030;
  frames.splice(0).forEach((draw) => draw(3030));
  clock.now = 3060;
  frames.splice(0).forEach((draw) => draw(3060)); // 60 ms after it came in
  clock.now = 3160;
  link.act({ type: 'discard' });
  assert.deepEqual([socket.sent.at(-1).seen, socket.sent.at(-1).after], [8, 100]);
  socket.hear({ type: 'measure', nonce: '0123456789abcdef' });
  const { paint, ...answer } = socket.sent.at(-1);
  assert.deepEqual(answer, { type: 'measured', nonce: '0123456789abcdef' });
  assert.ok(paint > 16 && paint < 60);
  link.close();
});

test('of two updates that are drawn in one frame, nobody has seen the first', () => {
  const { link, socket } = seated();
  socket.hear({ ...update, seq: 6 });
  clock.now = 4000;
  frames.splice(0).forEach((draw) => draw(4000));
  clock.now = 4005;
  for (const seq of [7, 8]) socket.hear({ ...update, seq });
  frames.splice(0).forEach((draw) => draw(4016));
  clock.now = 4002; // of a tap that is handled late
  link.act({ type: 'discard' });
  assert.equal(socket.sent.at(-1).seen, 6);
  link.close();
});

test('a frame that is dated before its update came took no time, not less', () => {
  const { link, socket } = seated();
  clock.now = 5000;
  socket.hear({ ...update, seq: 7 });
  frames.splice(0).forEach((draw) => draw(4990));
  frames.splice(0).forEach((draw) => draw(4995));
  socket.hear({ type: 'measure', nonce: '0123456789abcdef' });
  assert.equal(socket.sent.at(-1).paint, 0);
  link.close();
});

test('the clock of the match runs on between updates and stands still in a pause', () => {
  const { link, socket } = seated();
  clock.now = 2000;
  socket.hear({ ...update, seq: 1, at: 60_000 });
  clock.now = 2500;
  assert.equal(link.now(), 60_500);
  socket.hear({ type: 'table', status: 'paused', game: 'now', seats: [], you: 0 });
  assert.equal(link.now(), 60_000);
  link.close();
});

test('listeners hear events and refusals until they leave', () => {
  const { link, socket } = seated();
  const heard = [];
  const leave = link.listen({
    events: (events) => heard.push(...events),
    refused: (no) => heard.push(no.code),
  });
  socket.hear({ ...update, seq: 1, events: [{ type: 'go' }] });
  socket.hear({ type: 'refused', id: 1, request: 'act', code: 'bounced' });
  leave();
  socket.hear({ type: 'refused', id: 2, request: 'act', code: 'unheard' });
  assert.deepEqual(heard, [{ type: 'go' }, 'bounced']);
  link.close();
});

test('what nobody at the game says, the page says: wishes, and moves that no screen listens for', () => {
  const { link, socket } = seated();
  const [page, game] = [[], []];
  link.onrefused = (no) => page.push(no.code);
  socket.hear({ type: 'refused', id: 1, request: 'act', code: 'unheard' });
  const leave = link.listen({ refused: (no) => game.push(no.code) });
  socket.hear({ type: 'refused', id: 2, request: 'act', code: 'bounced' });
  socket.hear({ type: 'refused', id: null, request: 'start', code: 'not_ready' });
  leave();
  assert.deepEqual([page, game], [['unheard', 'not_ready'], ['bounced']]);
  link.close();
});

test('no screen is ever given the views of an earlier match', () => {
  const { link, socket } = seated();
  const table = { type: 'table', status: 'playing', seats: [], you: 0 };
  socket.hear({ ...table, game: 'now', match: 1 });
  socket.hear({ ...update, seq: 1, public: { round: 1 } });
  socket.hear({ ...table, game: 'now', match: 1, status: 'ended' });
  assert.deepEqual(link.public, { round: 1 });
  socket.hear({ ...table, game: 'nimble', match: 2 });
  assert.deepEqual([link.game, link.public, link.result], ['nimble', null, null]);
  link.close();
});

test('the seal of the shuffle is the one told while the match ran', () => {
  const { link, socket } = seated();
  const table = { type: 'table', game: 'now', seats: [], you: 0 };
  socket.hear({ ...table, status: 'ended', seed_hash: 'late' });
  assert.equal(link.seal, '');
  socket.hear({ ...table, status: 'playing', seed_hash: 'early' });
  socket.hear({ ...table, status: 'ended', seed_hash: 'another' });
  assert.equal(link.seal, 'early');
  link.close();
});

test('a lost line comes back by itself to the same hand; a closed one stays closed', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { link, socket } = seated();
  socket.hear({ ...update, seq: 5 });
  socket.close();
  assert.equal(link.status, 'lost');
  assert.deepEqual(link.public, { phase: 'action' });
  assert.equal(link.act({ type: 'now' }), 0);
  const before = sockets.length;
  mock.timers.tick(400);
  assert.equal(sockets.length, before + 1);
  sockets.at(-1).open();
  assert.equal(link.status, 'open');
  assert.equal(sockets.at(-1).sent[0].seq, 5);
  link.close();
  mock.timers.tick(10_000);
  assert.equal(sockets.length, before + 1);
  mock.timers.reset();
});

test('who is sent away does not come back by itself; the token is how the host can let them in', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { link, socket } = seated();
  const before = sockets.length;
  socket.hear({ type: 'notice', code: 'kicked' });
  mock.timers.tick(10_000);
  assert.deepEqual([link.over, link.status, sockets.length], ['kicked', 'closed', before]);
  assert.equal(stored.has('brouhaha.seat.K7CDFM'), true);
  mock.timers.reset();
});

test('a refused hello ends it; a restart does not', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const first = seated();
  const told = [];
  first.link.onnotice = (code) => told.push(code);
  first.socket.hear({ type: 'notice', code: 'restarting' });
  first.socket.close();
  assert.deepEqual([told, first.link.over, first.link.status], [['restarting'], null, 'lost']);
  first.link.close();
  const second = seated();
  second.socket.hear({ type: 'refused', id: null, request: 'hello', code: 'table_full', details: {} });
  assert.deepEqual([second.link.over, second.link.status], ['table_full', 'closed']);
  mock.timers.reset();
});

test('the wait doubles up to four seconds', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((n) => backoff(n, 0)),
    [250, 500, 1000, 2000, 4000, 4000],
  );
  assert.ok(backoff(9, 0.999) < 5334);
});

test('a story goes on by itself, can be skipped, and can be told again', async () => {
  const { Steps, STEP_MS } = await load('/src/feel/steps.svelte.ts');
  mock.timers.enable({ apis: ['setInterval'] });
  const story = new Steps();
  story.tell(3);
  mock.timers.tick(STEP_MS * 2);
  assert.equal(story.at, 2);
  story.skip();
  mock.timers.tick(STEP_MS * 5);
  assert.deepEqual([story.at, story.over], [3, true]);
  story.tell(2);
  assert.deepEqual([story.at, story.over], [0, false]);
  mock.timers.tick(STEP_MS * 9);
  assert.equal(story.at, 2);
  mock.timers.reset();
});

test('a sound wakes the audio up, and a rest after the last one puts it to sleep', async () => {
  const heard = [];
  const value = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = { connect: () => node, start: () => {}, stop: () => {}, frequency: value, gain: value };
  class CardboardAudio {
    currentTime = 0;
    createOscillator = () => node;
    createGain = () => node;
    resume = () => heard.push('awake');
    suspend = () => heard.push('asleep');
  }
  globalThis.AudioContext = CardboardAudio;
  navigator.userActivation = { hasBeenActive: true };
  mock.timers.enable({ apis: ['setTimeout'] });
  const { sound } = await load('/src/feel/sound.ts');
  const play = (name) => {
    sound(name);
    frames.splice(0).forEach((draw) => draw(0));
    mock.timers.tick(1);
  };
  play('fanfare'); // it lasts 0.77 s
  mock.timers.tick(3000);
  play('deal');
  mock.timers.tick(3000);
  assert.deepEqual(heard, ['awake', 'awake']);
  mock.timers.tick(100);
  assert.deepEqual(heard, ['awake', 'awake', 'asleep']);
  play('deal');
  assert.equal(heard.at(-1), 'awake');
  mock.timers.reset();
  delete navigator.userActivation;
});

test('a code of wide letters is set smaller, so that it fits where others do', () => {
  // as wide as they were measured in the poster's type, in em
  const measured = { W: 0.722, M: 0.688, X: 0.5, K: 0.5 };
  for (const code of ['WWWWWW', 'MMMMMM', 'XXKMMM', 'XXXXXX']) {
    const width = [...code].reduce((sum, letter) => sum + measured[letter], 0);
    assert.ok(width * codeSize(code) <= 3.2, code);
  }
  assert.equal(codeSize('34679C'), 1);
});

const runner = (seat, acted, behind) => ({ seat, acted, behind, arrived: acted + 20, claimed: acted });
const SEATS = [{ name: 'Ana' }, { name: 'Bo' }, { name: 'Cy' }];

test('a close race is told to the winner and to everybody else, but not twice to who lost it', () => {
  const race = { runners: [runner(1, 100, 0.5), runner(0, 112.4, 0.97)], among: 1, winner: 0 };
  assert.equal(raceWords(race, SEATS, 2), 'Bo a devancé Ana de 12 ms\u00a0! (sûr à 97\u00a0%)');
  assert.equal(raceWords(race, SEATS, null), raceWords(race, SEATS, 2));
  assert.equal(raceWords(race, SEATS, 1), 'Tu as devancé Ana de 12 ms\u00a0! (sûr à 97\u00a0%)');
  assert.equal(raceWords(race, SEATS, 0), '');
  const [winner, loser] = race.runners;
  const hair = { ...race, runners: [winner, { ...loser, acted: winner.acted + 0.4, behind: 0.52 }] };
  assert.equal(raceWords(hair, SEATS, 2), 'Bo a devancé Ana d’un cheveu\u00a0! (sûr à 52\u00a0%)');
  assert.equal(raceWords(hair, SEATS, 1), 'Tu as devancé Ana d’un cheveu\u00a0! (sûr à 52\u00a0%)');
});

test('a race that was not close is not told; one that was drawn is, with who had the luck', () => {
  const clear = { runners: [runner(1, 100, 0.5), runner(0, 900, 1)], among: 1, winner: 0 };
  assert.equal(raceWords(clear, SEATS, 2), '');
  const drawn = { runners: [runner(1, 100, 0.5), runner(0, 101, 0.55)], among: 2, winner: 1 };
  assert.equal(raceWords(drawn, SEATS, 2), 'Trop serré\u00a0: le sort a choisi Ana.');
  assert.equal(raceWords(drawn, SEATS, 1), '');
});

test('an update brings its race to the page', () => {
  const { link, socket } = seated();
  const races = [];
  link.onrace = (race) => races.push(race.winner);
  socket.hear({ ...update, seq: 1 });
  socket.hear({ ...update, seq: 2, race: { runners: [], among: 1, winner: 0 } });
  assert.deepEqual(races, [0]);
  link.close();
});

test('a line in few words, and with all its figures; a slow screen is told', () => {
  const line = { word: 'far', rtt: 120, jitter: 9, screen: 17 };
  assert.equal(lineWords(line), '120 ms, loin');
  assert.equal(lineFigures(line), '120 ± 9 ms, loin');
  assert.equal(lineFigures({ ...line, screen: 60 }), '120 ± 9 ms, loin, écran lent\u00a0: 60 ms');
});
