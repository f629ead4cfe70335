import { readFile } from 'node:fs/promises';
import {
  defineExtractor,
  isCompound,
  RefusedFile,
  type ExtractedPage,
  type ExtractionLimits,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { checkedEntries, type CheckedArchive } from './archive.js';
import { openEncrypted } from './encrypted-package.js';
import { fixedDocumentPages } from './fixed-document.js';
import { formatOf, formatOfPart, isOpenDocument, type Format, type OwnFormat } from './formats.js';
import { iworkPages } from './iwork-document.js';
import { openDocumentPages } from './open-document.js';
import { isLocked, openedParts } from './open-document-encryption.js';
import { PackageParts } from './package-parts.js';
import type { parsedPages as ParsedPages } from './parsed-pages.js';
import { presentationPages } from './presentation.js';
import { spreadsheetPages } from './spreadsheet.js';
import { visioPages } from './visio-drawing.js';
import { chunkTexts, type Chunk } from './word-chunks.js';
import { wordDocumentPages } from './word-document.js';

const PROTECTED = 'The file is protected by a password.';

/** Readers of the newer Office formats, by format: the parts, the name of the main one, and the most characters. */
const READERS: Partial<Record<Format, (parts: PackageParts, main: string, maxChars: number) => ExtractedPage[]>> = {
  docx: wordDocumentPages,
  pptx: presentationPages,
  xlsx: spreadsheetPages,
};

/** Readers of formats that the general parser does not know. */
const OWN_READERS: Record<OwnFormat, (archive: CheckedArchive, limits: ExtractionLimits) => Pages> = {
  iwork: ({ entries }, limits) => iworkPages(entries, limits),
  vsdx: ({ entries }, { maxChars }) => ({ pages: visioPages(new PackageParts(entries), maxChars) }),
  xps: ({ entries }, { maxChars }) => ({ pages: fixedDocumentPages(new PackageParts(entries), maxChars) }),
};
/** How deep word processor files may be in one another. */
const DEEPEST = 3;

interface Pages {
  pages: ExtractedPage[];
  /** Sentences for users about what was not read. */
  notes?: string[];
}

interface Reading extends Pages {
  /** Something was left out because of a limit. */
  isCut: boolean;
  /** Parts of the archive that were left out. */
  damaged: number;
}

interface Task {
  limits: ExtractionLimits;
  signal: AbortSignal;
  /** How many files the file is in. */
  depth: number;
  /** Bytes to which it, and the files in it, may still unpack. */
  budget: { left: number };
  /** Those to try for a file that needs one. */
  passwords?: readonly string[] | undefined;
  /** What an encrypted file is, only its name says. */
  isTypeGuessed?: boolean;
}

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const format = formatOf(input.type);
    if (format === undefined) return without('unsupported', `Files of the type ${input.type} are not read.`);
    if (input.size === 0) return without('empty', 'The file has no bytes.');
    if (input.size > limits.maxInflatedBytes) return without('too-large', 'The file is larger than is allowed.');
    const file = await readFile(input.path, { signal });
    const budget = { left: limits.maxInflatedBytes };
    const task = { limits, signal, depth: 0, budget, passwords: input.passwords };
    if (!isCompound(file) || format === 'rtf') return finish(await read(file, format, task), limits);
    const opened = openEncrypted(file, input.passwords);
    return finish(await read(opened, format, { ...task, isTypeGuessed: true }), limits);
  },
});

