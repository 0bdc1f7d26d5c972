// What somebody who plays NOW! for the first time is told, in the first round only.
import type { Now } from './types';

/** The key of a text; '' where the screen says it all. */
export function hintFor(view: Now['public'], you: number | null): string {
  if (view.round !== 1 || you === null) return '';
  if (view.phase === 'countdown') return 'look';
  if (view.phase !== 'action' || view.last_player === you) return '';
  return view.seats[you]?.said_now ? 'said' : 'choose';
}
