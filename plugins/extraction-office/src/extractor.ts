import { readFile } from 'node:fs/promises';
import {
  defineExtractor,
  type ExtractedPage,
  type ExtractionLimits,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { OfficeErrorType, OfficeParser, type OfficeError, type OfficeParserAST } from 'officeparser';
import { ArchiveRefused, checkedEntries, inflate, type ArchiveEntry } from './archive.js';
import { drawingText } from './drawing-text.js';
import { formatOf, isOpenDocument, type Format } from './formats.js';
import { openDocumentPages } from './open-document.js';
import { pagesOf } from './tree-text.js';

const MOST_XML_ELEMENTS = 500_000;
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const ENCRYPTED: ReadonlySet<string> = new Set([
  OfficeErrorType.PASSWORD_REQUIRED,
  OfficeErrorType.PASSWORD_INCORRECT,
  OfficeErrorType.DOCUMENT_DECRYPTION_FAILED,
]);
const TOO_LARGE: ReadonlySet<string> = new Set([
  OfficeErrorType.MAX_NESTING_DEPTH_EXCEEDED,
  OfficeErrorType.OUTPUT_TOO_LARGE,
  OfficeErrorType.XML_ELEMENT_LIMIT_EXCEEDED,
  OfficeErrorType.ZIP_ENTRY_COUNT_LIMIT_EXCEEDED,
  OfficeErrorType.ZIP_SIZE_LIMIT_EXCEEDED,
]);

export default defineExtractor({
  async extract(input, { limits, signal }): Promise<ExtractionResult> {
    const format = formatOf(input.type);
    if (format === undefined) return without('unsupported', `Files of the type ${input.type} are not read.`);
    if (input.size === 0) return without('empty', 'The file has no bytes.');
    if (input.size > limits.maxInflatedBytes) return without('too-large', 'The file is larger than is allowed.');
    const file = await readFile(input.path, { signal });
    try {
      const entries = format === 'rtf' ? rtf(file) : archive(file, limits);
      if (isOpenDocument(format)) return finish(openDocumentPages(entries), false, limits);
      const tree = await parse(file, format, limits, signal);
      const isCut = tree.warnings.some(({ code }) => code.endsWith('_LIMIT_EXCEEDED'));
      return finish([...pagesOf(tree), ...drawnPages(entries)], isCut, limits);
    } catch (error) {
      signal.throwIfAborted();
      return refusal(error);
    }
  },
});

function rtf(file: Buffer): ArchiveEntry[] {
  if (file.toString('latin1', 0, 5) === '{\\rtf') return [];
  throw new ArchiveRefused('corrupt', 'It does not begin as a rich text file.');
}

function archive(file: Buffer, limits: ExtractionLimits): ArchiveEntry[] {
  if (file.subarray(0, 8).equals(CFB)) throw new ArchiveRefused('encrypted', 'The file is protected by a password.');
  const entries = checkedEntries(file, limits);
  const manifest = entries.find(({ name }) => name === 'META-INF/manifest.xml');
  if (manifest !== undefined && inflate(manifest).includes('encryption-data'))
    throw new ArchiveRefused('encrypted', 'The file is protected by a password.');
  return entries;
}

function parse(
  file: Buffer,
  fileType: Format,
  limits: ExtractionLimits,
  abortSignal: AbortSignal,
): Promise<OfficeParserAST> {
  return OfficeParser.parseOffice(file, {
    fileType,
    abortSignal,
    onWarning: () => undefined,
    decompressionLimits: {
      maxUncompressedBytes: limits.maxInflatedBytes,
      maxZipEntries: limits.maxEntries,
      maxXmlElements: MOST_XML_ELEMENTS,
      maxRepeatedContent: limits.maxChars,
    },
  });
}

function drawnPages(entries: readonly ArchiveEntry[]): ExtractedPage[] {
  const text = drawingText(entries);
  return text === '' ? [] : [{ text, source: 'text-layer' }];
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

function refusal(error: unknown): ExtractionResult {
  if (error instanceof ArchiveRefused) return without(error.outcome, error.message);
  if (error instanceof RangeError) return without('too-large', 'It is nested deeper than is allowed.');
  const code = (error as Partial<OfficeError>).officeIssue?.code ?? '';
  if (ENCRYPTED.has(code)) return without('encrypted', 'The file is protected by a password.');
  if (TOO_LARGE.has(code)) return without('too-large', 'It holds more than is allowed.');
  return without('corrupt', 'The file is damaged and cannot be read.');
}

function without(outcome: Exclude<ExtractionResult['outcome'], 'text'>, reason: string): ExtractionResult {
  return { outcome, pages: [], reason };
}
