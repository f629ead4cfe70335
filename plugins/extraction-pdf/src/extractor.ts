import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  defineExtractor,
  PackedWords,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionResult,
  type OcrText,
} from '@archivolt/plugin-kit';
import { drawPage } from './draw-page.js';
import { isJpeg2000, readJpeg2000 } from './jpeg2000.js';
import { isFullOfText, isUnreadable, MAX_PICTURE_PIXELS, needOf, type PageNeed } from './page-need.js';
import { pdfAttachments } from './pdf-attachments.js';
import { join, tidyOcrText, tidyTextLayer } from './page-text.js';
import { PdfDocument, PdfRefused } from './pdf-document.js';
import type { PdfPage } from './pdf-page.js';
import { pdfSource } from './pdf-source.js';
import { forgetPdfium, isFault } from './pdfium.js';

const MAX_RENDERED_PIXELS = 12_000_000; // recognition reduces larger pages anyway
const WORTH_KEEPING = 40; // least confidence of OCR text in addition to a text layer
const PAGES_BETWEEN_PAUSES = 20;
// Room to hand over what was read before the host ends the process.
const RESERVE_MS = 2000;

/** Words of hundreds of pages are kept until all are read. */
type Recognised = OcrText & { words: PackedWords };

interface PageState {
  text: string;
  notes: string;
  need: PageNeed;
  result: ExtractedPage;
}

export default defineExtractor({
  async extract(input, context): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file is empty.' };
    if (isJpeg2000(input.type)) return readJpeg2000(input, context);
    let document: PdfDocument;
    try {
      document = await PdfDocument.open(() => pdfSource(input.path, input.size));
    } catch (error) {
      return refusal(error);
    }
    const reading = new Reading(document, context);
    const hasFiles = document.attachmentCount > 0;
    try {
      await reading.readTextLayers();
      await reading.readPictures();
    } catch (error) {
      if (!isFault(error)) throw error;
      forgetPdfium();
      reading.noteDamage();
    } finally {
      document.close();
    }
    const files = hasFiles && { attachments: pdfAttachments(() => pdfSource(input.path, input.size)) };
    return { ...reading.conclude(), ...files };
  },

  drawPage,
});

function refusal(error: unknown): ExtractionResult {
  if (error instanceof PdfRefused) return { outcome: error.outcome, pages: [], reason: error.message };
  if (!isFault(error)) throw error;
  forgetPdfium();
  return { outcome: 'corrupt', pages: [], reason: 'The PDF is damaged and cannot be opened.' };
}

