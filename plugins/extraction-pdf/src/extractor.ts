import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  defineExtractor,
  PackedWords,
  PermanentPluginError,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionResult,
  type OcrText,
} from '@archivolt/plugin-kit';
import { KnownWords } from './broken-words.js';
import { isOver } from './is-over.js';
import { judge } from './doubtful-letters.js';
import { drawPage } from './draw-page.js';
import { isJpeg2000, readJpeg2000 } from './jpeg2000.js';
import { coversText, fillsPage, LOOK_DPI } from './layer-cover.js';
import {
  isFullOfText,
  isRecognisedScan,
  isUnreadable,
  MAX_PICTURE_PIXELS,
  needOf,
  type PageNeed,
} from './page-need.js';
import type { PageNotes } from './page-notes.js';
import { pdfAttachments } from './pdf-attachments.js';
import { countWords, join, linesWithMore, tidyOcrText, tidyTextLayer, withoutKnown } from './page-text.js';
import { PdfDocument, type PinnedFile } from './pdf-document.js';
import type { PageContent, PdfPage } from './pdf-page.js';
import { pdfSource } from './pdf-source.js';
import { joinFiles } from './join-files.js';
import { selectPages } from './select-pages.js';
import { forgetPdfium, isFault } from './pdfium.js';
import { isPlaceholder } from './xfa-form.js';

const MAX_RENDERED_PIXELS = 12_000_000; // recognition reduces larger pages anyway
const WORTH_KEEPING = 40; // least confidence of OCR text in addition to a text layer
const PAGES_BETWEEN_PAUSES = 20;
const CLEARLY_MORE = 1.3;
/** So many pages whose doubtful words proved right say that the fonts of a document can be believed. */
const ENOUGH_RIGHT_PAGES = 3;
// Room to hand over what was read before the host ends the process.
const RESERVE_MS = 2000;

const NO_FONTS =
  'The PDF does not contain the fonts of its Chinese, Japanese or Korean letters, so its previews do not show them. ' +
  'A font for them can be put into the folder plugins/extraction-pdf/data of the server.';

/** Words of hundreds of pages are kept until all are read. */
type Recognised = OcrText & { words: PackedWords };

interface NumberedPage {
  state: PageState;
  index: number;
}

interface Comparison {
  verdictOn(state: PageState, recognised: Recognised): 'right' | 'wrong' | 'unsure';
  /** What remains of a text that is wrong. */
  kept(state: PageState, recognised: Recognised): string;
  /** When there are more pages than may be compared. */
  warning: string;
}

interface PageState {
  text: string;
  notes: string;
  need: PageNeed;
  doubtful: readonly string[];
  result: ExtractedPage;
}

export default defineExtractor({
  async extract(input, context): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file is empty.' };
    if (isJpeg2000(input.type)) return readJpeg2000(input, context);
    let document: PdfDocument;
    try {
      document = await PdfDocument.open(() => pdfSource(input.path, input.size), input.passwords);
    } catch (error) {
      return refusal(error);
    }
    const reading = new Reading(document, context);
    let hasFiles = false;
    try {
      hasFiles = document.attachmentCount > 0;
      await reading.readTextLayers();
      reading.readForm();
      await reading.readPictures();
      await reading.checkTextLayers();
    } catch (error) {
      if (!isFault(error)) throw error;
      forgetPdfium();
      reading.noteDamage();
    } finally {
      document.close();
    }
    const { pinned } = reading;
    const files = (hasFiles || pinned.length > 0) && {
      attachments: pdfAttachments(() => pdfSource(input.path, input.size), pinned, input.passwords),
    };
    return { ...reading.conclude(), ...files };
  },

  drawPage,

  selectPages,

  joinFiles,
});

function refusal(error: unknown): ExtractionResult {
  if (!isFault(error)) throw error;
  forgetPdfium();
  return { outcome: 'corrupt', pages: [], reason: 'The PDF is damaged and cannot be opened.' };
}

