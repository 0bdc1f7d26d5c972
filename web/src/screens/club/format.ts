// Numbers, days and times as the reader writes them; which colour somebody has. Their words are in the
// catalogues: the first formatter of Intl takes a slow phone a tenth of a second, before anything is painted.
import { inWords } from '../../gameInfos.svelte';
import type { Figure, Person } from '../../http';
import { DECK_COLOURS, type DeckColour } from '../../parts/colours';
import { settings, type Language } from '../../settings.svelte';
import { t } from './texts';

interface Marks {
  group: string;
  point: string;
  clock: (hour: number, minute: string) => string;
}
const MARKS: Record<Language, Marks> = {
  en: {
    group: ',',
    point: '.',
    clock: (hour, minute) => `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
  },
  fr: { group: '\u202f', point: ',', clock: (hour, minute) => `${twoDigits(hour)}:${minute}` },
};
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Half goes up, away from zero, as in `Intl.NumberFormat`. */
const rounded = (size: number, decimals: number): number =>
  Number(`${Math.round(Number(`${size}e${decimals}`))}e-${decimals}`);

export function number(value: number, decimals = 0): string {
  const size = rounded(Math.abs(value), decimals);
  const [whole = '', part] = String(size).split('.');
  const { group, point } = MARKS[settings.language];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return (value < 0 && size > 0 ? '-' : '') + grouped + (part ? point + part : '');
}

export function signed(value: number): string {
  const written = number(value, 1);
  return rounded(value, 1) > 0 ? `+${written}` : written;
}

const named = (names: string, at: number): string => names.split(' ')[at] ?? '';

function dateWords(kind: 'full' | 'long' | 'medium', date: Date): string {
  const [month, day, year] = [date.getMonth(), date.getDate(), date.getFullYear()];
  if (kind === 'medium') return t('write.medium', { month: named(t('write.mon'), month), day, year });
  const long = { month: named(t('write.months'), month), day, year };
  if (kind === 'long') return t('write.long', long);
  return t('write.full', { weekday: named(t('write.weekdays'), date.getDay()), ...long });
}

/** A day such as 2026-11-17, which has no time zone any more. */
export function dayName(day: string, kind: 'full' | 'long' | 'medium' = 'long'): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const there = new Date(year, month - 1, date, 12); // noon: there is one on every day, here too
  return dateWords(kind, there);
}

export function clock(ms: number): string {
  const time = new Date(ms);
  return MARKS[settings.language].clock(time.getHours(), twoDigits(time.getMinutes()));
}

export const dateOf = (ms: number): string => dateWords('medium', new Date(ms));

export function figureValue(figure: Figure | undefined, value: number): string {
  const unit = inWords(figure?.unit);
  return number(value, figure?.decimals ?? 1) + (unit && `\u00a0${unit}`);
}

export const colourOf = (person: Person | null): DeckColour =>
  DECK_COLOURS[(person?.id ?? 7) % DECK_COLOURS.length] ?? 'teal';