async function read(file: Buffer, named: Format, task: Task): Promise<Reading> {
  const { limits, signal } = task;
  if (named === 'rtf') {
    if (file.toString('latin1', 0, 5) !== '{\\rtf')
      throw new RefusedFile('corrupt', 'It does not begin as a rich text file.');
    return { ...(await parsed(file, named, limits, signal)), damaged: 0 };
  }
  const archive = openArchive(file, task);
  const { entries, damaged } = archive;
  if (named === 'iwork' || named === 'vsdx' || named === 'xps')
    return { ...OWN_READERS[named](archive, limits), isCut: false, damaged };
  if (isOpenDocument(named)) return { pages: openDocumentPages(entries), isCut: false, damaged };
  const parts = new PackageParts(entries);
  const main = parts.main();
  if (main?.endsWith('.bin') === true) throw new RefusedFile('unsupported', 'Binary workbooks are not read.');
  const format = (task.isTypeGuessed === true ? formatOfPart(main) : undefined) ?? named;
  const reader = READERS[format];
  if (reader === undefined || main === undefined) return { ...(await parsed(file, format, limits, signal)), damaged };
  const pages = reader(parts, main, limits.maxChars);
  const reading = { pages, isCut: false, damaged };
  return format === 'docx' ? withChunks(reading, parts, main, task) : reading;
}

async function parsed(...args: Parameters<typeof ParsedPages>): Promise<{ pages: ExtractedPage[]; isCut: boolean }> {
  const { parsedPages } = await import('./parsed-pages.js');
  return parsedPages(...args);
}

/** Adds the texts of the files that a word processor file shows as a part of itself. */
async function withChunks(reading: Reading, parts: PackageParts, main: string, task: Task): Promise<Reading> {
  const { limits, signal, depth } = task;
  const readChunk = async (file: Buffer, format: Format | 'html'): Promise<Chunk> => {
    signal.throwIfAborted();
    if (depth >= DEEPEST) throw new RefusedFile('too-large', 'Documents are deeper in each other than allowed.');
    const { pages, damaged } =
      format === 'html'
        ? { ...(await parsed(file, format, limits, signal)), damaged: 0 }
        : await read(file, format, { ...task, depth: depth + 1, isTypeGuessed: false });
    return { text: pages.map(({ text }) => text).join('\n'), damaged };
  };
  const { texts, damaged } = await chunkTexts(parts, main, readChunk, limits);
  if (texts.length === 0) return { ...reading, damaged: reading.damaged + damaged };
  const text = [...reading.pages.map((page) => page.text), ...texts].filter((each) => each !== '').join('\n');
  return { ...reading, pages: [{ text, source: 'text-layer' }], damaged: reading.damaged + damaged };
}

function openArchive(file: Buffer, { limits: { maxEntries }, budget, passwords }: Task): CheckedArchive {
  if (isCompound(file)) throw new RefusedFile('encrypted', PROTECTED);
  const maxInflatedBytes = budget.left;
  budget.left = 0; // for a file that unpacks to more: none of the others is tried then
  const checked = checkedEntries(file, { maxEntries, maxInflatedBytes });
  budget.left = checked.room;
  const manifest = checked.entries.find(({ name }) => name === 'META-INF/manifest.xml');
  const lines = manifest?.unpack().toString('utf8') ?? '';
  return isLocked(lines) ? { ...checked, entries: openedParts(checked.entries, lines, passwords) } : checked;
}

function finish({ pages, isCut, damaged, notes = [] }: Reading, limits: ExtractionLimits): ExtractionResult {
  const kept: ExtractedPage[] = [];
  let room = limits.maxChars;
  for (const page of pages) {
    if (room <= 0) break;
    kept.push({ ...page, text: page.text.slice(0, room).replaceAll('\0', '').toWellFormed() });
    room -= page.text.length;
  }
  if (kept.every(({ text }) => text.trim() === ''))
    return damaged > 0
      ? without('corrupt', 'Parts of the file are damaged, and there is no text in the others.')
      : without('empty', 'There is no text in the file.');
  const warnings = [...notes, ...(damaged > 0 ? ['Parts of the file are damaged and were not read.'] : [])];
  return { outcome: 'text', pages: kept, truncated: room < 0 || kept.length < pages.length || isCut, warnings };
}

function without(outcome: Exclude<ExtractionResult['outcome'], 'text'>, reason: string): ExtractionResult {
  return { outcome, pages: [], reason };
}
