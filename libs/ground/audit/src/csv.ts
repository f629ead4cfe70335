/** Spreadsheets run cells that begin so as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** One row of a CSV file (RFC 4180). A text that a spreadsheet would run gets an apostrophe in front. */
export function csvRow(values: readonly (string | null | undefined)[]): string {
  return `${values.map((value) => csvCell(value ?? '')).join(',')}\r\n`;
}

function csvCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
