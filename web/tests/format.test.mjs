// The club writes numbers and days without Intl, and writes them as Intl does.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { done, load } from './load.mjs';

const { clock, dateOf, dayName, number, signed } = await load('/src/screens/club/format.ts');
const { settings } = await load('/src/settings.svelte.ts');
const { fetchTexts } = await load('/src/i18n/catalogue.svelte.ts');
after(done);

const VALUES = [
  0, 1, 7.25, 0.05, 0.25, 1.005, 2.5, 999.95, 1000, 12345.678, 1234567, -0.04, -0.5, -12.25, -4321,
];
const DAYS = Array.from(
  { length: 24 },
  (_, month) =>
    `${2024 + (month % 3)}-${String((month % 12) + 1).padStart(2, '0')}-${String(1 + month).padStart(2, '0')}`,
);
const TIMES = [0, 9, 11, 12, 13, 23].map((hour) => new Date(2026, 2, 1 + hour, hour, hour * 2).getTime());

for (const language of ['en', 'fr'])
  test(`as Intl writes it: ${language}`, async () => {
    settings.language = language;
    await fetchTexts();
    for (const value of VALUES) {
      for (const decimals of [0, 1, 2]) {
        const plain = new Intl.NumberFormat(language, {
          maximumFractionDigits: decimals,
          signDisplay: 'negative',
        });
        assert.equal(number(value, decimals), plain.format(value), `${value} with ${decimals}`);
      }
      const withSign = new Intl.NumberFormat(language, {
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      });
      assert.equal(signed(value), withSign.format(value), `${value} with a sign`);
    }
    for (const dateStyle of ['full', 'long', 'medium']) {
      const style = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' });
      for (const day of DAYS)
        assert.equal(dayName(day, dateStyle), style.format(Date.parse(`${day}T12:00:00Z`)));
    }
    const hours = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
    const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
    for (const time of TIMES)
      assert.deepEqual([clock(time), dateOf(time)], [hours.format(time), dates.format(time)]);
  });
