// A word as letters to draw: which stretches are marked, and before which letters it is cut.
export type MarkKind = 'demanded' | 'banned' | 'category' | 'plural';
export interface Mark {
  start: number;
  end: number;
  kind: MarkKind;
}
export interface Glyph {
  char: string;
  kinds: MarkKind[];
  /** the last letter of a plural: its -s */
  ending: boolean;
  /** a syllable begins here, and it is not the first */
  cut: boolean;
}

const DOT = '·';

/** Places count characters, as the server does, not the halves that JavaScript sees. */
export function glyphs(word: string, marks: readonly Mark[], cut: string | null): Glyph[] {
  const cuts = cut === null ? [] : cutPlaces(word, cut);
  return Array.from(word, (char, at) => {
    const here = marks.filter(({ start, end }) => start <= at && at < end);
    return {
      char,
      kinds: here.map((mark) => mark.kind),
      ending: here.some(({ kind, end }) => kind === 'plural' && end === at + 1),
      cut: cuts.includes(at),
    };
  });
}

/** Where in the word the dots of `cut` fall; none if the two do not match letter by letter. */
export function cutPlaces(word: string, cut: string): number[] {
  const letters = Array.from(word);
  const places: number[] = [];
  let at = 0;
  for (const piece of cut.split(DOT)) {
    const first = Array.from(piece)[0];
    while (at < letters.length && letters[at] !== first) at += 1; // a space that the dot stands for
    if (letters.slice(at, at + Array.from(piece).length).join('') !== piece) return [];
    if (at > 0) places.push(at);
    at += Array.from(piece).length;
  }
  return places;
}
