// What is told in words: read out by a screen reader (announce) or shown for a moment (notify).
import { untrack } from 'svelte';

export interface Notice {
  id: number;
  text: string;
  kind: 'plain' | 'good' | 'bad';
}

const STAY_MS = 5000;

export const spoken = $state({ polite: '', urgent: '' });
export const notices: Notice[] = $state([]);
let next = 1;

/** Read out by screen readers; urgent ones cut in. A repeated text is read again. */
export function announce(text: string, urgent = false): void {
  const slot = urgent ? 'urgent' : 'polite';
  const last = untrack(() => spoken[slot]); // an effect that announces must not wait for its own words
  spoken[slot] = last === text ? `${text}\u00a0` : text;
}

/** Another match, another page: what was said before is not read again. */
export function hush(): void {
  spoken.polite = '';
  spoken.urgent = '';
}

export function notify(text: string, kind: Notice['kind'] = 'plain'): void {
  const id = next++;
  const older = notices.find((notice) => notice.kind === kind);
  if (older) dismiss(older.id); // two would cover what they speak of
  notices.push({ id, text, kind });
  announce(text, kind === 'bad');
  setTimeout(() => dismiss(id), STAY_MS);
}

export function dismiss(id: number): void {
  const at = notices.findIndex((notice) => notice.id === id);
  if (at >= 0) notices.splice(at, 1);
}
