import sharp, { type Sharp } from 'sharp';
import type { OcrImage } from '@archivolt/plugin-kit';
import { compose, SAME, unturned, type Affine } from './affine.js';
import { letterHeight } from './letter-height.js';
import type { Picture } from './recognizer.js';

// One page at a time, and no copy of it kept: the child process has a memory limit.
sharp.concurrency(1);
sharp.cache(false);

const TINY = 900;
const SMALL = 1800;
export const LARGE = 3000;
export const LARGE_TO = 2400;
/** Pixels of small letters, from which on a larger picture costs time and makes nothing clearer. */
const LEGIBLE = 20;
const MARGIN = 16;
const ASSUMED_DPI = 300;
// Tags outside of this range are wrong, and Tesseract would look for letters of a wrong size.
const LOWEST_DPI = 70;
const HIGHEST_DPI = 1200;

/** A picture that was made of the image of a page. */
export interface PlacedPicture extends Picture {
  /** From its pixels to those of the image. */
  toImage: Affine;
  /** The gray of the paper. */
  shade: number;
}

function open({ gray, width, height }: Picture): Sharp {
  return sharp(gray, { raw: { width, height, channels: 1 }, limitInputPixels: false });
}

// sharp makes three channels of one when it resizes or turns, hence extractChannel.
async function finish(pipeline: Sharp, dpi: number): Promise<Picture> {
  const { data, info } = await pipeline.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { gray: data, width: info.width, height: info.height, dpi };
}

export interface Tone {
  /** The most frequent gray. */
  background: number;
  /** Distance of the darkest gray from the brightest, single pixels left out. */
  contrast: number;
}

export function toneOf(gray: Uint8Array): Tone {
  const histogram = new Uint32Array(256);
  // By index: an iterator over millions of pixels takes as long as a part of the recognition.
  for (let at = 0; at < gray.length; at++) {
    const value = gray[at] ?? 0;
    histogram[value] = (histogram[value] ?? 0) + 1;
  }
  const enough = Math.min(20, gray.length / 100);
  const seen = histogram.reduce<number[]>((list, count, value) => (count > enough ? [...list, value] : list), []);
  const background = histogram.reduce((best, count, value) => (count > (histogram[best] ?? 0) ? value : best), 0);
  return { background, contrast: (seen.at(-1) ?? 0) - (seen[0] ?? 0) };
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the picture that differs from its background, or the whole when there is little to gain. */
export function inkBox({ gray, width, height }: OcrImage, { background, contrast }: Tone): Box {
  const distance = Math.max(12, contrast * 0.25);
  const isInk = (at: number) => Math.abs((gray[at] ?? background) - background) > distance;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let first = 0;
    while (first < width && !isInk(row + first)) first++;
    if (first === width) continue;
    let last = width - 1;
    while (!isInk(row + last)) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 };
  const gain = box.width > 0 && box.width * box.height < width * height * 0.92;
  return gain ? box : { left: 0, top: 0, width, height };
}

/** Cuts to the ink, leaves a margin and brings the picture to a size Tesseract reads well. */
export async function normalise(image: OcrImage, tone: Tone): Promise<PlacedPicture> {
  const box = inkBox(image, tone);
  const factor = scaleFor(image, tone, box);
  const dpi = dpiOf(image, factor);
  const whole = box.width === image.width && box.height === image.height;
  const { background: shade } = tone;
  const picture = { gray: image.gray, width: image.width, height: image.height, dpi, toImage: SAME, shade };
  if (whole && factor === 1) return picture;
  let pipeline = open(picture);
  if (!whole) pipeline = pipeline.extract(box);
  const width = Math.max(1, Math.round(box.width * factor));
  const height = Math.max(1, Math.round(box.height * factor));
  if (factor !== 1) {
    pipeline = pipeline.resize({ width, height, fit: 'fill', kernel: 'cubic' });
  }
  const background = { r: shade, g: shade, b: shade };
  if (!whole) pipeline = pipeline.extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background });
  const toImage = { a: box.width / width, b: 0, c: 0, d: box.height / height };
  const margin = whole ? 0 : MARGIN;
  const [e, f] = [box.left - margin * toImage.a, box.top - margin * toImage.d];
  return { ...(await finish(pipeline, dpi)), toImage: { ...toImage, e, f }, shade };
}

function dpiOf({ dpi }: OcrImage, factor: number): number {
  const isBelievable = dpi !== undefined && dpi >= LOWEST_DPI && dpi <= HIGHEST_DPI;
  return isBelievable ? Math.max(LOWEST_DPI, dpi * factor) : ASSUMED_DPI;
}

function scaleFor(image: OcrImage, tone: Tone, box: Box): number {
  const long = Math.max(box.width, box.height);
  if (long > LARGE) return LARGE_TO / long;
  if (long >= SMALL) return 1;
  const factor = long < TINY ? 3 : 2;
  const letters = letterHeight(image, tone);
  return letters === undefined ? factor : Math.max(1, Math.min(factor, Math.ceil(LEGIBLE / letters)));
}

/** Turned clockwise. */
export async function turn(picture: PlacedPicture, degrees: number): Promise<PlacedPicture> {
  const { shade } = picture;
  const background = { r: shade, g: shade, b: shade };
  const turned = await finish(open(picture).rotate(degrees, { background }), picture.dpi);
  return { ...turned, toImage: compose(picture.toImage, unturned(degrees, turned, picture)), shade };
}

/** Degrees that the picture was turned clockwise. */
export function turnOf({ toImage: { a, b } }: PlacedPicture): number {
  return Math.round((Math.atan2(b, a) * 18_000) / Math.PI) / 100;
}

/** A copy whose long side is at most `long`. */
export async function shrink(picture: Picture, long: number): Promise<Picture> {
  const factor = long / Math.max(picture.width, picture.height);
  if (factor >= 1) return picture;
  const width = Math.max(1, Math.round(picture.width * factor));
  const height = Math.max(1, Math.round(picture.height * factor));
  return finish(open(picture).resize({ width, height, fit: 'fill' }), Math.max(70, picture.dpi * factor));
}
