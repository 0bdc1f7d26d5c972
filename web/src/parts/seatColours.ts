// The colour of each seat: as chosen for the game, else the first that is left.
import { DECK_COLOURS, type DeckColour } from './colours';

export function seatColours(count: number, options: Record<string, unknown>): DeckColour[] {
  const chosen = (options.colours ?? []) as (DeckColour | null)[];
  const left = DECK_COLOURS.filter((colour) => !chosen.slice(0, count).includes(colour));
  return Array.from({ length: count }, (_, i) => chosen[i] ?? left.shift() ?? 'blue');
}
