// What this browser's person has played, game by game, and which bots suit them: gentle ones at first.
import { gameInfo } from '../gameInfos.svelte';
import { choose, settings } from '../settings.svelte';

const FIRST_MATCHES = 2;

export const matchesPlayed = (game: string): number => settings.played[game] ?? 0;

/** A match from a seat of this browser has come to its end. */
export const countMatch = (game: string): void =>
  choose({ played: { ...settings.played, [game]: matchesPlayed(game) + 1 } });

/** The level of the bots that are brought without being asked for. */
export const suitableLevel = (game: string): string =>
  gameInfo(game)[matchesPlayed(game) < FIRST_MATCHES ? 'first_level' : 'usual_level'];
