// Prediction: what our own hand and the piles look like with our moves that the server has not answered.
//
// The server decides every move. But a tap that showed only after a round trip would feel like playing with
// gloves on, so the four moves of nimble's hand (flip, back, recycle, place) are mirrored here: how cards change
// places, never whether they may. What the rules say about colours is not here; a move that changes nothing here is
// sent all the same, the server says why not, and `agreed` puts the picture right from its next view.
import type { Nimble, NimbleCard, NimblePublic, NimbleSeatView } from './types';

/** Next card, or top card, last; null: we have not seen it. */
export interface Cards {
  deck: readonly (NimbleCard | null)[];
  discard: readonly (NimbleCard | null)[];
}

/** What our eyes rest on. */
export interface Sight extends Cards {
  piles: readonly NimbleCard[];
  heights: readonly number[];
}

type Event = Nimble['event'];
type Action = Nimble['action'];

export const NOTHING: Cards = { deck: [], discard: [] };
const unseen = (count: number): null[] => Array.from({ length: count }, () => null);
export const same = (a: NimbleCard | null, b: NimbleCard | null): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** Memory, as far as it agrees with the view; after a reload there is none. */
export function agreed(cards: Cards, place: NimbleSeatView): Cards {
  const counts = cards.deck.length === place.deck && cards.discard.length === place.discard;
  const top = cards.discard.at(-1) ?? null;
  if (counts && (top === null || same(top, place.top)))
    return place.discard ? withTop(cards, place.top) : cards;
  return withTop({ deck: unseen(place.deck), discard: unseen(place.discard) }, place.top);
}

const withTop = (cards: Cards, top: NimbleCard | null): Cards =>
  top ? { ...cards, discard: [...cards.discard.slice(0, -1), top] } : cards;

/** Our hands after something that we did and everybody heard. */
export function afterEvent(cards: Cards, event: Event): Cards {
  const { deck, discard } = cards;
  switch (event.type) {
    case 'flipped':
      return { deck: deck.slice(0, -1), discard: [...discard, event.card] };
    case 'taken_back':
      return { deck: [...deck, event.card], discard: discard.slice(0, -1) };
    case 'placed':
      return { deck, discard: discard.slice(0, -1) };
    case 'recycled':
      return { deck: discard.toReversed(), discard: [] };
    default:
      return cards;
  }
}

export const sightOf = (table: NimblePublic, cards: Cards): Sight => ({
  ...cards,
  piles: table.piles,
  heights: table.heights,
});

/** What we see while this move of ours is on its way. */
export function afterMove(sight: Sight, action: Action): Sight {
  const { deck, discard } = sight;
  switch (action.type) {
    case 'flip':
      return deck.length
        ? { ...sight, deck: deck.slice(0, -1), discard: [...discard, deck.at(-1) ?? null] }
        : sight;
    case 'back':
      return discard.length
        ? { ...sight, deck: [...deck, discard.at(-1) ?? null], discard: discard.slice(0, -1) }
        : sight;
    case 'recycle':
      return deck.length ? sight : { ...sight, deck: discard.toReversed(), discard: [] };
    case 'place':
      return discard.length ? placed(sight, action.pile) : sight;
    case 'ready':
      return sight;
  }
}

/** A card that we have not seen ourselves shows on the pile when everybody sees it. */
function placed(sight: Sight, pile: number): Sight {
  const [card, discard] = [sight.discard.at(-1) ?? null, sight.discard.slice(0, -1)];
  if (card === null) return { ...sight, discard };
  return {
    ...sight,
    discard,
    piles: sight.piles.with(pile, card),
    heights: sight.heights.with(pile, (sight.heights[pile] ?? 0) + 1),
  };
}

const TOLD: Partial<Record<Event['type'], Action['type']>> = {
  flipped: 'flip',
  placed: 'place',
  taken_back: 'back',
  recycled: 'recycle',
};
/** The move that this event tells of, if it tells of one. */
export const toldMove = (event: Event): Action['type'] | undefined => TOLD[event.type];
export const answers = (event: Event, action: Action): boolean =>
  toldMove(event) === action.type &&
  (event.type !== 'placed' || action.type !== 'place' || event.pile === action.pile);
