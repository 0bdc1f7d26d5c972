// What the generic face calls things: in the game's own words, if it has them for a name, else by the name itself.
import { getContext, setContext } from 'svelte';
import { fromName, gameInfo, inWords } from '../../gameInfos.svelte';
import { t } from '../texts';
import type { Scalar } from './schema';

export interface Names {
  /** a phase, an action, a field, a word that a view holds */
  of(name: string): string;
  /** the value of a field */
  value(value: Scalar): string;
}
const KEY = Symbol('names');

export function nameThings(game: () => string): Names {
  const of = (name: string): string => inWords(gameInfo(game()).words[name]) || fromName(name);
  const value = (one: Scalar): string => (typeof one === 'boolean' ? t(one ? 'yes' : 'no') : of(String(one)));
  return setContext(KEY, { of, value });
}

export const names = (): Names => getContext(KEY);
