// What a seat is doing, in one word, from the game's view of it and the table's.
import { isAway } from '../../parts/players';
import type { Stage } from '../../stage';
import type { Nono } from '../../wire';

/** What somebody is doing. `stopped` types or waits for the vote; `passed` is out of this card. */
export type Doing = 'idle' | 'searching' | 'passed' | 'stopped' | 'voting' | 'voted' | 'ready' | 'gone';

export function doing(stage: Stage<Nono>, seat: number): Doing {
  const [place, table] = [stage.public.seats[seat], stage.public];
  if (isAway(stage, seat)) return 'gone';
  if (!place) return 'idle';
  if (table.phase === 'search') return place.passed ? 'passed' : 'searching';
  if (table.phase === 'verdict') return place.ready ? 'ready' : 'idle';
  if (table.stopper === seat) return 'stopped';
  if (table.phase === 'vote') return place.voted ? 'voted' : 'voting';
  return 'idle';
}
