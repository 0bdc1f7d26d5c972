// How a seat is drawn: the game's view of it and the table's, in one word.
import type { DeckColour } from '../../parts/colours';
import { seatColours } from '../../screens/table/seats';
import type { Stage } from '../../stage';
import type { Nimble, NimbleSeatView } from '../../wire';

export type SeatState = 'idle' | 'ready' | 'gone';

export function stateOf(stage: Stage<Nimble>, seat: number): SeatState {
  const [place, person] = [stage.public.seats[seat], stage.seats[seat]];
  if (person && !person.bot && !person.minded && !person.gone && !person.connected) return 'gone';
  return stage.public.phase === 'check' && place?.ready ? 'ready' : 'idle';
}

/** Everybody but us, beginning on our left. */
export function othersOf(stage: Stage<Nimble>): number[] {
  const count = stage.public.seats.length;
  const first = stage.you ?? -1;
  return Array.from({ length: count }, (_, i) => (first + 1 + i) % count).filter((seat) => seat !== stage.you);
}

export const colourOf = (stage: Stage<Nimble>, seat: number): DeckColour =>
  seatColours(stage.public.seats.length, {})[seat] ?? 'blue';

export const nameOf = (stage: Stage<Nimble>, seat: number): string => stage.public.seats[seat]?.name ?? '';

export const isBot = (stage: Stage<Nimble>, seat: number): boolean => (stage.seats[seat]?.bot ?? null) !== null;

/** In deck and discard together. */
export const leftOf = (place: NimbleSeatView | undefined): number => (place ? place.deck + place.discard : 0);
