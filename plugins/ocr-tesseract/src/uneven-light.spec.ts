import { describe, expect, it } from '@jest/globals';
import type { OcrImage } from '@archivolt/plugin-kit';
import { evenLight } from './uneven-light.js';

const [WIDTH, HEIGHT] = [450, 600];
const INK = 0.15; // of the light that falls on it

/** A page with rows of dashes like words, on which the light of each place falls: parts of the sides in, 0 to 1 out. */
function pageIn(light: (x: number, y: number) => number): OcrImage {
  const gray = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const share = isInk(x, y) ? INK : 1;
      gray[y * WIDTH + x] = 250 * light(x / WIDTH, y / HEIGHT) * share;
    }
  }
  return { gray, width: WIDTH, height: HEIGHT };
}

function isInk(x: number, y: number): boolean {
  const inPage = x > 45 && x < WIDTH - 45 && y > 45 && y < HEIGHT - 45;
  return inPage && y % 12 < 4 && x % 6 < 3;
}

/** Parts of the pixels that a threshold in the middle takes for what they are. */
function shareTold({ gray }: OcrImage): number {
  let right = 0;
  for (let at = 0; at < gray.length; at++) {
    const isDark = (gray[at] ?? 0) < 128;
    if (isDark === isInk(at % WIDTH, Math.floor(at / WIDTH))) right++;
  }
  return right / gray.length;
}

describe('evenLight', () => {
  it('returns the same picture when the light is even', () => {
    const page = pageIn(() => 1);
    expect(evenLight(page)).toBe(page);
  });

  it('returns the same picture when the page is a little darker at one side, as behind the spine of a book', () => {
    const page = pageIn((x) => 0.8 + 0.2 * x);
    expect(evenLight(page)).toBe(page);
  });

  it('returns the same picture of a page without text', () => {
    const blank = { gray: new Uint8Array(WIDTH * HEIGHT).fill(240), width: WIDTH, height: HEIGHT };
    expect(evenLight(blank)).toBe(blank);
  });

  it('returns the same picture when pale print is next to black print on the same paper', () => {
    const page = pageIn(() => 1);
    const pale = page.gray.map((value, at) => (at % WIDTH < WIDTH / 2 && value < 128 ? 185 : value));
    const image = { ...page, gray: pale };
    expect(evenLight(image)).toBe(image);
  });

  it.each<[string, (x: number, y: number) => number]>([
    ['a shadow that grows to one side', (x) => 0.15 + 0.85 * x],
    ['the light of a lamp', (x, y) => Math.max(0.15, 1 - Math.hypot(x - 0.3, y - 0.3))],
  ])('ink and paper have an even contrast in %s', (_, light) => {
    const page = pageIn(light);
    const even = evenLight(page);
    expect(shareTold(page)).toBeLessThan(0.9);
    expect(shareTold(even)).toBeGreaterThan(0.99);
  });

  it('returns a speck unchanged', () => {
    const speck = { gray: Uint8Array.of(0, 255), width: 2, height: 1 };
    expect(evenLight(speck)).toBe(speck);
  });
});
