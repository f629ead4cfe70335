import { attribute, scanXml } from './xml-scanner.js';

const DAY_MS = 86_400_000;
/** Built-in formats that show a date, a time, or both. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);
/** Last day number Excel knows, the end of the year 9999. */
const LAST_DAY = 2_958_465;

/** Shows numbers of a workbook: dates and times in ISO form, since their day numbers mean nothing to a reader. */
export class NumberFormats {
  private readonly isDate: boolean[];
  private readonly firstDay: number;

  constructor(styles: string, isFrom1904: boolean) {
    // 1900 is taken for a leap year, so that day 61 is the first that is right when counted from 30 December 1899.
    this.firstDay = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    this.isDate = dateStyles(styles);
  }

  show(value: string, style: number): string {
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    if (this.isDate[style] === true && number >= 0 && number <= LAST_DAY) return this.date(number);
    // Fifteen digits are what the program shows; more is noise of the binary form.
    return Number.isInteger(number) ? value : String(Number(number.toPrecision(15)));
  }

  private date(days: number): string {
    const iso = new Date(this.firstDay + Math.round((days * DAY_MS) / 1000) * 1000).toISOString();
    const day = iso.slice(0, 10);
    const time = iso.slice(11, 19).replace(/:00$/, '');
    if (days < 1) return time;
    return Number.isInteger(days) ? day : `${day} ${time}`;
  }
}

/** For each cell style whether its number format shows a date. */
function dateStyles(styles: string): boolean[] {
  const custom = new Map<number, boolean>();
  const result: boolean[] = [];
  let inCellStyles = false;
  for (const token of scanXml(styles)) {
    if (token.kind === 'text') continue;
    const name = token.name.slice(token.name.indexOf(':') + 1);
    if (name === 'cellXfs') inCellStyles = token.kind === 'open' && !token.isEmpty;
    else if (token.kind === 'open' && name === 'numFmt')
      custom.set(
        Number(attribute(token.attributes, 'numFmtId')),
        showsDate(attribute(token.attributes, 'formatCode') ?? ''),
      );
    else if (token.kind === 'open' && name === 'xf' && inCellStyles) {
      const id = Number(attribute(token.attributes, 'numFmtId') ?? 0);
      result.push(custom.get(id) ?? BUILT_IN_DATES.has(id));
    }
  }
  return result;
}

/** Office programs keep no longer ones. */
const LONGEST_FORMAT = 255;
const NOT_SHOWN = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|general/gi;

/** Letters of day, month, year, hour or second outside of quotes, brackets and escapes. */
function showsDate(code: string): boolean {
  return /[dmyhs]/i.test(code.slice(0, LONGEST_FORMAT).replaceAll(NOT_SHOWN, ''));
}
