// Every refusal in words. The sentences are the server's own (refusals.*.json, generated): one copy.
import { ApiError } from './api';
import { t } from './i18n';
import { Catalogue } from './i18n/catalogue.svelte';
import { fill, type Params } from './i18n/translator';
import { settings } from './settings.svelte';

const sentences = new Catalogue<Record<string, string>>({
  en: () => import('./refusals.en.json'),
  fr: () => import('./refusals.fr.json'),
});

/** What to tell the player; '' for a code that nobody has heard of. */
export function refusalWords(code: string, details: Record<string, unknown> = {}): string {
  const { language } = settings;
  const text = sentences[language][code] ?? '';
  // A detail that is said in words has its French beside it: `reason`, `reason_fr`.
  const params: Params = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, String(details[`${name}_${language}`] ?? value)]),
  );
  return fill(text, params, language);
}

/** The same for whatever an HTTP call threw. */
export function errorWords(error: unknown): string {
  if (!(error instanceof ApiError)) return t('refused.unreachable');
  return refusalWords(error.code, error.details) || t.of('refused', error.code) || t('refused.other');
}
