// What a seat is doing, in one word, from the game's view of it and the table's.
import { isAway } from '../../parts/players';
import type { Stage } from '../../stage';
import type { Now } from './types';

export type SeatState = 'idle' | 'thinking' | 'said' | 'ready' | 'gone';

export function stateOf(stage: Stage<Now>, seat: number): SeatState {
  const [place, person, phase] = [stage.public.seats[seat], stage.seats[seat], stage.public.phase];
  if (isAway(stage, seat)) return 'gone';
  if (!place || !person) return 'idle'; // Silvano plays without thinking
  if (phase === 'action') return place.said_now ? 'said' : 'thinking';
  return (phase === 'resolution' || phase === 'signal') && place.ready ? 'ready' : 'idle';
}

/** Who has not said NOW!; Silvano never does. */
export const waitedFor = (stage: Stage<Now>): number[] =>
  stage.seats.flatMap((_, seat) => (stage.public.seats[seat]?.said_now || seat === stage.you ? [] : [seat]));
