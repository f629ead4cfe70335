/** @own-modules */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { i18n } from '@lingui/core';
import fc from 'fast-check';
import { appearanceIn, DATE_FORMATS, NUMBER_FORMATS, setAppearance } from '../appearance';
import { formatDate, formatNumber } from '../format';
import { datePattern, firstDayOfWeek, separators } from './conventions';
import { dayOfTime, timeOfDay } from './days';
import { readDate } from './read-date';
import { readNumber } from './read-number';

const LOCALES = [
  ...['en-US', 'en-GB', 'en-IN', 'en-ZA', 'en-CA', 'en-AU', 'en-SE', 'en-NZ', 'en-IE', 'en-HK', 'en-SG', 'en-CH'],
  ...['de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA', 'fr-CH', 'fr-BE'],
];
const ENGLISH = { decimal: '.', group: ',' };
const GERMAN = { decimal: ',', group: '.' };
const FRENCH = { decimal: ',', group: '\u202f' };
const SWISS = { decimal: '.', group: '’' };

const languages = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), 'languages');

/** Shows values as a browser of this locale does, with what the person chose. */
function useLocale(locale: string, chosen: { dateFormat?: string; numberFormat?: string } = {}): void {
  Object.defineProperty(navigator, 'languages', { configurable: true, get: () => [locale] });
  i18n.loadAndActivate({ locale: locale.slice(0, 2), messages: {} });
  setAppearance({ dateFormat: '', numberFormat: '', ...chosen });
}

beforeEach(() => {
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document');
  Reflect.deleteProperty(navigator, 'languages');
  if (languages) Object.defineProperty(Object.getPrototypeOf(navigator), 'languages', languages);
});

