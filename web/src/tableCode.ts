// A table's code, as people type it.
export const CODE_LENGTH = 6;

/** What somebody meant by what they typed or pasted: any case, spaces, dashes, or the whole link. */
export function readCode(typed: string): string {
  const link = /\/(?:t|screen)\/([A-Za-z0-9]+)/.exec(typed);
  const plain = (link?.[1] ?? typed).toUpperCase();
  return plain.replace(/[^A-Z0-9]/g, '').slice(0, CODE_LENGTH);
}
