import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PackedWords, type PageWord } from './page-words.js';

const at = (...box: unknown[]): PageWord => ({ text: 'word', box }) as unknown as PageWord;
const boxes = (...words: PageWord[]) => [...PackedWords.of(words)].map(({ box }) => box);

describe('PackedWords', () => {
  it('keeps words and boxes in their order', () => {
    const words: PageWord[] = [
      { text: 'Invoice', box: [0.1, 0.2, 0.3, 0.04] },
      { text: 'Größe', box: [0.5, 0.2, 0.25, 0.04] },
    ];
    expect([...PackedWords.of(words)]).toEqual(words);
    expect(PackedWords.of(words).count).toBe(2);
    expect([...PackedWords.of([])]).toEqual([]);
  });

  it('keeps the confidence of recognized words as a whole number, and none of words without one', () => {
    const given = [96.4, undefined, 0, -1, 101, NaN, '90'].map((confidence) => ({ ...at(0, 0, 1, 1), confidence }));
    const kept = [96, undefined, 0, undefined, undefined, undefined, undefined];
    const confidences = (words: PackedWords) => [...words].map(({ confidence }) => confidence);
    const packed = PackedWords.of(given as PageWord[]);
    expect(confidences(packed)).toEqual(kept);
    expect(confidences(PackedWords.fromBytes(packed.toBytes()))).toEqual(kept);
  });

  it('needs no more bytes for words without a confidence, and reads those that an earlier version has written', () => {
    const plain = PackedWords.of([at(0, 0, 1, 1)]).toBytes();
    expect(plain).toEqual(Uint8Array.from([1, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x27, 0x10, 0x27, ...Buffer.from('word')]));
    expect([...PackedWords.fromBytes(plain)]).toEqual([at(0, 0, 1, 1)]);
  });

  it('clamps boxes to the page', () => {
    expect(boxes(at(-0.5, 0.9, 1, 0.5), at(0.5, -3, 9, 9))).toEqual([
      [0, 0.9, 0.5, 0.1],
      [0.5, 0, 0.5, 1],
    ]);
  });

  it('leaves out words whose boxes are not usable', () => {
    const unusable = [
      ...[at(NaN, 0, 1, 1), at(0, Infinity, 1, 1), at(0, 0, -1, 1), at(0, 0, 1, 0), at(2, 2, 1, 1), at(0, 0, 1)],
      ...[at('0', 0, 1, 1), { text: 'x' }, { text: 7, box: [0, 0, 1, 1] }, { text: ' \0\n', box: [0, 0, 1, 1] }, null],
    ] as PageWord[];
    expect(boxes(...unusable)).toEqual([]);
  });

  it('removes white space and control characters, and makes texts well formed', () => {
    const texts = ['a\nb\0c', '\ud800x', 'y'.repeat(1_000)].map((text): PageWord => ({ text, box: [0, 0, 1, 1] }));
    expect([...PackedWords.of(texts)].map(({ text }) => text)).toEqual(['abc', '\ufffdx', 'y'.repeat(200)]);
  });

  it('keeps 10,000 words of a million, and ends with an iterable that does not', () => {
    let asked = 0;
    function* endless(word: PageWord): Iterable<PageWord> {
      for (;;) {
        asked += 1;
        yield word;
      }
    }
    expect(PackedWords.of(endless(at(0, 0, 1, 1))).count).toBe(10_000);
    expect(PackedWords.of(endless(at(NaN, 0, 1, 1))).count).toBe(0);
    expect(asked).toBeLessThanOrEqual(200_000);
    const million = Array.from({ length: 1_000_000 }, () => at(0, 0, 1, 1));
    expect(PackedWords.of(million).count).toBe(10_000);
  });

  it('reads its bytes back', () => {
    const part = fc.integer({ min: 0, max: 5_000 }).map((value) => value / 10_000);
    const length = fc.integer({ min: 1, max: 5_000 }).map((value) => value / 10_000);
    const word = fc.record({
      text: fc.string({ unit: 'grapheme', minLength: 1 }),
      box: fc.tuple(part, part, length, length),
      confidence: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    }) as fc.Arbitrary<PageWord>;
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const packed = PackedWords.of(words);
        expect([...PackedWords.fromBytes(packed.toBytes())]).toEqual([...packed]);
      }),
    );
  });

  it('reads words within the limits, or none, from any bytes', () => {
    const claimsMany = new Uint8Array([1, 255, 255, 255, 255, 0, 0]);
    expect(PackedWords.fromBytes(claimsMany).count).toBe(0);
    fc.assert(
      fc.property(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 200 }), (format, bytes) => {
        for (const { text, box, confidence = 0 } of PackedWords.fromBytes(
          Uint8Array.from([format, 3, 0, 0, 0, ...bytes]),
        )) {
          expect(confidence).toBeLessThanOrEqual(100);
          expect(text).not.toMatch(/[\s\p{Cc}]/u);
          expect(box.every((value) => value >= 0 && value <= 1)).toBe(true);
          expect(box[0] + box[2]).toBeLessThanOrEqual(1.000001);
        }
      }),
    );
  });
});
