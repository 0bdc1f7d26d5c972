// The colour of each seat: as chosen for the game, else the first that is left. Where there are more seats than colours,
// they begin again.
import { DECK_COLOURS, type DeckColour } from './colours';

export function seatColours(count: number, options: Record<string, unknown>): DeckColour[] {
  const wished: unknown = options.colours;
  const chosen = Array.isArray(wished)
    ? wished.map((one) => DECK_COLOURS.find((colour) => colour === one))
    : [];
  const left = DECK_COLOURS.filter((colour) => !chosen.slice(0, count).includes(colour));
  return Array.from(
    { length: count },
    (_, i) => chosen[i] ?? left.shift() ?? DECK_COLOURS[i % DECK_COLOURS.length]!,
  );
}
