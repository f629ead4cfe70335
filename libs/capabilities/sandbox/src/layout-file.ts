import { makeLayout, MOST_PAGES, MOST_WORD_BYTES, type PageLayout } from './page-layout.js';

const LENGTH_BYTES = 4;
/** The largest header in JSON: five numbers and a word for each page. */
const MOST_HEADER_BYTES = MOST_PAGES * 120;
export const MOST_LAYOUT_BYTES = LENGTH_BYTES + MOST_HEADER_BYTES + MOST_WORD_BYTES;

/** The layouts as a child hands them over: the length of the header, the header as JSON, the words of all pages. */
export function writeLayouts(layouts: readonly PageLayout[]): Buffer {
  const rows = layouts.map(({ width, height, source, confidence, words }) => [
    ...[width, height, source, confidence],
    words?.length ?? 0,
  ]);
  const header = Buffer.from(JSON.stringify(rows));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, ...layouts.map(({ words }) => words ?? new Uint8Array())]);
}

/**
 * Reads what a child has written, which may be anything: then there are no layouts. The words are not looked at here,
 * only where they are shown.
 */
export function readLayouts(file: Uint8Array): PageLayout[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < LENGTH_BYTES) return [];
  const start = LENGTH_BYTES + bytes.readUInt32LE();
  if (start > bytes.length || start > LENGTH_BYTES + MOST_HEADER_BYTES) return [];
  const rows = parse(bytes.toString('utf8', LENGTH_BYTES, start));
  if (!Array.isArray(rows) || rows.length > MOST_PAGES) return [];
  const layouts: PageLayout[] = [];
  let at = start;
  for (const row of rows as unknown[]) {
    if (!Array.isArray(row)) return [];
    const [width, height, source, confidence, length] = row as unknown[];
    if (!Number.isSafeInteger(length) || (length as number) < 0 || at + (length as number) > bytes.length) return [];
    const end = at + (length as number);
    layouts.push(makeLayout(width, height, source, confidence, end > at ? bytes.subarray(at, end) : null));
    at = end;
  }
  return layouts;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
