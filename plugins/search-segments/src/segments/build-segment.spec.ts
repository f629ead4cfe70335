import { describe, expect, it } from '@jest/globals';
import { builtSegment, isBetween, randomSheets, randomWord, termOf, type Sheet } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { addPlaces, prefixRange, type TermRange } from './add-places.js';
import { buildSegment } from './build-segment.js';
import { type Directory } from './directory.js';
import { Places } from './places.js';
import type { SegmentBlock } from './segment.js';

interface Built {
  directory: Directory;
  blocks: SegmentBlock[];
}

function sequencesOf({ directory, blocks }: Built, range: TermRange): number[] {
  const places = Places.none(directory.size);
  addPlaces(blocks, range, places);
  return [...places.valuesDescending()].map((place) => directory.sequences[place]!).sort((a, b) => a - b);
}

function sequencesWith(sheets: readonly Sheet[], isMeant: (word: string) => boolean): number[] {
  return sheets
    .filter(({ words }) => words !== undefined && [...words].some(isMeant))
    .map(({ sequence }) => sequence)
    .sort((a, b) => a - b);
}

describe('a built segment', () => {
  it('a segment finds the documents of each term, of ranges and of prefixes in any script', () => {
    const random = new Random(1);
    for (const count of [1, 2, 33, 150]) {
      const sheets = randomSheets(random, count);
      const segment = builtSegment(sheets);
      for (const word of new Set(sheets.flatMap(({ words }) => [...(words ?? [])]))) {
        expect(sequencesOf(segment, { from: termOf(word), to: 'exact' })).toEqual(
          sequencesWith(sheets, (own) => own === word),
        );
      }
      for (let round = 0; round < 50; round += 1) {
        const [from, to] = [randomWord(random), randomWord(random)];
        expect(sequencesOf(segment, { from: termOf(from), to: termOf(to) })).toEqual(
          sequencesWith(sheets, (own) => isBetween(own, from, to)),
        );
        expect(sequencesOf(segment, prefixRange(termOf(from)))).toEqual(
          sequencesWith(sheets, (own) => own.startsWith(from)),
        );
        expect(sequencesOf(segment, { from: termOf(from), to: 'exact' })).toEqual(
          sequencesWith(sheets, (own) => own === from),
        );
      }
    }
  });

  it('a segment lists its documents by time of creation and id', () => {
    const sheets = randomSheets(new Random(2), 500);
    const { directory } = builtSegment(sheets);
    const ordered = sheets.toSorted((a, b) => a.createdAtMicros - b.createdAtMicros || (a.id < b.id ? -1 : 1));
    expect([...directory.sequences]).toEqual(ordered.map(({ sequence }) => sequence));
    expect([...directory.createdAtMicros]).toEqual(ordered.map(({ createdAtMicros }) => createdAtMicros));
    ordered.forEach(({ sequence, words }, place) => {
      expect(directory.placeOf(sequence)).toBe(place);
      expect(directory.removed.has(place)).toBe(words === undefined);
    });
    expect(directory.placeOf(11)).toBeUndefined();
  });

  it('the blocks of a segment fit into half a page unless one term needs more', () => {
    const sheets = randomSheets(new Random(3), 2_000);
    const { blocks } = builtSegment(sheets);
    expect(blocks.length).toBeGreaterThan(20);
    for (const { firstTerm, body } of blocks) expect(firstTerm.length + body.length).toBeLessThan(3_951);
  });

  it('stores a term of all documents of the largest segment, of all but one and of every second in one block each', () => {
    const sheets = Array.from({ length: 32_768 }, (_, index) => ({
      sequence: index,
      createdAtMicros: index,
      id: `${index}`,
      words: new Set(['.a', ...(index === 5 ? [] : ['.b']), ...(index % 2 === 0 ? ['.c'] : [])]),
    }));
    const segment = builtSegment(sheets);
    const found = (word: string) => sequencesOf(segment, { from: termOf(word), to: 'exact' }).length;
    expect([found('.a'), found('.b'), found('.c')]).toEqual([32_768, 32_767, 16_384]);
    for (const { body } of segment.blocks) expect(body.length).toBeLessThan(4_200);
  });

  it('a segment without documents and without terms is empty', () => {
    expect(builtSegment([])).toMatchObject({ directory: { size: 0 }, blocks: [] });
    const removed = { sequence: 1, createdAtMicros: -5, id: 'a', words: undefined };
    const segment = builtSegment([removed]);
    expect(segment.blocks).toEqual([]);
    expect(segment.directory.removed.has(0)).toBe(true);
  });

  it.each([
    ['out of order', '.b\0.a\0', 'are not distinct or not in order'],
    ['out of order behind their sixth byte', '.abcdefgz\0.abcdefga\0', 'are not distinct or not in order'],
    ['repeated', '.a\0.a\0', 'are not distinct or not in order'],
    ['without an end', '.a\0.b', 'do not end with a zero byte'],
    ['too long', `.${'a'.repeat(600)}\0`, 'are too long'],
  ])('refuses terms that are %s', (_, terms, message) => {
    const document = { sequence: 7, createdAtMicros: 1, id: 'a', terms: termOf(terms) };
    expect(() => [...buildSegment([document]).blocks]).toThrow(`the terms of document 7 ${message}`);
  });

  it('refuses more documents than a segment may have', () => {
    const document = { sequence: 1, createdAtMicros: 1, id: 'a', terms: undefined };
    expect(() => buildSegment(Array.from({ length: 32_769 }, () => document))).toThrow('32769 documents');
  });
});
