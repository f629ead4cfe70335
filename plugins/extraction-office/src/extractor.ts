import { readFile } from 'node:fs/promises';
import {
  defineExtractor,
  type ExtractedPage,
  type ExtractionLimits,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { ArchiveRefused, checkedEntries, inflate, type ArchiveEntry } from './archive.js';
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

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const format = formatOf(input.type);
    if (format === undefined) return without('unsupported', `Files of the type ${input.type} are not read.`);
    if (input.size === 0) return without('empty', 'The file has no bytes.');
    if (input.size > limits.maxInflatedBytes) return without('too-large', 'The file is larger than is allowed.');
    const file = await readFile(input.path, { signal });
    try {
      const { pages, isCut } = await read(file, format, limits, signal);
      return finish(pages, isCut, limits);
    } catch (error) {
      if (error instanceof ArchiveRefused) return without(error.outcome, error.message);
      throw error;
    }
  },
});

async function read(
  file: Buffer,
  format: Format,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<{ pages: ExtractedPage[]; isCut: boolean }> {
  if (format === 'rtf') {
    if (file.toString('latin1', 0, 5) !== '{\\rtf')
      throw new ArchiveRefused('corrupt', 'It does not begin as a rich text file.');
  } else {
    const entries = archive(file, limits);
    if (isOpenDocument(format)) return { pages: openDocumentPages(entries), isCut: false };
    const parts = new PackageParts(entries);
    const main = parts.main();
    const reader = READERS[format];
    if (reader !== undefined && main !== undefined)
      return { pages: reader(parts, main, limits.maxChars), isCut: false };
  }
  const { parsedPages } = await import('./parsed-pages.js');
  return parsedPages(file, format, limits, signal);
}

function archive(file: Buffer, limits: ExtractionLimits): ArchiveEntry[] {
  if (file.subarray(0, 8).equals(CFB)) throw new ArchiveRefused('encrypted', PROTECTED);
  const entries = checkedEntries(file, limits);
  const manifest = entries.find(({ name }) => name === 'META-INF/manifest.xml');
  if (manifest !== undefined && inflate(manifest).includes('encryption-data'))
    throw new ArchiveRefused('encrypted', PROTECTED);
  return entries;
}

function finish(pages: readonly ExtractedPage[], isCut: boolean, limits: ExtractionLimits): ExtractionResult {
  const kept: ExtractedPage[] = [];
  let room = limits.maxChars;
  for (const page of pages) {
    if (room <= 0) break;
    kept.push({ ...page, text: page.text.slice(0, room).replaceAll('\0', '').toWellFormed() });
    room -= page.text.length;
  }
  if (kept.every(({ text }) => text.trim() === '')) return without('empty', 'There is no text in the file.');
  return { outcome: 'text', pages: kept, truncated: room < 0 || kept.length < pages.length || isCut };
}

function without(outcome: Exclude<ExtractionResult['outcome'], 'text'>, reason: string): ExtractionResult {
  return { outcome, pages: [], reason };
}
