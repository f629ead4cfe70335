import { afterEach, describe, expect, it } from '@jest/globals';
import { builtSegment, randomSheets, segmentDocument } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { buildSegment, DamagedSegmentError, mergeSegments, type SegmentBlock } from '../segments/index.js';
import { SegmentThreads } from './segment-threads.js';

const threads = new SegmentThreads();

interface Made {
  directory: Uint8Array;
  blocks: SegmentBlock[];
}

async function taken(segment: {
  directory: Uint8Array;
  blocks: AsyncIterable<SegmentBlock> | Iterable<SegmentBlock>;
}): Promise<Made> {
  const blocks: SegmentBlock[] = [];
  for await (const block of segment.blocks) blocks.push(block);
  return { directory: segment.directory, blocks };
}

/** Rows of the database are such: views of memory that they share. */
async function* asRows(blocks: readonly SegmentBlock[]): AsyncGenerator<SegmentBlock> {
  for (const { firstTerm, body } of blocks) {
    const shared = Buffer.concat([firstTerm, body]);
    yield await Promise.resolve({
      firstTerm: shared.subarray(0, firstTerm.length),
      body: shared.subarray(firstTerm.length),
    });
  }
}

describe('SegmentThreads', () => {
  afterEach(() => threads.close());

  it('segment threads build the same as the code in this process, one after the other and at the same time', async () => {
    const random = new Random(1);
    const documents = [300, 0, 20].map((count) => randomSheets(random, count).map(segmentDocument));
    const expected = await Promise.all(documents.map((all) => taken(buildSegment(all))));
    for (const [index, all] of documents.entries()) {
      expect(await taken(await threads.build(all))).toEqual(expected[index]);
    }
    expect(await Promise.all(documents.map(async (all) => taken(await threads.build(all))))).toEqual(expected);
  });

  it('segment threads do not detach the terms of the given documents', async () => {
    const documents = randomSheets(new Random(2), 30).map(segmentDocument);
    const copies = structuredClone(documents);
    await taken(await threads.build(documents));
    expect(documents).toEqual(copies);
  });

  it('segment threads merge the same as the code in this process', async () => {
    const random = new Random(3);
    const pool = randomSheets(random, 900);
    const parts = [pool.slice(0, 500), pool.slice(400), pool.slice(450, 470)].map((sheets) => ({
      ...builtSegment(sheets),
      encoded: buildSegment(sheets.map(segmentDocument)).directory,
    }));
    const here = parts.map(({ directory, blocks }) => ({ directory, blocks: asRows(blocks) }));
    const there = parts.map(({ encoded, blocks }) => ({ directory: Buffer.from(encoded), blocks: asRows(blocks) }));
    expect(await taken(await threads.merge(there, { dropsRemoved: true }))).toEqual(
      await taken(mergeSegments(here, { dropsRemoved: true })),
    );
  });

  it('damaged segments are reported, and the threads continue', async () => {
    const sheets = randomSheets(new Random(4), 200);
    const { blocks } = builtSegment(sheets);
    const directory = buildSegment(sheets.map(segmentDocument)).directory;
    const merge = async (bytes: Uint8Array, given: SegmentBlock[]) =>
      taken(await threads.merge([{ directory: bytes, blocks: asRows(given) }], { dropsRemoved: false }));
    await expect(merge(Uint8Array.of(9), [])).rejects.toThrow(DamagedSegmentError);
    await expect(merge(directory, blocks.toReversed())).rejects.toThrow('its blocks are not in order');
    expect((await merge(directory, blocks)).blocks).toEqual(blocks);
  });

  it('a thread fails with the error of its reader of blocks, which is closed', async () => {
    const sheets = randomSheets(new Random(5), 400);
    let isClosed = false;
    async function* failing(): AsyncGenerator<SegmentBlock> {
      try {
        yield* asRows(builtSegment(sheets).blocks.slice(0, 1));
      } finally {
        isClosed = true;
      }
      throw new Error('the connection is lost');
    }
    const directory = buildSegment(sheets.map(segmentDocument)).directory;
    const merge = await threads.merge([{ directory, blocks: failing() }], { dropsRemoved: false });
    await expect(taken(merge)).rejects.toThrow('the connection is lost');
    expect(isClosed).toBe(true);
  });

  it('a closed thread stops what it is making', async () => {
    const documents = randomSheets(new Random(6), 2_000).map(segmentDocument);
    const { blocks } = await threads.build(documents);
    expect((await blocks.next()).done).toBe(false);
    await threads.close();
    const rest = async () => {
      for await (const block of blocks) expect(block.body.length).toBeGreaterThan(0);
    };
    await expect(rest()).rejects.toThrow('has ended');
  });

  it('a thread stops what it is making when its caller does not want the rest', async () => {
    const documents = randomSheets(new Random(7), 2_000).map(segmentDocument);
    const { blocks } = await threads.build(documents);
    await blocks.next();
    await blocks.return(undefined);
    expect((await taken(await threads.build(documents.slice(0, 10)))).blocks).not.toEqual([]);
  });
});
