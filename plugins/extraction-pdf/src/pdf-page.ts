import { PackedWords, type OcrImage } from '@archivolt/plugin-kit';
import { attachSigns, orderLigatures } from './arabic-ligatures.js';
import { doubtfulWords } from './doubtful-letters.js';
import { hasUndrawnFields } from './page-notes.js';
import { wordsOf } from './page-words.js';
import { closeGaps } from './text-gaps.js';
import { readBox, utf16, withMemory, type Pdfium } from './pdfium.js';

const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
const INVISIBLE = 3;
const GRAY = 1;
const BGRX = 3;
const WHITE = 0xffffffff;
const ANNOTATIONS = 0x01;
const RENDER_FLAGS = ANNOTATIONS | 0x08; // gray
const MAX_DEPTH = 4;

/** What is drawn on a page besides its text. */
export interface PageContent {
  /** Share of the page covered by pictures, 0 to 1. */
  pictureShare: number;
  hasDrawing: boolean;
  /** Pixels of the largest picture. */
  largestPicture: number;
  /** True when all its text is invisible: the text layer an earlier recognition laid over a scan. */
  textIsHidden: boolean;
}

export interface TextLayer {
  text: string;
  words: PackedWords;
  /** Words of the text that may be wrong. */
  doubtful: readonly string[];
}

const NO_TEXT: TextLayer = { text: '', words: PackedWords.of([]), doubtful: [] };

interface Survey {
  pictureArea: number;
  largestPicture: number;
  drawings: number;
  texts: number;
  hiddenTexts: number;
}

/** An open page; valid inside `PdfDocument.withPage` only. */
export class PdfPage {
  constructor(
    private readonly pdfium: Pdfium,
    private readonly handle: number,
    private readonly form = 0,
  ) {}

  /** The text layer, and its words unless `isUseless` says that the text means nothing. */
  textLayer(maxChars: number, isUseless: (text: string) => boolean): TextLayer {
    const { api } = this.pdfium;
    const textPage = api.FPDFText_LoadPage(this.handle);
    if (textPage === 0) return NO_TEXT;
    try {
      const count = Math.min(api.FPDFText_CountChars(textPage), maxChars);
      if (count <= 0) return NO_TEXT;
      const raw = this.#text(textPage, count);
      // Otherwise the text does not tell which character is where.
      const isPlaced = raw.length === count;
      const text = isPlaced ? this.#inReadingOrder(textPage, raw) : raw;
      if (!isPlaced || isUseless(text)) return { ...NO_TEXT, text };
      const words = wordsOf(this.pdfium, this.handle, textPage, text);
      return { text, words, doubtful: doubtfulWords(this.pdfium, textPage, text) };
    } finally {
      api.FPDFText_ClosePage(textPage);
    }
  }

