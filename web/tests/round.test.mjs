// What stands round the games: options, refusals, the shuffle's check, places, replays, rules.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { GAMES, tellOf } from './games.mjs';
import { done, load } from './load.mjs';

const { changedOptions, firstOptions, levelName, stepFrom } = await load('/src/games/facts.ts');
const { fetchGames, gameInfo, gameInfos, gameName, fromName } = await load('/src/gameInfos.svelte.ts');
const { refusalWords, errorWords } = await load('/src/refusals.ts');
const { ApiError } = await load('/src/api.ts');
const { fromHex, plainSha256, sha256 } = await load('/src/screens/table/shuffle/sha256.ts');
const { seatColours } = await load('/src/parts/seatColours.ts');
const { places } = await load('/src/screens/table/podiumPlaces.ts');
const { ReplayStage } = await load('/src/replay.svelte.ts');
const { settings } = await load('/src/settings.svelte.ts');
const { fetchTexts } = await load('/src/i18n/catalogue.svelte.ts');
const { toHtml } = await load('/src/markdown.ts');
const { contrast, fieldOf } = await load('/src/look/fields.ts');
tellOf(GAMES);
await fetchGames();
after(done);

test('clocks go up and down a ladder, off is at its foot, and stop at the ends', () => {
  const clock = { kind: 'seconds', least: 0, most: 3600, default: 60 };
  assert.deepEqual(
    [60, 1, 0, 3600, 61].map((at) => stepFrom(at, 1, clock)),
    [90, 2, 1, 3600, 90],
  );
  assert.deepEqual(
    [60, 1, 0, 3600, 61].map((at) => stepFrom(at, -1, clock)),
    [45, 0, 0, 1800, 60],
  );
  const turns = { kind: 'whole', least: 1, most: 200, default: 25 };
  assert.equal(stepFrom(1, -1, turns), 1);
});

test('games stand in their order, speak a language that the reader may know, and name their levels', () => {
  assert.deepEqual(
    gameInfos().map(({ id }) => id),
    ['now', 'nimble', 'nono', 'shout'],
  );
  assert.deepEqual([gameName('now'), gameName('shout'), gameName('')], ['now', 'Ruf!', '']);
  assert.deepEqual([levelName('now', 'gentle'), levelName('now', 'mere_luck')], ['gentle', 'Mere luck']);
  assert.equal(fromName('said_now'), 'Said now');
});

test('a game that was installed meanwhile is asked for once, and known then', async () => {
  assert.equal(gameName('newer_game'), 'Newer game');
  await fetchGames();
  let asked = 0;
  const stranger = { ...GAMES[0], id: 'stranger', name: { en: 'A Stranger' } };
  globalThis.fetch = async () => (asked++, Response.json([...GAMES, stranger]));
  assert.equal(gameName('stranger'), 'Stranger');
  await fetchGames();
  assert.equal(gameName('stranger'), 'A Stranger');
  for (let i = 0; i < 5; i++) gameInfo('newer_game');
  assert.equal(asked, 1);
});

test('on any colour that a game may name, by day and by night, its ink can be read', () => {
  const shades = ['00', '33', '66', '80', '99', 'cc', 'ff'];
  for (const r of shades)
    for (const g of shades)
      for (const b of shades) {
        const { day, night } = fieldOf(`#${r}${g}${b}`);
        for (const { ground, ink } of [day, night]) assert.ok(contrast(ground, ink) >= 4.5, `${r}${g}${b}`);
      }
  assert.equal(fieldOf('#ff6a4d').day.ground, '#ff6a4d');
  assert.deepEqual(fieldOf('red; } * { display: none'), fieldOf('#6b3fb5'));
});

test('a game with a language begins in ours; what is as it comes does not count as changed', () => {
  assert.deepEqual(firstOptions('nono', 'fr'), { language: 'fr' });
  assert.deepEqual(firstOptions('now', 'fr'), {});
  assert.equal(changedOptions('now', { action: 60, colours: null }), 0);
  assert.equal(changedOptions('now', { action: 0, colours: ['blue'] }), 2);
  assert.deepEqual(gameInfo('nimble').players, [2, 4]);
});

test('a refusal is said in the rules’ own words, in the player’s language', async () => {
  settings.language = 'en';
  await fetchTexts();
  assert.match(refusalWords('bounced', { name: 'Bo' }, 'nimble'), /^Another card lies there now, Bo’s/);
  settings.language = 'fr';
  await fetchTexts();
  assert.match(refusalWords('bounced', { name: 'Bo' }, 'nimble'), /là maintenant, celle de Bo/);
  assert.equal(refusalWords('bounced', {}, 'shout'), 'La nôtre.');
  assert.equal(refusalWords('too_early', { name: 'Bo' }, 'shout'), 'Wait for it, Bo.');
  assert.match(refusalWords('wrong_phase', {}, 'shout'), /./);
  assert.equal(refusalWords('unheard_of', {}, 'shout'), '');
  assert.match(errorWords(new ApiError('table_full', { most: 8 })), /à 8/);
  assert.match(errorWords(new ApiError('too_many_tables')), /tables/);
  assert.equal(errorWords(new Error('?')), errorWords(new ApiError('unreachable')));
});

