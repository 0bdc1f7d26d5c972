// How points and categories are written.
import type { Nono } from './types';

export const categoryOf = (table: Nono['public']): string => table.card?.names[table.language] ?? '';

/** A minus as long as a plus. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
export const plain = (points: number): string => (points < 0 ? `−${-points}` : String(points));
