import { describe, expect, it } from '@jest/globals';
import { onWhole, piecesOf, type Piece } from './picture-pieces.js';

interface Drawing {
  width: number;
  height: number;
  /** Pixels of a letter. */
  letters?: number;
  /** Pixels by which a line falls over the width. */
  slope?: number;
  frame?: boolean;
  sideways?: boolean;
}

/** Black bars as high as letters, in lines twice as high. */
function drawn({ width, height, letters = 14, slope = 0, frame = false, sideways = false }: Drawing) {
  const gray = new Uint8Array(width * height).fill(255);
  const isDark = (along: number, across: number) => along % 12 < 8 && across % (2 * letters) < letters;
  const rows = new Map<string, Uint8Array>();
  const rowAt = (y: number): Uint8Array =>
    Uint8Array.from({ length: width }, (_, x) => {
      const isLetter = sideways ? isDark(y, x) : isDark(x, y + Math.round((x / width) * slope));
      return isLetter || (frame && (x < 3 || x >= width - 3)) ? 0 : 255;
    });
  for (let y = 0; y < height; y++) {
    const period = sideways ? 12 : 2 * letters;
    const key = String(y % period);
    const row = rows.get(key) ?? rowAt(y);
    rows.set(key, row);
    gray.set(row, y * width);
  }
  return { gray, width, height };
}

const sizesOf = (pieces: readonly Piece[]) => pieces.map(({ image: { width, height } }) => [width, height]);

describe('piecesOf', () => {
  it.each<[string, Drawing]>([
    ['of an ordinary size', { width: 1240, height: 1754 }],
    ['that is long, with large letters', { width: 800, height: 4000, letters: 60 }],
    ['of a page in print resolution', { width: 2480, height: 3508, letters: 24 }],
    [
      'of a page in print resolution whose letters measure as those of ten points do',
      { width: 2480, height: 3508, letters: 12 },
    ],
  ])('a picture %s is one piece', (_, drawing) => {
    const image = drawn(drawing);
    expect(piecesOf(image)).toMatchObject([{ image, left: 0, top: 0 }]);
  });

  it('a long picture is cut between two lines, and no row is missing or copied', () => {
    const image = drawn({ width: 640, height: 9820 });
    const pieces = piecesOf(image);
    expect(pieces.length).toBeGreaterThan(3);
    let next = 0;
    for (const { image: piece, top } of pieces) {
      expect(top).toBe(next);
      expect(piece.gray.buffer).toBe(image.gray.buffer);
      if (top > 0) expect(image.gray.subarray(top * 640, (top + 1) * 640).every((value) => value === 255)).toBe(true);
      next += piece.height;
    }
    expect(next).toBe(9820);
  });

  it('a long picture with a frame is cut between two lines', () => {
    const pieces = piecesOf(drawn({ width: 640, height: 9000, frame: true }));
    expect(pieces.reduce((sum, { image }) => sum + image.height, 0)).toBe(9000);
  });

  it('pieces overlap where a long picture has no gap between its lines', () => {
    const pieces = piecesOf(drawn({ width: 640, height: 9000, slope: 300 }));
    const middle = pieces.slice(1).map(({ top, owns }) => owns[1] - top);
    expect(middle.every((overlap) => overlap > 20)).toBe(true);
    pieces.slice(1).forEach(({ owns }, index) => expect(owns[1]).toBe(pieces[index]?.owns[3]));
  });

  it('a long picture that lies on its side is cut across', () => {
    const pieces = piecesOf(drawn({ width: 9000, height: 640, sideways: true }));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every(({ image: { width, height } }) => width <= 3000 && height === 640)).toBe(true);
  });

  it('no piece of a large picture is larger than recognition takes', () => {
    const pieces = piecesOf(drawn({ width: 4000, height: 5200 }));
    expect(Math.max(...sizesOf(pieces).flat())).toBeLessThanOrEqual(3000);
    expect(pieces.length).toBeGreaterThanOrEqual(4);
  });
});

describe('onWhole', () => {
  const word = (text: string, y: number, line = '1') => ({
    ...{ text, line, confidence: 90 },
    box: [10, y, 20, 10] as const,
  });
  const piece: Piece = {
    image: drawn({ width: 10, height: 10 }),
    left: 5,
    top: 1000,
    owns: [-Infinity, 1060, Infinity, 2000],
  };

  it('words of a piece have their place in the whole picture, and those of its neighbour are left out', () => {
    const words = [word('before', 10), word('first', 80, '2'), word('second', 80, '2'), word('third', 110, '3')];
    const found = onWhole({ text: 'before\nfirst second\nthird', words }, piece);
    expect(found.text).toBe('first second\nthird');
    expect(found.words.map(({ box }) => box.slice(0, 2))).toEqual([
      [15, 1080],
      [15, 1080],
      [15, 1110],
    ]);
  });

  it('the text stays as it was read when all of its words belong to the piece', () => {
    const found = onWhole({ text: 'first\n\nsecond', words: [word('first', 80), word('second', 120)] }, piece);
    expect(found.text).toBe('first\n\nsecond');
  });
});
