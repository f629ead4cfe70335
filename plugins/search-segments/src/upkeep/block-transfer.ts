import type { Sql } from '@archivolt/plugin-kit';
import { Pacer } from '../pacer.js';
import type { SegmentBlock } from '../segments/index.js';
import type { SegmentBuild } from './segment-build.js';

/** About 128 KB. */
const BLOCKS_AT_ONCE = 32;

/** The blocks of a segment in order. */
export async function* readBlocks(segmentId: number, sql: Sql): AsyncGenerator<SegmentBlock> {
  let after: Uint8Array = Buffer.alloc(0);
  for (;;) {
    const rows = await sql.query<{ firstTerm: Buffer; body: Buffer }>(
      `select first_term as "firstTerm", body from search_segments_block
       where segment_id = $1 and first_term > $2 order by first_term limit ${String(BLOCKS_AT_ONCE)}`,
      [segmentId, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BLOCKS_AT_ONCE) return;
    after = last.firstTerm;
  }
}

/** Writes blocks as they are made. `check` throws when the work must not go on. */
export async function writeBlocks(
  blocks: AsyncIterable<SegmentBlock> | Iterable<SegmentBlock>,
  build: SegmentBuild,
  check: () => void,
): Promise<void> {
  const pacer = new Pacer();
  let waiting: SegmentBlock[] = [];
  for await (const block of blocks) {
    check();
    waiting.push(block);
    if (waiting.length >= BLOCKS_AT_ONCE) {
      await build.write(waiting);
      waiting = [];
    }
    await pacer.step();
  }
  if (waiting.length > 0) await build.write(waiting);
}
