import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hasPatchCode } from './patch-code.js';

const T = [1, 2.5, 1, 2.5];

interface Sheet {
  dpi: number;
  bars?: readonly number[];
  /** Inches. */
  length?: number;
  turned?: number;
  noise?: number;
  isLying?: boolean;
}

/** A sheet of A4 with bars in it. */
async function sheet({ dpi, bars = T, length = 2.5, turned = 0, noise = 0, isLying = false }: Sheet) {
  const [width, height] = [Math.round(8.27 * dpi), Math.round(11.69 * dpi)];
  const narrow = 0.08 * dpi;
  let at = 2.5 * dpi;
  const drawn = bars.map((bar) => {
    const [x, breadth] = [at, bar * narrow];
    at += breadth + narrow;
    const [long, across] = [length * dpi, 1.5 * dpi];
    return isLying
      ? `<rect x="${across}" y="${x}" width="${long}" height="${breadth}"/>`
      : `<rect x="${x}" y="${across}" width="${breadth}" height="${long}"/>`;
  });
  const words = `<text x="${dpi}" y="${8 * dpi}" font-size="${dpi}">SEPARATOR</text>`;
  const svg = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${drawn.join('')}${words}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .rotate(turned, { background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .blur(noise > 0 ? 0.8 : 0.3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let seed = 7;
  for (let index = 0; index < data.length && noise > 0; index++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const wave = ((seed >> 16) / 16_384 - 1) * noise;
    const isSpeck = seed % 997 === 0;
    data[index] = Math.max(0, Math.min(255, isSpeck ? 255 - (data[index] ?? 0) : (data[index] ?? 0) * 0.9 + wave));
  }
  return { pixels: data, width: info.width, height: info.height, channels: 1 as const };
}

describe('the bars of Patch-T sheets', () => {
  it.each([150, 200, 300])('bars are found on a clean sheet of %i dots to the inch, upright and lying', async (dpi) => {
    for (const isLying of [false, true]) expect(hasPatchCode(await sheet({ dpi, isLying }))).toBe(true);
  });

  it.each([
    [150, -2],
    [150, 2],
    [200, 2],
    [300, -2],
    [300, 180],
    [200, 92],
  ])('bars are found on a scan of %i dots to the inch with noise that is turned by %i degrees', async (dpi, turned) => {
    expect(hasPatchCode(await sheet({ dpi, turned, noise: 40 }))).toBe(true);
  });

  it('other patch codes, short bars, tables and plain pages have none', async () => {
    for (const bars of [
      [2.5, 2.5, 1, 1],
      [2.5, 1, 1, 2.5],
      [1, 2.5, 2.5, 1],
      [1, 1, 2.5, 2.5],
      [1, 2.5, 1, 2.5, 1, 2.5],
      [1, 1, 1, 1],
      [],
    ])
      for (const noise of [0, 40]) expect(hasPatchCode(await sheet({ dpi: 150, bars, noise }))).toBe(false);
    expect(hasPatchCode(await sheet({ dpi: 200, length: 1 }))).toBe(false);
  });

  it('a picture of a few pixels, all black or all white has none', () => {
    for (const value of [0, 255])
      for (const side of [1, 40])
        expect(
          hasPatchCode({ pixels: new Uint8Array(side * side).fill(value), width: side, height: side, channels: 1 }),
        ).toBe(false);
  });
});
