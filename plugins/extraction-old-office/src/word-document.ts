import type { CompoundFile, ExtractedPage } from '@archivolt/plugin-kit';
import { deletedRanges } from './word-deletions.js';
import { wordFormat } from './word-format.js';
import { WordPieces } from './word-pieces.js';
import { shownText } from './word-text.js';

/** The parts of the text in their order in the file, which is also that of their lengths. */
const PARTS = ['main', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'boxes', 'boxesOfHeaders'] as const;
type Part = (typeof PARTS)[number];

/** The order of the text that is returned, the same as for newer Word files. */
const ORDER: readonly Part[] = ['headers', 'main', 'footnotes', 'endnotes', 'comments', 'boxes', 'boxesOfHeaders'];

/** The text of a Word file from 6 to 2003: one page, since pages are made by the program that shows it. */
export function wordDocumentPages(file: CompoundFile, maxChars: number): ExtractedPage[] {
  const format = wordFormat(file);
  const { document, lengthsAt, table, hasWidePieces } = format;
  const lengths = PARTS.map((_, index) => Math.max(0, document.readInt32LE(lengthsAt + index * 4)));
  const length = lengths.reduce((sum, each) => sum + each, 0);
  const pieces = new WordPieces(format, length, hasWidePieces ? deletedRanges(document, table) : []);
  const texts = new Map<Part, string>();
  let start = 0;
  for (const [index, part] of PARTS.entries()) {
    const ofPart = lengths[index] ?? 0;
    // Each part is read up to the limit of all, since they are put in another order, and a bit further: something is cut.
    if (part !== 'macros') texts.set(part, shownText(pieces.text(start, Math.min(ofPart, maxChars + 1))));
    start += ofPart;
  }
  const text = ORDER.map((part) => texts.get(part) ?? '')
    .filter((each) => each !== '')
    .join('\n');
  return text === '' ? [] : [{ text, source: 'text-layer' }];
}
