// What each game says of itself (/api/games): names, colours, players, levels of bots, options, refusals. Asked for when
// the page is opened (index.html fetches it beside the scripts), and again when a table plays a game that was not there.
import { findGames } from './api';
import type { GameInfo } from './http';
import { settings } from './settings.svelte';

/** A text by language. */
export type Texts = Readonly<Record<string, string>>;

let known: readonly GameInfo[] = $state.raw([]);
let asking: Promise<void> | null = null;
let missing = $state(false);
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const missed = new Set<string>(); // asked about in vain: once is enough

/** In the reader's language, else in English, else in any. */
export const inWords = (texts: Texts | undefined): string =>
  texts?.[settings.language] ?? texts?.['en'] ?? Object.values(texts ?? {})[0] ?? '';

/** A name of the code as a text: `said_now` and `saidNow` are “Said now”. What is no such name stays as it is. */
export function fromName(name: string): string {
  if (!/^[a-z][\w-]*$/.test(name)) return name;
  const apart = name.replace(
    /([a-z\d])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  const words = apart.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const stranger = (id: string): GameInfo => ({
  id,
  version: 0,
  players: [1, 8],
  order: 0,
  name: { en: fromName(id) },
  pitch: {},
  colour: '#6b3fb5',
  minutes: null,
  levels: [],
  first_level: '',
  usual_level: '',
  play_now_bots: 0,
  bots: [],
  options: {},
  figures: [],
  limits: {},
  words: {},
  refusals: {},
  rules: [],
  face: null,
  lesson: false,
  one_device: 'curtain',
  one_device_option: '',
  balance: false,
  sheet: null,
  box: null,
  legal: {},
  schema: {},
});

export function fetchGames(): Promise<void> {
  asking ??= findGames()
    .then((games) => {
      known = [...games].sort((a, b) => a.order - b.order || a.id.localeCompare(b.id));
    })
    .finally(() => {
      asking = null;
      missing = known.length === 0;
    });
  return asking;
}

/** In the order of the home page. */
export const gameInfos = (): readonly GameInfo[] => known;

/** The server was asked, and told of none. */
export const gamesMissing = (): boolean => missing;

/** Of a game that is not known yet, what its id says; it is asked for meanwhile. */
export function gameInfo(id: string): GameInfo {
  const found = known.find((game) => game.id === id);
  if (found) return found;
  if (id !== '' && !missed.has(id)) {
    missed.add(id);
    void fetchGames().catch(() => missed.delete(id));
  }
  return stranger(id);
}

export const gameName = (id: string): string => (id === '' ? '' : inWords(gameInfo(id).name));
