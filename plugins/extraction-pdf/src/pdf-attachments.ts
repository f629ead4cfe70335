import type { AttachedFile, UnreadFile } from '@archivolt/plugin-kit';
import { PdfDocument } from './pdf-document.js';
import type { PdfSource } from './pdf-source.js';
import { readString, withMemory, type Pdfium } from './pdfium.js';

const LONGEST_NAME_BYTES = 64 * 1024;
/** They are in memory twice, as the module has them and as they are handed over. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The files that are embedded in a PDF: invoices in XML, parts of a portfolio. The PDF is opened once more for them. */
export async function* pdfAttachments(openSource: () => PdfSource): AsyncIterable<AttachedFile> {
  const document = await PdfDocument.open(openSource);
  try {
    for (let index = 0; index < document.attachmentCount; index += 1) {
      const file = document.withAttachment(index, (pdfium, handle) => ({
        name: readString(
          pdfium,
          (to, bytes) => pdfium.api.FPDFAttachment_GetName(handle, to, bytes),
          LONGEST_NAME_BYTES,
        ),
        type: readString(
          pdfium,
          (to, bytes) => pdfium.api.FPDFAttachment_GetSubtype(handle, to, bytes),
          LONGEST_NAME_BYTES,
        ).toLowerCase(),
      }));
      yield {
        ...(file ?? { name: '', type: '' }),
        read: async (maxBytes) =>
          document.withAttachment(index, (pdfium, handle) => contentOf(pdfium, handle, maxBytes)) ?? DAMAGED,
      };
    }
  } finally {
    document.close();
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
