// A finished match card by card, from its record.
import type { ReplayFrame } from '../../http';
import type { Nono } from './types';

export interface PlayedCard {
  turn: number;
  category: string;
  /** null: nobody found a word */
  seat: number | null;
  word: string;
  change: number;
}

/** Every frame says what happened and how things lay afterwards. */
export function cardsOf(frames: readonly ReplayFrame[]): PlayedCard[] {
  const cards: PlayedCard[] = [];
  for (const frame of frames) {
    const table = frame.public as Nono['public'];
    // The first card may lie there before anything has happened.
    if (table.card && cards.at(-1)?.turn !== table.turn)
      cards.push({
        turn: table.turn,
        category: table.card.names[table.language],
        seat: null,
        word: '',
        change: 0,
      });
    for (const event of frame.events as Nono['event'][])
      if (event.type === 'judged') Object.assign(cards.at(-1) ?? {}, pick(event.verdict));
  }
  return cards;
}

const pick = ({
  seat,
  word,
  change,
}: {
  seat: number;
  word: string;
  change: number;
}): Partial<PlayedCard> => ({ seat, word, change });
