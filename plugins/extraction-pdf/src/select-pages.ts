import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { ExtractionInput, PageSelection, SelectedPages } from '@archivolt/plugin-kit';
import { PdfDocument } from './pdf-document.js';
import { pdfSource } from './pdf-source.js';
import { forgetPdfium, isFault, readString, withMemory, type Pdfium } from './pdfium.js';

const PROTECTED = 'The PDF is protected; its parts would not be.';
const DAMAGED = { outcome: 'corrupt', reason: 'A page of the PDF is damaged and cannot be taken out.' } as const;
const TOO_LARGE = { outcome: 'too-large', reason: 'A part of the PDF is larger than is allowed.' } as const;
const MOST_META_BYTES = 2_000;
/** What a part says about its making as the whole does; without it each copy would have the time of its making. */
const KEPT_META = ['CreationDate', 'Creator', 'Author'];
const NO_META: Readonly<Record<string, string>> = { CreationDate: 'D:20000101000000Z' };

/** Writes a PDF that has some pages of another one: with texts, pictures, links and notes, without its form and its files. */
export async function selectPages(input: ExtractionInput, selection: PageSelection): Promise<SelectedPages> {
  if (input.size === 0) return { outcome: 'corrupt', reason: 'The file is empty.' };
  let document: PdfDocument | undefined;
  try {
    document = await PdfDocument.open(() => pdfSource(input.path, input.size), input.passwords);
    const { pageCount: pagesCount } = document;
    if (selection.pages.some(({ page }) => page > pagesCount))
      return { outcome: 'no-such-page', reason: `The PDF has only ${pagesCount} pages.`, pagesCount };
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
    for (const name of KEPT_META) copyMeta(pdfium, whole, part, name);
    return save(pdfium, part, selection);
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

function copyMeta(pdfium: Pdfium, whole: number, part: number, name: string): void {
  const { api, runtime } = pdfium;
  const read = (pointer: number, bytes: number): number => api.FPDF_GetMetaText(whole, name, pointer, bytes);
  const value = readString(pdfium, read, MOST_META_BYTES) || NO_META[name];
  if (value === undefined) return;
  const text = Buffer.from(`${value}\0`, 'utf16le');
  withMemory(pdfium, text.length, (pointer) => {
    runtime.HEAPU8.set(text, pointer);
    api.EPDF_SetMetaText(part, name, pointer);
  });
}

/** Writes piece by piece: the new file is not in memory a second time. */
function save(pdfium: Pdfium, part: number, { target, maxBytes }: PageSelection): Written {
  const { api, runtime } = pdfium;
  const file = openSync(target, 'wx');
  let [bytes, isTooLarge] = [0, false];
  let failure: unknown;
  const writeBlock = runtime.addFunction((_writer, data, size) => {
    bytes += size;
    isTooLarge ||= bytes > maxBytes;
    if (isTooLarge) return 0;
    try {
      for (let done = 0; done < size;) done += writeSync(file, runtime.HEAPU8, data + done, size - done);
      return 1;
    } catch (error) {
      failure = error;
      return 0;
    }
  }, 'iiii');
  let isSaved = false;
  try {
    isSaved = withMemory(pdfium, 8, (writer) => {
      new Uint32Array(runtime.HEAPU8.buffer, writer, 2).set([1, writeBlock]);
      return api.FPDF_SaveAsCopy(part, writer, 0);
    });
  } finally {
    runtime.removeFunction(writeBlock);
    closeSync(file);
    // pdfium may report that a file is saved of which a piece was refused.
    if (!isSaved || isTooLarge || failure !== undefined) rmSync(target, { force: true });
  }
  if (failure !== undefined) throw failure as Error;
  if (isTooLarge) return TOO_LARGE;
  return isSaved ? { outcome: 'selected' } : DAMAGED;
}
