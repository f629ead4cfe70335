import { lockedFile, RefusedFile } from '@archivolt/plugin-kit';
import { forgetPdfium, hasGrownLarge, loadPdfium, type Pdfium } from './pdfium.js';
import { FlattenedPages } from './flattened-pages.js';
import { readNotes, type PageNotes } from './page-notes.js';
import { PdfPage } from './pdf-page.js';
import type { PdfSource } from './pdf-source.js';
import { readXfa, type XfaForm } from './xfa-form.js';

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const PAGES_MADE_BY_VIEWERS = 2;

/** A file that is an annotation; both are counted from 0. */
export interface PinnedFile {
  page: number;
  annotation: number;
}

interface Opened {
  pdfium: Pdfium;
  /** What opens it: the empty one opens a PDF that is not locked. */
  password: string;
  handle: number;
  form: number;
  flattened?: FlattenedPages;
  /** What to undo, last first. */
  closers: (() => void)[];
}

/** An open PDF. pdfium reads the file piece by piece as it needs it. */
export class PdfDocument {
  readonly pageCount: number;

  private constructor(
    private readonly openSource: () => PdfSource,
    private opened: Opened,
  ) {
    this.pageCount = opened.pdfium.api.FPDF_GetPageCount(opened.handle);
  }

  /** Tries the passwords for a PDF that needs one. */
  static async open(openSource: () => PdfSource, passwords: readonly string[] = []): Promise<PdfDocument> {
    return new PdfDocument(openSource, await openDocument(openSource, passwords));
  }

  /** Opens one without its form, in the module of another document to which its pages are copied. */
  static openBeside(pdfium: Pdfium, openSource: () => PdfSource): PdfDocument {
    const closers: (() => void)[] = [];
    try {
      const { handle, password } = open(pdfium, openSource(), closers, []);
      return new PdfDocument(openSource, { pdfium, handle, password, form: 0, closers });
    } catch (error) {
      closeAll(closers);
      throw error;
    }
  }

  /** Opens a page, counted from 0, for the time of `work`; undefined when it is damaged. */
  withPage<Result>(index: number, work: (page: PdfPage) => Result): Result | undefined {
    const { pdfium, handle, form } = this.opened;
    const page = pdfium.api.FPDF_LoadPage(handle, index);
    if (page === 0) return undefined;
    const result = work(new PdfPage(pdfium, page, form));
    pdfium.api.FPDF_ClosePage(page);
    return result;
  }

  /** As `withPage`, to read a page: with its notes, and with what else is shown on top of it as a part of it. */
  withWholePage<Result>(index: number, work: (page: PdfPage, notes: PageNotes) => Result): Result | undefined {
    const { pdfium, handle, form } = this.opened;
    const { api } = pdfium;
    let page = api.FPDF_LoadPage(handle, index);
    if (page === 0) return undefined;
    const notes = readNotes(pdfium, page, form);
    if (notes.appearances === 'some') {
      const flattened = this.#flattenedPages()?.load(index, page, notes.toHide);
      if (flattened === undefined) notes.appearances = 'none';
      else {
        api.FPDF_ClosePage(page);
        page = flattened;
      }
    }
    const result = work(new PdfPage(pdfium, page), notes);
    api.FPDF_ClosePage(page);
    return result;
  }

