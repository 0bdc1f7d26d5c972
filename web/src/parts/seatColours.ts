// The colour of each seat before and after a match: as chosen, else the first that is left.
import { DECK_COLOURS, type DeckColour } from './colours';

type Chosen = (DeckColour | null)[];

export function seatColours(count: number, options: Record<string, unknown>, shown?: unknown): DeckColour[] {
  const worn = wornIn(shown);
  const chosen = worn ?? ((options.colours ?? []) as Chosen);
  const left = DECK_COLOURS.filter((colour) => !chosen.slice(0, count).includes(colour));
  return Array.from({ length: count }, (_, i) => chosen[i] ?? left.shift() ?? 'blue');
}

/** The colours that a game's view gives its seats, if it gives any. */
function wornIn(shown: unknown): Chosen | null {
  const seats = (shown as { seats?: { colour?: string }[] } | null)?.seats;
  if (!seats?.some((seat) => seat.colour)) return null;
  return seats.map((seat) => DECK_COLOURS.find((colour) => colour === seat.colour) ?? null);
}
