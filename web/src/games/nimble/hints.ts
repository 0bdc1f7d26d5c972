// What somebody who plays nimble for the first time is told, until they have placed a few cards.
import type { NimbleColour } from '../../parts/colours';
import type { Nimble } from './types';

export const ENOUGH = 3;

/** The key of a text, and the frame that it speaks of; null where the screen says it all. */
export function hintFor(
  view: Nimble['public'],
  you: number | null,
  placed: number,
): { key: string; frame: NimbleColour | '' } | null {
  const mine = you === null ? undefined : view.seats[you];
  if (!mine || view.round !== 1 || placed >= ENOUGH) return null;
  if (view.phase === 'countdown') return { key: 'look', frame: '' };
  if (view.phase !== 'play') return null;
  if (mine.deck === 0) return { key: 'recycle', frame: '' };
  return mine.top ? { key: 'place', frame: mine.top[0] } : { key: 'flip', frame: '' };
}
