import { translate } from '../i18n';
import { Catalogue } from '../i18n/catalogue.svelte';

const texts = new Catalogue({ en: () => import('./en.json'), fr: () => import('./fr.json') });
await texts.fetch();

export const t = translate(texts);
