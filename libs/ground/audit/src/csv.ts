import { cleanLine } from '@archivolt/plugin-kit';

/** Spreadsheets run cells that begin so as formulas, some of them also after spaces. */
const FORMULA = /^\s*[=+\-@]/;

/** One row of a CSV file (RFC 4180). A text that a spreadsheet would run gets an apostrophe in front. */
export function csvRow(values: readonly (string | null | undefined)[]): string {
  return `${values.map((value) => csvCell(value ?? '')).join(',')}\r\n`;
}

function csvCell(value: string): string {
  const line = cleanLine(value);
  const safe = FORMULA.test(line) ? `'${line}` : line;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
