import Papa from 'papaparse';
import { escapeHtml } from './clean-html.js';

const MOST_ROWS = 1_000;
const MOST_COLUMNS = 50;
const LONGEST_CELL = 2_000;
const DELIMITERS = [',', ';', '\t', '|'];

export interface PartOfFile {
  html: string;
  /** Something was left out. */
  isCut: boolean;
}

/** A table of a text with values that are separated by commas or the like; its first row is the head. */
export function tableHtml(text: string, type: string): PartOfFile {
  const parsed = Papa.parse<string[]>(text, {
    ...(type === 'text/tab-separated-values' ? { delimiter: '\t' } : { delimitersToGuess: DELIMITERS }),
    preview: MOST_ROWS + 2, // with the head, and one more to tell that there are more
    skipEmptyLines: true,
  });
  const rows = parsed.data.slice(0, MOST_ROWS + 1);
  let isCut = parsed.data.length > rows.length;
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