/** Two passes: texts first, because they are cheap and decide which pages have to be recognised. */
class Reading {
  /** Files that are annotations of the pages read. */
  readonly pinned: PinnedFile[] = [];
  #pages: PageState[] = [];
  #warnings = new Set<string>();
  #recognised = new Map<string, Recognised>();
  /** How words are written, for those that are broken at the end of a line. */
  readonly #known = new KnownWords();
  /** Pages that may be compared. */
  #room = 0;
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
      const state = this.document.withWholePage(index, (page, notes) => {
        for (const annotation of notes.files) this.pinned.push({ page: index, annotation });
        return this.#readTextLayer(page, notes);
      });
      this.#pages.push(state ?? nothing());
      if (state === undefined) this.noteDamage();
      this.#chars += state?.result.text.length ?? 0;
    }
    if (this.document.lacksFonts) this.#warnings.add(NO_FONTS);
    this.context.progress(0, pageCount);
  }

  #readTextLayer(page: PdfPage, { texts, maybeShown, appearances }: PageNotes): PageState {
    const room = Math.max(0, this.context.limits.maxChars - this.#chars);
    const { text: raw, words, doubtful } = page.textLayer(room, isUnreadable);
    const need = this.#needOf(raw, page, words);
    const text = isUnreadable(raw) ? '' : tidyTextLayer(raw, this.#known);
    const unseen = appearances === 'some' ? withoutKnown(maybeShown, text) : maybeShown;
    const notes = tidyTextLayer([...texts, ...unseen].join('\n')).slice(0, room);
    if (appearances === 'too-many') {
      this.#truncated = true;
      this.#warnings.add('A page has more stamps and fields than are read.');
    }
    const layer = { text: join(text, notes).slice(0, room), source: 'text-layer' as const };
    return { text, notes, need, doubtful, result: { ...layer, ...page.size(), words } };
  }

  /** Words of a form that is not on the pages, instead of the page that says so. */
  readForm(): void {
    const [first] = this.#pages;
    if (!first || !isPlaceholder(first.text)) return;
    const form = this.document.dynamicForm();
    if (!form) return;
    if (form.isTooLarge) {
      this.#truncated = true;
      this.#warnings.add('The form of the PDF is larger than is allowed; a part of it was not read.');
    }
    const text = tidyTextLayer(form.text);
    if (text === '') return;
    const { words: _, ...page } = first.result;
    Object.assign(first, { text, need: 'nothing', doubtful: [] });
    this.#replaceText(first, { ...page, text: join(text, first.notes) });
  }

  #needOf(text: string, page: PdfPage, words: PackedWords): PageNeed {
    if (isFullOfText(text)) return 'nothing';
    const content = page.content();
    const need = needOf(text, content);
    if (need === 'nothing') return this.#mayMissWords(page, content, words) ? 'comparison' : need;
    if (content.largestPicture <= this.#mostPicturePixels()) return need;
    this.#truncated = true;
    this.#warnings.add('A picture of more pixels than is allowed was not read.');
    return 'nothing';
  }

  #mayMissWords(page: PdfPage, content: PageContent, words: PackedWords): boolean {
    if (!isRecognisedScan(content) || content.largestPicture > this.#mostPicturePixels() || fillsPage(words))
      return false;
    const seen = page.render(MAX_RENDERED_PIXELS, LOOK_DPI);
    return seen !== undefined && !coversText(seen, words);
  }

  #mostPicturePixels(): number {
    return Math.min(MAX_PICTURE_PIXELS, this.context.limits.maxPixels);
  }

  async readPictures(): Promise<void> {
    const waiting = this.#pagesWith(needsRecognition);
    const { maxOcrPages } = this.context.limits;
    this.#room = maxOcrPages - waiting.length;
    if (waiting.length > maxOcrPages) {
      this.#truncated = true;
      this.#warnings.add(`Only the first ${maxOcrPages} scanned pages were read.`);
    }
    for (const { state, index } of waiting.slice(0, maxOcrPages)) {
      if (this.#hasToStop()) return;
      const recognised = await this.#recognise(state.need, index);
      if (recognised === 'interrupted') return;
      if (recognised) this.#addRecognised(state, recognised);
      this.context.progress(index + 1, this.document.pageCount);
    }
  }

  /** Reads pages a second time whose text may be wrong, as long as recognition may be used. They have a text. */
  async checkTextLayers(): Promise<void> {
    try {
      await this.#compare(
        this.#pagesWith(({ need }) => need === 'comparison'),
        {
          verdictOn: ({ text }, recognised) => judgeLayer(text, recognised),
          kept: ({ text }, recognised) => linesWithMore(text, tidyOcrText(recognised.text)),
          warning: 'The text behind the scans of the PDF has gaps; some pages were not read whole.',
        },
      );
      await this.#compare(
        this.#pagesWith(({ doubtful }) => doubtful.length > 0),
        {
          verdictOn: ({ doubtful }, recognised) => judge(doubtful, recognised),
          kept: () => '',
          warning: 'The fonts of the PDF do not say which letters they show; some pages may have wrong ones.',
        },
      );
    } catch (error) {
      if (!(error instanceof PermanentPluginError)) throw error; // no data for recognition, for one
    }
  }

  #pagesWith(isMeant: (state: PageState) => boolean): NumberedPage[] {
    return this.#pages.map((state, index) => ({ state, index })).filter(({ state }) => isMeant(state));
  }

  async #compare(pages: readonly NumberedPage[], { verdictOn, kept, warning }: Comparison): Promise<void> {
    let right = 0;
    let wrong = 0;
    for (const { state, index } of pages) {
      if (wrong === 0 && right === ENOUGH_RIGHT_PAGES) return;
      if (this.#room <= 0) {
        if (wrong === 0) return;
        this.#truncated = true;
        this.#warnings.add(warning);
        return;
      }
      if (this.#hasToStop()) return;
      this.#room -= 1;
      const recognised = await this.#recognise('whole-by-ocr', index);
      if (recognised === 'interrupted') return;
      if (recognised === undefined) continue;
      if (recognised.languages.length === 0) return; // there is no recognition
      const verdict = verdictOn(state, recognised);
      if (verdict === 'right') right += 1;
      if (verdict === 'wrong') {
        wrong += 1;
        const text = kept(state, recognised);
        const { words, ...page } = state.result;
        const result = { ...page, ...(text !== '' && words && { words }) };
        this.#addRecognised(Object.assign(state, { text, doubtful: [], need: 'whole-by-ocr', result }), recognised);
      }
    }
  }

  async #recognise(need: PageNeed, index: number): Promise<Recognised | 'interrupted' | undefined> {
    const image = this.document.withWholePage(index, (page) => {
      if (page.content().largestPicture > this.#mostPicturePixels()) return undefined;
      if (need === 'rest-by-ocr') page.removeText();
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
      if (!isOver(this.context)) throw error;
      this.#truncated = true;
      return 'interrupted';
    }
  }

  #addRecognised(state: PageState, { text, confidence, warnings, words: recognised }: Recognised): void {
    for (const warning of warnings ?? []) this.#warnings.add(warning);
    const found = tidyOcrText(text, this.#known);
    const { words = [], ...page } = state.result;
    if (state.need === 'whole-by-ocr') {
      const layer = found.includes(state.text) ? '' : state.text;
      const all = layer === '' ? recognised : PackedWords.of([...recognised, ...words]);
      const whole = { text: join(found, layer, state.notes), source: 'ocr', confidence, words: all } as const;
      this.#replaceText(state, { ...page, ...whole });
    } else if (found !== '' && confidence > WORTH_KEEPING) {
      const all = PackedWords.of([...words, ...recognised]);
      const both = { text: join(state.text, found, state.notes), source: 'mixed', confidence, words: all } as const;
      this.#replaceText(state, { ...page, ...both });
    }
  }

  #replaceText(state: PageState, result: ExtractedPage): void {
    const before = state.result.text.length;
    const room = this.context.limits.maxChars - this.#chars + before;
    if (result.text.length > room) this.#truncated = true;
    state.result = { ...result, text: result.text.slice(0, room) };
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

function needsRecognition({ need }: PageState): boolean {
  return need === 'whole-by-ocr' || need === 'rest-by-ocr';
}

/** A text layer is wrong when recognition sees clearly more words than it has. */
function judgeLayer(layer: string, { text, confidence }: OcrText): 'right' | 'wrong' | 'unsure' {
  if (confidence <= WORTH_KEEPING) return 'unsure';
  return countWords(text) > countWords(layer) * CLEARLY_MORE ? 'wrong' : 'right';
}

function nothing(): PageState {
  return { text: '', notes: '', need: 'nothing', doubtful: [], result: { text: '', source: 'text-layer' } };
}
