import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ExtractionContext, OcrImage } from '@archivolt/plugin-kit';
import sharp from 'sharp';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describePictureBounds, LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import manifest from '../src/plugin.js';
import { aBmp } from './a-bmp.js';

const LETTER = fileURLToPath(new URL('./fixtures/letter.png', import.meta.url));
const [WIDTH, HEIGHT] = [1240, 600];
const { extract: extractAs } = recognizingExtractor(extractor);
const extract = (file: Buffer, type: string, options?: Partial<ExtractionContext>) => extractAs(file, options, type);

const darkShare = ({ gray }: OcrImage): number => gray.filter((value) => value < 128).length / gray.length;
const letter = () => sharp(LETTER);
const LETTER_BYTES = await readFile(LETTER);
const TWO_PAGES = await sharp([LETTER_BYTES, LETTER_BYTES], { join: { animated: true } })
  .tiff({ compression: 'lzw' })
  .toBuffer();

describeExtractor('extraction-image', {
  manifest,
  samples: [
    { file: LETTER_BYTES, type: 'image/png', expectWords: ['seen'] },
    { file: await letter().jpeg().toBuffer(), type: 'image/jpeg', expectWords: ['seen'] },
    { file: await letter().webp().toBuffer(), type: 'image/webp', expectWords: ['seen'] },
    { file: await letter().gif().toBuffer(), type: 'image/gif', expectWords: ['seen'] },
    { file: TWO_PAGES, type: 'image/tiff', expectWords: ['seen'] },
    {
      file: aBmp({ width: 2, height: 2, bits: 24, shades: [0, 255, 255, 0] }),
      type: 'image/bmp',
      expectWords: ['seen'],
    },
  ],
  ocr: () => ({ text: 'seen', confidence: 90, languages: ['eng'] }),
});

let letterDark: number;
beforeAll(async () => {
  const { data } = await letter().grayscale().extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  letterDark = darkShare({ gray: data, width: WIDTH, height: HEIGHT });
});

