import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import {
  CFB,
  read,
  set_cptable,
  SSF,
  type CellObject,
  type ParsingOptions,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx';
import {
  RefusedFile,
  zipEntries,
  type CompoundFile,
  type ExtractedPage,
  type ExtractionLimits,
} from '@archivolt/plugin-kit';
import { overviewOf, preparedBinarySheet, withSomeCells } from './workbook-records.js';

set_cptable(codePages);

/** In a child with the default limit of memory there is room for these. */
const CELLS_AT_ONCE = 150_000;
/** The same for binary workbooks, whose cells take less. */
const MOST_BINARY_CELLS = 1_000_000;
const PROTECTED = 'The file is protected by a password.';
const OPTIONS: ParsingOptions = {
  type: 'buffer',
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  // How dates are shown that have the format of the machine: as in newer workbooks.
  dateNF: 'yyyy-mm-dd',
};

/** The part of the library for archives, which has no types. */
interface ArchiveWriter {
  utils: {
    cfb_new(): object;
    cfb_add(archive: object, name: string, content: Buffer, options: { unsafe: boolean }): void;
  };
  write(archive: object, options: { fileType: 'zip'; type: 'buffer' }): Buffer;
}

/** The part of the library for formats of numbers, which has no types. */
interface NumberFormatter {
  format(format: string, value: number, options: { date1904: boolean }): string;
}

/** What the parser reads of a binary workbook; pictures, for instance, it does not. */
const PARTS = /\.(?:bin|xml|rels)$/i;
const SHEETS = /^\/?xl\/worksheets\/[^/]*\.bin$/i;

/** The cells of a workbook from before 2007 as they are shown, one page a sheet, with comments. */
export function workbookPages(bytes: Buffer, file: CompoundFile | undefined, maxChars: number): ExtractedPage[] {
  // The oldest ones are a stream without a container.
  const stream = file === undefined ? bytes : (file.stream('Workbook') ?? file.stream('Book'));
  if (stream === undefined) throw new RefusedFile('corrupt', 'The sheets are missing.');
  const { cells, isEncrypted } = overviewOf(stream);
  if (isEncrypted) throw new RefusedFile('encrypted', PROTECTED);
  const texts = new Map<string, string>();
  let room = maxChars;
  for (let from = 0; room > 0 && (from === 0 || from < cells); from += CELLS_AT_ONCE)
    for (const { name, text } of sheetTexts(parse(withSomeCells(stream, from, from + CELLS_AT_ONCE)), room)) {
      room -= text.length;
      texts.set(name, [texts.get(name) ?? '', text].filter((each) => each !== '').join('\n'));
    }
  return pagesOf([...texts].map(([name, text]) => ({ name, text })));
}

/** The same of a binary workbook, whose parts are in an archive. */
export function binaryWorkbookPages(bytes: Buffer, limits: ExtractionLimits): ExtractedPage[] {
  let room = limits.maxInflatedBytes;
  let cells = 0;
  const wanted = zipEntries(bytes, limits).filter(({ name }) => PARTS.test(name));
  const prepared = wanted.map((entry) => {
    const { name } = entry;
    const content = entry.unpack(room);
    room -= content.length;
    if (!SHEETS.test(name)) return { name, content };
    const sheet = preparedBinarySheet(content);
    cells += sheet.cells;
    return { name, content: sheet.records };
  });
  if (cells > MOST_BINARY_CELLS)
    throw new RefusedFile('too-large', `The workbook has more than ${MOST_BINARY_CELLS} cells.`);
  return pagesOf(sheetTexts(parse(unpackedArchive(prepared)), limits.maxChars));
}

/** The parser unpacks without a limit, so it gets the entries as they were unpacked here. */
function unpackedArchive(entries: readonly { name: string; content: Buffer }[]): Buffer {
  const { utils, write } = CFB as ArchiveWriter;
  const archive = utils.cfb_new();
  for (const { name, content } of entries) utils.cfb_add(archive, name, content, { unsafe: true });
  return write(archive, { fileType: 'zip', type: 'buffer' });
}

function pagesOf(sheets: readonly SheetText[]): ExtractedPage[] {
  return sheets.map(({ name, text }) => ({ text: `${name}\n${text}`.trim(), source: 'text-layer' }));
}

function parse(bytes: Buffer): WorkBook {
  try {
    return read(bytes, OPTIONS);
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      throw new RefusedFile('encrypted', PROTECTED);
    throw new RefusedFile('corrupt', 'The file is damaged and cannot be read.');
  }
}

interface SheetText {
  name: string;
  text: string;
}

function sheetTexts({ SheetNames, Sheets, Workbook }: WorkBook, maxChars: number): SheetText[] {
  const texts: SheetText[] = [];
  const isFrom1904 = Workbook?.WBProps?.date1904 === true;
  let room = maxChars;
  for (const name of SheetNames) {
    const sheet = Sheets[name];
    if (room <= 0 || sheet === undefined) break;
    const text = sheetText(sheet, isFrom1904, room).trim();
    room -= text.length + name.length;
    texts.push({ name, text });
  }
  return texts;
}

/** Only cells that are there: the range that a sheet declares may be any. */
function sheetText(sheet: WorkSheet, isFrom1904: boolean, maxChars: number): string {
  const lines: string[] = [];
  const comments: string[] = [];
  let length = 0;
  const rows = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? [];
  for (const row of present(rows)) {
    const cells = present(row);
    const line = cells
      .map((cell) => shownCell(cell, isFrom1904))
      .filter((text) => text !== '')
      .join('\t');
    if (line !== '') lines.push(line);
    comments.push(...cells.flatMap(({ c: ofCell = [] }) => ofCell.map(({ a, t }) => commentText(a, t))));
    length += line.length + 1;
    if (length > maxChars) break;
  }
  return [...lines, ...comments].join('\n');
}

/** The elements of an array that may have a million places and hold one. */
function present<Element>(sparse: readonly (Element | undefined)[]): Element[] {
  return Object.values(sparse).filter((element) => element !== undefined);
}

function shownCell({ t: type, v: value, w, z: format }: CellObject, isFrom1904: boolean): string {
  if (type === 'z' || value === undefined) return '';
  const shown = (w ?? formatted(value, format, isFrom1904)).trim();
  // A format may show nothing at all, or not all digits of a long number.
  const isCut = type === 'n' && /\dE[+-]\d/.test(shown);
  return shown === '' || isCut ? String(value) : shown;
}

/** The library takes a point in the format of a date for one between seconds and their parts, and gives up. */
function formatted(value: NonNullable<CellObject['v']>, format: CellObject['z'], isFrom1904: boolean): string {
  if (typeof value !== 'number' || typeof format !== 'string') return String(value);
  try {
    const escaped = format.replaceAll(/\\?\./g, '\\.');
    return (SSF as NumberFormatter).format(escaped, value, { date1904: isFrom1904 });
  } catch {
    return String(value);
  }
}

/** Excel repeats the author in front of the text. */
function commentText(author: string | undefined, text: string): string {
  return author === undefined || author === '' || text.includes(author) ? text : `${author}: ${text}`;
}
