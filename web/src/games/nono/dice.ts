// The dice as they are drawn, from the roll as it is told.
import type { NonoCardView, NonoRoll } from './types';

export interface DrawnDie {
  kind: 'order' | 'ban' | 'syllable';
  face: string;
  points?: number;
}

export function diceOf({ order, ban, syllables }: NonoRoll): DrawnDie[] {
  return [
    ...order.map(([face, points]): DrawnDie => ({ kind: 'order', face, points })),
    ...(ban === null ? [] : [{ kind: 'ban', face: ban } as const]),
    ...(syllables === null ? [] : [{ kind: 'syllable', face: String(syllables) } as const]),
  ];
}

const KINDS = { order_1: 'order', order_2: 'order', ban: 'ban', syllables: 'syllable' } as const;
export const kindsOf = (card: NonoCardView): DrawnDie['kind'][] => card.dice.map((die) => KINDS[die]);
