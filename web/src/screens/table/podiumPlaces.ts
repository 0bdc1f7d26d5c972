// Who stands where, from a game's result: every game gives `ranking` and `winners`.
import type { DeckColour } from '../../parts/colours';
import type { Placed } from '../../parts/Podium.svelte';
import type { SeatView } from '../../wire';
import { seatColours } from '../../parts/seatColours';

export interface Result {
  winners: number[];
  ranking: number[][];
  scores?: number[];
}

/** Best first. A seat that nobody sits on has its name in the game's view. */
export function places(
  result: Result,
  seats: readonly SeatView[],
  shown: unknown,
  options: Record<string, unknown>,
): Placed[] {
  const named = (shown as { seats?: { name?: string }[] } | null)?.seats ?? [];
  const count = result.ranking.flat().length;
  const colours = seatColours(count, options);
  let place = 1;
  return result.ranking.flatMap((equals) => {
    const here = place;
    place += equals.length;
    return equals.map((seat) => ({
      name: seats[seat]?.name ?? named[seat]?.name ?? '',
      colour: colours[seat] ?? ('blue' satisfies DeckColour),
      place: here,
      score: result.scores ? String(result.scores[seat]) : '',
      bot: seats[seat] ? seats[seat].bot !== null : true,
    }));
  });
}
