// The lesson's cards and its steps. Bo's frames are all mauve and no circle is: Bo flips and never
// finds a place, so that the cards lie as the words say.
import type { Nimble } from '../types';

export const DEAL: Nimble['deal'] = {
  decks: [
    [
      ['green', 'red'],
      ['blue', 'yellow'],
      ['orange', 'green'],
      ['yellow', 'orange'],
      ['red', 'blue'],
      ['orange', 'red'],
      ['green', 'yellow'],
    ],
    [
      ['orange', 'blue'],
      ['yellow', 'green'],
      ['mauve', 'blue'],
      ['mauve', 'red'],
      ['mauve', 'green'],
      ['mauve', 'orange'],
    ],
  ],
  givers: [1, 1, 0],
};
export const OPTIONS: Nimble['options'] = {
  countdown: 0,
  round: 0,
  check: 0,
  challenge: false,
  races: 'bounce',
};
/** Places what fits, at once, and nothing else. */
export const BOT: Nimble['level'] = 'greedy';

export interface Step {
  words: string;
  action: Nimble['action']['type'];
  /** the one pile that will do; null: any */
  pile: number | null;
}

const tap = (action: Step['action'], words: string): Step => ({ words, action, pile: null });
const place = (pile: number, words: string): Step => ({ words, action: 'place', pile });

export const STEPS: readonly Step[] = [
  tap('flip', 'flip'),
  place(0, 'place'),
  tap('flip', 'next'),
  tap('flip', 'none'),
  place(0, 'build'),
  place(0, 'again'),
  tap('flip', 'on'),
  tap('flip', 'pass'),
  tap('back', 'passed'),
  place(2, 'red'),
  tap('flip', 'on'),
  tap('flip', 'last'),
  tap('recycle', 'recycle'),
  tap('flip', 'round'),
  tap('place', 'wrong'),
];

export const allows = (step: Step | undefined, action: Nimble['action']): boolean =>
  step === undefined ||
  (step.action === action.type &&
    (step.pile === null || (action.type === 'place' && action.pile === step.pile)));