test('SHA-256 is right with the browser’s own sum and with ours, around every length of a block', async () => {
  for (const length of [0, 1, 32, 55, 56, 63, 64, 65, 119, 120, 200]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + 5) & 255);
    const right = createHash('sha256').update(bytes).digest('hex');
    assert.equal(plainSha256(bytes), right, `${length} bytes`);
    assert.equal(await sha256(bytes), right);
  }
  assert.deepEqual([...fromHex('00ff10')], [0, 255, 16]);
});

test('every seat has a colour of its own, in the lobby and after: as chosen, else the first that is left', () => {
  assert.deepEqual(seatColours(3, {}), ['yellow', 'blue', 'green']);
  assert.deepEqual(seatColours(3, { colours: ['blue', null] }), ['blue', 'yellow', 'green']);
});

test('equals share a place, the next stand below all of them, and Silvano has his name', () => {
  const seat = (name, bot = null) => ({ name, bot });
  const shown = { seats: [{ name: 'Ana' }, { name: 'Bo' }, { name: 'Silvano' }] };
  const placed = places(
    { winners: [1, 2], ranking: [[1, 2], [0]], scores: [1, 9, 9] },
    [seat('Ana'), seat('Bo', 'sharp')],
    shown,
    {},
  );
  assert.deepEqual(
    placed.map((one) => [one.name, one.place, one.score, one.bot]),
    [
      ['Bo', 1, '9', true],
      ['Silvano', 1, '9', true],
      ['Ana', 3, '1', false],
    ],
  );
});

async function replay() {
  const frame = (at, n, ...events) => ({ at, public: { n }, private: null, events });
  const frames = [frame(0, 0), frame(1000, 1, 'a'), frame(1000, 2, 'b'), frame(4000, 3, 'c')];
  const asked = [];
  globalThis.fetch = async (path) => {
    asked.push(path);
    const first = Number(new URL(path, 'http://x').searchParams.get('from'));
    const next = first === 0 ? 2 : null;
    return { ok: true, json: async () => ({ frames: frames.slice(first, next ?? undefined), next }) };
  };
  const stage = new ReplayStage({ id: 'r', game: 'now', players: ['Ana', 'Bo'], result: { winners: [0] } });
  await stage.seeFrom(1);
  return { stage, asked };
}

test('a replay reads all pages of a seat, plays at any speed, and stops at the end', async () => {
  const { stage, asked } = await replay();
  assert.deepEqual(asked, ['/api/matches/r/frames?seat=1&from=0', '/api/matches/r/frames?seat=1&from=2']);
  const heard = [];
  stage.listen({ events: (events) => heard.push(...events) });
  stage.tick(5000); // not playing yet
  assert.deepEqual([stage.at, stage.public.n], [0, 0]);
  stage.toggle();
  stage.speed = 2;
  stage.tick(499);
  assert.deepEqual([stage.public.n, stage.paused, heard], [0, false, []]);
  stage.tick(1);
  assert.deepEqual([stage.public.n, stage.now(), stage.result, heard], [2, 1000, null, ['a', 'b']]);
  stage.tick(9999);
  assert.deepEqual(
    [stage.public.n, stage.at, stage.playing, stage.result],
    [3, 4000, false, { winners: [0] }],
  );
  stage.toggle();
  assert.deepEqual([stage.at, stage.public.n, stage.playing], [0, 0, true]);
});

test('a replay knows who was a bot, if its record says so', () => {
  const record = { id: 'r', game: 'now', players: ['Ana', 'Ada'], result: null };
  assert.deepEqual(
    new ReplayStage(record).seats.map((seat) => seat.bot),
    [null, null],
  );
  assert.deepEqual(
    new ReplayStage({ ...record, bots: [null, 'sharp'] }).seats.map((seat) => seat.bot),
    [null, 'sharp'],
  );
});

test('a replay goes to any moment without a sound, keeps it when the chair changes, and takes no taps', async () => {
  const { stage } = await replay();
  const heard = [];
  stage.listen({ events: (events) => heard.push(...events) });
  stage.moveTo(3999);
  assert.deepEqual([stage.public.n, heard], [2, []]);
  await stage.seeFrom(null);
  assert.deepEqual([stage.you, stage.public.n, stage.act({ type: 'now' })], [null, 2, 0]);
  stage.moveTo(-5);
  assert.deepEqual([stage.at, stage.public.n], [0, 0]);
});

test('the rules become HTML: headings, nested lists, tables, quotes, and nothing that is not ours', () => {
  assert.equal(
    toHtml('# A **b** <i>\n\nx\ny `*c*` *d*'),
    '<h1>A <strong>b</strong> &lt;i&gt;</h1><p>x y <code>*c*</code> <em>d</em></p>',
  );
  assert.equal(
    toHtml('1. a\n2. b\n   - c\n     d\n\n   e\n3. f'),
    '<ol><li>a</li><li>b<ul><li>c d</li></ul><p>e</p></li><li>f</li></ol>',
  );
  assert.equal(
    toHtml('<!-- examples -->\n\n<!-- x --> <img src=x onerror=alert()> -->\n\n[a](javascript:b) [c](/d)'),
    '<!-- examples --><p>[a](javascript:b) <a href="/d">c</a></p>',
  );
  assert.equal(toHtml('> a\n> b'), '<blockquote><p>a b</p></blockquote>');
  assert.match(
    toHtml('| h | i |\n| --- | --- |\n| 1 | a\\|b |'),
    /<th scope="col">h<\/th>.*<td>1<\/td><td>a\|b<\/td>/,
  );
});
