// What a seat is doing, in one word, from the game's view of it and the table's.
import { isAway } from '../../parts/players';
import type { Stage } from '../../stage';
import type { Nono } from './types';

/** What somebody is doing. `stopped` types or waits for the vote; `passed` is out of this card. */
export type Doing = 'idle' | 'searching' | 'passed' | 'stopped' | 'voting' | 'voted' | 'ready' | 'gone';

/** The game says who alone decides about a word, if one does; else the others vote. */
export const mayVote = ({ decider, stopper }: Nono['public'], seat: number | null): boolean =>
  seat !== null && (decider === undefined ? seat !== stopper : seat === decider);

export function doing(stage: Stage<Nono>, seat: number): Doing {
  const [place, table] = [stage.public.seats[seat], stage.public];
  if (isAway(stage, seat)) return 'gone';
  if (!place) return 'idle';
  if (table.phase === 'search') return place.passed ? 'passed' : 'searching';
  if (table.phase === 'verdict') return place.ready ? 'ready' : 'idle';
  if (table.stopper === seat) return 'stopped';
  if (table.phase === 'vote' && mayVote(table, seat)) return place.voted ? 'voted' : 'voting';
  return 'idle';
}
