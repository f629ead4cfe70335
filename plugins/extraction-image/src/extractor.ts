import {
  defineExtractor,
  normalizeText,
  PackedWords,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { drawPage } from './draw-page.js';
import { openBmp, openPicture, type PictureFile } from './picture-file.js';
import { refusalOf } from './refusal.js';

// Room to hand over what was read before the host ends the process.
const RESERVE_MS = 2000;

export default defineExtractor({
  async extract(input, context): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file is empty.' };
    let file: PictureFile;
    try {
      file = await open(input, context);
    } catch (error) {
      return refusal(error, input);
    }
    return readPages(file, context);
  },

  drawPage,
});

function open(input: ExtractionInput, { limits }: ExtractionContext): Promise<PictureFile> {
  const isBmp = input.type === 'image/bmp';
  return isBmp ? openBmp(input.path, limits) : openPicture(input.path, limits);
}

async function readPages(file: PictureFile, context: ExtractionContext): Promise<ExtractionResult> {
  const pages: ExtractedPage[] = [];
  const warnings = new Set<string>();
  let failure: ExtractionResult | undefined;
  let truncated = false;
  let chars = 0;
  for (let index = 0; index < file.pages; index++) {
    if (index >= context.limits.maxOcrPages || chars >= context.limits.maxChars || outOfTime(context)) {
      truncated = true;
      break;
    }
    const page = await readPage(file, index, context, warnings);
    if ('outcome' in page) {
      failure ??= page;
      if (file.pages > 1) warnings.add(`Page ${index + 1} was not read. ${page.reason ?? ''}`.trim());
      pages.push({ text: '', source: 'ocr', confidence: 0 });
    } else if (page.interrupted) {
      truncated = true;
      break;
    } else {
      const text = page.text.slice(0, context.limits.maxChars - chars);
      truncated ||= text.length < page.text.length;
      chars += text.length;
      const { confidence, width, height, words } = page;
      pages.push({ text, source: 'ocr', confidence, width, height, words });
    }
    context.progress(index + 1, file.pages);
  }
  return conclude(pages, { truncated, failure, warnings });
}

interface Conclusion {
  truncated: boolean;
  failure: ExtractionResult | undefined;
  warnings: ReadonlySet<string>;
}

function conclude(pages: ExtractedPage[], { truncated, failure, warnings }: Conclusion): ExtractionResult {
  const notes = { ...(truncated && { truncated }), ...(warnings.size > 0 && { warnings: [...warnings] }) };
  if (pages.some((page) => page.text !== '')) return { outcome: 'text', pages, ...notes };
  if (failure) return { ...failure, ...notes };
  if (truncated) return { outcome: 'too-large', pages: [], reason: 'There was no time to read the picture.', ...notes };
  return { outcome: 'empty', pages: [], reason: 'No text was found in the picture.', ...notes };
}

type PageReading =
  | { interrupted: true }
  | { interrupted: false; text: string; confidence: number; width: number; height: number; words: PackedWords };

async function readPage(
  file: PictureFile,
  index: number,
  context: ExtractionContext,
  warnings: Set<string>,
): Promise<ExtractionResult | PageReading> {
  let image;
  try {
    image = await file.page(index);
  } catch (error) {
    return refusal(error);
  }
  try {
    const { text, confidence, words = [], warnings: met } = await context.ocr(image);
    for (const warning of met ?? []) warnings.add(warning);
    const { width, height } = image;
    return { interrupted: false, text: joinHyphens(text), confidence, width, height, words: PackedWords.of(words) };
  } catch (error) {
    if (isOver(context)) return { interrupted: true };
    throw error;
  }
}

function joinHyphens(text: string): string {
  return normalizeText(text.replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2').replaceAll('\0', ''), 'NFC').trim();
}

/** Also when recognition kept the thread busy, so that the signal could not be aborted yet. */
function isOver({ signal, deadline }: ExtractionContext): boolean {
  return signal.aborted || Date.now() >= deadline;
}

function outOfTime({ signal, deadline }: ExtractionContext): boolean {
  return signal.aborted || Date.now() > deadline - RESERVE_MS;
}

function refusal(error: unknown, input?: ExtractionInput): ExtractionResult {
  return { pages: [], ...refusalOf(error, input) };
}
