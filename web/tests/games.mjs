// What /api/games would tell of a few games: enough of ours, and one that the page has never heard of.
const option = (kind, value, more = {}) => ({
  kind,
  default: value,
  label: {},
  why: {},
  value_names: {},
  ...more,
});
const level = (id) => ({ id, name: { en: id, fr: id }, why: {} });
const game = (id, order, more) => ({
  id,
  version: 1,
  players: [2, 8],
  order,
  name: { en: id },
  pitch: {},
  colour: '#6b3fb5',
  minutes: null,
  levels: ['gentle', 'steady', 'sharp', 'merciless'].map(level),
  first_level: 'gentle',
  usual_level: 'steady',
  play_now_bots: 3,
  bots: [],
  options: {},
  limits: {},
  refusals: {},
  rules: ['en', 'fr'],
  face: null,
  lesson: true,
  balance: false,
  legal: {},
  schema: {},
  ...more,
});

export const GAMES = [
  game('nono', 3, { options: { language: option('choice', 'en', { values: ['en', 'fr'] }) } }),
  game('shout', 100, {
    name: { de: 'Ruf!' },
    levels: [level('random')],
    first_level: 'random',
    usual_level: 'random',
    refusals: { too_early: { en: 'Wait for it, {name}.' }, bounced: { en: 'Ours.', fr: 'La nôtre.' } },
    rules: [],
    lesson: false,
  }),
  game('now', 1, { options: { action: option('seconds', 60), colours: option('by_seat', null) } }),
  game('nimble', 2, {
    players: [2, 4],
    refusals: {
      bounced: {
        en: 'Another card lies there now, {name}’s.',
        fr: 'Une autre carte est là maintenant, celle de {name}.',
      },
    },
  }),
];

/** The server tells of these games from now on. */
export function tellOf(games) {
  globalThis.fetch = async () => Response.json(games);
}
