// What is drawn of a game, loaded when it is needed: by its folder here, by its own face (faces/), or by the generic one.
import type { Component } from 'svelte';
import { genericForced } from '../faces/choice';
import { gameInfo } from '../gameInfos.svelte';

/**
 * Play: hand and table. Screen: the big screen. Sheet: how the scores came about. Examples: drawn,
 * for the rules page. Lesson: to learn it. Steps: how to play, in three drawings.
 * Hints: what to do, in a first match. Gallery: its cards, for those who build the page. Box: what is entered on its
 * score sheet. Cards: its real cards, to be typed in. Shared: several people at one device, who play together; without
 * it, one after another (PassAround). SharedChoices: what they choose for their device before a match.
 */
export type GameScreen =
  | GameView
  | 'Sheet'
  | 'Examples'
  | 'Lesson'
  | 'Steps'
  | 'Hints'
  | 'Gallery'
  | 'Box'
  | 'Cards'
  | 'Shared'
  | 'SharedChoices';
/** What every game has, whoever draws it. */
export type GameView = 'Play' | 'Screen';
/** Those that lie in a folder of their own, with their texts. */
const PLACES: Partial<Record<GameScreen, string>> = { Box: 'box/Box', Cards: 'cards/Cards' };
type Drawn = Component<Record<string, unknown>>;

const screens = import.meta.glob<Drawn>(
  [
    './*/{Play,Screen,Sheet,Examples,Lesson,Steps,Hints,Gallery,Shared,SharedChoices}.svelte',
    './*/box/Box.svelte',
    './*/cards/Cards.svelte',
  ],
  { import: 'default' },
);

/** Loads a game's screen; null where the game has none. */
export async function gameScreen(game: string, screen: GameScreen): Promise<Drawn | null> {
  const view = screen === 'Play' || screen === 'Screen';
  const own =
    genericForced && screen !== 'Lesson'
      ? undefined
      : screens[`./${game}/${PLACES[screen] ?? screen}.svelte`];
  if (own) return own();
  if (view) return (await import('../faces/Face.svelte')).default as unknown as Drawn;
  const teaches = screen === 'Lesson' && gameInfo(game).face !== null && gameInfo(game).lesson;
  return teaches ? ((await import('../faces/Lesson.svelte')).default as unknown as Drawn) : null;
}
