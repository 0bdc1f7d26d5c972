// The lesson's three cards, what Ana and Bo do, and what the learner is told and may do meanwhile: a
// right word, a wrong one on purpose, and a word of Ana's to vote on.
import type { Script } from '../../../scriptedPlayer';
import type { Language } from '../../../settings.svelte';
import type { Nono, NonoDeal } from '../types';

export const TURNS = 3;
const LEARNER = 0;
export const ANA = 1;

const SPORTS: Record<Language, NonoDeal['turns'][number]['order']> = {
  en: [
    ['R', 1],
    ['M', 2],
  ],
  fr: [
    ['F', 1],
    ['N', 2],
  ],
};

export const lessonDeal = (language: Language): NonoDeal => ({
  turns: [
    { category: 'In Sports', order: SPORTS[language], ban: 'U', multiplier: 2 },
    {
      category: 'At the Zoo',
      order: [
        ['S', 1],
        ['P', 2],
      ],
      syllables: 3,
      multiplier: 3,
    },
    { category: 'In the Kitchen', order: [['R', 1]], multiplier: 1 },
  ],
});
/** No clock runs while somebody reads. */
export const OPTIONS: Nono['options'] = { countdown: 4, search: 0, answer: 0, vote: 0, verdict: 0 };

/** Both find every word typical; Ana has one herself for the last card. */
export function companion(pace: number, word: string | null): Script<Nono> {
  return (event, seat) => {
    if (event.type === 'answered' && event.seat !== seat)
      return [{ after: pace, action: { type: 'vote', fits: true } }];
    if (event.type === 'judged') return [{ after: pace, action: { type: 'ready' } }];
    if (word === null) return [];
    if (event.type === 'turned' && event.turn === TURNS)
      return [{ after: 4 * pace, action: { type: 'stop' } }];
    if (event.type === 'stopped' && event.seat === seat)
      return [{ after: 3 * pace, action: { type: 'answer', word } }];
    return [];
  };
}

const WORDS: Record<Nono['public']['phase'], readonly [string, string, string]> = {
  countdown: ['look', 'look', 'look'],
  search: ['stop', 'stopWrong', 'wait'],
  answer: ['type', 'typeWrong', 'typing'],
  vote: ['voting', 'voting', 'vote'],
  verdict: ['right', 'wrong', 'end'],
  end: ['end', 'end', 'end'],
};

/** What the bubble says now: the key of a text. */
export function bubble(table: Nono['public']): string {
  const key = WORDS[table.phase][Math.max(0, table.turn - 1)] ?? 'end';
  return key === 'vote' && table.seats[LEARNER]?.voted ? 'voting' : key;
}

/** One thing at a time: Stop! on the first two cards, nothing but the thumbs on the last. */
export function allowed(table: Nono['public'], action: Nono['action']): boolean {
  if (action.type === 'pass') return false;
  return action.type !== 'stop' || table.turn < TURNS;
}

/** What to tap. */
export const pointed = (table: Nono['public']): string | null =>
  table.phase === 'search' && table.turn < TURNS ? 'stop' : table.phase === 'verdict' ? 'ready' : null;
