import { readFile } from 'node:fs/promises';
import {
  defineExtractor,
  type ExtractedPage,
  type ExtractionLimits,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { ArchiveRefused, checkedEntries, inflate, type CheckedArchive } from './archive.js';
import { formatOf, isOpenDocument, type Format } from './formats.js';
import { openDocumentPages } from './open-document.js';
import { PackageParts } from './package-parts.js';
import { presentationPages } from './presentation.js';
import { spreadsheetPages } from './spreadsheet.js';
import { wordDocumentPages } from './word-document.js';

const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PROTECTED = 'The file is protected by a password.';

/** Readers of the newer Office formats, by format: the parts, the name of the main one, and the most characters. */
const READERS: Partial<Record<Format, (parts: PackageParts, main: string, maxChars: number) => ExtractedPage[]>> = {
  docx: wordDocumentPages,
  pptx: presentationPages,
  xlsx: spreadsheetPages,
};

interface Reading {
  pages: ExtractedPage[];
  /** Something was left out because of a limit. */
  isCut: boolean;
  /** Parts of the archive that were left out. */
  damaged: number;
}

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const format = formatOf(input.type);
    if (format === undefined) return without('unsupported', `Files of the type ${input.type} are not read.`);
    if (input.size === 0) return without('empty', 'The file has no bytes.');
    if (input.size > limits.maxInflatedBytes) return without('too-large', 'The file is larger than is allowed.');
    const file = await readFile(input.path, { signal });
    try {
      return finish(await read(file, format, limits, signal), limits);
    } catch (error) {
      if (error instanceof ArchiveRefused) return without(error.outcome, error.message);
      throw error;
    }
  },
});

async function read(file: Buffer, format: Format, limits: ExtractionLimits, signal: AbortSignal): Promise<Reading> {
  let damaged = 0;
  if (format === 'rtf') {
    if (file.toString('latin1', 0, 5) !== '{\\rtf')
      throw new ArchiveRefused('corrupt', 'It does not begin as a rich text file.');
  } else {
    const archive = openArchive(file, limits);
    damaged = archive.damaged;
    if (isOpenDocument(format)) return { pages: openDocumentPages(archive.entries), isCut: false, damaged };
    const parts = new PackageParts(archive.entries);
    const main = parts.main();
    if (main?.endsWith('.bin') === true) throw new ArchiveRefused('unsupported', 'Binary workbooks are not read.');
    const reader = READERS[format];
    if (reader !== undefined && main !== undefined)
      return { pages: reader(parts, main, limits.maxChars), isCut: false, damaged };
  }
  const { parsedPages } = await import('./parsed-pages.js');
  return { ...(await parsedPages(file, format, limits, signal)), damaged };
}

function openArchive(file: Buffer, limits: ExtractionLimits): CheckedArchive {
  if (file.subarray(0, 8).equals(CFB)) throw new ArchiveRefused('encrypted', PROTECTED);
  const checked = checkedEntries(file, limits);
  const manifest = checked.entries.find(({ name }) => name === 'META-INF/manifest.xml');
  if (manifest !== undefined && inflate(manifest).includes('encryption-data'))
    throw new ArchiveRefused('encrypted', PROTECTED);
  return checked;
}

function finish({ pages, isCut, damaged }: Reading, limits: ExtractionLimits): ExtractionResult {
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
  const warnings = damaged > 0 ? ['Parts of the file are damaged and were not read.'] : [];
  return { outcome: 'text', pages: kept, truncated: room < 0 || kept.length < pages.length || isCut, warnings };
}

function without(outcome: Exclude<ExtractionResult['outcome'], 'text'>, reason: string): ExtractionResult {
  return { outcome, pages: [], reason };
}
