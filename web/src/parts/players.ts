// The players at the table, as every game's screens ask for them: name, colour, bot, away, who sits next.
import { seatColours } from './seatColours';
import type { Stage } from '../stage';
import type { DeckColour } from './colours';

type Table = Pick<Stage, 'seats' | 'you' | 'shared' | 'options'> & {
  readonly public: { seats: readonly { name: string }[] };
};

/** Everybody but us, beginning on our left. */
export function othersOf({ public: { seats }, you }: Table): number[] {
  const first = you ?? -1;
  return Array.from(seats, (_, i) => (first + 1 + i) % seats.length).filter((seat) => seat !== you);
}

/** Whoever looks at this screen has that seat, and looks alone. */
export const isYou = ({ you, shared }: Pick<Stage, 'you' | 'shared'>, seat: number | null): boolean =>
  you !== null && seat === you && !shared;

/** As the table calls them now: somebody may have taken over a bot, or been renamed. */
export const nameOf = (stage: Table, seat: number): string =>
  stage.seats[seat]?.name ?? stage.public.seats[seat]?.name ?? '';

export const isBot = (stage: Table, seat: number): boolean => (stage.seats[seat]?.bot ?? null) !== null;

/** Somebody's line is down or their page out of sight, and nobody plays for them yet. */
export function isAway(stage: Table, seat: number): boolean {
  const person = stage.seats[seat];
  if (person === undefined || person.bot || person.minded || person.gone) return false;
  return person.away || !person.connected;
}

/** Of a player's face: the same in the lobby, in every game and on the podium. */
export const colourOf = (stage: Table, seat: number): DeckColour =>
  seatColours(stage.public.seats.length, stage.options ?? {})[seat] ?? 'blue';
