import { RefusedFile, type ExtractedPage, type ExtractionLimits } from '@archivolt/plugin-kit';
import { OfficeErrorType, OfficeParser, type OfficeError, type OfficeParserConfig } from 'officeparser';
import { pagesOf } from './tree-text.js';

const MOST_XML_ELEMENTS = 500_000;
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

/** Reads with officeparser what has no reader of its own here. Loaded only then: it is large. */
export async function parsedPages(
  file: Buffer,
  fileType: NonNullable<OfficeParserConfig['fileType']>,
  limits: ExtractionLimits,
  abortSignal: AbortSignal,
): Promise<{ pages: ExtractedPage[]; isCut: boolean }> {
  try {
    const tree = await OfficeParser.parseOffice(file, {
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
    return { pages: pagesOf(tree), isCut: tree.warnings.some(({ code }) => code.endsWith('_LIMIT_EXCEEDED')) };
  } catch (error) {
    abortSignal.throwIfAborted();
    throw refusal(error);
  }
}

function refusal(error: unknown): RefusedFile {
  if (error instanceof RangeError) return new RefusedFile('too-large', 'It is nested deeper than is allowed.');
  const code = (error as Partial<OfficeError>).officeIssue?.code ?? '';
  if (ENCRYPTED.has(code)) return new RefusedFile('encrypted', 'The file is protected by a password.');
  if (TOO_LARGE.has(code)) return new RefusedFile('too-large', 'It holds more than is allowed.');
  return new RefusedFile('corrupt', 'The file is damaged and cannot be read.');
}
