import { PdfPage } from './pdf-page.js';
import { withMemory, type Pdfium } from './pdfium.js';

const HIDDEN = 2;
/** Characters looked up again on a page that was changed. */
const MOST_COMPARED = 20_000;
const SAME_POINTS = 0.1;

/** A second opening of a file, whose pages are changed: what annotations show becomes part of them. */
export class FlattenedPages {
  readonly #isWhole = new Map<number, boolean>();

  constructor(
    private readonly pdfium: Pdfium,
    private readonly handle: number,
  ) {}

  /** The page with what its annotations show; undefined when something of `original` would be missing on it. */
  load(index: number, original: number, toHide: readonly number[]): number | undefined {
    const { api } = this.pdfium;
    const known = this.#isWhole.get(index);
    if (known === false) return undefined;
    if (known === undefined) this.#flatten(index, toHide);
    const page = api.FPDF_LoadPage(this.handle, index);
    const isWhole = page !== 0 && (known ?? hasAllOf(this.pdfium, original, page));
    this.#isWhole.set(index, isWhole);
    if (isWhole) return page;
    if (page !== 0) api.FPDF_ClosePage(page);
    return undefined;
  }

  #flatten(index: number, toHide: readonly number[]): void {
    const { api } = this.pdfium;
    const page = api.FPDF_LoadPage(this.handle, index);
    if (page === 0) return;
    for (const place of toHide) {
      const annotation = api.FPDFPage_GetAnnot(page, place);
      if (annotation === 0) continue;
      api.FPDFAnnot_SetFlags(annotation, api.FPDFAnnot_GetFlags(annotation) | HIDDEN);
      api.FPDFPage_CloseAnnot(annotation);
    }
    keepSize(this.pdfium, page);
    api.FPDFPage_Flatten(page, 0 /* as on the screen */);
    api.FPDF_ClosePage(page);
  }
}

/** Flattening makes up a size for pages that inherit theirs, and takes the box of the art for that of the page. */
function keepSize(pdfium: Pdfium, page: number): void {
  const { api, runtime } = pdfium;
  withMemory(pdfium, 16, (pointer) => {
    if (!api.FPDF_GetPageBoundingBox(page, pointer)) return;
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(runtime.HEAPU8.buffer, pointer, 4);
    api.FPDFPage_SetMediaBox(page, left, bottom, right, top);
    api.FPDFPage_SetCropBox(page, left, bottom, right, top);
    api.FPDFPage_SetArtBox(page, left, bottom, right, top);
  });
}

/**
 * A page that inherits its fonts and pictures is cut off from them by flattening: pictures are missing then, and
 * letters are other ones or in other places.
 */
function hasAllOf(pdfium: Pdfium, original: number, page: number): boolean {
  const { api } = pdfium;
  const isSame = (one: number, other: number) => Math.abs(one - other) < SAME_POINTS;
  return (
    isSame(api.FPDF_GetPageWidthF(original), api.FPDF_GetPageWidthF(page)) &&
    isSame(api.FPDF_GetPageHeightF(original), api.FPDF_GetPageHeightF(page)) &&
    hasObjectsOf(pdfium, original, page) &&
    hasLettersOf(pdfium, original, page)
  );
}

/** All that annotations show is one object more. */
function hasObjectsOf(pdfium: Pdfium, original: number, page: number): boolean {
  const { api } = pdfium;
  if (api.FPDFPage_CountObjects(page) !== api.FPDFPage_CountObjects(original) + 1) return false;
  const [before, after] = [new PdfPage(pdfium, original).content(), new PdfPage(pdfium, page).content()];
  return after.largestPicture >= before.largestPicture && after.pictureShare >= before.pictureShare;
}

function hasLettersOf(pdfium: Pdfium, original: number, page: number): boolean {
  const missing = new Set<string>();
  for (const letter of placedLetters(pdfium, original)) {
    missing.add(letter);
    if (missing.size >= MOST_COMPARED) break;
  }
  if (missing.size === 0) return true;
  for (const letter of placedLetters(pdfium, page)) {
    if (missing.delete(letter) && missing.size === 0) return true;
  }
  return false;
}

/** The letters of a page, each with its place. */
function* placedLetters(pdfium: Pdfium, page: number): Iterable<string> {
  const { api, runtime } = pdfium;
  const textPage = api.FPDFText_LoadPage(page);
  if (textPage === 0) return;
  const pointer = runtime.wasmExports.malloc(16);
  try {
    const count = pointer === 0 ? 0 : api.FPDFText_CountChars(textPage);
    for (let index = 0; index < count; index++) {
      if (api.FPDFText_IsGenerated(textPage, index) === 1) continue;
      if (!api.FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8)) continue;
      const [x = 0, y = 0] = new Float64Array(runtime.HEAPU8.buffer, pointer, 2);
      const doubt = api.FPDFText_HasUnicodeMapError(textPage, index);
      yield `${api.FPDFText_GetUnicode(textPage, index)} ${doubt} ${Math.round(x * 10)} ${Math.round(y * 10)}`;
    }
  } finally {
    if (pointer !== 0) runtime.wasmExports.free(pointer);
    api.FPDFText_ClosePage(textPage);
  }
}
