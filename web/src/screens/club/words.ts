// What the club refuses, in words; everything else is told as everywhere.
import { ApiError } from '../../api';
import { Catalogue } from '../../i18n/catalogue.svelte';
import { errorWords as anyWords } from '../../refusals';
import { settings } from '../../settings.svelte';

const sentences = new Catalogue<Record<string, string>>({
  en: () => import('../../clubRefusals.en.json'),
  fr: () => import('../../clubRefusals.fr.json'),
});
await sentences.fetch();

export const errorWords = (error: unknown): string =>
  (error instanceof ApiError && sentences[settings.language][error.code]) || anyWords(error);
