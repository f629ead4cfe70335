import { describe, expect, it } from '@jest/globals';
import { letterHeight } from './letter-height.js';

const [WIDTH, HEIGHT] = [600, 400];
const TONE = { background: 255, contrast: 255 };

function linesOf(letters: number): { gray: Uint8Array; width: number; height: number } {
  const gray = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) if (y % (letters * 2) < letters && x % 9 < 6) gray[y * WIDTH + x] = 0;
  return { gray, width: WIDTH, height: HEIGHT };
}

describe('letterHeight', () => {
  it.each([5, 12, 20])('letters of %i pixels are measured', (height) => {
    expect(letterHeight(linesOf(height), TONE)).toBe(height);
  });

  it('the letter height of a blank picture or one of two pixels is unknown', () => {
    expect(letterHeight({ gray: new Uint8Array(900).fill(255), width: 30, height: 30 }, TONE)).toBeUndefined();
    expect(letterHeight({ gray: Uint8Array.of(0, 255), width: 2, height: 1 }, TONE)).toBeUndefined();
  });
});
