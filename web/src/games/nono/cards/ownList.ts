// A list of one's own categories as lines of text: English; French; words; mots. For people who have them in a file.

export interface OwnCategory {
  id: string;
  en?: string;
  fr?: string;
  typical_en?: string[];
  typical_fr?: string[];
}
export interface Card {
  category: string;
  dice: string[];
  multiplier: number;
}

const words = (text = ''): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Columns are apart by a semicolon or a tab; the words in one by commas. A cell may stand in quotes, as in CSV. */
export function readList(text: string): OwnCategory[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [en = '', fr = '', of_en, of_fr] = line.split(/[;\t]/).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
    const id = en || fr;
    return id ? [{ id, en, fr, typical_en: words(of_en), typical_fr: words(of_fr) }] : [];
  });
}

export const writeList = (list: readonly OwnCategory[]): string =>
  list
    .map(({ en = '', fr = '', typical_en = [], typical_fr = [] }) =>
      [en, fr, typical_en.join(', '), typical_fr.join(', ')].join('; ').replace(/(; )+$/, ''),
    )
    .join('\n');

/** A card for each of the list: the one it has, or with the dice of one of the house's. What is no longer on the list
 *  has none. */
export function cardsFor(
  list: readonly OwnCategory[],
  before: readonly OwnCategory[],
  cards: readonly Card[],
  house: readonly Card[],
): Card[] {
  const gone = new Set([...before, ...list].map(({ id }) => id));
  const made = list.map(({ id }, number) => {
    const { dice = [], multiplier = 1 } = house[number % house.length] ?? {};
    return cards.find(({ category }) => category === id) ?? { category: id, dice, multiplier };
  });
  return [...made, ...cards.filter(({ category }) => !gone.has(category))];
}
