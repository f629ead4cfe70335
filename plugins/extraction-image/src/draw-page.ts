import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { DrawingContext, DrawnPage, ExtractionInput, PageToDraw } from '@archivolt/plugin-kit';
import { decodeBmp } from './bmp.js';
import { assertAllowed, MAX_BMP_PIXELS, pagesOf } from './picture-file.js';
import { refusalOf } from './refusal.js';

/** Draws a picture, of an animation its first frame, of a TIFF any of its pages. */
export async function drawPage(
  input: ExtractionInput,
  wanted: PageToDraw,
  { limits }: DrawingContext,
): Promise<DrawnPage> {
  if (input.size === 0) return { outcome: 'corrupt', reason: 'The file is empty.' };
  try {
    if (input.type === 'image/bmp') return await drawBmp(input.path, wanted, limits.maxPixels);
    const pagesCount = await pagesOf(input.path);
    if (wanted.page > pagesCount) return noSuchPage(pagesCount);
    // Damaged files give what can be decoded.
    const options = { page: wanted.page - 1, failOn: 'none' } as const;
    await assertAllowed(input.path, options.page, limits);
    const source = sharp(input.path, { ...options, limitInputPixels: limits.maxPixels });
    const turned = source.rotate(); // as the camera was held (EXIF)
    const shown = fitted(turned, wanted).flatten({ background: '#ffffff' }).toColourspace('srgb').removeAlpha();
    const { data, info } = await shown.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { outcome: 'drawn', pagesCount, width: info.width, height: info.height, channels: 3, pixels: data };
  } catch (error) {
    return refusalOf(error, input);
  }
}

async function drawBmp(path: string, wanted: PageToDraw, maxPixels: number): Promise<DrawnPage> {
  if (wanted.page > 1) return noSuchPage(1);
  const { gray, width, height } = decodeBmp(await readFile(path), Math.min(maxPixels, MAX_BMP_PIXELS));
  const source = sharp(gray, { raw: { width, height, channels: 1 } });
  const { data, info } = await fitted(source, wanted)
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { outcome: 'drawn', pagesCount: 1, width: info.width, height: info.height, channels: 1, pixels: data };
}

function fitted(source: Sharp, { width, height }: PageToDraw): Sharp {
  return source.resize({ width, height, fit: 'inside', withoutEnlargement: true });
}

function noSuchPage(pagesCount: number): DrawnPage {
  return { outcome: 'no-such-page', reason: `The file has ${pagesCount} pages.`, pagesCount };
}
