// A table for a game: with bots, at once; or empty, for friends. Home and every lesson open one.
import { openTable } from '../api';
import { gameInfo } from '../gameInfos.svelte';
import { stageName } from '../parts/names';
import { go } from '../router.svelte';
import { settings } from '../settings.svelte';
import { suitableLevel } from './experience';
import { firstOptions } from './facts';

/** As whom one sits down. */
export const ownName = (): string => settings.name.trim() || stageName();

/** Whom one finds there; after a lesson the bots are gentle, whatever was played before. */
export type Company = 'bots' | 'gentle bots' | 'friends';

function botsFor(game: string, company: Company): { bots?: string[]; start?: boolean } {
  if (company === 'friends') return {};
  const { first_level, play_now_bots } = gameInfo(game);
  const level = company === 'gentle bots' ? first_level : suitableLevel(game);
  return { bots: Array<string>(play_now_bots).fill(level), start: true };
}

export async function openFor(game: string, company: Company): Promise<void> {
  const options = firstOptions(game, settings.language);
  const { code } = await openTable({ game, name: ownName(), options, ...botsFor(game, company) });
  go(`/t/${code}`);
}