/** Two passes: texts first, because they are cheap and decide which pages have to be recognised. */
class Reading {
  #pages: PageState[] = [];
  #warnings = new Set<string>();
  #recognised = new Map<string, Recognised>();
  #truncated = false;
  #damaged = false;
  #chars = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly context: ExtractionContext,
  ) {}

  noteDamage(): void {
    this.#damaged = true;
    this.#warnings.add('The PDF is damaged; a part of it was not read.');
  }

  async readTextLayers(): Promise<void> {
    const { pageCount } = this.document;
    for (let index = 0; index < pageCount; index++) {
      if (index % PAGES_BETWEEN_PAUSES === 0) await setImmediate();
      if (this.#hasToStop()) return;
      const state = this.document.withPage(index, (page) => this.#readTextLayer(page));
      this.#pages.push(state ?? nothing());
      if (state === undefined) this.noteDamage();
      this.#chars += state?.result.text.length ?? 0;
    }
    this.context.progress(0, pageCount);
  }

  #readTextLayer(page: PdfPage): PageState {
    const room = Math.max(0, this.context.limits.maxChars - this.#chars);
    const { text: raw, words } = page.textLayer(room, isUnreadable);
    const notes = tidyTextLayer(page.notes().join('\n')).slice(0, room);
    const need = this.#needOf(raw, page);
    const text = isUnreadable(raw) ? '' : tidyTextLayer(raw);
    const layer = { text: join(text, notes).slice(0, room), source: 'text-layer' as const };
    return { text, notes, need, result: { ...layer, ...page.size(), words } };
  }

  #needOf(text: string, page: PdfPage): PageNeed {
    if (isFullOfText(text)) return 'nothing';
    const content = page.content();
    const need = needOf(text, content);
    if (need === 'nothing') return need;
    if (content.largestPicture <= Math.min(MAX_PICTURE_PIXELS, this.context.limits.maxPixels)) return need;
    this.#truncated = true;
    this.#warnings.add('A picture of more pixels than is allowed was not read.');
    return 'nothing';
  }

  async readPictures(): Promise<void> {
    const waiting = this.#pages.flatMap((state, index) => (state.need === 'nothing' ? [] : [{ state, index }]));
    const { maxOcrPages } = this.context.limits;
    if (waiting.length > maxOcrPages) {
      this.#truncated = true;
      this.#warnings.add(`Only the first ${maxOcrPages} scanned pages were read.`);
    }
    for (const { state, index } of waiting.slice(0, maxOcrPages)) {
      if (this.#hasToStop()) return;
      const recognised = await this.#recognise(state, index);
      if (recognised === 'interrupted') return;
      if (recognised) this.#addRecognised(state, recognised);
      this.context.progress(index + 1, this.document.pageCount);
    }
  }

  async #recognise(state: PageState, index: number): Promise<Recognised | 'interrupted' | undefined> {
    const image = this.document.withPage(index, (page) => {
      if (state.need === 'rest-by-ocr') page.removeText();
      return page.render(Math.min(MAX_RENDERED_PIXELS, this.context.limits.maxPixels));
    });
    if (!image) {
      this.#warnings.add(`Page ${index + 1} could not be drawn, so that text in its pictures was not read.`);
      return undefined;
    }
    await this.document.shrink();
    // The letterhead of a hundred pages is one picture, once the text is gone.
    const key = createHash('sha1').update(`${image.width} `).update(image.gray).digest('base64');
    const known = this.#recognised.get(key);
    if (known) return known;
    try {
      const { words = [], ...text } = await this.context.ocr(image);
      const recognised = { ...text, words: PackedWords.of(words) };
      this.#recognised.set(key, recognised);
      return recognised;
    } catch (error) {
      if (!this.context.signal.aborted) throw error;
      this.#truncated = true;
      return 'interrupted';
    }
  }

  #addRecognised(state: PageState, { text, confidence, warnings, words: recognised }: Recognised): void {
    for (const warning of warnings ?? []) this.#warnings.add(warning);
    const found = tidyOcrText(text);
    const before = state.result.text.length;
    const { words = [], ...page } = state.result;
    if (state.need === 'whole-by-ocr') {
      const layer = found.includes(state.text) ? '' : state.text;
      const all = layer === '' ? recognised : PackedWords.of([...recognised, ...words]);
      state.result = { ...page, text: join(found, layer, state.notes), source: 'ocr', confidence, words: all };
    } else if (found !== '' && confidence > WORTH_KEEPING) {
      const all = PackedWords.of([...words, ...recognised]);
      state.result = { ...page, text: join(state.text, found, state.notes), source: 'mixed', confidence, words: all };
    }
    const room = this.context.limits.maxChars - this.#chars + before;
    if (state.result.text.length > room) {
      this.#truncated = true;
      state.result.text = state.result.text.slice(0, room);
    }
    this.#chars += state.result.text.length - before;
  }

  #hasToStop(): boolean {
    const { signal, deadline, limits } = this.context;
    const stop = signal.aborted || Date.now() > deadline - RESERVE_MS || this.#chars >= limits.maxChars;
    this.#truncated ||= stop;
    return stop;
  }

  conclude(): ExtractionResult {
    const notes = {
      ...(this.#truncated && { truncated: true }),
      ...(this.#warnings.size > 0 && { warnings: [...this.#warnings] }),
    };
    const pages = this.#pages.map(({ result }) => result);
    if (pages.some(({ text }) => text !== '')) return { outcome: 'text', pages, ...notes };
    if (this.#truncated) {
      return {
        outcome: 'too-large',
        pages: [],
        reason: 'The PDF is too large to be read in the time and memory allowed.',
        ...notes,
      };
    }
    if (this.#damaged || this.document.pageCount === 0) {
      return { outcome: 'corrupt', pages: [], reason: 'The PDF is damaged and no page of it can be read.', ...notes };
    }
    return { outcome: 'empty', pages: [], reason: 'No text was found in the PDF.', ...notes };
  }
}

function nothing(): PageState {
  return { text: '', notes: '', need: 'nothing', result: { text: '', source: 'text-layer' } };
}
