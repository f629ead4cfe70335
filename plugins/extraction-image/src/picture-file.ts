import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ExtractionLimits, OcrImage } from '@archivolt/plugin-kit';
import { decodeBmp } from './bmp.js';

// One picture at a time, and no copy of it kept: the child process has a memory limit.
sharp.concurrency(1);
sharp.cache(false);

// A page larger than this is reduced while it is decoded; recognition works at about a third of it, or reads a long
// one in pieces.
const LONGEST_SIDE = 6000;
const ENOUGH_PIXELS = 25_000_000;

/** A picture whose pages are decoded one at a time. */
export interface PictureFile {
  pages: number;
  page(index: number): Promise<OcrImage>;
}

/** Thrown for a picture of more pixels than allowed. */
export class TooManyPixels extends Error {}

export const MAX_BMP_PIXELS = 50_000_000; // decoded whole, by us
const MAX_WHOLE_PIXELS = 75_000_000; // in codings that have to be unpacked whole before a row can be had
const READ = new Set(['gif', 'heif', 'jpeg', 'png', 'tiff', 'webp']);

/** Thrown for a file that is none of the kinds read here, whatever its type says. */
export class UnknownKind extends Error {}

/** Thrown for a picture whose coding the library knows but cannot decode. */
export class NoDecoder extends Error {}

export async function openBmp(path: string, limits: ExtractionLimits): Promise<PictureFile> {
  const { gray, width, height, dpi } = decodeBmp(await readFile(path), Math.min(limits.maxPixels, MAX_BMP_PIXELS));
  return { pages: 1, page: () => Promise.resolve({ gray, width, height, ...withDpi(dpi) }) };
}

export async function openPicture(path: string, limits: ExtractionLimits): Promise<PictureFile> {
  return { pages: await pagesOf(path), page: (index) => decodePage(path, index, limits) };
}

/** Throws for files of other kinds. */
export async function pagesOf(path: string): Promise<number> {
  const metadata = await sharp(path, { limitInputPixels: false, failOn: 'none' }).metadata();
  if (!READ.has(metadata.format)) throw new UnknownKind();
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw new NoDecoder();
  // Only a TIFF has pages; the frames of an animation repeat one another.
  return metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1;
}

/** Throws for a page of more pixels than allowed, before it is decoded. */
export async function assertAllowed(path: string, page: number, limits: ExtractionLimits): Promise<Metadata> {
  const metadata = await sharp(path, { page, failOn: 'none', limitInputPixels: false }).metadata();
  if (metadata.width * metadata.height > allowedPixels(metadata, limits)) throw new TooManyPixels(sizeOf(metadata));
  return metadata;
}

async function decodePage(path: string, page: number, limits: ExtractionLimits): Promise<OcrImage> {
  // Damaged files give what can be decoded; a file that gives nothing fails all the same.
  const metadata = await assertAllowed(path, page, limits);
  const source = sharp(path, { page, failOn: 'none', limitInputPixels: limits.maxPixels });
  const { data, info } = await toGray(source, metadata).raw().toBuffer({ resolveWithObject: true });
  const reduced = Math.max(info.width, info.height) / Math.max(metadata.width, metadata.height);
  return { gray: data, width: info.width, height: info.height, ...withDpi(metadata.density, reduced) };
}

function allowedPixels({ format, isProgressive }: Metadata, { maxPixels }: ExtractionLimits): number {
  const isWhole = isProgressive || format === 'webp' || format === 'heif' || format === 'gif';
  return isWhole ? Math.min(maxPixels, MAX_WHOLE_PIXELS) : maxPixels;
}

function toGray(source: Sharp, metadata: Metadata): Sharp {
  let pipeline = source.rotate(); // as the camera was held (EXIF)
  const { width, height } = metadata;
  const long = Math.max(width, height);
  const side = Math.max(LONGEST_SIDE, Math.round(long * Math.sqrt(ENOUGH_PIXELS / (width * height))));
  if (long > side) pipeline = pipeline.resize({ width: side, height: side, fit: 'inside' });
  return pipeline.flatten({ background: '#ffffff' }).grayscale().extractChannel(0);
}

function sizeOf({ width, height }: Metadata): string {
  return `${width} x ${height}`;
}

function withDpi(density: number | undefined, factor = 1): { dpi?: number } {
  // 72 is what programs write when they do not know.
  return density === undefined || density <= 72 ? {} : { dpi: density * factor };
}
