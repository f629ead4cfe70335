import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describePictureBounds, LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import manifest from '../src/plugin.js';

const LETTER = await readFile(new URL('./fixtures/letter.heic', import.meta.url));
/** A black picture of 64 x 48 pixels, and one of 80 x 40 of which nothing is seen. */
const TWO_PICTURES = await readFile(new URL('./fixtures/two-pictures.heic', import.meta.url));
const [WIDTH, HEIGHT] = [620, 300];
const { extract, draw } = recognizingExtractor(extractor, { type: 'image/heic', fileName: 'file.heic' });

const darkShare = (gray: Uint8Array): number => gray.filter((value) => value < 128).length / gray.length;

/** A copy with another width and height in each place where the file says its size (`ispe`). */
function withSize(file: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(file);
  for (let at = copy.indexOf('ispe'); at >= 0; at = copy.indexOf('ispe', at + 4)) {
    copy.writeUInt32BE(width, at + 8);
    copy.writeUInt32BE(height, at + 12);
  }
  return copy;
}

describeExtractor('extraction-heic', {
  manifest,
  samples: [
    { file: LETTER, type: 'image/heic', expectWords: ['seen'], fileName: 'letter.heic' },
    { file: TWO_PICTURES, type: 'image/heic', expectWords: ['seen'], fileName: 'two.heic' },
  ],
  ocr: () => ({ text: 'seen', confidence: 90, languages: ['eng'] }),
});

describe('HEIC photographs', () => {
  it('a HEIC photograph is recognized in gray and in full size, and has the words that are found', async () => {
    const { result, seen } = await extract(LETTER);
    expect(result).toMatchObject({
      outcome: 'text',
      pages: [{ text: 'picture 1', source: 'ocr', confidence: 90, width: WIDTH, height: HEIGHT }],
    });
    expect([...(result.pages[0]?.words ?? [])]).toHaveLength(1);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(seen[0]?.gray).toHaveLength(WIDTH * HEIGHT);
    const dark = darkShare(seen[0]?.gray ?? new Uint8Array(1));
    expect(dark).toBeGreaterThan(0.02);
    expect(dark).toBeLessThan(0.3);
  });

  it('a HEIC file has a page for each picture, and shows transparent parts as white', async () => {
    const { result, seen } = await extract(TWO_PICTURES);
    expect(result.pages.map(({ text }) => text)).toEqual(['picture 1', 'picture 2']);
    expect(seen.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [80, 40],
    ]);
    expect(seen[0]?.gray.every((value) => value < 10)).toBe(true);
    expect(seen[1]?.gray.every((value) => value === 255)).toBe(true);
  });

  it('a HEIC photograph is drawn in colour, with its proportions', async () => {
    const drawn = await draw(LETTER, 1);
    expect(drawn).toMatchObject({ outcome: 'drawn', pagesCount: 1, width: 155, height: 75, channels: 3 });
    if (drawn.outcome === 'drawn') expect(drawn.pixels).toHaveLength(155 * 75 * 3);
    expect(await draw(TWO_PICTURES, 2)).toMatchObject({ outcome: 'drawn', pagesCount: 2, width: 80, height: 40 });
    expect(await draw(TWO_PICTURES, 3)).toMatchObject({ outcome: 'no-such-page', pagesCount: 2 });
  });
});

describePictureBounds({ extract }, { one: LETTER, two: TWO_PICTURES });

describe('hostile or damaged HEIC photographs', () => {
  it('a HEIC photograph with more pixels than allowed is not decoded', async () => {
    const { result } = await extract(LETTER, { limits: { ...LIMITS, maxPixels: 1000 } });
    expect(result.reason).toContain('620 x 300');
    expect(await draw(LETTER, 1, { ...LIMITS, maxPixels: 1000 })).toMatchObject({ outcome: 'too-large' });
  });

  it.each([
    ['too many pixels', 60_000, 60_000],
    ['fewer pixels than it has', 16, 16],
    ['no pixels', 0, 0],
  ])('a HEIC photograph that claims %s has an outcome', async (_, width, height) => {
    const { result } = await extract(withSize(LETTER, width, height));
    expect(['corrupt', 'text', 'too-large']).toContain(result.outcome);
    if (result.outcome !== 'text') expect(result.reason).toMatch(/\.$/);
  });

  it.each([
    ['cut off in the middle', LETTER.subarray(0, LETTER.length / 2)],
    ['of a header only', LETTER.subarray(0, 40)],
    ['with other bytes in its picture', Buffer.from(LETTER).fill(0xa5, LETTER.length - 4000)],
  ])('a HEIC photograph that is %s has an outcome and leaves the next one unharmed', async (_, file) => {
    const { result } = await extract(file);
    expect(['corrupt', 'text', 'unsupported']).toContain(result.outcome);
    expect((await extract(LETTER)).result.outcome).toBe('text');
  });

  it('a HEIC picture in another encoding is left to the next plugin', async () => {
    const { default: sharp } = await import('sharp');
    const picture = { create: { width: 40, height: 40, channels: 3 as const, background: '#fff' } };
    const { result } = await extract(await sharp(picture).avif({ effort: 0 }).toBuffer());
    expect(result).toMatchObject({ outcome: 'unsupported', pages: [] });
  });
});
