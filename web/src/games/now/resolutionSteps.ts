// A resolution as a story: all cards turn, then Target after Target finds its owner. The view is
// already at the end of it; here is what it looked like on the way.
import type {
  Now,
  NowRefreshGone,
  NowRefreshTaken,
  NowSeatView,
  NowStayed,
  NowTaken,
  NowTargetCard,
} from './types';

export type Line = NowTaken | NowStayed | NowRefreshTaken | NowRefreshGone;

export interface Story {
  cards: number[];
  lines: Line[];
}

/** A Target's place on the table: what lies there, and whether it still does. */
export interface Slot {
  key: string;
  card: NowTargetCard;
  here: boolean;
}

/** What a player has in front of them. */
export type Holding = Pick<NowSeatView, 'red' | 'blue' | 'both' | 'refresh'>;

const REFRESH: NowTargetCard = { refresh: true };
const isLine = (event: Now['event']): event is Line =>
  ['taken', 'stayed', 'refresh_taken', 'refresh_gone'].includes(event.type);

export const keyOf = (card: NowTargetCard): string => (card.refresh ? 'refresh' : String(card.value));
export const slotsOf = (cards: readonly NowTargetCard[]): Slot[] =>
  cards.map((card) => ({ key: keyOf(card), card, here: true }));

/** The last story that these events tell; null when nobody showed a card. Quick clocks may tell two at once. */
export function storyOf(events: readonly Now['event'][]): Story | null {
  const at = events.findLastIndex((event) => event.type === 'shown');
  const shown = events[at];
  return shown?.type === 'shown' ? { cards: shown.cards, lines: events.slice(at).filter(isLine) } : null;
}

/** The cards turn first, then every line is a step. */
export const stepsOf = (story: Story): number => story.lines.length + 1;
export const toldLines = (story: Story, at: number): Line[] => story.lines.slice(0, Math.max(0, at - 1));
export const untoldLines = (story: Story, at: number): Line[] => story.lines.slice(Math.max(0, at - 1));

const cardOf = (line: Line): NowTargetCard => ('target' in line ? line.target : REFRESH);

/** The table as it lies after so many steps; a place that was left stays empty. */
export function slotsAt(story: Story, at: number, left: readonly NowTargetCard[]): Slot[] {
  const told = toldLines(story, at);
  const named = story.lines.map((line) => ({
    key: keyOf(cardOf(line)),
    card: cardOf(line),
    here: line.type === 'stayed' || !told.includes(line),
  }));
  const waiting = slotsOf(left).filter((slot) => !named.some((other) => other.key === slot.key));
  return [...named, ...waiting];
}

/** What this seat has won in this round so far. */
export const wonAt = (story: Story, at: number, seat: number): NowTargetCard[] =>
  toldLines(story, at)
    .filter((line) => (line.type === 'taken' || line.type === 'refresh_taken') && line.seat === seat)
    .map(cardOf);

/** What lay in front of this seat when the rest had not been told yet. */
export function holdingAt(place: NowSeatView, story: Story, at: number, seat: number): Holding {
  const holding: Holding = { red: place.red, blue: place.blue, both: place.both, refresh: place.refresh };
  for (const line of untoldLines(story, at)) {
    if (line.type === 'taken' && line.seat === seat && line.target.colour)
      holding[line.target.colour] -= line.target.points ?? 0;
    if (line.type === 'refresh_taken' && line.seat === seat) holding.refresh = false;
  }
  return holding;
}