describe('numbers that people type', () => {
  it.each([
    ['1,234', [1234]],
    ['1,234.56', [1234.56]],
    ['1.234,56', [1234.56]],
    ['12,50', [12.5]],
    ['$12.50', [12.5]],
    ['-$1,234.50', [-1234.5]],
    ['$-3', [-3]],
    ['US$ 12', [12]],
    ['12.50 USD', [12.5]],
    ['12,34,567.8', [1_234_567.8]],
    ['1.234', [1.234, 1234]],
    ['0.123', [0.123]],
    ['.5', [0.5]],
    ['1,234,567', [1_234_567]],
    ['1.234.567', [1_234_567]],
    ['+7', [7]],
    ['1e3', [1000]],
    ['−12', [-12]],
  ])('the text "%s" can be %j in English', (typed, values) => {
    expect(readNumber(typed, ENGLISH)).toEqual(values);
  });

  it.each([
    ['1.234', [1234]],
    ['1.234,56', [1234.56]],
    ['1,234.56', [1234.56]],
    ['1,234', [1.234, 1234]],
    ['12.50', [12.5]],
    ['12,50 €', [12.5]],
    ['€ 12,50', [12.5]],
    ['EUR 1.234,00', [1234]],
    ['1 234,5', [1234.5]],
  ])('the text "%s" can be %j in German', (typed, values) => {
    expect(readNumber(typed, GERMAN)).toEqual(values);
  });

  it.each([
    ['1\u202f234,56 €', [1234.56]],
    ['1\u00a0234', [1234]],
    ['1.234', [1.234, 1234]],
    ['1,234', [1.234, 1234]],
  ])('the text "%s" can be %j in French', (typed, values) => {
    expect(readNumber(typed, FRENCH)).toEqual(values);
  });

  it('apostrophes of Switzerland, and digits of Arabic and Persian, are read', () => {
    expect(readNumber("Fr. 1'234.50", SWISS)).toEqual([1234.5]);
    expect(readNumber('CHF 1’234’567', GERMAN)).toEqual([1_234_567]);
    expect(readNumber('١٢٣٤٫٥', ENGLISH)).toEqual([1234.5]);
    expect(readNumber('۱۲٬۳۴۵', ENGLISH)).toEqual([12_345]);
  });

  it.each([
    '',
    'x',
    '1,2,3',
    '12,34',
    '1.2.3',
    '1 2',
    '12 3456',
    '1e999',
    '--1',
    '1,,234',
    '$',
    '12 apples',
    '1.234,567.8',
  ])('"%s" is no number that could be written otherwise in English', (typed) => {
    expect(readNumber(typed, ENGLISH)).toEqual(typed === '12,34' ? [12.34] : []);
  });

  it('a number with more digits than can be kept is refused', () => {
    expect(readNumber('9007199254740993', ENGLISH)).toEqual([]);
    expect(readNumber('0.12345678901234567890', ENGLISH)).toEqual([]);
    expect(readNumber('9007199254740992', ENGLISH)).toEqual([9_007_199_254_740_992]);
  });

  it.each(LOCALES)('every number that is shown in %s reads as itself, in each format that can be chosen', (locale) => {
    for (const numberFormat of ['', ...NUMBER_FORMATS]) {
      useLocale(locale, { numberFormat });
      const value = fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.integer({ min: -9_999_999, max: 9_999_999 }).map((thousandths) => thousandths / 1000),
      );
      fc.assert(
        fc.property(value, (each) => expect(readNumber(formatNumber(each))).toEqual([each + 0])),
        { numRuns: 150 },
      );
    }
  });

  it('a typed text reads as a number that it can stand for, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,’ -$e'), maxLength: 14 });
    fc.assert(
      fc.property(text, (each) => {
        const digits = each.replace(/\D/g, '').replace(/^0+/, '');
        for (const value of readNumber(each, GERMAN)) {
          expect(Number.isFinite(value)).toBe(true);
          if (each.includes('e') || value === 0) continue;
          const shown = Math.abs(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 100 });
          expect(digits.startsWith(shown.replace('.', '').replace(/^0+/, ''))).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('dates that people type', () => {
  const now = new Date('2026-07-03T12:00:00Z');
  const american = { pattern: undefined, locale: 'en-US' };
  const german = { pattern: 'DD.MM.YYYY', locale: 'de-DE' };
  const french = { pattern: 'DD/MM/YYYY', locale: 'fr-FR' };

  it.each([
    ['03/04/2026', ['2026-03-04', '2026-04-03']],
    ['07/31/2026', ['2026-07-31']],
    ['31/07/2026', ['2026-07-31']],
    ['04/04/2026', ['2026-04-04']],
    ['3.4.2026', ['2026-04-03']],
    ['2026-4-3', ['2026-04-03']],
    ['2026/04/03', ['2026-04-03']],
    ['Jul 3, 2026', ['2026-07-03']],
    ['3 July 2026', ['2026-07-03']],
    ['July 3rd 2026', ['2026-07-03']],
    ['03/04/05', ['2005-03-04', '2005-04-03', '2003-04-05']],
  ])('American English without a chosen format reads "%s" as %j', (typed, days) => {
    expect(readDate(typed, american, now)).toEqual(days);
  });

  it.each([
    ['3.4.2026', ['2026-04-03']],
    ['3.4.26', ['2026-04-03']],
    ['31.12.99', ['1999-12-31']],
    ['3. Juli 2026', ['2026-07-03']],
    ['3. März 2026', ['2026-03-03']],
    ['03/04/2026', ['2026-04-03', '2026-03-04']],
    ['٣.٤.٢٠٢٦', ['2026-04-03']],
  ])('German reads "%s" as %j', (typed, days) => {
    expect(readDate(typed, german, now)).toEqual(days);
  });

  it('French reads slashes with the day first, and names of months', () => {
    expect(readDate('03/04/2026', french, now)).toEqual(['2026-04-03']);
    expect(readDate('1er août 2026', french, now)).toEqual(['2026-08-01']);
    expect(readDate('3 juil. 2026', french, now)).toEqual(['2026-07-03']);
    expect(readDate('3 jui 2026', french, now)).toEqual([]);
  });

  it('a chosen format with the month first is not asked about again', () => {
    expect(readDate('03/04/2026', { pattern: 'MM/DD/YYYY', locale: 'en-US' }, now)).toEqual(['2026-03-04']);
  });

  it.each(['', 'tomorrow', '31.2.2026', '2026-02-30', '13/13/2026', '1.1.0999', '3.4', '3.4-2026', '2026'])(
    '"%s" is no date',
    (typed) => {
      expect(readDate(typed, german, now)).toEqual([]);
    },
  );

  it.each(LOCALES)('every date that is shown in %s reads as itself, in each format that can be chosen', (locale) => {
    const range = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true };
    for (const dateFormat of ['', ...DATE_FORMATS]) {
      useLocale(locale, { dateFormat });
      const day = fc.date(range).map((date) => date.toISOString().slice(0, 10));
      fc.assert(
        fc.property(day, (each) => expect(readDate(formatDate(each))).toEqual([each])),
        { numRuns: 60 },
      );
    }
  });
});

describe('how a person writes', () => {
  it('the locale decides where nothing was chosen, except for the order of dates in American English', () => {
    expect([datePattern('de-DE', ''), datePattern('en-GB', ''), datePattern('en-US', '')]).toEqual([
      ...['DD.MM.YYYY', 'DD/MM/YYYY', undefined],
    ]);
    expect([firstDayOfWeek('de-DE', ''), firstDayOfWeek('en-US', ''), firstDayOfWeek('de-DE', '6')]).toEqual([1, 7, 6]);
    expect([separators('de-CH', '').decimal, separators('en-US', '1.234,56')]).toEqual(['.', GERMAN]);
  });

  it('preferences of other clients that no page knows are left out', () => {
    const appearance = {
      theme: 'pink',
      dateFormat: 'D/M',
      numberFormat: '1.234,56',
      timeZone: 'Mars/Base',
      firstDay: 1,
    };
    expect(appearanceIn({ appearance })).toEqual({ numberFormat: '1.234,56' });
    expect(appearanceIn({ appearance: { timeZone: 'Asia/Tokyo', firstDay: '7' } })).toEqual({
      ...{ timeZone: 'Asia/Tokyo', firstDay: '7' },
    });
  });

  it('a day begins and ends in the time zone of the person, on days when the clocks change too', () => {
    expect(timeOfDay('2026-07-03', '00:00:00', 'Asia/Tokyo')).toBe('2026-07-02T15:00:00.000Z');
    expect(timeOfDay('2026-10-25', '23:59:59', 'Europe/Berlin')).toBe('2026-10-25T22:59:59.000Z');
    expect(timeOfDay('2026-03-29', '00:00:00', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
    expect(dayOfTime('2026-07-03T22:30:00Z', 'Europe/Berlin')).toBe('2026-07-04');
  });
});
