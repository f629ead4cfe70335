import type { ExtractionInput, PageSelection, SelectedPages } from '@archivolt/plugin-kit';
import { PdfDocument } from './pdf-document.js';
import { pdfSource } from './pdf-source.js';
import { forgetPdfium, isFault, withMemory, type Pdfium } from './pdfium.js';
import { copyMeta, savePdf } from './save-pdf.js';

const PROTECTED = 'The PDF is protected; its parts would not be.';
const DAMAGED = { outcome: 'corrupt', reason: 'A page of the PDF is damaged and cannot be taken out.' } as const;
const TOO_LARGE = { outcome: 'too-large', reason: 'A part of the PDF is larger than is allowed.' } as const;

/** Writes a PDF that has some pages of another one: with texts, pictures, links and notes, without its form and its files. */
export async function selectPages(input: ExtractionInput, selection: PageSelection): Promise<SelectedPages> {
  if (input.size === 0) return { outcome: 'corrupt', reason: 'The file is empty.' };
  let document: PdfDocument | undefined;
  try {
    document = await PdfDocument.open(() => pdfSource(input.path, input.size), input.passwords);
    const { pageCount: pagesCount } = document;
    if (selection.pages.some(({ page }) => page > pagesCount))
      return { outcome: 'no-such-page', reason: `The PDF has only ${pagesText(pagesCount)}.`, pagesCount };
    if (document.dynamicForm() !== undefined)
      return { outcome: 'unsupported', reason: 'The pages of this form are made by the viewer.', pagesCount };
    const written = document.withDocument((pdfium, handle) => writePart(pdfium, handle, selection));
    return { pagesCount, ...written };
  } catch (error) {
    if (!isFault(error)) throw error;
    forgetPdfium();
    return DAMAGED;
  } finally {
    document?.close();
  }
}

type Written = { outcome: 'selected' } | { outcome: 'encrypted'; reason: string } | typeof DAMAGED | typeof TOO_LARGE;

function writePart(pdfium: Pdfium, whole: number, selection: PageSelection): Written {
  const { api } = pdfium;
  if (api.EPDF_IsEncrypted(whole)) return { outcome: 'encrypted', reason: PROTECTED };
  const part = api.FPDF_CreateNewDocument();
  if (part === 0) throw new Error('pdfium made no document');
  try {
    if (!importPages(pdfium, whole, part, selection)) return DAMAGED;
    copyMeta(pdfium, whole, part);
    const saved = savePdf(pdfium, part, selection);
    if (saved === 'too-large') return TOO_LARGE;
    return saved === 'saved' ? { outcome: 'selected' } : DAMAGED;
  } finally {
    api.FPDF_CloseDocument(part);
  }
}

function importPages(pdfium: Pdfium, whole: number, part: number, { pages }: PageSelection): boolean {
  const { api, runtime } = pdfium;
  const areThere = withMemory(pdfium, pages.length * 4, (indices) => {
    new Int32Array(runtime.HEAPU8.buffer, indices, pages.length).set(pages.map(({ page }) => page - 1));
    return api.FPDF_ImportPagesByIndex(part, whole, indices, pages.length, 0);
  });
  if (!areThere || api.FPDF_GetPageCount(part) !== pages.length) return false;
  return pages.every(({ turn }, index) => turn === 0 || turnPage(pdfium, part, index, turn));
}

function turnPage({ api }: Pdfium, part: number, index: number, turn: number): boolean {
  const page = api.FPDF_LoadPage(part, index);
  if (page === 0) return false;
  api.FPDFPage_SetRotation(page, (api.FPDFPage_GetRotation(page) + turn / 90) % 4);
  api.FPDF_ClosePage(page);
  return true;
}

const pagesText = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);
