// What a seat is doing, in one word, from the game's view of it and the table's.
import { isAway } from '../../parts/players';
import type { Stage } from '../../stage';
import type { Nimble, NimbleSeatView } from './types';

export type SeatState = 'idle' | 'ready' | 'gone';

export function stateOf(stage: Stage<Nimble>, seat: number): SeatState {
  if (isAway(stage, seat)) return 'gone';
  return stage.public.phase === 'check' && stage.public.seats[seat]?.ready ? 'ready' : 'idle';
}

/** In deck and discard together. */
export const leftOf = (place: NimbleSeatView | undefined): number => (place ? place.deck + place.discard : 0);
