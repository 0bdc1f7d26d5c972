// The page's own texts. A game's texts lie in its folder and are loaded with its screens:
//   export const t = translate({ en, fr });
import { settings } from '../settings.svelte';
import { catalogues } from './catalogue.svelte';
import { translator, type Translate } from './translator';

export const translate = <C extends Record<string, string>>(catalogues: {
  en: C;
  fr: Record<keyof C, string>;
}): Translate<keyof C & string> => translator(catalogues, () => settings.language);

export const t = translate(catalogues);
