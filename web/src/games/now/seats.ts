// How a seat is drawn: the game's view of it and the table's, in one word.
import type { Stage } from '../../stage';
import type { Now } from '../../wire';

export type SeatState = 'idle' | 'thinking' | 'said' | 'ready' | 'gone';

export function stateOf(stage: Stage<Now>, seat: number): SeatState {
  const [place, person, phase] = [stage.public.seats[seat], stage.seats[seat], stage.public.phase];
  if (person && !person.bot && !person.minded && !person.gone && !person.connected) return 'gone';
  if (!place || !person) return 'idle'; // Silvano plays without thinking
  if (phase === 'action') return place.said_now ? 'said' : 'thinking';
  return phase === 'resolution' && place.ready ? 'ready' : 'idle';
}

/** Everybody but us, beginning on our left. */
export function othersOf(stage: Stage<Now>): number[] {
  const count = stage.public.seats.length;
  const first = stage.you ?? -1;
  return Array.from({ length: count }, (_, i) => (first + 1 + i) % count).filter((seat) => seat !== stage.you);
}

/** Who has not said NOW!; Silvano never does. */
export const waitedFor = (stage: Stage<Now>): number[] =>
  stage.seats.flatMap((_, seat) => (stage.public.seats[seat]?.said_now || seat === stage.you ? [] : [seat]));
