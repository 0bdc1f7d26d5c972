// What follows from what a game says of itself (gameInfos.svelte.ts): its options and how a thumb sets them.
import { fromName, gameInfo, inWords } from '../gameInfos.svelte';
import type { GameInfo } from '../http';
import { t } from '../i18n';
import type { Language } from '../settings.svelte';

export type Options = Record<string, unknown>;
/** How an option is set: a clock, a count, one of some values, yes or no, one a seat, a seat. */
export type OptionInfo = GameInfo['options'][string];

/** A game that is played in a language begins in the one of whoever chose it. */
export function firstOptions(game: string, language: Language): Options {
  return gameInfo(game).options['language']?.values?.includes(language) ? { language } : {};
}

/** How many options are not as the game comes. */
export const changedOptions = (game: string, options: Options): number =>
  Object.entries(gameInfo(game).options).filter(
    ([name, kind]) => name !== 'language' && name in options && !same(options[name], kind.default),
  ).length;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const optionLabel = (name: string, option: OptionInfo): string =>
  inWords(option.label) || fromName(name);
/** What one of its values is called. */
export const valueName = (option: OptionInfo, value: string): string =>
  inWords(option.value_names[value]) || (option.kind === 'switch' ? t.of('options', value) : fromName(value));

const levelOf = (game: string, level: string): GameInfo['levels'][number] | undefined =>
  gameInfo(game).levels.find(({ id }) => id === level);
/** What a bot's level is called; a bot that people are not offered is called by its id. */
export const levelName = (game: string, level: string): string =>
  inWords(levelOf(game, level)?.name) || fromName(level);
export const levelHelp = (game: string, level: string): string => inWords(levelOf(game, level)?.why);

const SECONDS = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600];
const WHOLE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200];

/** The next value up (1) or down (−1) that a thumb may want; the same one at the end of the ladder. */
export function stepFrom(
  value: number,
  direction: 1 | -1,
  kind: Pick<OptionInfo, 'kind' | 'shortest' | 'least' | 'most'>,
): number {
  const ladder = kind.kind === 'seconds' ? SECONDS : WHOLE;
  const off = (rung: number): boolean => kind.shortest != null && rung === 0;
  const least = kind.shortest ?? kind.least ?? 0;
  const rungs = ladder.filter((rung) => off(rung) || (rung >= least && rung <= (kind.most ?? Infinity)));
  const ahead = direction > 0 ? rungs.find((rung) => rung > value) : rungs.findLast((rung) => rung < value);
  return ahead ?? value;
}
