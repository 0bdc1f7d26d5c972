// Where the point marks of a Target lie: up to four in a row, in the card's 250 × 350 units.
export const DIAMOND = 'M0 -24 L19 0 L0 24 L-19 0 Z';
export const DROP = 'M0 -25 C12 -8 19 0 19 9 A19 17 0 0 1 -19 9 C-19 0 -12 -8 0 -25 Z';

export function marks(points: number, left: number, width: number): number[] {
  const gap = width / points;
  return Array.from({ length: points }, (_, i) => left + gap * (i + 0.5));
}
