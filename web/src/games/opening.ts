// A table for a game: with bots, at once; or empty, for friends. Home and every lesson open one.
import { openTable } from '../api';
import { stageName } from '../parts/names';
import { go } from '../router.svelte';
import { settings } from '../settings.svelte';
import type { GameFace } from '.';
import { suitableLevel } from './experience';
import { firstOptions, GENTLE } from './facts';

/** As whom one sits down. */
export const ownName = (): string => settings.name.trim() || stageName();

/** Whom one finds there; after a lesson the bots are gentle, whatever was played before. */
export type Company = 'bots' | 'gentle bots' | 'friends';

function botsFor(face: GameFace, company: Company): { bots?: string[]; start?: boolean } {
  if (company === 'friends') return {};
  const level = company === 'gentle bots' ? GENTLE : suitableLevel(face.id);
  return { bots: Array<string>(face.bots).fill(level), start: true };
}

export async function openFor(face: GameFace, company: Company): Promise<void> {
  const options = firstOptions(face.id, settings.language);
  const { code } = await openTable({ game: face.id, name: ownName(), options, ...botsFor(face, company) });
  go(`/t/${code}`);
}
