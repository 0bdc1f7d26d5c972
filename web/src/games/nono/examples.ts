// What the drawn examples show. Marks and cuts are the referee's own (tests/browser plays one of them).
import type { Language } from '../../settings.svelte';
import type { Mark } from './parts/word';
import type { DrawnDie } from './dice';

export interface Example {
  name: string;
  category: string;
  multiplier: number;
  dice: DrawnDie[];
  word: string;
  marks: Mark[];
  cut: string | null;
}

const order = (face: string, points: number): DrawnDie => ({ kind: 'order', face, points });
const ban = (face: string): DrawnDie => ({ kind: 'ban', face });
const syllables = (face: string): DrawnDie => ({ kind: 'syllable', face });
const mark = (start: number, end: number, kind: Mark['kind']): Mark => ({ start, end, kind });
const letter = (at: number, kind: Mark['kind']): Mark => mark(at, at + 1, kind);

const plural = (category: string, word: string): Example => ({
  name: 'plural',
  category,
  multiplier: 3,
  dice: [order('S', 1), syllables('3')],
  word,
  cut: word,
  marks: [
    mark(0, word.length, 'plural'),
    letter(word.length - 1, 'demanded'),
    ...(word.startsWith('s') ? [letter(0, 'demanded')] : []),
  ],
});

export const EXAMPLES: Record<Language, Example[]> = {
  en: [
    {
      name: 'right',
      category: 'In Sports',
      multiplier: 2,
      dice: [order('R', 1), order('M', 2), ban('U')],
      word: 'marathon',
      cut: null,
      marks: [letter(0, 'demanded'), letter(2, 'demanded')],
    },
    {
      name: 'wrong',
      category: 'In Sports',
      multiplier: 2,
      dice: [order('S', 1), order('N', 1), ban('E')],
      word: 'sport shoe',
      cut: null,
      marks: [letter(0, 'demanded'), mark(0, 5, 'category'), letter(6, 'demanded'), letter(9, 'banned')],
    },
    plural('At the Zoo', 'apes'),
  ],
  fr: [
    {
      name: 'right',
      category: 'Dans le sport',
      multiplier: 2,
      dice: [order('F', 1), order('N', 2), ban('U')],
      word: 'ski de fond',
      cut: null,
      marks: [letter(7, 'demanded'), letter(9, 'demanded')],
    },
    {
      name: 'wrong',
      category: 'Dans le sport',
      multiplier: 2,
      dice: [order('S', 1), order('N', 2), ban('E')],
      word: 'sport de glisse',
      cut: null,
      marks: [
        letter(0, 'demanded'),
        mark(0, 5, 'category'),
        letter(7, 'banned'),
        letter(12, 'demanded'),
        letter(13, 'demanded'),
        letter(14, 'banned'),
      ],
    },
    plural('Au zoo', 'singes'),
  ],
};
