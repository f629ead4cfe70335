import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { OcrImage } from '@archivolt/plugin-kit';
import { LIMITS as USUAL_LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';

const [WIDTH, HEIGHT] = [310, 150];
const GRAY = await readFile(new URL('./fixtures/letter.jp2', import.meta.url));
const COLOURED_STREAM = await readFile(new URL('./fixtures/letter.j2k', import.meta.url));
const LIMITS = { ...USUAL_LIMITS, maxPixels: 150_000_000 };
const { extract, draw } = recognizingExtractor(extractor, { type: 'image/jp2', limits: LIMITS });

const darkShare = ({ gray }: OcrImage): number => gray.filter((value) => value < 128).length / gray.length;

/** A copy whose codestream says another size. */
function withSize(file: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf(Buffer.from('ff4fff51', 'hex'));
  copy.writeUInt32BE(width, at + 8);
  copy.writeUInt32BE(height, at + 12);
  return copy;
}

/** A copy that says everywhere that it has this size. */
function ofSize(file: Buffer, width: number, height: number): Buffer {
  const copy = withSize(file, width, height);
  const at = copy.indexOf(Buffer.from('ff4fff51', 'hex'));
  copy.writeUInt32BE(width, at + 24);
  copy.writeUInt32BE(height, at + 28);
  const box = copy.indexOf('ihdr');
  copy.writeUInt32BE(height, box + 4);
  copy.writeUInt32BE(width, box + 8);
  return copy;
}

function withComponents(file: Buffer, components: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt16BE(components, copy.indexOf(Buffer.from('ff4fff51', 'hex')) + 40);
  return copy;
}

describe('JPEG 2000 pictures', () => {
  it.each([
    ['in gray, in a file', 'image/jp2', GRAY],
    ['in colour, as a codestream', 'image/j2c', COLOURED_STREAM],
  ])('the pixels of a JPEG 2000 picture are recognized when it is %s', async (_, type, file) => {
    const { result, seen } = await extract(file, {}, type);
    expect(result).toMatchObject({
      outcome: 'text',
      pages: [{ text: 'picture 1', source: 'ocr', confidence: 90, width: WIDTH, height: HEIGHT }],
    });
    expect([...(result.pages[0]?.words ?? [])]).toHaveLength(1);
    expect(seen).toHaveLength(1);
    const [image] = seen;
    expect(image).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(image?.gray).toHaveLength(WIDTH * HEIGHT);
    expect(darkShare(image as OcrImage)).toBeGreaterThan(0.02);
    expect(darkShare(image as OcrImage)).toBeLessThan(0.3);
  });

  it('a JPEG 2000 picture is drawn in colour, with its proportions', async () => {
    expect(await draw(GRAY, 1)).toMatchObject({ outcome: 'drawn', pagesCount: 1, width: 155, height: 75, channels: 3 });
    expect(await draw(GRAY, 2)).toMatchObject({ outcome: 'no-such-page', pagesCount: 1 });
  });

  it('a JPEG 2000 picture is empty without words, and cut at the limit of characters', async () => {
    const ocr = () => Promise.resolve({ text: ' \n', confidence: 90, languages: ['eng'] });
    expect((await extract(GRAY, { ocr })).result).toMatchObject({ outcome: 'empty', pages: [] });
    const { result } = await extract(GRAY, { limits: { ...LIMITS, maxChars: 3 } });
    expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'pic' }] });
  });

  it.each([
    ['more pixels than allowed', { ...LIMITS, maxPixels: 1000 }, GRAY],
    ['more pixels than there is memory for', LIMITS, ofSize(GRAY, 60_000, 60_000)],
  ])('a JPEG 2000 picture with %s is not decoded', async (_, limits, file) => {
    const { result, seen } = await extract(file, { limits });
    expect(result).toMatchObject({ outcome: 'too-large', pages: [] });
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['cut off in their first part', GRAY.subarray(0, 200)],
    ['without a codestream', GRAY.subarray(0, 60)],
    ['a signature only', GRAY.subarray(0, 12)],
    ['something else', Buffer.from('once upon a time there was a picture')],
    ['of a box that holds itself', Buffer.concat([GRAY.subarray(0, 12), Buffer.alloc(4000)])],
    ['of no pixels', withSize(GRAY, 0, 0)],
    ['of another size than their boxes say', withSize(GRAY, 60_000, 60_000)],
    ['of more tiles than there can be', withSize(COLOURED_STREAM, 0x7fffffff, 0x7fffffff)],
    ['of another number of colours than their header has room for', withComponents(COLOURED_STREAM, 16_000)],
  ])('JPEG 2000 pictures are corrupt when they are %s, and leave the next one unharmed', async (_, file) => {
    expect((await extract(file)).result).toMatchObject({ outcome: 'corrupt', pages: [] });
    expect(await draw(file, 1)).toMatchObject({ outcome: 'corrupt' });
    expect((await extract(GRAY)).result.outcome).toBe('text');
  });

  it('a JPEG 2000 picture that claims a wrong size has an outcome', async () => {
    for (const [width, height] of [
      [16, 16],
      [3100, 1500],
    ] as const) {
      const { result } = await extract(withSize(GRAY, width, height));
      expect(['corrupt', 'text']).toContain(result.outcome);
    }
  });
});
