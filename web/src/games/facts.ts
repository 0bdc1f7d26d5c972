// What each game says of itself (facts.json, generated): players, bots' levels, options. No file of
// the page repeats any of it.
import data from '../facts.json';
import type { Language } from '../settings.svelte';

export type Value = string | number | boolean | null | (string | number | null)[];
export type Options = Record<string, unknown>;

/** How an option is set: a clock, a count, one of some values, yes or no, one a seat, a seat. */
export interface OptionKind {
  kind: 'seconds' | 'whole' | 'choice' | 'switch' | 'by_seat' | 'seat';
  default: Value;
  values?: (string | number)[];
  least?: number;
  most?: number;
  /** a clock that is on runs so many seconds at least */
  shortest?: number;
  /** a seat: the option that asks for it, unless that has its default */
  after?: string;
  /** a seat: the questions that ask for it, by that option's value and the number of players */
  asks?: string[];
}

export interface GameFacts {
  players: [number, number];
  levels: string[];
  options: Record<string, OptionKind>;
  /** how long what one types may be */
  limits: Record<string, number>;
}

const FACTS = data as unknown as Record<string, GameFacts>;
const UNKNOWN: GameFacts = { players: [1, 8], levels: [], options: {}, limits: {} };

export const factsOf = (game: string): GameFacts => FACTS[game] ?? UNKNOWN;

/** The levels that people play against; games have others for the laboratory. */
const FOR_PEOPLE = ['gentle', 'steady', 'sharp', 'merciless'];
export const GENTLE = 'gentle';
export const MIDDLE = 'steady';
export const levelsOf = (game: string): string[] =>
  FOR_PEOPLE.filter((level) => factsOf(game).levels.includes(level));

/** A game that is played in a language begins in the one of whoever chose it. */
export function firstOptions(game: string, language: Language): Options {
  return factsOf(game).options.language?.values?.includes(language) ? { language } : {};
}

/** How many options are not as the game comes. */
export const changedOptions = (game: string, options: Options): number =>
  Object.entries(factsOf(game).options).filter(
    ([name, kind]) => name !== 'language' && name in options && !same(options[name], kind.default),
  ).length;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const SECONDS = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600];
const WHOLE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200];

/** The next value up (1) or down (−1) that a thumb may want; the same one at the end of the ladder. */
export function stepFrom(value: number, direction: 1 | -1, kind: OptionKind): number {
  const ladder = kind.kind === 'seconds' ? SECONDS : WHOLE;
  const off = (rung: number): boolean => kind.shortest !== undefined && rung === 0;
  const least = kind.shortest ?? kind.least ?? 0;
  const rungs = ladder.filter((rung) => off(rung) || (rung >= least && rung <= (kind.most ?? Infinity)));
  const ahead = direction > 0 ? rungs.find((rung) => rung > value) : rungs.findLast((rung) => rung < value);
  return ahead ?? value;
}
