import { describe, expect, it } from '@jest/globals';
import { builtSegment, randomSheets, type Sheet } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { BlockCursor } from './block-cursor.js';
import { Directory } from './directory.js';
import { mergeSegments } from './merge-segments.js';
import { readPostings } from './postings.js';
import type { SegmentBlock } from './segment.js';

interface Built {
  directory: Directory;
  blocks: SegmentBlock[];
}

async function* streamed(blocks: readonly SegmentBlock[]): AsyncGenerator<SegmentBlock> {
  for (const block of blocks) yield await Promise.resolve(block);
}

async function merged(segments: readonly Built[], dropsRemoved: boolean): Promise<Built> {
  const inputs = segments.map(({ directory, blocks }) => ({ directory, blocks: streamed(blocks) }));
  const { directory, blocks } = mergeSegments(inputs, { dropsRemoved });
  const made: SegmentBlock[] = [];
  for await (const block of blocks) made.push(block);
  return { directory: Directory.decode(directory), blocks: made };
}

/** Everything that a segment says: its documents in order, with their terms. */
function contentOf({ directory, blocks }: Built) {
  const words = Array.from({ length: directory.size }, () => [] as string[]);
  const cursor = new BlockCursor();
  const list = new Uint32Array(directory.size);
  for (const block of blocks) {
    cursor.open(block);
    while (cursor.next()) {
      const word = Buffer.from(cursor.term.subarray(0, cursor.termLength)).toString();
      for (const place of list.subarray(0, readPostings(cursor, directory.size, list))) words[place]!.push(word);
    }
  }
  const documents = words.map((own, place) => ({
    sequence: directory.sequences[place]!,
    createdAtMicros: directory.createdAtMicros[place]!,
    isRemoved: directory.removed.has(place),
    words: own,
  }));
  return documents.sort((a, b) => a.createdAtMicros - b.createdAtMicros || a.sequence - b.sequence);
}

/** The segment of the newest versions. */
function builtFromLatest(history: readonly (readonly Sheet[])[], dropsRemoved: boolean): Built {
  const latest = new Map(history.flat().map((sheet) => [sheet.sequence, sheet]));
  return builtSegment([...latest.values()].filter(({ words }) => !dropsRemoved || words !== undefined));
}

describe('mergeSegments', () => {
  it.each([true, false])(
    'merging makes the segment that the newest versions would (without removed ones: %s)',
    async (drops) => {
      const random = new Random(drops ? 1 : 2);
      for (let round = 0; round < 8; round += 1) {
        const pool = randomSheets(random, 1 + random.below(200));
        const history = Array.from({ length: 1 + random.below(8) }, () => {
          const changed = pool.filter(() => random.below(4) === 0);
          const words = randomSheets(random, changed.length);
          return changed.map((sheet, index) => ({ ...sheet, words: words[index]!.words }));
        });
        const result = await merged(history.map(builtSegment), drops);
        expect(contentOf(result)).toEqual(contentOf(builtFromLatest(history, drops)));
      }
    },
  );

  it('merging neighbours in time does not change their bytes', async () => {
    const sheets = randomSheets(new Random(3), 1_000).map((sheet, index) => ({ ...sheet, createdAtMicros: index }));
    const parts = [sheets.slice(0, 400), sheets.slice(400, 401), sheets.slice(401)];
    const result = await merged(parts.map(builtSegment), false);
    expect(result.blocks).toEqual(builtSegment(sheets).blocks);
    expect(result.directory.sequences).toEqual(builtSegment(sheets).directory.sequences);
  });

  it('keeps common terms of segments whose documents were created alternately', async () => {
    const sheets = Array.from({ length: 4_000 }, (_, index) => ({
      sequence: index,
      createdAtMicros: index,
      id: `${index}`,
      words: new Set(['.all', `.mod${index % 3}`, `.rare${index % 1_000}`]),
    }));
    const parts = [0, 1, 2, 3].map((rest) => builtSegment(sheets.filter((_, index) => index % 4 === rest)));
    expect((await merged(parts, true)).blocks).toEqual(builtSegment(sheets).blocks);
  });

  it('returns nothing for documents that are all removed', async () => {
    const sheet = { sequence: 1, createdAtMicros: 1, id: 'a', words: new Set(['.a', '.b']) };
    const parts = [builtSegment([sheet]), builtSegment([{ ...sheet, words: undefined }])];
    expect(contentOf(await merged(parts, true))).toEqual([]);
    expect(contentOf(await merged(parts, false))).toMatchObject([{ sequence: 1, isRemoved: true, words: [] }]);
    expect(contentOf(await merged([], true))).toEqual([]);
  });

  it('merging requests the next block of a segment only after the one before, and closes all of them', async () => {
    const sheets = randomSheets(new Random(4), 2_000);
    let open = 0;
    let handed = 0;
    let returned = 0;
    async function* counted({ blocks }: Built) {
      open += 1;
      try {
        for (const block of blocks) {
          handed += 1;
          yield await Promise.resolve(block);
        }
      } finally {
        open -= 1;
      }
    }
    const parts = [builtSegment(sheets.slice(0, 1_000)), builtSegment(sheets.slice(1_000))];
    const inputs = parts.map((part) => ({ directory: part.directory, blocks: counted(part) }));
    const { blocks } = mergeSegments(inputs, { dropsRemoved: true });
    for await (const block of blocks) {
      returned += 1;
      expect(block.body.length).toBeGreaterThan(0);
      expect(handed).toBeLessThanOrEqual(2 * returned + 4);
      if (returned === 10) break;
    }
    expect(returned).toBe(10);
    expect(open).toBe(0);
  });

  it('refuses more documents than a segment may have', () => {
    const part = (start: number) =>
      builtSegment(
        Array.from({ length: 17_000 }, (_, index) => ({
          sequence: start + index,
          createdAtMicros: index,
          id: '',
          words: undefined,
        })),
      );
    const inputs = [part(0), part(17_000)].map(({ directory }) => ({ directory, blocks: streamed([]) }));
    expect(() => mergeSegments(inputs, { dropsRemoved: false })).toThrow('34000 documents');
  });

  it('refuses blocks that are not in order', async () => {
    const { directory, blocks } = builtSegment(randomSheets(new Random(5), 500));
    await expect(merged([{ directory, blocks: blocks.toReversed() }], true)).rejects.toThrow(
      'its blocks are not in order',
    );
  });
});
