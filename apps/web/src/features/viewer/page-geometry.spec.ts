import { describe, expect, it } from '@jest/globals';
import {
  boxStyle,
  canvasScale,
  chunkAt,
  chunksOf,
  hitsByPage,
  partsOf,
  previewWidth,
  shownSize,
  soundSize,
  steppedHit,
  turnedSize,
  viewKindOf,
  zoomed,
  type Hit,
} from './page-geometry';

const hit = (start: number, length: number, page: number | null = null): Hit => ({ page, start, length, boxes: [] });

describe('the size of a page', () => {
  it('a page has the size of A4 when the file names no size or an impossible one', () => {
    for (const size of [undefined, { width: null, height: 3 }, { width: -1, height: 3 }, { width: NaN, height: 3 }])
      expect(soundSize(size)).toEqual({ width: 595, height: 842 });
    expect(soundSize({ width: 1, height: 1e9 })).toEqual({ width: 1, height: 20 });
  });

  it('a page fits the width or the whole viewer, turned or not', () => {
    const room = { width: 500, height: 400 };
    const page = { width: 100, height: 200 };
    expect(shownSize(page, 'width', 0, room)).toEqual({ width: 500, height: 1000 });
    expect(shownSize(page, 'page', 0, room)).toEqual({ width: 200, height: 400 });
    const turned = shownSize(page, 'width', 90, room);
    expect(turnedSize(turned, 90)).toEqual({ width: 500, height: 250 });
    expect(shownSize(page, 2, 0, room).width).toBe(1588);
  });

  it('a page never needs a canvas of more than 16 million pixels', () => {
    expect(canvasScale({ width: 800, height: 1000 }, 2)).toBe(2);
    const shown = { width: 4000, height: 6000 };
    const scale = canvasScale(shown, 3);
    expect(shown.width * shown.height * scale ** 2).toBeCloseTo(16_000_000, -1);
  });

  it('a page requests the smallest picture that is sharp', () => {
    expect([100, 700, 1200, 5000].map((width) => previewWidth(width, 1))).toEqual([240, 800, 1600, 1600]);
  });

  it('a page is zoomed in steps within limits', () => {
    expect(zoomed(1, 1)).toBe(1.25);
    expect(zoomed(0.26, -1)).toBe(0.25);
    expect(zoomed(4.9, 1)).toBe(5);
  });
});

describe('hits', () => {
  it('boxes of hits are cut off at the edges of the page, whatever their numbers are', () => {
    expect(boxStyle([0.25, 0.5, 2, 0.1])).toEqual({ left: '25%', top: '50%', width: '75%', height: '10%' });
    expect(boxStyle([NaN, -1, Infinity, 1])).toEqual({ left: '0%', top: '0%', width: '0%', height: '100%' });
  });

  it('hits are grouped by page with their place in the list', () => {
    const pages = hitsByPage([hit(0, 1, 2), hit(3, 1), hit(5, 1, 2)]);
    expect(pages.get(2)?.map(({ index }) => index)).toEqual([0, 2]);
    expect(pages.size).toBe(1);
  });

  it('stepping through hits continues at the other end of the list', () => {
    expect([steppedHit(0, 3, -1), steppedHit(2, 3, 1), steppedHit(0, 3, 1), steppedHit(0, 0, 1)]).toEqual([2, 0, 1, 0]);
  });

  it('hits split a text, even across two chunks', () => {
    expect(partsOf({ start: 10, text: 'one two three' }, [hit(14, 3)])).toEqual([
      { text: 'one ', hit: null },
      { text: 'two', hit: 0 },
      { text: ' three', hit: null },
    ]);
    expect(partsOf({ start: 0, text: 'abc' }, [hit(2, 4)])).toEqual([
      { text: 'ab', hit: null },
      { text: 'c', hit: 0 },
    ]);
    expect(partsOf({ start: 3, text: 'def' }, [hit(2, 4)])).toEqual([{ text: 'def', hit: 0 }]);
  });
});

describe('a long text', () => {
  it('a long text is cut into chunks at ends of lines, never inside a character, which together are the text', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index} ${'x'.repeat(index % 90)}\n`).join('');
    const text = `${lines}${'😀'.repeat(9_001)}`;
    const chunks = chunksOf(text);
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
    expect(chunks.every((chunk) => chunk.text.length <= 4_001 && chunk.text.isWellFormed())).toBe(true);
    expect(chunks[0]?.text.endsWith('\n')).toBe(true);
    for (const offset of [0, 1, 2_500, 9_999, text.length - 1]) {
      const { start, text: found } = chunks[chunkAt(chunks, offset)] ?? { start: -1, text: '' };
      expect(offset >= start && offset < start + found.length).toBe(true);
    }
    expect(chunksOf('')).toEqual([]);
  });
});

describe('the kind of a viewer', () => {
  it('the viewer shows PDFs with text as the file, scans and images as pictures, and the rest as text', () => {
    const of = (mimeType: string, hasPictures: boolean, isScan = false) =>
      viewKindOf({ mimeType, hasPictures, isScan });
    expect(of('application/pdf', true)).toBe('pdf');
    expect(of('application/pdf', true, true)).toBe('pictures');
    expect(of('application/pdf', false, true)).toBe('pdf');
    expect(of('image/png', true)).toBe('pictures');
    expect(of('image/png', false)).toBe('text');
    expect(of('text/html', false)).toBe('text');
  });
});
