import { CsvError, parse } from 'csv-parse/sync';
import { escapeHtml, type PartOfFile } from './clean-html.js';

const MOST_ROWS = 1_000;
const MOST_COLUMNS = 50;
const LONGEST_CELL = 2_000;
const DELIMITERS = [',', ';', '\t', '|'];
/** Characters of the first line that are looked at for its delimiter. */
const LONGEST_HEAD = 100_000;

/** A table of a text with values that are separated by commas or the like; its first row is the head. */
export function tableHtml(text: string, type: string): PartOfFile {
  const delimiter = type === 'text/tab-separated-values' ? '\t' : delimiterOf(text);
  // The head, and one more to tell that there are more.
  const { rows: read, isWhole } = readRows(text, delimiter, MOST_ROWS + 2);
  const rows = read.slice(0, MOST_ROWS + 1);
  let isCut = !isWhole || read.length > rows.length;
  const cell = (value: string, tag: 'td' | 'th'): string => {
    if (value.length > LONGEST_CELL) isCut = true;
    return `<${tag}>${escapeHtml(value.slice(0, LONGEST_CELL))}</${tag}>`;
  };
  const lines = rows.map((row, index) => {
    if (row.length > MOST_COLUMNS) isCut = true;
    const cells = row.slice(0, MOST_COLUMNS).map((value) => cell(value, index === 0 ? 'th' : 'td'));
    return `<tr>${cells.join('')}</tr>`;
  });
  const [head = '', ...body] = lines;
  return { html: `<table class="sheet"><thead>${head}</thead><tbody>${body.join('\n')}</tbody></table>`, isCut };
}

/** That of which the first line has most, outside of quotes. */
function delimiterOf(text: string): string {
  const [head = ''] = /^[^\r\n]*/.exec(text.slice(0, LONGEST_HEAD).trimStart()) ?? [];
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return DELIMITERS.reduce((most, each) => ((counts.get(each) ?? 0) > (counts.get(most) ?? 0) ? each : most));
}

/** Rows before a quote that never ends, as in a file that was cut; without any, the quotes are text. */
function readRows(text: string, delimiter: string, most: number): { rows: string[][]; isWhole: boolean } {
  const rows: string[][] = [];
  const options = {
    ...{ delimiter, to: most, bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
    on_record: (row: string[]) => void rows.push(row),
  };
  try {
    parse(text, options);
    return { rows, isWhole: true };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
  }
  if (rows.length > 0) return { rows, isWhole: false };
  parse(text, { ...options, quote: false });
  return { rows, isWhole: true };
}
