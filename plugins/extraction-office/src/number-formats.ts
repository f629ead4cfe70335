import { format, getFormatFromId } from 'numfmt';
import { attribute, scanXml } from './xml-scanner.js';

const DAY_MS = 86_400_000;
/** Built-in formats that show a date, a time, or both, also those that East Asian versions add. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 47, 50, 51, 52, 53, 54, 55, 56, 57,
  58,
]);
const GENERAL = 'General';
/** Last day number Excel knows, the end of the year 9999. */
const LAST_DAY = 2_958_465;
/** What is packed in fewer digits than the number has, as long numbers in narrow cells. */
const EXPONENT = /\dE[+-]\d/;

/** How the cells of one style show their values. */
interface CellFormat {
  code: string;
  isDate: boolean;
  /** Shows more of a text than the text. */
  hasText: boolean;
}

/**
 * Shows values of a workbook as the program does: with units, leading zeros, prefixes, hours beyond a day. Dates and times
 * of day are in ISO form in any format, so that they are found and understood in any language.
 */
export class NumberFormats {
  private readonly formats: CellFormat[];
  private readonly firstDay: number;

  constructor(styles: string, isFrom1904: boolean) {
    // 1900 is taken for a leap year, so that day 61 is the first that is right when counted from 30 December 1899.
    this.firstDay = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    this.formats = cellFormats(styles);
  }

  show(value: string, style: number): string {
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    const { code, isDate } = this.formats[style] ?? PLAIN;
    if (isDate && number >= 0 && number <= LAST_DAY) return this.date(number);
    const shown = isDate || code === GENERAL ? '' : formatted(code, number);
    // A format may show nothing at all, or not all digits.
    return shown === '' || EXPONENT.test(shown) ? plain(value, number) : shown;
  }

  showText(text: string, style: number): string {
    const { code, hasText } = this.formats[style] ?? PLAIN;
    return hasText ? formatted(code, text) || text : text;
  }

  private date(days: number): string {
    const iso = new Date(this.firstDay + Math.round((days * DAY_MS) / 1000) * 1000).toISOString();
    const day = iso.slice(0, 10);
    const time = iso.slice(11, 19).replace(/:00$/, '');
    if (days < 1) return time;
    return Number.isInteger(days) ? day : `${day} ${time}`;
  }
}

const PLAIN: CellFormat = { code: GENERAL, isDate: false, hasText: false };

function plain(value: string, number: number): string {
  // Fifteen digits are what the program shows; more is noise of the binary form.
  return Number.isInteger(number) ? value : String(Number(number.toPrecision(15)));
}

function formatted(code: string, value: number | string): string {
  try {
    return format(code, value).trim();
  } catch {
    // A format that the program would not have written.
    return '';
  }
}

/** The formats of the cell styles, in their order. */
function cellFormats(styles: string): CellFormat[] {
  const custom = new Map<number, CellFormat>();
  const result: CellFormat[] = [];
  let inCellStyles = false;
  for (const token of scanXml(styles)) {
    if (token.kind === 'text') continue;
    const name = token.name.slice(token.name.indexOf(':') + 1);
    if (name === 'cellXfs') inCellStyles = token.kind === 'open' && !token.isEmpty;
    else if (token.kind === 'open' && name === 'numFmt')
      custom.set(
        Number(attribute(token.attributes, 'numFmtId')),
        customFormat(attribute(token.attributes, 'formatCode') ?? ''),
      );
    else if (token.kind === 'open' && name === 'xf' && inCellStyles) {
      const id = Number(attribute(token.attributes, 'numFmtId') ?? 0);
      result.push(custom.get(id) ?? builtInFormat(id));
    }
  }
  return result;
}

function builtInFormat(id: number): CellFormat {
  return { code: getFormatFromId(id), isDate: BUILT_IN_DATES.has(id), hasText: false };
}

/** Office programs keep no longer ones. */
const LONGEST_FORMAT = 255;
const NOT_SHOWN = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|general/gi;

function customFormat(code: string): CellFormat {
  if (code.length > LONGEST_FORMAT) return PLAIN;
  const signs = code.replaceAll(NOT_SHOWN, '');
  // Letters of day, month, year, hour or second. In brackets they count hours, minutes or seconds of any length of time.
  const isDate = /[dmyhs]/i.test(signs) && !signs.includes('[');
  return { code, isDate, hasText: signs.includes('@') && code !== '@' };
}
