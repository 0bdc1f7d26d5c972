// How a seat is drawn: the game's view of it and the table's, in one word.
import type { DeckColour } from '../../parts/colours';
import { seatColours } from '../../screens/table/seats';
import type { Stage } from '../../stage';
import type { Nono } from '../../wire';

/** What somebody is doing. `stopped` types or waits for the vote; `passed` is out of this card. */
export type Doing = 'idle' | 'searching' | 'passed' | 'stopped' | 'voting' | 'voted' | 'ready' | 'gone';

export function doing(stage: Stage<Nono>, seat: number): Doing {
  const [place, person, table] = [stage.public.seats[seat], stage.seats[seat], stage.public];
  if (person && !person.bot && !person.minded && !person.gone && !person.connected) return 'gone';
  if (!place) return 'idle';
  if (table.phase === 'search') return place.passed ? 'passed' : 'searching';
  if (table.phase === 'verdict') return place.ready ? 'ready' : 'idle';
  if (table.stopper === seat) return 'stopped';
  if (table.phase === 'vote') return place.voted ? 'voted' : 'voting';
  return 'idle';
}

/** Everybody but us, beginning on our left. */
export function othersOf(stage: Stage<Nono>): number[] {
  const count = stage.public.seats.length;
  const first = stage.you ?? -1;
  return Array.from({ length: count }, (_, i) => (first + 1 + i) % count).filter((seat) => seat !== stage.you);
}

export const colourOf = (stage: Stage<Nono>, seat: number): DeckColour =>
  seatColours(stage.public.seats.length, {})[seat] ?? 'blue';

export const nameOf = (stage: Stage<Nono>, seat: number): string => stage.public.seats[seat]?.name ?? '';

export const isBot = (stage: Stage<Nono>, seat: number): boolean => (stage.seats[seat]?.bot ?? null) !== null;

export const categoryOf = (table: Nono['public']): string => table.card?.names[table.language] ?? '';

/** A minus as long as a plus. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
export const plain = (points: number): string => (points < 0 ? `−${-points}` : String(points));
