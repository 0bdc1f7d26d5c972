// The check as a story: pile after pile, card after card, right ones in a hurry and errors with a
// pause. The view has all of it from the start; here is how much has been told.
import type { NimbleChecked } from './types';

const BUDGET_MS = 9000;
const SLOWEST_MS = 240;
const ERROR_MS = 800;

/** How long the card that was told last stays the last. */
export const pauseAfter = (check: readonly NimbleChecked[], at: number): number =>
  check[at - 1]?.error ? ERROR_MS : Math.min(SLOWEST_MS, BUDGET_MS / Math.max(1, check.length));

/** The last cards of a pile that have been turned so far. */
export const turnedOf = (
  check: readonly NimbleChecked[],
  at: number,
  pile: number,
  most: number,
): NimbleChecked[] =>
  check
    .slice(0, at)
    .filter((card) => card.pile === pile)
    .slice(-most);

export const errorsOf = (check: readonly NimbleChecked[], seat: number): NimbleChecked[] =>
  check.filter((card) => card.error && card.seat === seat);
