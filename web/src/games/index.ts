// The games this page can draw. A game is a folder: its face.ts is found here, its screens are loaded
// when they are needed. No other file lists games.
import type { Component } from 'svelte';
import { t, translate } from '../i18n';
import type { Translate } from '../i18n/translator';
import { factsOf } from './facts';

export interface GameFace {
  id: string;
  /** the order on the home page */
  place: number;
  /** how long a match takes: the shortest and the longest that is usual */
  minutes: [from: number, to: number];
  /** how many bots `play now` brings */
  bots: number;
  /** its cards, drawn for the home page */
  Face: Component;
}

/**
 * Play: hand and table. Screen: the big screen. Sheet: how the scores came about. Examples: drawn,
 * for the rules page. Lesson: to learn it. Steps: how to play, in three drawings.
 * Hints: what to do, in a first match.
 */
export type GameScreen = 'Play' | 'Screen' | 'Sheet' | 'Examples' | 'Lesson' | 'Steps' | 'Hints';

const faces = import.meta.glob<GameFace>('./*/face.ts', { eager: true, import: 'default' });
const screens = import.meta.glob<Component<Record<string, unknown>>>(
  './*/{Play,Screen,Sheet,Examples,Lesson,Steps,Hints}.svelte',
  { import: 'default' },
);

export const GAMES: readonly GameFace[] = Object.values(faces).sort((a, b) => a.place - b.place);

/** How many play, and for how long. */
export function gameFacts({ id, minutes }: GameFace): string {
  const [from, to] = factsOf(id).players;
  const [shortest, longest] = minutes;
  return t('home.facts', { from, to, shortest, longest });
}

/** Loads a game's screen; null where the game has none. */
export async function gameScreen(
  game: string,
  screen: GameScreen,
): Promise<Component<Record<string, unknown>> | null> {
  return (await screens[`./${game}/${screen}.svelte`]?.()) ?? null;
}

export type OptionTexts = Translate<string>;
const words = import.meta.glob<Record<string, string>>('./*/options/{en,fr}.json', { import: 'default' });

/** What a game's options are called and mean: `label.x`, `why.x`, and the words of their values. */
export async function optionTexts(game: string): Promise<OptionTexts> {
  const load = async (language: string): Promise<Record<string, string>> =>
    (await words[`./${game}/options/${language}.json`]?.()) ?? {};
  const [en, fr] = await Promise.all([load('en'), load('fr')]);
  return translate({ en, fr });
}