  /** Flattening cannot be undone, so it needs a document of its own. */
  #flattenedPages(): FlattenedPages | undefined {
    const { pdfium, closers, password } = this.opened;
    if (this.opened.flattened !== undefined) return this.opened.flattened;
    try {
      const { handle } = open(pdfium, this.openSource(), closers, [password]);
      this.opened.flattened = new FlattenedPages(pdfium, handle);
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
    }
    return this.opened.flattened;
  }

  /** The dynamic XFA form, of which viewers make the pages, if the file is one. */
  dynamicForm(): XfaForm | undefined {
    const { pdfium, handle } = this.opened;
    const isDynamic = pdfium.api.FPDF_GetFormType(handle) === PAGES_MADE_BY_VIEWERS;
    return isDynamic ? readXfa(pdfium, handle) : undefined;
  }

  /** Lends the open document to work on all of it. */
  withDocument<Result>(work: (pdfium: Pdfium, handle: number) => Result): Result {
    return work(this.opened.pdfium, this.opened.handle);
  }

  /** Pages opened until now have letters that pictures of them do not show. */
  get lacksFonts(): boolean {
    return this.opened.pdfium.fonts.isLacking;
  }

  /** Files that are embedded. */
  get attachmentCount(): number {
    const { pdfium, handle } = this.opened;
    return pdfium.api.FPDFDoc_GetAttachmentCount(handle);
  }

  /** Opens an embedded file, counted from 0; undefined when it is damaged. */
  withAttachment<Result>(index: number, work: (pdfium: Pdfium, attachment: number) => Result): Result | undefined {
    const { pdfium, handle } = this.opened;
    const attachment = pdfium.api.FPDFDoc_GetAttachment(handle, index);
    return attachment === 0 ? undefined : work(pdfium, attachment);
  }

  /** Opens a file that is pinned to a page; undefined when it is damaged. */
  withPinnedFile<Result>(
    { page, annotation }: PinnedFile,
    work: (pdfium: Pdfium, attachment: number) => Result,
  ): Result | undefined {
    const { pdfium, handle } = this.opened;
    const { api } = pdfium;
    const opened = api.FPDF_LoadPage(handle, page);
    if (opened === 0) return undefined;
    const note = api.FPDFPage_GetAnnot(opened, annotation);
    const file = note === 0 ? 0 : api.FPDFAnnot_GetFileAttachment(note);
    if (note !== 0) api.FPDFPage_CloseAnnot(note);
    api.FPDF_ClosePage(opened);
    return file === 0 ? undefined : work(pdfium, file);
  }

  /** Gives memory back that a large page has taken. */
  async shrink(): Promise<void> {
    if (hasGrownLarge(this.opened.pdfium)) await this.reopen();
  }

  /** In a new module, unless the one that it has can still be used. */
  async reopen(): Promise<void> {
    this.close();
    this.opened = await openDocument(this.openSource, [this.opened.password]);
  }

  close(): void {
    closeAll(this.opened.closers);
  }
}

async function openDocument(openSource: () => PdfSource, passwords: readonly string[]): Promise<Opened> {
  const pdfium = await loadPdfium();
  pdfium.fonts.isLacking = false;
  const closers: (() => void)[] = [];
  try {
    const { handle, password } = open(pdfium, openSource(), closers, passwords);
    return { pdfium, handle, password, form: openForm(pdfium, handle, closers), closers };
  } catch (error) {
    closeAll(closers);
    throw error;
  }
}

function closeAll(closers: (() => void)[]): void {
  for (const close of closers.splice(0).reverse()) {
    try {
      close();
    } catch {
      forgetPdfium(); // a fault inside pdfium; the file still has to be closed
    }
  }
}

function open(
  pdfium: Pdfium,
  source: PdfSource,
  closers: (() => void)[],
  passwords: readonly string[],
): Pick<Opened, 'handle' | 'password'> {
  const { api, runtime } = pdfium;
  closers.push(() => source.close());
  const getBlock = runtime.addFunction((_parameter, position, target, length) => {
    try {
      return source.read(runtime.HEAPU8, target, length, position) ? 1 : 0;
    } catch {
      return 0;
    }
  }, 'iiiii');
  closers.push(() => runtime.removeFunction(getBlock));
  const access = runtime.wasmExports.malloc(12);
  closers.push(() => runtime.wasmExports.free(access));
  new Uint32Array(runtime.HEAPU8.buffer, access, 3).set([source.size, getBlock, 0]);
  for (const password of ['', ...passwords]) {
    const handle = api.FPDF_LoadCustomDocument(access, password);
    if (handle !== 0) {
      closers.push(() => api.FPDF_CloseDocument(handle));
      return { handle, password };
    }
    const error = api.FPDF_GetLastError();
    if (error !== ERROR_PASSWORD) throw refusal(error);
  }
  throw lockedFile('PDF', passwords);
}

function refusal(error: number): RefusedFile {
  if (error === ERROR_SECURITY) return new RefusedFile('encrypted', 'The PDF is encrypted in a way that is not known.');
  return new RefusedFile('corrupt', 'The PDF is damaged and cannot be opened.');
}

function openForm({ api }: Pdfium, handle: number, closers: (() => void)[]): number {
  if (api.FPDF_GetFormType(handle) === 0) return 0;
  const info = api.PDFiumExt_OpenFormFillInfo();
  closers.push(() => api.PDFiumExt_CloseFormFillInfo(info));
  const form = api.PDFiumExt_InitFormFillEnvironment(handle, info);
  if (form !== 0) closers.push(() => api.PDFiumExt_ExitFormFillEnvironment(form));
  return form;
}
