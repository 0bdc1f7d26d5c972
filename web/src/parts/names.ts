// A name to go by until one is typed; the same for as long as the page is open.
import { t } from '../i18n';

const luck = Math.random();

export function stageName(): string {
  const names = t('names').split('|');
  return names[Math.floor(luck * names.length)] ?? '';
}
