// The page's own texts. A game's texts lie in its folder and are fetched with its screens (its texts.ts).
import { settings } from '../settings.svelte';
import { Catalogue } from './catalogue.svelte';
import { translator, type Translate } from './translator';

export const translate = <C extends Record<string, string>>(catalogue: {
  en: C;
  fr: Record<keyof C, string>;
}): Translate<keyof C & string> => translator(catalogue, () => settings.language);

export const t = translate(new Catalogue({ en: () => import('./en.json'), fr: () => import('./fr.json') }));
