// The four titles in the order in which they are read out.
import type { NimbleOutcome } from './types';

const TITLES: NimbleOutcome['titles'] = ['queen_of_hearts', 'don_quixote', 'moby_dick', 'pinocchio'];

/** The seats, the best title first. */
export const byTitle = ({ titles }: Pick<NimbleOutcome, 'titles'>): number[] =>
  titles.map((_, seat) => seat).toSorted((a, b) => TITLES.indexOf(titles[a]!) - TITLES.indexOf(titles[b]!));
