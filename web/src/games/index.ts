// The games this page can show to choose from. A game is a folder: its face.ts is found here, its
// screens are loaded when they are needed (gameScreens.ts). No other file lists games.
import type { Component } from 'svelte';
import { t } from '../i18n';
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

const faces = import.meta.glob<GameFace>('./*/face.ts', { eager: true, import: 'default' });
export const GAMES: readonly GameFace[] = Object.values(faces).sort((a, b) => a.place - b.place);

/** How many play, and for how long. */
export function gameFacts({ id, minutes }: GameFace): string {
  const [from, to] = factsOf(id).players;
  const [shortest, longest] = minutes;
  return t('home.facts', { from, to, shortest, longest });
}