  #inReadingOrder(textPage: number, raw: string): string {
    const ordered = orderLigatures(this.pdfium, textPage, raw);
    return closeGaps(this.pdfium, textPage, attachSigns(this.pdfium, textPage, ordered));
  }

  #text(textPage: number, count: number): string {
    return withMemory(this.pdfium, (count + 1) * 2, (pointer) => {
      const written = this.pdfium.api.FPDFText_GetText(textPage, 0, count, pointer);
      return utf16(this.pdfium, pointer, Math.max(0, Math.min(written, count + 1) - 1) * 2);
    });
  }

  content(): PageContent {
    const survey: Survey = { pictureArea: 0, largestPicture: 0, drawings: 0, texts: 0, hiddenTexts: 0 };
    const { api } = this.pdfium;
    const count = api.FPDFPage_CountObjects(this.handle);
    for (let index = 0; index < count; index++) this.#survey(api.FPDFPage_GetObject(this.handle, index), survey, 0);
    const { width, height } = this.size();
    return {
      pictureShare: Math.min(1, survey.pictureArea / Math.max(1, width * height)),
      hasDrawing: survey.drawings > 0,
      largestPicture: survey.largestPicture,
      textIsHidden: survey.texts > 0 && survey.hiddenTexts === survey.texts,
    };
  }

  #survey(object: number, survey: Survey, depth: number): void {
    const { api } = this.pdfium;
    const type = api.FPDFPageObj_GetType(object);
    if (type === TEXT) {
      survey.texts++;
      if (api.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) survey.hiddenTexts++;
    } else if (type === PATH || type === IMAGE) {
      survey.drawings++;
      if (type === PATH) return;
      survey.pictureArea += this.#area(object);
      survey.largestPicture = Math.max(survey.largestPicture, this.#pixels(object));
    } else if (type === FORM && depth < MAX_DEPTH) {
      // Boxes inside a form have its own measure; the form as a whole has that of the page.
      const inside: Survey = { ...survey, pictureArea: 0 };
      const count = api.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++) {
        this.#survey(api.FPDFFormObj_GetObject(object, index), inside, depth + 1);
      }
      const pictureArea = survey.pictureArea + (inside.pictureArea > 0 ? this.#area(object) : 0);
      Object.assign(survey, inside, { pictureArea });
    }
  }

  #area(object: number): number {
    const box = readBox(this.pdfium, (left, bottom, right, top) =>
      this.pdfium.api.FPDFPageObj_GetBounds(object, left, bottom, right, top),
    );
    if (!box) return 0;
    const [left, bottom, right, top] = box;
    return Math.abs(right - left) * Math.abs(top - bottom);
  }

  #pixels(picture: number): number {
    return withMemory(this.pdfium, 8, (pointer) => {
      if (!this.pdfium.api.FPDFImageObj_GetImagePixelSize(picture, pointer, pointer + 4)) return 0;
      const [width = 0, height = 0] = new Uint32Array(this.pdfium.runtime.HEAPU8.buffer, pointer, 2);
      return width * height;
    });
  }

  /** Takes the text away, so that drawing the page shows the rest only. The file is not changed. */
  removeText(): void {
    const { api } = this.pdfium;
    for (let index = api.FPDFPage_CountObjects(this.handle) - 1; index >= 0; index--) {
      const object = api.FPDFPage_GetObject(this.handle, index);
      const type = api.FPDFPageObj_GetType(object);
      if (type === FORM) this.#removeTextInside(object, 0);
      if (type === TEXT && api.FPDFPage_RemoveObject(this.handle, object)) api.FPDFPageObj_Destroy(object);
    }
  }

  #removeTextInside(form: number, depth: number): void {
    const { api } = this.pdfium;
    for (let index = api.FPDFFormObj_CountObjects(form) - 1; index >= 0; index--) {
      const object = api.FPDFFormObj_GetObject(form, index);
      const type = api.FPDFPageObj_GetType(object);
      if (type === FORM && depth < MAX_DEPTH) this.#removeTextInside(object, depth + 1);
      if (type === TEXT && api.FPDFFormObj_RemoveObject(form, object)) api.FPDFPageObj_Destroy(object);
    }
  }

  /** The page as a gray picture; undefined when it cannot be drawn. */
  render(maxPixels: number, wishedDpi?: number): OcrImage | undefined {
    const { api, runtime } = this.pdfium;
    const size = this.size();
    const dpi = renderDpi(size, maxPixels, wishedDpi);
    const width = Math.max(1, Math.round((size.width * dpi) / 72));
    const height = Math.max(1, Math.round((size.height * dpi) / 72));
    if (width * height > maxPixels * 1.1) return undefined;
    const bitmap = api.FPDFBitmap_CreateEx(width, height, GRAY, 0, 0);
    if (bitmap === 0) return undefined;
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    api.FPDF_RenderPageBitmap(bitmap, this.handle, 0, 0, width, height, 0, RENDER_FLAGS);
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const start = api.FPDFBitmap_GetBuffer(bitmap);
    const gray = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const from = start + row * stride;
      gray.set(runtime.HEAPU8.subarray(from, from + width), row * width);
    }
    api.FPDFBitmap_Destroy(bitmap);
    return { gray, width, height, dpi };
  }

  /** The page in colour, as large as fits; undefined when it cannot be drawn. */
  draw(
    most: { width: number; height: number },
    paper = WHITE,
  ): { width: number; height: number; pixels: Uint8Array } | undefined {
    const { api, runtime } = this.pdfium;
    const size = this.size();
    const scale = Math.min(most.width / size.width, most.height / size.height);
    const side = (points: number, limit: number) => Math.max(1, Math.min(limit, Math.round(points * scale)));
    const width = side(size.width, most.width);
    const height = side(size.height, most.height);
    if (!Number.isFinite(width) || !Number.isFinite(height)) return undefined;
    const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
    if (bitmap === 0) return undefined;
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, paper);
    // Asked before the page is drawn: looking at annotations in between keeps pdfium from drawing the fields.
    const drawsFields = this.form !== 0 && hasUndrawnFields(this.pdfium, this.handle);
    api.FPDF_RenderPageBitmap(bitmap, this.handle, 0, 0, width, height, 0, ANNOTATIONS);
    // Values that the file has no picture of; viewers make one.
    if (drawsFields) {
      api.FPDF_FFLDraw(this.form, bitmap, this.handle, 0, 0, width, height, 0, ANNOTATIONS);
      api.FORM_OnBeforeClosePage(this.handle, this.form);
    }
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const start = api.FPDFBitmap_GetBuffer(bitmap);
    const pixels = new Uint8Array(width * height * 3);
    for (let row = 0, to = 0; row < height; row++) {
      const line = runtime.HEAPU8.subarray(start + row * stride, start + row * stride + width * 4);
      for (let from = 0; from < line.length; from += 4) {
        pixels[to++] = line[from + 2] ?? 0;
        pixels[to++] = line[from + 1] ?? 0;
        pixels[to++] = line[from] ?? 0;
      }
    }
    api.FPDFBitmap_Destroy(bitmap);
    return { width, height, pixels };
  }

  /** In points, as it is shown. */
  size(): { width: number; height: number } {
    const { api } = this.pdfium;
    return { width: api.FPDF_GetPageWidthF(this.handle), height: api.FPDF_GetPageHeightF(this.handle) };
  }
}

const USUAL_DPI = 230;
const HIGHEST_DPI = 400;
const ENOUGH_PIXELS = 1900; // on the long side: small receipts are drawn larger

function renderDpi({ width, height }: { width: number; height: number }, maxPixels: number, dpi?: number): number {
  const long = Math.max(width, height, 1) / 72;
  const wished = dpi ?? Math.min(HIGHEST_DPI, Math.max(USUAL_DPI, ENOUGH_PIXELS / long));
  return Math.min(wished, 72 * Math.sqrt(maxPixels / Math.max(1, width * height)));
}
