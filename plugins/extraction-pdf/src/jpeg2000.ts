import {
  PackedWords,
  RefusedFile,
  type DrawnPage,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionLimits,
  type ExtractionResult,
  type OcrImage,
  type OcrText,
  type PageToDraw,
} from '@archivolt/plugin-kit';
import { isOver } from './is-over.js';
import { asPdf, readHeader, type PictureSize } from './jpeg2000-file.js';
import { tidyOcrText } from './page-text.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfPage } from './pdf-page.js';
import { pdfSource } from './pdf-source.js';
import { forgetPdfium, isFault } from './pdfium.js';

const TYPES = new Set(['image/j2c', 'image/jp2', 'image/jpx']);
/** Each component of a pixel; the decoder needs about 7 bytes for one. */
const MOST_SAMPLES = 60_000_000;
/** Recognition reduces larger pictures anyway. */
const MOST_RECOGNISED = 12_000_000;
const WHITE = 255;
const BLACK_PAPER = 0xff000000;

interface Drawn extends PictureSize {
  pixels: Uint8Array;
}

export function isJpeg2000(type: string): boolean {
  return TYPES.has(type);
}

/** Reads a JPEG 2000 picture by OCR. pdfium decodes it, as the only picture of a PDF. */
export async function readJpeg2000(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
  const { pixels, ...size } = await decode(input, context.limits, recognisedSize);
  const image = { gray: grayOf(pixels), ...size };
  const recognised = await recognise(image, context);
  if (recognised === undefined)
    return { outcome: 'too-large', pages: [], reason: 'There was no time to read the picture.', truncated: true };
  const { text, confidence, words = [], warnings = [] } = recognised;
  context.progress(1, 1);
  const all = tidyOcrText(text);
  if (all === '') return { outcome: 'empty', pages: [], reason: 'No text was found in the picture.', warnings };
  const kept = all.slice(0, context.limits.maxChars).toWellFormed();
  const { width, height } = image;
  return {
    outcome: 'text',
    pages: [{ text: kept, source: 'ocr', confidence, width, height, words: PackedWords.of(words) }],
    truncated: kept.length < all.length,
    warnings,
  };
}

/** `undefined` when the time ends. */
async function recognise(image: OcrImage, context: ExtractionContext): Promise<OcrText | undefined> {
  if (isOver(context)) return undefined;
  try {
    return await context.ocr(image);
  } catch (error) {
    if (!isOver(context)) throw error;
    return undefined;
  }
}

export async function drawJpeg2000(
  input: ExtractionInput,
  { page, width, height }: PageToDraw,
  limits: ExtractionLimits,
): Promise<DrawnPage> {
  if (page > 1) return { outcome: 'no-such-page', reason: 'The file has 1 page.', pagesCount: 1 };
  const drawn = await decode(input, limits, (size) => ({
    width: Math.min(width, size.width),
    height: Math.min(height, size.height),
  }));
  return { outcome: 'drawn', pagesCount: 1, channels: 3, ...drawn };
}

async function decode(
  { path, size: bytes }: ExtractionInput,
  { maxPixels }: ExtractionLimits,
  most: (size: PictureSize) => PictureSize,
): Promise<Drawn> {
  const header = readHeader(path);
  if (header === undefined) throw damaged();
  const { components, isSound, ...size } = header;
  const pixels = size.width * size.height;
  if (pixels > maxPixels || pixels * components > MOST_SAMPLES) {
    if (!isSound) throw damaged();
    throw new RefusedFile('too-large', `The picture has ${size.width} x ${size.height} pixels, more than is allowed.`);
  }
  let document: PdfDocument | undefined;
  try {
    document = await PdfDocument.open(() => pdfSource(path, bytes, asPdf(size, bytes)));
    const drawn = document.withPage(0, (page) => drawnOn(page, most(size)));
    if (drawn !== undefined) return drawn;
  } catch (error) {
    // What is wrong with the PDF around the picture says nothing to users.
    if (!(error instanceof RefusedFile) && !isFault(error)) throw error;
    if (isFault(error)) forgetPdfium();
  } finally {
    document?.close();
  }
  throw damaged();
}

/** A page that stays as its paper is has a picture that cannot be decoded, or one of the colour of the paper. */
function drawnOn(page: PdfPage, most: PictureSize): Drawn | undefined {
  const drawn = page.draw(most);
  if (drawn?.pixels.every((value) => value === WHITE) !== true) return drawn;
  const onBlack = page.draw(most, BLACK_PAPER);
  return onBlack?.pixels.every((value) => value === 0) === true ? undefined : drawn;
}

function recognisedSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, Math.sqrt(MOST_RECOGNISED / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function grayOf(pixels: Uint8Array): Uint8Array {
  const gray = new Uint8Array(pixels.length / 3);
  for (let at = 0, from = 0; at < gray.length; at += 1, from += 3)
    gray[at] = (pixels[from] ?? 0) * 0.299 + (pixels[from + 1] ?? 0) * 0.587 + (pixels[from + 2] ?? 0) * 0.114 + 0.5;
  return gray;
}

function damaged(): RefusedFile {
  return new RefusedFile('corrupt', 'The picture is damaged and cannot be decoded.');
}
