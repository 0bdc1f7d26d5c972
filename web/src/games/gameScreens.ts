// What a game brings, loaded when it is needed: its screens, and what its options are called.
import type { Component } from 'svelte';
import { translate } from '../i18n';
import type { Translate } from '../i18n/translator';

/**
 * Play: hand and table. Screen: the big screen. Sheet: how the scores came about. Examples: drawn,
 * for the rules page. Lesson: to learn it. Steps: how to play, in three drawings.
 * Hints: what to do, in a first match.
 */
export type GameScreen = 'Play' | 'Screen' | 'Sheet' | 'Examples' | 'Lesson' | 'Steps' | 'Hints';

const screens = import.meta.glob<Component<Record<string, unknown>>>(
  './*/{Play,Screen,Sheet,Examples,Lesson,Steps,Hints}.svelte',
  { import: 'default' },
);

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
