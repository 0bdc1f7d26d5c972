// The lesson's cards: three rounds that show what there is to know, then the rest of the box, which
// the rules want to be whole and nobody will see.
import type { NowDeal, NowTargetCard } from '../types';

type Target = [value: number, colour: 'red' | 'blue' | 'both', points: number];

const SHOWN: Target[] = [
  [84, 'blue', 1],
  [16, 'blue', 3],
  [40, 'red', 1],
  [124, 'blue', 1],
  [60, 'red', 3],
  [100, 'red', 2],
  [76, 'blue', 2],
  [68, 'blue', 4],
  [72, 'red', 4],
];
/** The learner's cards, Ana's and Bo's, first seen first. */
const HANDS = [
  [126, 80, 119, 75, 67],
  [38, 59, 70],
  [30, 97, 66],
];
const TARGETS = 32;
const DECK = 16;

function targets(): NowTargetCard[] {
  const shown = SHOWN.map(([value, colour, points]) => ({ value, colour, points }));
  const taken = new Set(SHOWN.map(([value]) => value));
  const rest = Array.from({ length: TARGETS }, (_, i) => 4 * (i + 1)).filter((value) => !taken.has(value));
  return [
    ...shown,
    { refresh: true },
    ...rest.map((value): NowTargetCard => ({ value, colour: 'both', points: 1 })),
  ];
}

function decks(): number[][] {
  const taken = new Set(HANDS.flat());
  const rest = Array.from({ length: 128 }, (_, i) => i + 1).filter((value) => !taken.has(value));
  return HANDS.map((hand) => [...hand, ...rest.splice(0, DECK - hand.length)]);
}

export const lessonDeal = (): NowDeal => ({ targets: targets(), decks: decks() });
export const FIRST_CARD = HANDS[0]![0];
/** The second round's, which the learner's next card would win. */
export const FAR_TARGET = 124;
/** What the learner, who has blue, can win in the third round. */
export const BLUE_AT_THE_END: readonly number[] = [76, 68, 16];
