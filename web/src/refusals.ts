// Every refusal in words. The house's sentences are the server's own (refusals.*.json, generated: one copy); a game's
// are its own.
import { ApiError } from './api';
import { gameInfo, inWords } from './gameInfos.svelte';
import { t } from './i18n';
import { Catalogue } from './i18n/catalogue.svelte';
import { fill, type Params } from './i18n/translator';
import { settings } from './settings.svelte';

const sentences = new Catalogue<Record<string, string>>({
  en: () => import('./refusals.en.json'),
  fr: () => import('./refusals.fr.json'),
});

const others: Catalogue<Record<string, string>>[] = [];
/** Sentences that only some screens need: those bring them. */
export const alsoKnow = (more: Catalogue<Record<string, string>>): number => others.push(more);
const houseSentence = (code: string): string =>
  [sentences, ...others].map((one) => one[settings.language][code]).find(Boolean) ?? '';

/** What to tell the player, at a table of that game; '' for a code that nobody has heard of. */
export function refusalWords(code: string, details: Record<string, unknown> = {}, game = ''): string {
  const { language } = settings;
  const text = (game && inWords(gameInfo(game).refusals[code])) || houseSentence(code);
  // A detail that is said in words has its French beside it: `reason`, `reason_fr`.
  const params: Params = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, String(details[`${name}_${language}`] ?? value)]),
  );
  return fill(text, params, language);
}

/** The same for whatever an HTTP call threw. */
export function errorWords(error: unknown, game = ''): string {
  if (!(error instanceof ApiError)) return t('refused.unreachable');
  return refusalWords(error.code, error.details, game) || t.of('refused', error.code) || t('refused.other');
}
