import { readFile } from 'node:fs/promises';
import {
  defineExtractor,
  normalizeText,
  PackedWords,
  RefusedFile,
  type DrawingContext,
  type DrawnPage,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type OcrImage,
  type PageToDraw,
} from '@archivolt/plugin-kit';
import { HeicFile } from './heic-file.js';
import { fittingSize, scaleToColour, scaleToGray } from './scale-down.js';

// Recognition reduces larger pictures to less than that.
const LONGEST_SIDE = { width: 4500, height: 4500 };
// Room to hand over what was read before the host ends the process.
const RESERVE_MS = 2000;
/** The file is in memory while its pictures are decoded. */
const MOST_BYTES = 100 * 1024 * 1024;

export default defineExtractor({
  async extract(input, context): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file is empty.' };
    let file: HeicFile | undefined;
    try {
      file = await open(input);
      return await readPages(file, context);
    } finally {
      file?.close();
    }
  },

  async drawPage(input, wanted, context): Promise<DrawnPage> {
    if (input.size === 0) return { outcome: 'corrupt', reason: 'The file is empty.' };
    let file: HeicFile | undefined;
    try {
      file = await open(input);
      return draw(file, wanted, context);
    } finally {
      file?.close();
    }
  },
});

async function open({ path, size }: ExtractionInput): Promise<HeicFile> {
  if (size > MOST_BYTES) throw new RefusedFile('too-large', 'The picture file is larger than is allowed.');
  return HeicFile.open(await readFile(path));
}

function refusalOf(error: unknown): { outcome: RefusedFile['outcome']; reason: string } {
  if (!(error instanceof RefusedFile)) throw error;
  return { outcome: error.outcome, reason: error.message };
}

function draw(file: HeicFile, { page, ...most }: PageToDraw, { limits }: DrawingContext): DrawnPage {
  const pagesCount = file.pages;
  if (page > pagesCount) return { outcome: 'no-such-page', reason: `The file has ${pagesCount} pictures.`, pagesCount };
  return file.withPage(page - 1, limits.maxPixels, (pixels) => {
    const size = fittingSize(pixels, most);
    return { outcome: 'drawn', pagesCount, ...size, channels: 3, pixels: scaleToColour(pixels, size) };
  });
}

async function readPages(file: HeicFile, context: ExtractionContext): Promise<ExtractionResult> {
  const { limits } = context;
  const pages: ExtractedPage[] = [];
  const warnings = new Set<string>();
  let failure: { outcome: RefusedFile['outcome']; reason: string } | undefined;
  let truncated = false;
  let chars = 0;
  for (let index = 0; index < file.pages; index++) {
    if (index >= limits.maxOcrPages || chars >= limits.maxChars || outOfTime(context)) {
      truncated = true;
      break;
    }
    const image = imageOf(file, index, limits.maxPixels);
    if ('reason' in image) {
      failure ??= image;
      if (file.pages > 1) warnings.add(`Picture ${index + 1} was not read. ${image.reason}`);
      pages.push({ text: '', source: 'ocr', confidence: 0 });
    } else {
      const page = await recognize(image, context, warnings);
      if (page === 'interrupted') {
        truncated = true;
        break;
      }
      const text = page.text.slice(0, limits.maxChars - chars);
      truncated ||= text.length < page.text.length;
      chars += text.length;
      pages.push({ ...page, text });
    }
    context.progress(index + 1, file.pages);
  }
  const notes = { ...(truncated && { truncated }), ...(warnings.size > 0 && { warnings: [...warnings] }) };
  if (pages.some(({ text }) => text !== '')) return { outcome: 'text', pages, ...notes };
  if (failure) return { ...failure, pages: [], ...notes };
  if (truncated) return { outcome: 'too-large', pages: [], reason: 'There was no time to read the picture.', ...notes };
  return { outcome: 'empty', pages: [], reason: 'No text was found in the picture.', ...notes };
}

function imageOf(
  file: HeicFile,
  index: number,
  maxPixels: number,
): OcrImage | { outcome: RefusedFile['outcome']; reason: string } {
  try {
    return file.withPage(index, maxPixels, (pixels) => {
      const size = fittingSize(pixels, LONGEST_SIDE);
      return { gray: scaleToGray(pixels, size), ...size };
    });
  } catch (error) {
    return refusalOf(error);
  }
}

async function recognize(
  image: OcrImage,
  context: ExtractionContext,
  warnings: Set<string>,
): Promise<ExtractedPage | 'interrupted'> {
  try {
    const { text, confidence, words = [], warnings: met } = await context.ocr(image);
    for (const warning of met ?? []) warnings.add(warning);
    const { width, height } = image;
    return { text: joinHyphens(text), source: 'ocr', confidence, width, height, words: PackedWords.of(words) };
  } catch (error) {
    if (context.signal.aborted) return 'interrupted';
    throw error;
  }
}

function joinHyphens(text: string): string {
  return normalizeText(text.replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2').replaceAll('\0', ''), 'NFC').trim();
}

function outOfTime({ signal, deadline }: ExtractionContext): boolean {
  return signal.aborted || Date.now() > deadline - RESERVE_MS;
}
