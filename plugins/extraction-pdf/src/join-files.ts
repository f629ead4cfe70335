import type { ExtractionInput, FileJoin, SelectedPages } from '@archivolt/plugin-kit';
import { RefusedFile } from '@archivolt/plugin-kit';
import { PdfDocument } from './pdf-document.js';
import { pdfSource } from './pdf-source.js';
import { forgetPdfium, isFault, loadPdfium, withMemory, type Pdfium } from './pdfium.js';
import { copyMeta, savePdf } from './save-pdf.js';

type Refused = Exclude<SelectedPages, { outcome: 'selected' }>;

/** Writes a PDF that has all pages of several PDFs, without their forms and their files. */
export async function joinFiles(input: ExtractionInput, join: FileJoin): Promise<SelectedPages> {
  const pdfium = await loadPdfium();
  const { api } = pdfium;
  const whole = api.FPDF_CreateNewDocument();
  if (whole === 0) throw new Error('pdfium made no document');
  try {
    let start = 0;
    for (const [index, size] of join.sizes.entries()) {
      const mostPages = join.mostPages - api.FPDF_GetPageCount(whole);
      const options = { isFirst: index === 0, mostPages };
      const refused = addFile(pdfium, whole, () => pdfSource(input.path, size, undefined, start), options);
      if (refused?.outcome === 'too-large')
        return { ...refused, reason: `The files have more than ${join.mostPages} pages together.` };
      if (refused) return { ...refused, reason: `File ${index + 1}: ${refused.reason}` };
      start += size;
    }
    const pagesCount = api.FPDF_GetPageCount(whole);
    const saved = savePdf(pdfium, whole, join);
    if (saved === 'too-large') return { outcome: 'too-large', reason: 'The new PDF is larger than is allowed.' };
    if (saved === 'failed') return { outcome: 'corrupt', reason: 'The new PDF could not be written.' };
    return { outcome: 'selected', pagesCount };
  } catch (error) {
    if (!isFault(error)) throw error;
    forgetPdfium();
    return { outcome: 'corrupt', reason: 'One of the files is damaged.' };
  } finally {
    closeNew(pdfium, whole);
  }
}

function addFile(
  pdfium: Pdfium,
  whole: number,
  openSource: Parameters<typeof PdfDocument.openBeside>[1],
  { isFirst, mostPages }: { isFirst: boolean; mostPages: number },
): Refused | undefined {
  let document: PdfDocument | undefined;
  try {
    document = PdfDocument.openBeside(pdfium, openSource);
    const { pageCount } = document;
    // Before they are copied: a file of some kilobytes can say that it has a million.
    if (pageCount > mostPages) return { outcome: 'too-large', reason: 'It has too many pages.' };
    if (document.dynamicForm() !== undefined)
      return { outcome: 'unsupported', reason: 'The pages of this form are made by the viewer.' };
    return document.withDocument(({ api }, handle) => {
      if (api.EPDF_IsEncrypted(handle))
        return { outcome: 'encrypted', reason: 'The PDF is protected; the new one would not be.' };
      if (isFirst) copyMeta(pdfium, handle, whole);
      return copyPages(pdfium, handle, whole, pageCount)
        ? undefined
        : { outcome: 'corrupt', reason: 'A page of the PDF is damaged and cannot be taken over.' };
    });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    const { outcome, message } = error;
    return { outcome: outcome === 'encrypted' ? 'encrypted' : 'corrupt', reason: message };
  } finally {
    document?.close();
  }
}

/** Copies all pages behind those that are there. */
function copyPages(pdfium: Pdfium, from: number, to: number, count: number): boolean {
  const { api, runtime } = pdfium;
  const before = api.FPDF_GetPageCount(to);
  const areThere = withMemory(pdfium, count * 4, (indices) => {
    new Int32Array(runtime.HEAPU8.buffer, indices, count).set(Array.from({ length: count }, (_, index) => index));
    return api.FPDF_ImportPagesByIndex(to, from, indices, count, before);
  });
  return areThere && api.FPDF_GetPageCount(to) === before + count;
}

function closeNew({ api }: Pdfium, whole: number): void {
  try {
    api.FPDF_CloseDocument(whole);
  } catch {
    forgetPdfium(); // a fault inside pdfium
  }
}
