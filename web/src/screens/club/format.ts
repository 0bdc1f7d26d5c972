// Numbers, days and times as the reader writes them; which colour somebody has.
import { inWords } from '../../gameInfos.svelte';
import type { Figure, Person } from '../../http';
import { DECK_COLOURS, type DeckColour } from '../../parts/colours';
import { settings } from '../../settings.svelte';

type Format = { format: (value: number) => string };

/** Making a formatter costs more than writing a hundred numbers: each is made once for each language. */
const made = new Map<string, Format>();
function written(kind: string, value: number, make: (language: string) => Format): string {
  const key = `${settings.language} ${kind}`;
  const found = made.get(key) ?? make(settings.language);
  made.set(key, found);
  return found.format(value);
}

export const number = (value: number, decimals = 0): string =>
  written(
    `number ${decimals}`,
    value,
    (language) =>
      new Intl.NumberFormat(language, { minimumFractionDigits: 0, maximumFractionDigits: decimals }),
  );

export const signed = (value: number): string =>
  written(
    'signed',
    value,
    (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
  );

/** A day such as 2026-11-17, which has no time zone any more. */
export const dayName = (day: string, dateStyle: 'full' | 'long' | 'medium' = 'long'): string =>
  written(
    `day ${dateStyle}`,
    Date.parse(`${day}T12:00:00Z`),
    (language) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }),
  );

export const clock = (ms: number): string =>
  written('clock', ms, (language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));

export const dateOf = (ms: number): string =>
  written('date', ms, (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));

export function figureValue(figure: Figure | undefined, value: number): string {
  const unit = inWords(figure?.unit);
  return number(value, figure?.decimals ?? 1) + (unit && `\u00a0${unit}`);
}

export const colourOf = (person: Person | null): DeckColour =>
  DECK_COLOURS[(person?.id ?? 7) % DECK_COLOURS.length] ?? 'teal';
