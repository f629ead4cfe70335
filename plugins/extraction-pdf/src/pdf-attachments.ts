import type { AttachedFile, UnreadFile } from '@archivolt/plugin-kit';
import { PdfDocument, type PinnedFile } from './pdf-document.js';
import type { PdfSource } from './pdf-source.js';
import { forgetPdfium, isFault, readString, withMemory, type Pdfium } from './pdfium.js';

const LONGEST_NAME_BYTES = 64 * 1024;
/** They are in memory twice, as the module has them and as they are handed over. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The host names no more, and counts the others. To look one up takes as long as there are files before it. */
const MOST_NAMED = 1_000;

/**
 * The files that are embedded in a PDF: invoices in XML, parts of a portfolio; and those that are pinned to its pages.
 * The PDF is opened once more for them.
 */
export async function* pdfAttachments(
  openSource: () => PdfSource,
  pinned: readonly PinnedFile[] = [],
  passwords: readonly string[] = [],
): AsyncIterable<AttachedFile> {
  const document = await PdfDocument.open(openSource, passwords);
  try {
    const { attachmentCount } = document;
    for (let index = 0; index < attachmentCount; index += 1)
      yield index < MOST_NAMED ? await attachedFile(document, (work) => document.withAttachment(index, work)) : UNNAMED;
    for (const [index, file] of pinned.entries())
      yield attachmentCount + index < MOST_NAMED
        ? await attachedFile(document, (work) => document.withPinnedFile(file, work))
        : UNNAMED;
  } finally {
    document.close();
  }
}

const NAMELESS = { name: '', type: '' };
const UNNAMED: AttachedFile = {
  ...NAMELESS,
  read: async () => ({ outcome: 'too-large', reason: 'There are too many files in the PDF.' }),
};

type LookUp = <Result>(work: (pdfium: Pdfium, attachment: number) => Result) => Result | undefined;

async function attachedFile(document: PdfDocument, lookUp: LookUp): Promise<AttachedFile> {
  // Looked up once: it stays where it is as long as the document is open.
  const file = await unlessFault(document, () =>
    lookUp((pdfium, handle) => ({ ...factsOf(pdfium, handle), handle, pdfium })),
  );
  if (file === undefined) return { ...NAMELESS, read: async () => DAMAGED };
  const { name, type, handle, pdfium } = file;
  const read = async (maxBytes: number): Promise<Uint8Array | UnreadFile> =>
    (await unlessFault(document, () => contentOf(pdfium, handle, maxBytes))) ?? DAMAGED;
  return { name, type, read };
}

function factsOf(pdfium: Pdfium, handle: number): { name: string; type: string } {
  const { api } = pdfium;
  const text = (call: (to: number, bytes: number) => number): string => readString(pdfium, call, LONGEST_NAME_BYTES);
  return {
    name: text((to, bytes) => api.FPDFAttachment_GetName(handle, to, bytes)),
    type: text((to, bytes) => api.FPDFAttachment_GetSubtype(handle, to, bytes)).toLowerCase(),
  };
}

/** A fault inside the module must not cost the files behind this one. */
async function unlessFault<Result>(document: PdfDocument, work: () => Result): Promise<Result | undefined> {
  try {
    return work();
  } catch (error) {
    if (!isFault(error)) throw error;
    forgetPdfium();
    await document.reopen();
    return undefined;
  }
}

const DAMAGED = { outcome: 'corrupt', reason: 'It is damaged.' } as const;

function contentOf(pdfium: Pdfium, attachment: number, maxBytes: number): Uint8Array | UnreadFile {
  const { api, runtime } = pdfium;
  return withMemory(pdfium, 4, (length) => {
    const bytesOf = () => new DataView(runtime.HEAPU8.buffer, length, 4).getUint32(0, true);
    if (!api.FPDFAttachment_GetFile(attachment, 0, 0, length)) return DAMAGED;
    const bytes = bytesOf();
    if (bytes > Math.min(maxBytes, MOST_BYTES))
      return { outcome: 'too-large', reason: 'It unpacks to more than is allowed.' };
    return withMemory(pdfium, bytes, (content) => {
      if (!api.FPDFAttachment_GetFile(attachment, content, bytes, length)) return DAMAGED;
      return runtime.HEAPU8.slice(content, content + bytes);
    });
  });
}
