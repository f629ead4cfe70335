import { describe, expect, it } from '@jest/globals';
import type { Picture } from './recognizer.js';
import { textAngle } from './text-angle.js';

const SIDE = 600;

/** Rows of dashes like words, turned clockwise around the middle of the page. */
function linesTurned(degrees: number): Picture {
  const gray = new Uint8Array(SIDE * SIDE).fill(255);
  const radians = (degrees * Math.PI) / 180;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [dx, dy] = [x - SIDE / 2, y - SIDE / 2];
      const along = dx * Math.cos(radians) + dy * Math.sin(radians);
      const across = dy * Math.cos(radians) - dx * Math.sin(radians);
      const inPage = Math.abs(along) < 220 && Math.abs(across) < 220;
      if (inPage && (across + 1000) % 20 < 7 && (along + 1003) % 9 < 6) gray[y * SIDE + x] = 0;
    }
  }
  return { gray, width: SIDE, height: SIDE, dpi: 100 };
}

describe('textAngle', () => {
  it.each([-10, -2, 1.5, 6, 14])('lines turned by %d degrees are levelled', (degrees) => {
    const { level, sideways } = textAngle(linesTurned(degrees));
    expect(level).toBeCloseTo(-degrees, 0);
    expect(sideways).toBe(false);
  });

  it('level lines are not turned', () => {
    expect(textAngle(linesTurned(0))).toEqual({ level: 0, sideways: false });
  });

  it('lines that stand upright are detected', () => {
    expect(textAngle(linesTurned(90)).sideways).toBe(true);
  });

  it('the angle of a blank page is unknown', () => {
    const blank = { gray: new Uint8Array(SIDE * SIDE).fill(255), width: SIDE, height: SIDE, dpi: 100 };
    expect(textAngle(blank)).toEqual({ level: 0, sideways: false });
  });
});
