// A table's code, as people type it.
export const CODE_LENGTH = 6;

/** What somebody meant by what they typed or pasted: any case, spaces, dashes, or the whole link. */
export function readCode(typed: string): string {
  const link = /\/(?:t|screen|sheet)\/([A-Za-z0-9]+)/.exec(typed);
  const plain = (link?.[1] ?? typed).toUpperCase();
  return plain.replace(/[^A-Z0-9]/g, '').slice(0, CODE_LENGTH);
}

/** Letters that are wider than the rest, in em of the poster's type; and how many em fit where a code stands. */
const WIDE: Record<string, number> = { M: 0.69, W: 0.73 };
const NARROW = 0.5;
const FITS = 3.2;

/** In em: a code of wide letters is set smaller than others. */
export const codeSize = (code: string): number =>
  Math.min(1, FITS / [...code].reduce((width, letter) => width + (WIDE[letter] ?? NARROW), 0));
