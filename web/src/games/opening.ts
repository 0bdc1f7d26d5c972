// A table for a game: with bots, at once; or empty, for friends. Home and every lesson open one.
import { openTable } from '../api';
import { stageName } from '../parts/names';
import { go } from '../router.svelte';
import { settings } from '../settings.svelte';
import type { GameFace } from '.';
import { firstOptions, MIDDLE } from './facts';

/** As whom one sits down. */
export const ownName = (): string => settings.name.trim() || stageName();

export async function openFor(face: GameFace, company: 'bots' | 'friends'): Promise<void> {
  const bots = company === 'bots' ? { bots: Array<string>(face.bots).fill(MIDDLE), start: true } : {};
  const options = firstOptions(face.id, settings.language);
  const { code } = await openTable({ game: face.id, name: ownName(), options, ...bots });
  go(`/t/${code}`);
}
