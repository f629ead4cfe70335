import { orderOfCountry, orderOfLanguage } from './document-language.js';
import type { Line } from './text-lines.js';
import type { DateOrder, DateReading } from './written-dates.js';

const MONTHS = 12;

/** How the dates of a text are to be read, and whether nothing but `order` decides that. */
export function readingOf(
  lines: readonly Line[],
  { received, order }: { received: string; order?: DateOrder | undefined },
): { reading: DateReading; dependsOnOrder: boolean } {
  const text = lines.map(({ folded }) => folded).join('\n');
  const known = orderShown(lines) ?? orderOfLanguage(text);
  const reading = {
    latestYear: Number(received.slice(0, 4)),
    isThai: IS_THAI.test(text),
    isCroatian: IS_CROATIAN.test(text) && !text.includes('ł'),
    order: known ?? order ?? orderOfCountry(text),
  };
  return { reading, dependsOnOrder: known === undefined };
}

const IS_THAI = /[\u0e00-\u0e7f]/;
const IS_CROATIAN = /đ|racun|izdavanj|ugovor|placanj/;
const NUMERIC = /(?<![\d./-])(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?![\d/-])/g;

/** `13/07/2026` shows how its document writes dates. */
function orderShown(lines: readonly Line[]): DateOrder | undefined {
  let [dayFirst, monthFirst] = [0, 0];
  for (const { folded } of lines)
    for (const { 1: first, 2: second } of folded.matchAll(NUMERIC)) {
      if (Number(first) > MONTHS && Number(second) <= MONTHS) dayFirst += 1;
      if (Number(second) > MONTHS && Number(first) <= MONTHS) monthFirst += 1;
    }
  if (dayFirst === monthFirst) return undefined;
  return dayFirst > monthFirst ? 'day-first' : 'month-first';
}
