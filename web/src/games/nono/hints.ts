// What somebody who plays NoNo for the first time is told, until they have done each thing once.
import { mayVote } from './seatState';
import type { Nono } from './types';

/** What this player has done in this match. */
export interface Done {
  searched: boolean;
  voted: boolean;
}

/** The key of a text; '' where the screen says it all. */
export function hintFor(view: Nono['public'], you: number | null, done: Done): string {
  if (you === null) return '';
  if (view.phase === 'countdown') return done.searched ? '' : 'look';
  if (view.phase === 'search') return done.searched ? '' : 'search';
  if (view.phase === 'answer') return view.stopper === you ? '' : done.voted ? '' : 'typing';
  if (view.phase === 'vote') return done.voted || !mayVote(view, you) ? '' : 'vote';
  return '';
}