describe('pictures', () => {
  it.each([
    ['a long one is not', 640, 9820, 9820],
    ['a wide one is not', 12_000, 500, 500],
    ['a large one is reduced', 8000, 6000, 4500],
  ])('pictures are reduced by their pixels, not by their long side: %s', async (_, width, height, seenHeight) => {
    const background = { r: 255, g: 255, b: 255 };
    const limits = { ...LIMITS, maxPixels: 100_000_000 };
    const file = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
    const { seen } = await extract(file, 'image/png', { limits });
    expect(seen[0]?.height).toBe(seenHeight);
  });

  it.each([
    ['image/png', () => letter().png()],
    ['image/jpeg', () => letter().toColourspace('srgb').jpeg()],
    ['image/jpeg', () => letter().toColourspace('cmyk').jpeg()],
    ['image/webp', () => letter().webp({ lossless: true })],
    ['image/gif', () => letter().gif()],
    ['image/tiff', () => letter().tiff({ bitdepth: 1 })],
    ['image/tiff', () => letter().toColourspace('rgb16').tiff({ compression: 'lzw' })],
    ['image/avif', () => letter().avif({ quality: 60, effort: 0 })],
  ])('a %s is recognized as a gray picture of the same size', async (type, draw) => {
    const { result, seen } = await extract(await draw().toBuffer(), type);
    const size = { width: WIDTH, height: HEIGHT };
    expect(result).toMatchObject({
      outcome: 'text',
      pages: [{ text: 'picture 1', source: 'ocr', confidence: 90, ...size }],
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(seen[0]?.gray).toHaveLength(WIDTH * HEIGHT);
    expect(Math.abs(darkShare(seen[0] as OcrImage) - letterDark)).toBeLessThan(0.01);
  });

  it('every page of a TIFF is read', async () => {
    const { result, seen } = await extract(TWO_PAGES, 'image/tiff');
    expect(result.pages.map(({ text }) => text)).toEqual(['picture 1', 'picture 2']);
    expect(seen).toHaveLength(2);
  });

  it('a photograph is turned the way the camera was held', async () => {
    const { seen } = await extract(await letter().jpeg().withMetadata({ orientation: 6 }).toBuffer(), 'image/jpeg');
    expect(seen[0]).toMatchObject({ width: HEIGHT, height: WIDTH });
  });

  it('transparent parts of a picture are shown as white', async () => {
    const clear = {
      create: { width: 40, height: 40, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    };
    const { seen } = await extract(await sharp(clear).png().toBuffer(), 'image/png');
    expect(seen[0]?.gray.every((value) => value === 255)).toBe(true);
  });

  it('the resolution of a picture is passed on, but not the meaningless 72 dpi', async () => {
    const [scan, unknown] = await Promise.all(
      [300, 72].map((density) => letter().withMetadata({ density }).jpeg().toBuffer()),
    );
    expect((await extract(scan as Buffer, 'image/jpeg')).seen[0]?.dpi).toBe(300);
    expect((await extract(unknown as Buffer, 'image/jpeg')).seen[0]?.dpi).toBeUndefined();
  });
});

describe('bitmaps', () => {
  it.each([1, 4, 8, 16, 24, 32] as const)('a bitmap of %i bits a pixel is decoded', async (bits) => {
    const shades = [0, 255, 255, 0, 255, 0];
    const { seen } = await extract(aBmp({ width: 3, height: 2, bits, shades }), 'image/bmp');
    expect([...(seen[0]?.gray ?? [])]).toEqual(shades);
  });

  it('a bitmap with rows stored from the top is decoded', async () => {
    const shades = [0, 255, 255, 255];
    const { seen } = await extract(aBmp({ width: 2, height: 2, bits: 24, shades, topDown: true }), 'image/bmp');
    expect([...(seen[0]?.gray ?? [])]).toEqual(shades);
  });

  it.each([
    ['cut off in its header', (file: Buffer) => file.subarray(0, 20), 'corrupt'],
    ['of no kind that exists', (file: Buffer) => (file.writeUInt16LE(7, 28), file), 'unsupported'],
    ['that claims too many pixels', (file: Buffer) => (file.writeInt32LE(20_000_000, 18), file), 'too-large'],
  ])('refuses a bitmap %s', async (_, damage, outcome) => {
    const file = damage(aBmp({ width: 2, height: 2, bits: 24, shades: [0, 0, 0, 0] }));
    const { result } = await extract(file, 'image/bmp');
    expect(result).toMatchObject({ outcome, pages: [] });
    expect(result.reason).toMatch(/\.$/);
  });
});

describe('files that are not pictures', () => {
  it.each([
    ['an empty file', async () => Buffer.alloc(0), 'image/png', 'empty'],
    ['a text that says it is a picture', async () => Buffer.from('once upon a time'), 'image/png', 'unsupported'],
    [
      'a picture drawn by a program',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image/png',
      'unsupported',
    ],
    ['a PNG of a header only', async () => LETTER_BYTES.subarray(0, 60), 'image/png', 'corrupt'],
    [
      'a HEIC photograph',
      async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      'image/heic',
      'unsupported',
    ],
  ] as const)('%s has an outcome as a picture', async (_, file, type, outcome) => {
    const { result, seen } = await extract(await file(), type);
    expect(result).toMatchObject({ outcome, pages: [] });
    expect(result.reason).toMatch(/\.$/);
    expect(seen).toHaveLength(0);
  });

  it('a picture that is cut off in the middle is read as far as possible', async () => {
    const file = await letter().jpeg().toBuffer();
    const { result } = await extract(file.subarray(0, file.length / 2), 'image/jpeg');
    expect(result.outcome).toBe('text');
  });
});

describePictureBounds(
  { extract: extractAs },
  { one: LETTER_BYTES, two: TWO_PAGES, type: { one: 'image/png', two: 'image/tiff' } },
);

describe('the time of pictures', () => {
  it('pages that were read are returned when the time ends while recognition blocks the abort of the signal', async () => {
    let pages = 0;
    let deadline = Date.now() + 60_000;
    const ocr = () => {
      pages += 1;
      if (pages === 1) return Promise.resolve({ text: 'first', confidence: 80, languages: ['eng'] });
      deadline = Date.now();
      return Promise.reject(new Error('stopped'));
    };
    const context = {
      ocr,
      get deadline() {
        return deadline;
      },
    };
    const { result } = await extract(TWO_PAGES, 'image/tiff', context);
    expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'first' }] });
  });
});
